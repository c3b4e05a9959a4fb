#include "models/seq2seq.h"

#include <cmath>

#include "models/seq2seq_layers.h"
#include "unit/compare.h"

namespace attn::models {
namespace {

using test::close;

Seq2SeqSettings tiny() {
  Seq2SeqSettings s;
  s.source_words = s.target_words = 8;
  s.embedding = 4;
  s.hidden = 6;
  return s;
}

const PairBatch kBatch{{{3, 4, 5}, {6}, {7, 7}}, {{5, 4, 3}, {6}, {7, 7}}};

double loss_of(const Seq2Seq& model, const Seq2Seq::LossOptions& options = {}) {
  autodiff::Tape tape;
  return static_cast<double>(model.loss(tape, kBatch, options).value()(0, 0));
}

TEST(Seq2Seq, SettingsThatCannotBeBuiltAreRefused) {
  EXPECT_EQ(check_settings(tiny()), "");
  const auto refused = [](auto change) {
    Seq2SeqSettings s = tiny();
    change(s);
    return !check_settings(s).empty();
  };
  EXPECT_TRUE(refused([](Seq2SeqSettings& s) { s.source_words = 0; }));
  EXPECT_TRUE(refused([](Seq2SeqSettings& s) { s.depth = 5; }));
  EXPECT_TRUE(refused([](Seq2SeqSettings& s) { s.hidden = 7; }));
  EXPECT_TRUE(refused([](Seq2SeqSettings& s) { s.shared = true; }));
  EXPECT_TRUE(refused([](Seq2SeqSettings& s) { s.input_feeding = true; }));
  EXPECT_TRUE(refused([](Seq2SeqSettings& s) { s.reach = AlignmentReach::local_m, s.window = 0; }));
}

TEST(Seq2Seq, SameSeedSameWeights) {
  Rng one(4), other(4), third(5);
  const Seq2Seq a(tiny(), one), b(tiny(), other), c(tiny(), third);
  EXPECT_EQ(loss_of(a), loss_of(b));
  EXPECT_NE(loss_of(a), loss_of(c));
}

TEST(Seq2Seq, GuessesAtFirst) {
  Rng rng(1);
  EXPECT_NEAR(loss_of(Seq2Seq(tiny(), rng)), std::log(8), 0.5);
}

TEST(Seq2Seq, SharedWeightsAreOneSet) {
  Seq2SeqSettings s = tiny();
  s.bidirectional = false;
  Rng rng(1);
  const Seq2Seq two(s, rng);
  s.shared = true;
  const Seq2Seq one(s, rng);
  EXPECT_TRUE(two.parameters().find("encoder.0.wh") && two.parameters().find("decoder.0.wh"));
  EXPECT_TRUE(one.parameters().find("recurrent.0.wh") && !one.parameters().find("decoder.0.wh"));
  const Index u = s.hidden, e = s.embedding;
  EXPECT_EQ(two.parameters().count() - one.parameters().count(), 3 * u * (e + u + 2));
}

TEST(Seq2Seq, MovesWithItsWeights) {
  Rng rng(1);
  Seq2Seq from(tiny(), rng);
  const double loss = loss_of(from);
  Seq2Seq to = std::move(from);
  EXPECT_EQ(loss_of(to), loss);
  autodiff::Tape tape;
  to.parameters().zero_gradients();
  tape.backward(to.loss(tape, kBatch, {}));
  EXPECT_GT(to.parameters().gradient_norm(), 0);
}

TEST(Seq2Seq, DropoutActsOnlyWithAGenerator) {
  Rng rng(1), drops(2);
  const Seq2Seq model(tiny(), rng);
  EXPECT_EQ(loss_of(model, {.dropout = Real(0.5)}), loss_of(model));
  EXPECT_NE(loss_of(model, {.dropout = Real(0.5), .rng = &drops}), loss_of(model));
}

TEST(Seq2Seq, ReadingOrder) {
  for (int step = 0; step < 5; ++step) EXPECT_EQ(reading_order(step, 5, false), step);
  EXPECT_EQ(reading_order(0, 5, true), 3);
  EXPECT_EQ(reading_order(3, 5, true), 0);
  EXPECT_EQ(reading_order(4, 5, true), 4);
}

}  // namespace
}  // namespace attn::models
