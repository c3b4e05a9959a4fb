// Whole translations by an encoder and a decoder with attention on the GPU against the CPU: every number of every step.
#include "models/translation.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using models::DecoderStep;
using TranslationOnGl = Gl;

void expect_same(const models::Translation& a, const models::Translation& b) {
  EXPECT_TRUE(close(a.encoding.embedded, b.encoding.embedded));
  EXPECT_TRUE(close(a.encoding.annotations, b.encoding.annotations));
  EXPECT_TRUE(close(a.encoding.bridge, b.encoding.bridge));
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i)
    for (const auto part : {&DecoderStep::state, &DecoderStep::query, &DecoderStep::scores, &DecoderStep::aligned, &DecoderStep::weights,
                            &DecoderStep::context, &DecoderStep::attentional, &DecoderStep::logits, &DecoderStep::probabilities})
      EXPECT_TRUE(close(a.steps[i].*part, b.steps[i].*part)) << "step " << i;
}

TEST_F(TranslationOnGl, EqualsTheCpuInEveryKind) {
  using kernels::AlignmentScore;
  int i = 0;
  for (const auto score :
       {AlignmentScore::none, AlignmentScore::additive, AlignmentScore::dot, AlignmentScore::general, AlignmentScore::concat})
    for (const auto timing : {models::AlignmentTiming::previous, models::AlignmentTiming::current})
      for (const auto reach : {models::AlignmentReach::global, models::AlignmentReach::local_m, models::AlignmentReach::local_p}) {
        models::Seq2SeqSettings s;
        s.source_words = s.target_words = 8;
        s.embedding = 5, s.hidden = 6;
        s.score = score, s.timing = timing, s.reach = reach, s.window = 1;
        s.cell = i % 3 == 0 ? kernels::Cell::gru : i % 3 == 1 ? kernels::Cell::lstm : kernels::Cell::rnn;
        s.bidirectional = i % 2 == 0;
        s.reverse_source = i % 4 == 1;
        s.depth = 1 + i % 2;
        s.input_feeding = score != AlignmentScore::none && timing == models::AlignmentTiming::current && i % 2;
        ++i;
        if (!models::check_settings(s).empty()) continue;
        SCOPED_TRACE(testing::Message() << "score " << static_cast<int>(score) << " timing " << static_cast<int>(timing) << " reach "
                                        << static_cast<int>(reach));
        Rng rng(9);
        const models::Seq2Seq model(s, rng);
        const Tokens target = {5, 3, 7, 4};
        models::TranslateOptions options;
        options.forced = &target;
        models::TranslateOptions there = options;
        there.engine = gl->engine;
        expect_same(models::translate(model, {4, 6, 3}, there), models::translate(model, {4, 6, 3}, options));
      }
}

}  // namespace
}  // namespace attn::compute
