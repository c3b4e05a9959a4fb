// Whole Transformers and language models on the GPU against the CPU: every number that a run keeps.
#include "models/transformer_decoding.h"
#include "unit/models/gpt_kinds.h"
#include "unit/models/transformer_kinds.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using models::NetworkRun;

void expect_same(const models::AttentionRun& a, const models::AttentionRun& b) {
  for (const auto part : {&models::AttentionRun::q, &models::AttentionRun::k, &models::AttentionRun::v, &models::AttentionRun::concat,
                          &models::AttentionRun::output})
    EXPECT_TRUE(close(a.*part, b.*part));
  ASSERT_EQ(a.weights.size(), b.weights.size());
  for (std::size_t h = 0; h < a.weights.size(); ++h) {
    EXPECT_TRUE(close(a.weights[h], b.weights[h])) << "weights of head " << h;
    EXPECT_TRUE(close(a.scores[h], b.scores[h])) << "scores of head " << h;
  }
}

void expect_same(const std::vector<models::BlockRun>& a, const std::vector<models::BlockRun>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t l = 0; l < a.size(); ++l) {
    SCOPED_TRACE(testing::Message() << "layer " << l);
    using models::BlockRun;
    for (const auto part : {&BlockRun::input, &BlockRun::self_normed, &BlockRun::after_self, &BlockRun::cross_normed,
                            &BlockRun::after_cross, &BlockRun::feed_normed, &BlockRun::hidden, &BlockRun::feed, &BlockRun::output})
      EXPECT_TRUE(close(a[l].*part, b[l].*part));
    expect_same(a[l].self, b[l].self);
    expect_same(a[l].cross, b[l].cross);
  }
}

void expect_same(const NetworkRun& a, const NetworkRun& b) {
  for (const auto part : {&NetworkRun::embedded, &NetworkRun::positions, &NetworkRun::input, &NetworkRun::output})
    EXPECT_TRUE(close(a.*part, b.*part));
  expect_same(a.layers, b.layers);
}

using TransformerOnGl = Gl;

TEST_F(TransformerOnGl, EqualsTheCpuInEveryKind) {
  Rng rng(8);
  for (const models::TransformerSettings& settings : test::transformer_kinds()) {
    SCOPED_TRACE(testing::Message() << "shape " << static_cast<int>(settings.shape) << " positions "
                                    << static_cast<int>(settings.positions));
    const models::Transformer model = test::make_transformer(settings);
    const Tokens source = {4, 7, 5, 9, 3}, target = {5, 3, 8};
    models::Bending bending;
    bending.cut.push_back({has_encoder(settings) ? models::AttentionPart::encoder_self : models::AttentionPart::decoder_self, 0, 0});
    for (const models::Bending& bent : {models::Bending{}, bending}) {
      const models::TransformerRun there = run(model, source, target, bent, gl->engine), here = run(model, source, target, bent);
      expect_same(there.encoder, here.encoder);
      expect_same(there.decoder, here.decoder);
      EXPECT_TRUE(close(there.logits, here.logits));
      EXPECT_TRUE(close(there.probabilities, here.probabilities));
    }
  }
}

// What comes back is the logits of each step, and nothing of the cache.
TEST_F(TransformerOnGl, DecodesWithACacheThatStaysThere) {
  Rng rng(11);
  for (const models::TransformerSettings& settings : test::transformer_kinds()) {
    if (!has_decoder(settings)) continue;
    SCOPED_TRACE(testing::Message() << "shape " << static_cast<int>(settings.shape) << " positions "
                                    << static_cast<int>(settings.positions));
    const models::Transformer model = test::make_transformer(settings);
    const Tokens source = test::random_sentence(rng, 6, 10), target = {5, 3, 8, 4, 9};
    models::Bending bending;
    bending.cut.push_back({models::AttentionPart::decoder_self, 0, 1});
    for (const models::Bending& bent : {models::Bending{}, bending})
      for (const bool cache : {true, false}) {
        const long before = calls().brought;
        const models::Decoded there = decode(model, source, {.cache = cache, .forced = &target, .bending = bent, .engine = gl->engine});
        EXPECT_EQ(calls().brought - before, static_cast<long>(there.steps.size()));
        const models::Decoded here = decode(model, source, {.cache = cache, .forced = &target, .bending = bent});
        ASSERT_EQ(there.steps.size(), here.steps.size());
        for (std::size_t t = 0; t < here.steps.size(); ++t) {
          const Mat &a = there.steps[t].logits, &b = here.steps[t].logits;
          const Real largest = std::max(b.cwiseAbs().maxCoeff(), Real(1));  // of which small ones are left by cancellation
          EXPECT_TRUE(close(a / largest, b / largest)) << "step " << t;
        }
      }
    const models::Beam there = beam_search(model, source, 3, 8, bending, gl->engine), here = beam_search(model, source, 3, 8, bending);
    EXPECT_EQ(there.tokens(), here.tokens());
    ASSERT_EQ(there.nodes.size(), here.nodes.size());
    for (std::size_t i = 0; i < here.nodes.size(); ++i)
      EXPECT_TRUE(close(Mat::Constant(1, 1, there.nodes[i].log_probability), Mat::Constant(1, 1, here.nodes[i].log_probability)));
  }
}

using GptOnGl = Gl;

TEST_F(GptOnGl, EqualsTheCpuInEveryKind) {
  Rng rng(12);
  for (const models::GptSettings& settings : test::gpt_kinds()) {
    SCOPED_TRACE(testing::Message() << "width " << settings.width << " hidden " << settings.hidden);
    const models::Gpt model = test::make_gpt(settings);
    const Tokens text = test::random_text(rng, settings.context, settings.vocabulary);
    models::Bending bending;
    bending.cut.push_back({models::AttentionPart::decoder_self, settings.layers - 1, settings.heads - 1});
    for (const models::Bending& bent : {models::Bending{}, bending}) {
      const models::GptRun there = run(model, text, bent, gl->engine), here = run(model, text, bent);
      expect_same(there.layers, here.layers);
      EXPECT_TRUE(close(there.output, here.output));
      EXPECT_TRUE(close(there.logits, here.logits));
    }
  }
}

}  // namespace
}  // namespace attn::compute
