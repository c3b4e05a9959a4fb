// The tables of lesson 11's picture of scale are what training gives.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "lessons/11_language-models/scale.h"

namespace attn::lessons::language_models {
namespace {

TEST(LanguageModelsLive, TheTablesOfScaleAreWhatTrainingGives) {
  const char* asked = std::getenv("ATTENTION_LAB_SCALE");
  const bool all = asked && std::string_view(asked) == "all";
  constexpr double kQuick = 8e6;  // weights times steps: some seconds
  int trained = 0;
  for (const Scale scale : kScales)
    for (const ScaleRun& run : scale_runs(scale)) {
      const double work = scale_of(run, Scale::weights) * run.steps;
      if (!all && work > kQuick) continue;
      const double loss = train_scale_run(run);
      if (all) std::printf("    {%d, %d, %d, %d, %d, %.4f},\n", run.layers, run.width, run.heads, run.stories, run.steps, loss);
      EXPECT_NEAR(loss, run.loss, 0.03) << kScaleNames[static_cast<size_t>(scale)] << " " << scale_of(run, scale);
      ++trained;
    }
  EXPECT_GE(trained, 3);
}

}  // namespace
}  // namespace attn::lessons::language_models
