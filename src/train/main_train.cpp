// attention-train: trains the models of the course, and shows what they are trained on.
#include <cstdio>
#include <string>
#include <vector>

#include "recipes/shipped.h"
#include "train/evaluate.h"
#include "train/manifest.h"
#include "train/options.h"
#include "train/print.h"
#include "train/train_model.h"

namespace attn::train {
namespace {

constexpr const char* kWeightsFolder = "assets/weights";

int train(const Options& options) {
  recipes::ShippedModel row = *recipes::find_shipped(options.model);
  if (options.steps) row = with_steps(row, options.steps);
  if (options.has_seed) row.plan.seed = options.seed;
  catch_interrupts();
  return train_model(row, options.out.empty() ? options.model + ".safetensors" : options.out, true);
}

int say(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return kDone;
}

int run(const Options& options) {
  const std::string folder = options.out.empty() ? kWeightsFolder : options.out;
  switch (options.mode) {
    case Options::Mode::kTrain:
      return train(options);
    case Options::Mode::kAll:
      return remake_all(folder);
    case Options::Mode::kManifest:
      return write_manifest(folder);
    case Options::Mode::kEvaluate:
      return print_evaluation(folder, options.json);
    case Options::Mode::kShow:
      return say(show_task(options.task, options.count));
    case Options::Mode::kList:
      return say(options.json ? list_json() : list_models());
    default:
      return say(usage());
  }
}

}  // namespace
}  // namespace attn::train

int main(int argc, char** argv) {
  attn::train::Options options;
  if (const std::string error = attn::train::parse_options({argv + 1, argv + argc}, &options); !error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return attn::train::kWrongArguments;
  }
  return attn::train::run(options);
}
