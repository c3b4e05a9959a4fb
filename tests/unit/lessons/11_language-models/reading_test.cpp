// What a published model says is noted as it passes by, with all of its logits or, where they would be too many, without.
#include "lessons/11_language-models/reading.h"

#include "kernels/softmax.h"
#include "models/logits.h"
#include "unit/compare.h"

namespace attn::lessons::language_models {
namespace {

using test::close;

TEST(Reading, SaysTheSameWithoutAllLogits) {
  for (const int vocabulary : {50, 70000}) {
    for (const bool causal : {true, false}) {
      SCOPED_TRACE(vocabulary);
      Rng rng(1);
      const models::Gpt model({.vocabulary = vocabulary, .context = 32, .width = 4, .layers = 2, .heads = 2, .hidden = 8, .causal = causal},
                              rng);
      Request request;
      for (int t = 0; t < 18; ++t) request.given.push_back(static_cast<int>(rng.below(static_cast<std::uint64_t>(vocabulary))));
      request.length = causal ? 3 : 0;
      request.cut = {{models::AttentionPart::decoder_self, 0, 1}};
      Reading reading(model, request, -1);
      while (reading.advance()) {
      }
      EXPECT_EQ(reading.share(), 1);
      ASSERT_EQ(reading.tokens().size(), causal ? 21u : 18u);
      const models::GptRun whole = models::run(model, reading.tokens(), {request.cut, {}});
      EXPECT_EQ(reading.run()->logits.rows(), vocabulary == 50 ? whole.logits.rows() : 0);
      ASSERT_EQ(reading.likeliest().size(), reading.tokens().size());
      const Mat p = kernels::softmax_rows(whole.logits);
      for (Index t = 0; t < p.rows(); ++t) {
        const auto place = static_cast<size_t>(t);
        EXPECT_TRUE(close(reading.logits_at(static_cast<int>(t)), whole.logits.row(t), 1e-5)) << t;
        EXPECT_EQ(reading.likeliest()[place], models::likeliest(p.row(t)));
        EXPECT_EQ(static_cast<int>(reading.lens_token()(2, t)), reading.likeliest()[place]);
        EXPECT_NEAR(reading.lens_probability()(2, t), p.row(t).maxCoeff(), 1e-5);
        if (causal && t > 0) {
          EXPECT_NEAR(reading.probability()(t, 0), p(t - 1, reading.tokens()[place]), 1e-5);
        }
      }
      EXPECT_EQ(reading.probability().rows(), causal ? 21 : 0);
      EXPECT_EQ(reading.uncut().size(), reading.tokens().size());
    }
  }
}

}  // namespace
}  // namespace attn::lessons::language_models
