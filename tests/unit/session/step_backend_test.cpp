// What computes steps: as chosen, or what a trial has found faster.
#include "session/step_backend.h"

#include <gtest/gtest.h>

#include <chrono>
#include <regex>
#include <thread>

#include "training/models.h"
#include "unit/training/line_trainee.h"
#include "unit/training/refusing_engine.h"

namespace attn::session {
namespace {

using training::testing::LineTrainee;
using training::testing::RefusingEngine;

std::unique_ptr<autodiff::Engine> slow_engine() {
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  return RefusingEngine::make();
}

double milliseconds_of(const std::string& who, const std::string& said) { return std::stod(said.substr(said.find(who) + who.size())); }

class StepBackendTest : public ::testing::Test {
 protected:
  void TearDown() override { RefusingEngine::fails = false, LineTrainee::suits = true; }
  /// Steps, and parts of a trial while they are wanted.
  void run(StepBackend& by, int steps = 10) {
    for (int i = 0; i < steps; ++i) {
      by.step(model, true);
      if (by.wants_try(&model)) by.try_gpu(model);
    }
  }
  /// Whether that is the sentence, in which # stands for a number.
  ::testing::AssertionResult says(const StepBackend& by, const std::string& wanted) {
    const std::string said = by.sentence(&model);
    const std::regex pattern(std::regex_replace(std::regex_replace(wanted, std::regex("[.]"), "[.]"), std::regex("#"), "[0-9.]+"));
    return std::regex_match(said, pattern) ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << said;
  }
  bool engine_computed() const { return model.trainer.engine_computed(); }
  training::Models model{training::testing::make_line(), {.batch = 8}};
};

TEST_F(StepBackendTest, TheGpuOnlyWhereItMay) {
  StepBackend by(RefusingEngine::make);
  EXPECT_EQ(by.sentence(&model), "");
  run(by);
  EXPECT_FALSE(engine_computed());
  EXPECT_TRUE(says(by, "Training runs on the CPU: a step takes the CPU # ms."));
  EXPECT_EQ(by.sentence(nullptr), "");
}

TEST_F(StepBackendTest, AsChosen) {
  StepBackend by(RefusingEngine::make);
  by.allow(true, true);
  run(by);
  EXPECT_TRUE(engine_computed());
  EXPECT_TRUE(says(by, "Training runs on the GPU, as chosen: a step takes the GPU # ms."));
  by.allow(false, false);
  run(by, 1);
  EXPECT_FALSE(engine_computed());
}

TEST_F(StepBackendTest, ChosenButFailing) {
  StepBackend by(RefusingEngine::make);
  by.allow(true, true);
  RefusingEngine::fails = true;
  run(by);
  EXPECT_EQ(model.trainer.steps(), 10) << "each step was taken";
  EXPECT_FALSE(by.on_gpu(&model));
  EXPECT_TRUE(says(by, "Training runs on the CPU, since the GPU failed: a step takes the CPU # ms."));
  RefusingEngine::fails = false;
  by.allow(false, false), by.allow(true, true);  // the context was lost, and is back
  run(by, 1);
  EXPECT_TRUE(engine_computed());
}

TEST_F(StepBackendTest, AutomaticTakesTheFasterOne) {
  StepBackend quick(RefusingEngine::make), slow(slow_engine);
  for (StepBackend* by : {&quick, &slow}) {
    by->allow(true, false);
    run(*by, 3);
    EXPECT_FALSE(by->wants_try(&model)) << "too little to do";
    for (int i = 0; i < 50; ++i) by->note_cpu(10);
    EXPECT_TRUE(by->wants_try(&model));
    for (int i = 0; i < 4; ++i)
      if (by->wants_try(&model)) by->try_gpu(model);
    EXPECT_FALSE(by->wants_try(&model));
    EXPECT_EQ(by->on_gpu(&model), by == &quick);
  }
  EXPECT_TRUE(says(quick, "Training runs on the GPU, which is faster here: a step takes the CPU 10 ms, the GPU # ms."));
  EXPECT_TRUE(says(slow, "Training runs on the CPU, which is faster here: a step takes the CPU 10 ms, the GPU # ms."));
  const double gpu_ms = milliseconds_of("the GPU ", slow.sentence(&model));
  for (int i = 0; i < 200; ++i) slow.note_cpu(1.05 * gpu_ms);
  EXPECT_TRUE(says(slow, "Training runs on the CPU, since the GPU is hardly faster here: a step takes the CPU # ms, the GPU # ms."));
  for (int i = 0; i < 200; ++i) slow.note_cpu(1000);
  EXPECT_TRUE(says(slow, "Training runs on the GPU, which is faster here: a step takes the CPU 1000 ms, the GPU # ms."));
  run(quick, 1);
  EXPECT_TRUE(engine_computed());
  quick.restart();
  run(quick, 1);
  EXPECT_FALSE(engine_computed());
}

TEST_F(StepBackendTest, UnsuitedModelsAreNotAskedAbout) {
  LineTrainee::suits = false;
  StepBackend by(RefusingEngine::make);
  by.allow(true, true);
  run(by);
  EXPECT_FALSE(engine_computed());
  EXPECT_EQ(by.sentence(&model), "");
}

}  // namespace
}  // namespace attn::session
