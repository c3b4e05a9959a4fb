#include "models/transformer_decoding.h"

#include <cmath>

#include "unit/compare.h"
#include "unit/models/transformer_kinds.h"
#include "unit/training/refusing_engine.h"

namespace attn::models {
namespace {

using test::close;
using test::make_transformer;
using test::same_bits;
using test::small_transformer;
using test::transformer_kinds;

/// Those with a decoder.
std::vector<TransformerSettings> decoder_kinds() {
  std::vector<TransformerSettings> out;
  for (const TransformerSettings& s : transformer_kinds())
    if (has_decoder(s)) out.push_back(s);
  return out;
}

TEST(TransformerDecoding, TheCacheChangesNoBit) {
  Rng rng(1);
  int words = 0;
  for (const TransformerSettings& s : decoder_kinds()) {
    const Transformer model = make_transformer(s);
    for (int i = 0; i < 20; ++i) {
      const Tokens source = test::random_sentence(rng, 9, 10);
      const Decoded with = decode(model, source, {.max_length = 14}), without = decode(model, source, {.max_length = 14, .cache = false});
      EXPECT_EQ(with.tokens(), without.tokens());
      ASSERT_EQ(with.steps.size(), without.steps.size());
      for (std::size_t t = 0; t < with.steps.size(); ++t) EXPECT_TRUE(same_bits(with.steps[t].logits, without.steps[t].logits));
      const TransformerRun whole = run(model, source, with.tokens());
      const Index begin = has_encoder(s) ? 0 : static_cast<Index>(source.size());
      for (std::size_t t = 0; t < with.steps.size() && t <= with.tokens().size(); ++t)
        EXPECT_TRUE(same_bits(with.steps[t].logits, whole.logits.row(begin + static_cast<Index>(t))));
      words += static_cast<int>(with.steps.size());
    }
  }
  EXPECT_GT(words, 500);
}

TEST(TransformerDecoding, ManyAtOnceSayWhatEachSaysAlone) {
  Rng rng(2);
  for (const TransformerSettings& s : transformer_kinds()) {
    const Transformer model = make_transformer(s, 5);
    std::vector<Tokens> sources;
    for (int i = 0; i < 70; ++i) sources.push_back(test::random_sentence(rng, 9, 10));
    const std::vector<Tokens> said = translate_all(model, sources, 20);
    ASSERT_EQ(said.size(), sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (has_decoder(s)) {
        EXPECT_EQ(said[i], decode(model, sources[i], {.max_length = 20}).tokens());
        continue;
      }
      ASSERT_EQ(said[i].size(), sources[i].size());
      const Mat logits = run(model, sources[i], {}).logits;
      for (std::size_t t = 0; t < said[i].size(); ++t)
        EXPECT_EQ(logits(static_cast<Index>(t), said[i][t]), logits.row(static_cast<Index>(t)).maxCoeff());
    }
  }
}

TEST(TransformerDecoding, CountedOperationsAreTheFormulas) {
  Rng rng(3);
  for (const TransformerSettings& s : decoder_kinds()) {
    const Transformer model = make_transformer(s);
    for (const bool cache : {true, false}) {
      const Tokens source = test::random_sentence(rng, 9, 10), forced{3, 4, 5, 6, 7, 8};
      const Decoded decoded = decode(model, source, {.cache = cache, .forced = &forced});
      const int n = static_cast<int>(source.size()), prompt = has_encoder(s) ? 0 : n;
      EXPECT_EQ(decoded.encoder_multiply_adds, encoder_cost(s, n));
      ASSERT_EQ(decoded.steps.size(), 7u);
      for (int t = 0; t < 7; ++t) {
        const DecodeStep& step = decoded.steps[static_cast<std::size_t>(t)];
        EXPECT_EQ(step.multiply_adds, decode_cost(s, n, t, cache)) << "step " << t;
        EXPECT_EQ(step.rows, prompt + t + 1);
        EXPECT_EQ(step.first_row, cache && t > 0 ? prompt + t : 0);
      }
    }
  }
}

TEST(TransformerDecoding, AtLength64TheCacheCostsAnEighthAtMost) {
  for (const auto shape : {TransformerShape::decoder, TransformerShape::encoder_decoder}) {
    TransformerSettings s = small_transformer(shape);
    s.source_words = s.target_words = 30, s.d_model = 64, s.heads = 4, s.d_ff = 128, s.max_length = 65;
    const Transformer model = make_transformer(s);
    const Tokens forced(63, 5), source = has_encoder(s) ? Tokens(63, 6) : Tokens();
    const auto cost = [&](bool cache) { return decode(model, source, {.cache = cache, .forced = &forced}).multiply_adds(); };
    EXPECT_GE(static_cast<double>(cost(false)), 8.0 * static_cast<double>(cost(true)));
  }
}

TEST(TransformerDecoding, ARunShowsWhatItComputed) {
  for (const TransformerSettings& s : transformer_kinds()) {
    const Transformer model = make_transformer(s);
    const TransformerRun r = run(model, {3, 4, 5}, {6, 7});
    const auto value = [&](const std::string& name) { return model.parameters().find(name)->value; };
    const bool decoder = has_decoder(s);
    const NetworkRun& last = decoder ? r.decoder : r.encoder;
    const std::string name = decoder ? "decoder.0" : "encoder.0";
    EXPECT_TRUE(close(last.input, last.embedded + last.positions));
    EXPECT_EQ(last.layers.size(), static_cast<std::size_t>(decoder ? s.decoder_layers : s.encoder_layers));
    EXPECT_EQ(last.tokens.size(), static_cast<std::size_t>(last.input.rows()));
    const BlockRun& block = last.layers[0];
    EXPECT_TRUE(close(block.self.v, (block.self_normed * value(name + ".self.v.w")).rowwise() + value(name + ".self.v.b").row(0), 1e-4));
    EXPECT_TRUE(
        close(block.self.output, (block.self.concat * value(name + ".self.o.w")).rowwise() + value(name + ".self.o.b").row(0), 1e-4));
    const Index width = s.d_model / s.heads;
    for (int h = 0; h < s.heads; ++h) {
      const Mat& weights = block.self.weights[static_cast<std::size_t>(h)];
      EXPECT_TRUE(close(weights.rowwise().sum(), Mat::Ones(weights.rows(), 1)));
      EXPECT_TRUE(close(block.self.concat.middleCols(h * width, width), weights * block.self.v.middleCols(h * width, width), 1e-4));
      EXPECT_EQ(weights(0, 1) == 0, decoder) << "the first row of a decoder sees nothing later";
    }
    if (s.norm != NormPlace::post) {
      const Mat stream = s.residual ? block.input : Mat(Mat::Zero(block.input.rows(), block.input.cols()));
      EXPECT_TRUE(close(block.after_self, stream + block.self.output));
    }
    EXPECT_EQ(block.cross.weights.size(), has_cross(s) ? static_cast<std::size_t>(s.heads) : 0u);
    if (has_cross(s)) {
      EXPECT_EQ(block.cross.weights[0].cols(), 4) << "three words and the end token";
    }
    EXPECT_TRUE(close(r.probabilities.rowwise().sum(), Mat::Ones(r.probabilities.rows(), 1)));
  }
}

TEST(TransformerDecoding, TheCacheHoldsOfTheFirstRowsWhatARunShows) {
  const Transformer model = make_transformer(small_transformer(TransformerShape::encoder_decoder));
  const TransformerRun shorter = run(model, {3, 4}, {5}), longer = run(model, {3, 4}, {5, 6, 7});
  for (std::size_t l = 0; l < 2; ++l) EXPECT_TRUE(same_bits(shorter.decoder.layers[l].self.k, longer.decoder.layers[l].self.k.topRows(2)));
}

TEST(TransformerDecoding, ACutHeadIsItsPartOfWoSilenced) {
  Transformer model = make_transformer(small_transformer(TransformerShape::encoder_decoder));
  const char* names[] = {"encoder.1.self", "decoder.0.self", "decoder.1.cross"};
  const HeadPlace places[] = {
      {AttentionPart::encoder_self, 1, 1}, {AttentionPart::decoder_self, 0, 1}, {AttentionPart::decoder_cross, 1, 1}};
  for (int i = 0; i < 3; ++i) {
    const Mat whole = run(model, {3, 4, 5}, {6, 7}).logits;
    const Mat cut = run(model, {3, 4, 5}, {6, 7}, {.cut = {places[i]}, .overrides = {}}).logits;
    EXPECT_FALSE(close(whole, cut, 1e-3));
    Mat& wo = model.parameters().find(std::string(names[i]) + ".o.w")->value;
    const Mat kept = wo;
    wo.bottomRows(4).setZero();
    EXPECT_TRUE(close(run(model, {3, 4, 5}, {6, 7}).logits, cut));
    wo = kept;
  }
}

TEST(TransformerDecoding, AnOverrideTakesThePlaceOfOneRowOfWeights) {
  const Transformer model = make_transformer(small_transformer(TransformerShape::encoder_decoder));
  const Tokens source{3, 4, 5}, target{6, 7};
  const TransformerRun free = run(model, source, target);
  const Mat own = free.decoder.layers[0].cross.weights[1].row(2);
  const auto with = [&](const Mat& weights) {
    return Bending{.cut = {}, .overrides = {{{AttentionPart::decoder_cross, 0, 1}, 2, weights}}};
  };
  EXPECT_TRUE(close(run(model, source, target, with(own)).logits, free.logits));
  const Mat first = (Mat(1, 4) << 1, 0, 0, 0).finished();
  const TransformerRun bent = run(model, source, target, with(first));
  EXPECT_TRUE(same_bits(bent.decoder.layers[0].cross.weights[1].row(2), first));
  EXPECT_TRUE(same_bits(bent.logits.topRows(2), free.logits.topRows(2)));
  EXPECT_FALSE(close(bent.logits.row(2), free.logits.row(2), 1e-3));
  for (const bool cache : {true, false}) {
    const Decoded decoded = decode(model, source, {.cache = cache, .forced = &target, .bending = with(first)});
    EXPECT_TRUE(same_bits(decoded.steps[2].logits, bent.logits.row(2)));
  }
  EXPECT_TRUE(same_bits(run(model, source, target, with(Mat::Ones(1, 3))).logits, free.logits)) << "of another width: passed over";
}

TEST(TransformerDecoding, ABeamOfOneIsTheLikeliestWordAndAWideOneIsNoWorse) {
  Rng rng(4);
  for (const TransformerSettings& s : decoder_kinds()) {
    const Transformer model = make_transformer(s);
    const Tokens source = test::random_sentence(rng, 6, 10);
    const Beam one = beam_search(model, source, 1, 10), wide = beam_search(model, source, 5, 10);
    EXPECT_EQ(one.tokens(), decode(model, source, {.max_length = 10}).tokens());
    const BeamNode& best = wide.nodes[static_cast<std::size_t>(wide.best)];
    if (best.finished) {
      EXPECT_NEAR(static_cast<double>(best.log_probability), static_cast<double>(log_probability(model, source, wide.tokens())), 1e-3);
    }
  }
}

// Then the cache stays on the tape, in another order than here.
TEST(TransformerDecoding, AnEngineChangesNoBit) {
  Rng rng(9);
  const autodiff::MakeEngine engine = training::testing::RefusingEngine::make;
  const HeadPlace cut{AttentionPart::decoder_self, 0, 1};
  for (const TransformerSettings& s : decoder_kinds()) {
    const Transformer model = make_transformer(s);
    for (const Bending& bending : {Bending{}, Bending{.cut = {cut}, .overrides = {}}}) {
      const Tokens source = test::random_sentence(rng, 7, 10);
      for (const bool cache : {true, false}) {
        const Decoded here = decode(model, source, {.max_length = 9, .cache = cache, .bending = bending});
        const Decoded there = decode(model, source, {.max_length = 9, .cache = cache, .bending = bending, .engine = engine});
        ASSERT_EQ(there.tokens(), here.tokens());
        EXPECT_EQ(there.multiply_adds(), here.multiply_adds());
        for (std::size_t t = 0; t < here.steps.size(); ++t) EXPECT_TRUE(same_bits(there.steps[t].logits, here.steps[t].logits));
      }
      const Beam here = beam_search(model, source, 4, 9, bending), there = beam_search(model, source, 4, 9, bending, engine);
      ASSERT_EQ(there.nodes.size(), here.nodes.size());
      for (std::size_t i = 0; i < here.nodes.size(); ++i) EXPECT_EQ(there.nodes[i].log_probability, here.nodes[i].log_probability);
      EXPECT_EQ(there.tokens(), here.tokens());
    }
  }
}

TEST(TransformerDecoding, WhatADrawIsDrawnFrom) {
  const Mat logits = (Mat(1, 5) << 2, 1, 0, -1, 1.5).finished();
  const Mat greedy = drawn_from(logits, {});
  EXPECT_EQ(greedy(0, 0), 1);
  const Mat plain = drawn_from(logits, {.temperature = 1});
  EXPECT_NEAR(static_cast<double>(plain(0, 0) / plain(0, 1)), std::exp(1.0), 1e-4);
  EXPECT_GT(drawn_from(logits, {.temperature = Real(0.5)})(0, 0), plain(0, 0));
  const Mat two = drawn_from(logits, {.temperature = 1, .top_k = 2});
  EXPECT_NEAR(static_cast<double>(two(0, 0) + two(0, 4)), 1, 1e-6);
  EXPECT_EQ(two(0, 1), 0);
  const Mat most = drawn_from(logits, {.temperature = 1, .top_p = plain(0, 0) + Real(0.01)});
  EXPECT_GT(most(0, 4), 0) << "the word that passes top_p belongs to it";
  EXPECT_EQ(most(0, 1), 0);
  EXPECT_EQ(drawn_from(logits, {.temperature = 1, .top_p = 0})(0, 0), 1);
}

TEST(TransformerDecoding, DrawsFollowTheirProbabilities) {
  TransformerSettings s = small_transformer(TransformerShape::decoder);
  const Transformer model = make_transformer(s);
  Rng rng(5);
  const Choice choice{.temperature = 2, .top_k = 4, .rng = &rng};
  constexpr int kDraws = 2000;
  Mat counts = Mat::Zero(1, 10), expected;
  for (int i = 0; i < kDraws; ++i) {
    const Decoded one = decode(model, {3}, {.max_length = 1, .choice = choice});
    counts(0, one.steps[0].token) += Real(1) / kDraws;
    expected = one.steps[0].drawn_from;
  }
  EXPECT_LT((counts - expected).cwiseAbs().maxCoeff(), 0.04);
}

TEST(TransformerDecoding, NoLongerThanTheModelsPositions) {
  TransformerSettings s = small_transformer(TransformerShape::decoder);
  s.max_length = 6;
  Transformer model = make_transformer(s);
  model.parameters().find("word.b")->value(0, kEndToken) = -100;
  EXPECT_EQ(decode(model, {3, 4}).steps.size(), 4u);
  EXPECT_EQ(translate_all(model, {{3, 4}})[0].size(), 4u);
  EXPECT_LE(beam_search(model, {3, 4}, 2).tokens().size(), 4u);
}

}  // namespace
}  // namespace attn::models
