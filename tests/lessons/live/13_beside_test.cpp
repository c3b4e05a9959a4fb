// Lesson 13's table of drawings to learn from is what training gives.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "lessons/13_vision-transformer/beside.h"
#include "lessons/13_vision-transformer/shipped.h"
#include "training/trainer.h"

namespace attn::lessons::vision_transformer {
namespace {

/// The share right after learning from so many drawings.
double learned_from(Task task, Network network, int images) {
  training::Plan plan = shipped_model({.task = task, .network = network})->plan;
  plan.decay_to = kFewSteps;
  training::Trainer trainer(make_learner({.task = task, .network = network, .images = images == kEndless ? 0 : images}), plan);
  while (trainer.steps() < kFewSteps) trainer.step();
  return trainer.trainee().measure(500).front().value;
}

// One of them in any case; with ATTENTION_LAB_BESIDE=all every one, a quarter of an hour on two cores.
TEST(VisionTransformerLive, TheTableOfDrawingsIsWhatTrainingGives) {
  const char* asked = std::getenv("ATTENTION_LAB_BESIDE");
  const bool all = asked && std::string_view(asked) == "all";
  int trained = 0;
  for (const Task task : {Task::digits, Task::relation})
    for (const Network network : {Network::transformer, Network::convolution})
      for (std::size_t k = 0; k < abscissas(Strain::images).size(); ++k) {
        if (!all && trained > 0) continue;
        const int images = abscissas(Strain::images)[k];
        const double share = learned_from(task, network, images);
        if (all)
          std::printf("%s, network %d, %d drawings: %.3f\n", kTaskIds[static_cast<std::size_t>(task)].data(), static_cast<int>(network),
                      images, share);
        EXPECT_NEAR(share,
                    static_cast<double>(recorded_shares(Strain::images, task)(network == Network::convolution, static_cast<Index>(k))),
                    0.03);
        ++trained;
      }
  EXPECT_GE(trained, 1);
}

}  // namespace
}  // namespace attn::lessons::vision_transformer
