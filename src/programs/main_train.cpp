// attention-train: trains the models that the lessons state as recipes, and shows what they are trained on.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "course/lesson.h"
#include "programs/train_evaluate.h"
#include "programs/train_manifest.h"
#include "programs/train_model.h"
#include "programs/train_options.h"
#include "programs/train_print.h"
#include "training/recipe.h"

namespace attn::programs {
namespace {

constexpr const char* kWeightsFolder = "assets/weights";

int train(const TrainOptions& options) {
  training::Recipe recipe = *course::recipes().find(options.model);
  if (options.steps) recipe = training::with_steps(std::move(recipe), options.steps);
  if (options.has_seed) recipe.plan.seed = options.seed;
  catch_interrupts();
  return train_model(recipe, options.out.empty() ? options.model + ".safetensors" : options.out, true, options.threads);
}

int say(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return kDone;
}

int run(const TrainOptions& options) {
  const std::string folder = options.out.empty() ? kWeightsFolder : options.out;
  switch (options.mode) {
    case TrainOptions::Mode::kTrain:
      return train(options);
    case TrainOptions::Mode::kAll:
      return remake_all(folder);
    case TrainOptions::Mode::kManifest:
      return write_manifest(folder);
    case TrainOptions::Mode::kEvaluate:
      return print_evaluation(folder, options.json);
    case TrainOptions::Mode::kShow:
      return say(course::recipes().find_task(options.task)->show(options.count));
    case TrainOptions::Mode::kList:
      return say(options.json ? list_json() : list_models());
    default:
      return say(train_usage());
  }
}

}  // namespace
}  // namespace attn::programs

int main(int argc, char** argv) {
  attn::programs::TrainOptions options;
  if (const std::string error = attn::programs::parse_train_options({argv + 1, argv + argc}, &options); !error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return attn::programs::kWrongArguments;
  }
  return attn::programs::run(options);
}
