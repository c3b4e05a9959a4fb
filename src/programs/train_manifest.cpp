#include "programs/train_manifest.h"

#include <cstdio>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "course/lesson.h"
#include "programs/files.h"
#include "programs/sha256.h"
#include "programs/train_model.h"
#include "training/trainer.h"

namespace attn::programs {
namespace {

std::string weights_file(const std::string& folder, const training::Recipe& recipe) {
  return folder + "/" + std::string(recipe.name) + ".safetensors";
}

/// The entry of one model; empty, with a message on standard error, where its file cannot be measured.
std::string entry(const std::string& folder, const training::Recipe& recipe) {
  const std::string name(recipe.name);
  std::string weights, error = read_file(weights_file(folder, recipe), &weights);
  training::Trainer trainer(recipe.make, recipe.plan);
  if (error.empty()) error = trainer.load(weights);
  if (!error.empty()) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), error.c_str());
    return {};
  }
  training::Trainee& trainee = trainer.trainee();
  const std::vector<training::Score> scores = trainee.measure(kMeasured);
  std::printf("%s: %s\n", name.c_str(), measured_text(scores, trainee.wording(), trainee.held_out(kMeasured)).c_str());
  const std::string measured = "held_out_" + std::string(trainee.wording().example) + "s";
  std::vector<std::pair<std::string_view, std::string>> members = {
      {"name", json::string(recipe.name)},
      {"task", json::string(recipe.task)},
      {"command", json::string("attention-train " + name)},
      {"seed", json::number(static_cast<double>(recipe.plan.seed))},
      {"steps", json::number(recipe.steps)},
      {"parameters", json::number(static_cast<double>(trainee.parameters().count()))},
      {scores.front().manifest, json::number(scores.front().value)},
      {measured, json::number(trainee.held_out(kMeasured))}};
  for (std::size_t i = 1; i < scores.size(); ++i) members.emplace_back(scores[i].manifest, json::number(scores[i].value));
  for (const auto& [key, value] : recipe.recorded) members.emplace_back(key, json::number(value));
  members.emplace_back("bytes", json::number(static_cast<double>(weights.size())));
  members.emplace_back("sha256", json::string(sha256(weights)));
  return json::object(members);
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
  for (const training::Recipe& recipe : course::recipes().rows) {
    const std::string line = entry(folder, recipe);
    complete = complete && !line.empty();
    if (!line.empty()) lines += (lines.empty() ? "  " : ",\n  ") + line;
  }
  const std::string error = write_file(file, "{\"command\": \"attention-train --all\", \"models\": [\n" + lines + "\n]}\n");
  if (!error.empty()) std::fprintf(stderr, "%s\n", error.c_str());
  return complete && error.empty() ? kDone : kFailed;
}

int remake_all(const std::string& folder) {
  catch_interrupts();
  for (const training::Recipe& recipe : course::recipes().rows) {
    if (const int status = train_model(recipe, weights_file(folder, recipe), false); status != kDone) {
      if (status == kInterrupted) std::printf("The manifest is as it was; --manifest writes it from the weights that there are.\n");
      return status;
    }
  }
  return write_manifest(folder);
}

}  // namespace attn::programs
