// What a model in training does that says no more than it must, and the generators of those that draw their batches.
#include "training/model.h"

#include <gtest/gtest.h>

#include "training/curves.h"
#include "training/seeded_trainee.h"

namespace attn::training {
namespace {

class Plain final : public Model {
 public:
  std::string load(std::string_view) override { return {}; }
  std::string load_beside(const Recipe&, std::string_view) override { return {}; }
  void step() override {}
  int steps() const override { return 0; }
  bool measure() override { return false; }
  HaltReason halt() const override { return {}; }
  std::vector<Metric> metrics() const override { return {{"step", 0}, {"loss", 1}}; }
};

TEST(Model, OneWithoutCurvesKeepsNoRunsAndTakesNoWeightsOfTheReaders) {
  Plain model;
  EXPECT_FALSE(model.curves().has_value());
  EXPECT_EQ(model.save(), "");
  EXPECT_NE(model.open({.file = "own.safetensors", .bytes = ""}), "");
  model.show_runs({});
}

TEST(Generators, WhatOneDrawsDoesNotDependOnTheOthers) {
  Generators a(7), b(7);
  for (int i = 0; i < 5; ++i) a.weights.next();
  EXPECT_EQ(a.examples.next(), b.examples.next());
  EXPECT_EQ(a.dropout.next(), b.dropout.next());
  EXPECT_NE(Generators(7).weights.next(), Generators(8).weights.next());
}

TEST(Generators, AreSplitFromTheSeedInTheOrderInWhichShippedWeightsWereMade) {
  Rng base(3);
  Rng weights = base.split(), examples = base.split();
  Generators made(3);
  EXPECT_EQ(made.weights.next(), weights.next());
  EXPECT_EQ(made.examples.next(), examples.next());
}

}  // namespace
}  // namespace attn::training
