// Learned scores whose sums are of the annotations, or of other values.
#include "nn/attention.h"

#include "unit/compare.h"

namespace attn::nn {
namespace {

/// Two sentences of three positions, of which the second has two.
TEST(Alignment, SumsOtherValuesByTheSameWeights) {
  constexpr int kSentenceLengths[] = {3, 2};
  for (const AlignmentScore score : {AlignmentScore::dot, AlignmentScore::general, AlignmentScore::additive, AlignmentScore::concat}) {
    Rng rng(1);
    Parameters parameters;
    const Alignment alignment(parameters, "alignment", score, 4, 4, 5, rng);
    const Mat annotations = normal_matrix(6, 4, rng), values = normal_matrix(6, 2, rng), q = normal_matrix(2, 4, rng);
    autodiff::Tape tape;
    const autodiff::Var rows = tape.constant(annotations), query = tape.constant(q);
    Alignment::Prepared own = alignment.prepare(tape, rows, 2, kSentenceLengths, 1);
    Alignment::Prepared others = alignment.prepare(tape, rows, 2, kSentenceLengths, 1, tape.constant(values));
    const autodiff::Aligned expected = own(query), aligned = others(query);
    EXPECT_TRUE(test::same_bits(aligned.scores.value(), expected.scores.value()));
    EXPECT_TRUE(test::same_bits(aligned.weights.value(), expected.weights.value()));
    ASSERT_EQ(aligned.context.cols(), 2);
    ASSERT_EQ(expected.context.cols(), 4);
    for (Index i = 0; i < 2; ++i) {
      Mat sum = Mat::Zero(1, 2), own_sum = Mat::Zero(1, 4);
      for (Index j = 0; j < 3; ++j) {
        sum += expected.weights.value()(i, j) * values.row(j * 2 + i);
        own_sum += expected.weights.value()(i, j) * annotations.row(j * 2 + i);
      }
      EXPECT_TRUE(test::close(aligned.context.value().row(i), sum));
      EXPECT_TRUE(test::close(expected.context.value().row(i), own_sum));
    }
  }
}

}  // namespace
}  // namespace attn::nn
