// attention-train: trains the models of the course, and shows what they are trained on.
#include <cstdio>
#include <string>
#include <vector>

#include "lessons/translation/shipped.h"
#include "programs/train_evaluate.h"
#include "programs/train_manifest.h"
#include "programs/train_model.h"
#include "programs/train_options.h"
#include "programs/train_print.h"

namespace attn::programs {
namespace {

constexpr const char* kWeightsFolder = "assets/weights";

int train(const TrainOptions& options) {
  lessons::translation::ShippedModel row = *lessons::translation::find_shipped(options.model);
  if (options.steps) row = with_steps(row, options.steps);
  if (options.has_seed) row.plan.seed = options.seed;
  catch_interrupts();
  return train_model(row, options.out.empty() ? options.model + ".safetensors" : options.out, true);
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
      return say(show_task(options.task, options.count));
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
