#include "programs/train_manifest.h"

#include <cstdio>

#include "base/check.h"
#include "base/text.h"
#include "lessons/translation/shipped.h"
#include "programs/files.h"
#include "programs/sha256.h"
#include "programs/train_model.h"

namespace attn::programs {
namespace {

std::string weights_file(const std::string& folder, const lessons::translation::ShippedModel& row) {
  return folder + "/" + std::string(row.name) + ".safetensors";
}

/// One model's entry; empty, with a message on standard error, where its file cannot be measured.
std::string entry(const std::string& folder, const lessons::translation::ShippedModel& row) {
  std::string weights, error = read_file(weights_file(folder, row), &weights);
  const tasks::PairTask* task = tasks::find_pair_task(row.task);
  CHECK(task, "manifest: no task ", row.task);
  lessons::translation::Translator translator(*task, row.settings, row.plan);
  if (error.empty()) error = translator.load(weights);
  if (!error.empty()) {
    std::fprintf(stderr, "%s: %s\n", std::string(row.name).c_str(), error.c_str());
    return {};
  }
  const auto point = lessons::translation::measure(translator.model(), *task, kMeasured);
  std::printf("%s: %s\n", std::string(row.name).c_str(), measured_text(point).c_str());
  JsonWriter json;
  json.begin_object().key("name").value(row.name).key("task").value(row.task);
  json.key("command").value("attention-train " + std::string(row.name)).key("seed").value(static_cast<double>(row.plan.seed));
  json.key("steps").value(row.steps).key("parameters").value(static_cast<double>(translator.model().parameters().count()));
  json.key("held_out_exact").value(point.accuracy()).key("held_out_sources").value(point.total);
  if (point.content)
    json.key("alignment").value(static_cast<double>(static_cast<float>(point.aligned) / static_cast<float>(point.content)));
  json.key("bytes").value(static_cast<double>(weights.size())).key("sha256").value(sha256(weights)).end_object();
  return json.text();
}

}  // namespace

int write_manifest(const std::string& folder) {
  const std::string file = folder + "/manifest.json";
  if (const std::string error = check_writable(file); !error.empty()) {
    std::fprintf(stderr, "%s Name the folder of the weights with --out.\n", error.c_str());
    return kFailed;
  }
  std::string lines;
  bool complete = true;
  for (const lessons::translation::ShippedModel& row : lessons::translation::shipped_models()) {
    const std::string line = entry(folder, row);
    complete = complete && !line.empty();
    if (!line.empty()) lines += (lines.empty() ? "  " : ",\n  ") + line;
  }
  const std::string error = write_file(file, "{\"command\": \"attention-train --all\", \"models\": [\n" + lines + "\n]}\n");
  if (!error.empty()) std::fprintf(stderr, "%s\n", error.c_str());
  return complete && error.empty() ? kDone : kFailed;
}

int remake_all(const std::string& folder) {
  catch_interrupts();
  for (const lessons::translation::ShippedModel& row : lessons::translation::shipped_models()) {
    if (const int status = train_model(row, weights_file(folder, row), false); status != kDone) {
      if (status == kInterrupted) std::printf("The manifest is as it was; --manifest writes it from the weights that there are.\n");
      return status;
    }
  }
  return write_manifest(folder);
}

}  // namespace attn::programs
