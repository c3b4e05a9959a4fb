#include "lessons/translation/translator.h"

#include <cmath>

#include "models/translation.h"
#include "unit/compare.h"

namespace attn::lessons::translation {
namespace {

const tasks::PairTask& reversal() { return *tasks::find_pair_task("reversal"); }

models::Seq2SeqSettings small() {
  models::Seq2SeqSettings s;
  s.embedding = 16;
  s.hidden = 32;
  return s;
}

Translator trained(int steps, const TrainingPlan& plan = {}, const models::Seq2SeqSettings& settings = small()) {
  Translator translator(reversal(), settings, plan);
  while (translator.steps() < steps && !translator.diverged()) translator.step();
  return translator;
}

TEST(Translator, SameSeedAndStepsSameWeights) {
  TrainingPlan plan;
  plan.dropout = Real(0.1);
  const std::string once = trained(12, plan).save(false), again = trained(12, plan).save(false);
  EXPECT_EQ(once, again);
  EXPECT_NE(once, trained(13, plan).save(false));
  plan.seed = 2;
  EXPECT_NE(once, trained(12, plan).save(false));
}

// Natively and in WebAssembly: a seed draws the same weights and examples to the last bit, but vectors of 4, 8 or 16 numbers add in
// different orders, and AVX2 rounds once where a product is added. Each step so differs by roundings, which training enlarges: after 50
// steps no loss differed, after 100 by 1e-6, and where the loss falls steeply (steps 150 to 250 here) by 1e-2, as between two processors.
// Hence 1e-5 up to step 100; after that the two are two runs of like quality, which LearnsToReverse asks of each.
TEST(Translator, TheSameLossesOnEveryPlatform) {
  constexpr struct {
    std::size_t step;
    double loss;
  } kLosses[] = {{1, 2.41180444},  {2, 2.40630698},  {5, 2.42078781},  {10, 2.39140534},
                 {20, 2.31559467}, {50, 1.89460731}, {100, 1.06569338}};
  const Translator translator = trained(100);
  for (const auto& [step, loss] : kLosses) EXPECT_NEAR(translator.losses()[step - 1], loss, 1e-5) << "step " << step;
}

TEST(Translator, LearnsToReverse) {
  const Translator translator = trained(600);
  EXPECT_FALSE(translator.diverged());
  EXPECT_LT(translator.loss(), 0.2f);
  const LengthStudy::Point held_out = measure(translator.model(), reversal(), 300);
  EXPECT_EQ(held_out.total, 300);
  EXPECT_GT(held_out.accuracy(), 0.95);
  EXPECT_GT(held_out.aligned, 0.9 * held_out.content);
}

TEST(Translator, CountsStepsLossesAndNorms) {
  Translator translator = trained(3);
  EXPECT_EQ(translator.steps(), 3);
  EXPECT_EQ(translator.losses().size(), 3u);
  EXPECT_EQ(translator.gradient_norms().size(), 3u);
  EXPECT_NEAR(translator.loss(), (translator.losses()[0] + translator.losses()[1] + translator.losses()[2]) / 3, 1e-6);
  EXPECT_TRUE(std::isnan(Translator(reversal(), small(), {}).loss()));
}

TEST(Translator, ARateOfTenDiverges) {
  TrainingPlan plan;
  plan.learning_rate = 10;
  Translator translator = trained(400, plan);
  EXPECT_TRUE(translator.diverged());
  const int steps = translator.steps();
  translator.step();
  EXPECT_EQ(translator.steps(), steps);
  EXPECT_FALSE(trained(100).diverged());
}

TEST(Translator, SavesAndLoads) {
  const Translator from = trained(20);
  Translator to = trained(5);
  EXPECT_EQ(to.load(from.save(false)), "");
  EXPECT_EQ(to.steps(), 0);
  EXPECT_EQ(to.losses().size(), 0u);
  const Tokens source{3, 4, 5};
  EXPECT_EQ(models::log_probability(to.model(), source, source), models::log_probability(from.model(), source, source));
  EXPECT_EQ(to.load(from.save(true)), "");
  EXPECT_NEAR(models::log_probability(to.model(), source, source), models::log_probability(from.model(), source, source), 0.02);
}

TEST(Translator, RefusesOtherWeightsAndKeepsItsOwn) {
  models::Seq2SeqSettings other = small();
  other.hidden = 16;
  const std::string wrong = trained(1, {}, other).save(false);
  Translator translator = trained(5);
  const std::string before = translator.save(false);
  EXPECT_NE(translator.load(wrong), "");
  EXPECT_NE(translator.load(before.substr(0, before.size() / 2)), "");
  EXPECT_NE(translator.load(""), "");
  EXPECT_EQ(translator.steps(), 5);
  EXPECT_EQ(translator.save(false), before);
}

TEST(Translator, TrainsOnLengthsThatThePlanSays) {
  TrainingPlan plan;
  plan.longest = 2;
  const Translator translator = trained(400, plan);
  LengthStudy study(reversal(), 1, 8, 16);
  while (study.advance(translator.model())) {
  }
  EXPECT_GT(study.total(2, 2).accuracy(), 0.9);
  EXPECT_LT(study.total(6, 8).accuracy(), 0.1);
}

TEST(LengthStudy, GoesOnInPieces) {
  const Translator translator = trained(1);
  LengthStudy study(reversal(), 2, 5, 20);
  EXPECT_EQ(study.progress(), 0);
  int pieces = 0;
  double before = 0;
  while (!study.finished()) {
    study.advance(translator.model());
    EXPECT_GE(study.progress(), before);
    before = study.progress();
    ++pieces;
  }
  EXPECT_GT(pieces, 4);
  EXPECT_EQ(study.progress(), 1);
  EXPECT_FALSE(study.advance(translator.model()));
  EXPECT_EQ(study.total(2, 5).total, 80);
  EXPECT_EQ(study.total(3, 4).total, 40);
  study.restart();
  EXPECT_FALSE(study.finished());
  EXPECT_EQ(study.total(2, 5).total, 0);
  EXPECT_EQ(study.points().front().length, 2);
}

}  // namespace
}  // namespace attn::lessons::translation
