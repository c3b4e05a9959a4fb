#include "models/transformer.h"

#include <cmath>

#include "models/transformer_decoding.h"
#include "nn/adam.h"
#include "unit/compare.h"
#include "unit/models/transformer_kinds.h"

namespace attn::models {
namespace {

using test::close;
using test::small_transformer;

const PairBatch kPairs{{{3, 4, 5}, {6}, {7, 7}}, {{5, 4, 3}, {6}, {7, 8}}};

double loss_of(const Transformer& model, const PairBatch& batch = kPairs, const Transformer::LossOptions& options = {}) {
  autodiff::Tape tape;
  return static_cast<double>(model.loss(tape, batch, options).value()(0, 0));
}

TEST(Transformer, SettingsThatCannotBeBuiltAreRefused) {
  for (const auto shape : {TransformerShape::encoder, TransformerShape::decoder, TransformerShape::encoder_decoder})
    EXPECT_EQ(check_settings(small_transformer(shape)), "");
  const auto refused = [](auto change) {
    TransformerSettings s = small_transformer(TransformerShape::encoder_decoder);
    change(s);
    return !check_settings(s).empty();
  };
  EXPECT_TRUE(refused([](TransformerSettings& s) { s.target_words = 3; }));
  EXPECT_TRUE(refused([](TransformerSettings& s) { s.heads = 3; }));
  EXPECT_TRUE(refused([](TransformerSettings& s) { s.encoder_layers = 5; }));
  EXPECT_TRUE(refused([](TransformerSettings& s) { s.decoder_layers = 0; }));
  EXPECT_TRUE(refused([](TransformerSettings& s) { s.positions = PositionKind::rotary, s.heads = 8; }));
  EXPECT_TRUE(refused([](TransformerSettings& s) { s.positions = PositionKind::relative, s.reach = 0; }));
  EXPECT_TRUE(refused([](TransformerSettings& s) { s.shape = TransformerShape::decoder, s.source_words = 11; }));
  EXPECT_TRUE(refused([](TransformerSettings& s) { s.shape = TransformerShape::encoder, s.tied = true, s.target_words = 5; }));
  EXPECT_FALSE(refused([](TransformerSettings& s) { s.shape = TransformerShape::decoder, s.encoder_layers = 0; }));
}

TEST(Transformer, PairsThatDoNotFitAreRefused) {
  TransformerSettings s = small_transformer(TransformerShape::encoder_decoder);
  s.max_length = 4;
  EXPECT_EQ(check_pair(s, {3, 4, 5}, {3, 4, 5}), "");
  EXPECT_NE(check_pair(s, {3, 4, 5, 6}, {3}), "");
  EXPECT_NE(check_pair(s, {3}, {3, 4, 5, 6}), "");
  s.shape = TransformerShape::decoder;
  EXPECT_EQ(check_pair(s, {3, 4}, {3}), "");
  EXPECT_NE(check_pair(s, {3, 4}, {3, 4}), "");
  s.shape = TransformerShape::encoder;
  EXPECT_EQ(check_pair(s, {3, 4, 5, 6}, {3, 3, 3, 3}), "");
  EXPECT_NE(check_pair(s, {3, 4}, {3}), "");
}

TEST(Transformer, SameSeedSameWeights) {
  const TransformerSettings s = small_transformer(TransformerShape::encoder_decoder);
  Rng one(4), other(4), third(5);
  const Transformer a(s, one), b(s, other), c(s, third);
  EXPECT_EQ(loss_of(a), loss_of(b));
  EXPECT_NE(loss_of(a), loss_of(c));
}

TEST(Transformer, GuessesAtFirst) {
  for (TransformerSettings s : test::transformer_kinds()) {
    if (s.tied || s.norm == NormPlace::none) continue;  // tied, the input's own word is likely; without a norm the logits are large
    s.d_model = 32;
    Rng rng(1);
    EXPECT_NEAR(loss_of(Transformer(s, rng)), std::log(10), 1.5);
  }
}

TEST(Transformer, ABatchIsTheMeanOfItsSentences) {
  for (const TransformerSettings& s : test::transformer_kinds()) {
    const Transformer model = test::make_transformer(s);
    double sum = 0;
    int tokens = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const int answers = static_cast<int>(kPairs.targets[i].size()) + has_decoder(s);
      sum += answers * loss_of(model, {{kPairs.sources[i]}, {kPairs.targets[i]}});
      tokens += answers;
    }
    EXPECT_NEAR(loss_of(model), sum / tokens, 1e-5 * sum);
  }
}

TEST(Transformer, EveryParameterHasAGradient) {
  for (const TransformerSettings& s : test::transformer_kinds()) {
    Transformer model = test::make_transformer(s);
    autodiff::Tape tape;
    tape.backward(model.loss(tape, kPairs, {}));
    for (const nn::Parameter& p : model.parameters()) {
      if (p.name.ends_with(".k.b")) continue;  // adds the same to all scores of a query
      EXPECT_GT(p.gradient.norm(), 0) << p.name;
    }
  }
}

TEST(Transformer, ATiedTableIsOneSetOfWeights) {
  TransformerSettings s = small_transformer(TransformerShape::encoder_decoder);
  Rng rng(1);
  const Transformer apart(s, rng);
  s.tied = true;
  const Transformer tied(s, rng);
  EXPECT_EQ(apart.parameters().count() - tied.parameters().count(), s.d_model * s.target_words);
  EXPECT_TRUE(apart.parameters().find("word.w") && !tied.parameters().find("word.w"));
}

TEST(Transformer, ACausalLossDoesNotSeeWhatComesLater) {
  for (const auto positions : {PositionKind::sinusoidal, PositionKind::relative, PositionKind::rotary}) {
    TransformerSettings s = small_transformer(TransformerShape::decoder);
    s.positions = positions;
    const Transformer model = test::make_transformer(s);
    const Mat one = run(model, {3, 4}, {5, 6, 7}).logits, other = run(model, {3, 4}, {5, 6, 9}).logits;
    EXPECT_TRUE((one.topRows(5).array() == other.topRows(5).array()).all());
    EXPECT_FALSE(close(one.row(5), other.row(5), 1e-3));
  }
}

TEST(Transformer, WithoutPositionsAnEncoderDoesNotKnowTheOrder) {
  for (const auto positions :
       {PositionKind::none, PositionKind::sinusoidal, PositionKind::learned, PositionKind::relative, PositionKind::rotary}) {
    TransformerSettings s = small_transformer(TransformerShape::encoder);
    s.positions = positions;
    const Transformer model = test::make_transformer(s);
    const Mat one = run(model, {3, 4, 5}, {}).logits, other = run(model, {5, 4, 3}, {}).logits;
    EXPECT_EQ(bool(close(one.row(0), other.row(2), 1e-4)), positions == PositionKind::none);
  }
}

TEST(Transformer, MovesWithItsWeights) {
  Transformer from = test::make_transformer(small_transformer(TransformerShape::encoder_decoder));
  const double loss = loss_of(from);
  Transformer to = std::move(from);
  EXPECT_EQ(loss_of(to), loss);
  autodiff::Tape tape;
  to.parameters().zero_gradients();
  tape.backward(to.loss(tape, kPairs, {}));
  EXPECT_GT(to.parameters().gradient_norm(), 0);
}

TEST(Transformer, DropoutActsOnlyWithAGenerator) {
  Rng drops(2);
  const Transformer model = test::make_transformer(small_transformer(TransformerShape::encoder_decoder));
  EXPECT_EQ(loss_of(model, kPairs, {.dropout = Real(0.5)}), loss_of(model));
  EXPECT_NE(loss_of(model, kPairs, {.dropout = Real(0.5), .rng = &drops}), loss_of(model));
}

TEST(Transformer, LearnsToReverse) {
  TransformerSettings s = small_transformer(TransformerShape::encoder_decoder);
  s.d_model = 16, s.encoder_layers = s.decoder_layers = 1;
  Rng rng(1);
  Transformer model(s, rng);
  nn::Adam adam(model.parameters(), {});
  autodiff::Tape tape;
  for (int step = 0; step < 150; ++step) {
    tape.clear();
    model.parameters().zero_gradients();
    tape.backward(model.loss(tape, kPairs, {}));
    adam.step(Real(0.01), 1);
  }
  EXPECT_LT(loss_of(model), 0.05);
  EXPECT_EQ(translate_all(model, kPairs.sources), kPairs.targets);
}

}  // namespace
}  // namespace attn::models
