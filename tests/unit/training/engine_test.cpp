// Steps whose gradients an engine computes: close to the CPU's, and to the bit the CPU's where the engine fails.
#include <gtest/gtest.h>

#include "unit/training/line_trainee.h"
#include "unit/training/refusing_engine.h"

namespace attn::training {
namespace {

using testing::make_line;
using testing::RefusingEngine;
using testing::slope_of;

const Plan kPlan{.batch = 22, .shards = 4, .learning_rate = Real(0.05), .warm_up = 0};

class TrainerWithEngine : public ::testing::Test {
 protected:
  void TearDown() override { RefusingEngine::fails = false, testing::LineTrainee::suits = true; }
  Trainer here{make_line(), kPlan}, there{make_line(), kPlan};
};

TEST_F(TrainerWithEngine, TakesStepsCloseToTheCpus) {
  there.set_engine(RefusingEngine::make);
  for (int i = 0; i < 30; ++i) here.step(), there.step();
  EXPECT_TRUE(there.engine_computed());
  EXPECT_FALSE(here.engine_computed());
  EXPECT_TRUE(slope_of(there).isApprox(slope_of(here), Real(1e-4))) << slope_of(there) << " against " << slope_of(here);
  EXPECT_NEAR(there.losses().back(), here.losses().back(), 1e-4);
  EXPECT_NEAR(there.gradient_norms().back(), here.gradient_norms().back(), 1e-4);
  EXPECT_LT(there.losses().back(), 0.5f * there.losses().front());
}

TEST_F(TrainerWithEngine, AStepInWhichItFailsIsTheCpusToTheBit) {
  there.set_engine(RefusingEngine::make);
  RefusingEngine::fails = true;
  for (int i = 0; i < 10; ++i) here.step(), there.step();
  EXPECT_FALSE(there.engine_computed());
  EXPECT_EQ(slope_of(there), slope_of(here));
  EXPECT_EQ(there.losses(), here.losses());
  there.set_engine(RefusingEngine::none);
  here.step(), there.step();
  EXPECT_EQ(slope_of(there), slope_of(here));
}

TEST_F(TrainerWithEngine, RehearsalsChangeNothing) {
  EXPECT_FALSE(there.rehearse(RefusingEngine::make)) << "nothing is drawn yet";
  for (int i = 0; i < 10; ++i) {
    here.step(), there.step();
    EXPECT_TRUE(there.rehearse(RefusingEngine::make));
  }
  EXPECT_EQ(slope_of(there), slope_of(here));
  EXPECT_EQ(there.losses(), here.losses());
  RefusingEngine::fails = true;
  EXPECT_FALSE(there.rehearse(RefusingEngine::make));
}

TEST_F(TrainerWithEngine, AnUnsuitedTraineeStaysOnTheCpu) {
  testing::LineTrainee::suits = false;
  there.set_engine(RefusingEngine::make);
  here.step(), there.step();
  EXPECT_FALSE(there.engine_computed());
  EXPECT_EQ(slope_of(there), slope_of(here));
}

}  // namespace
}  // namespace attn::training
