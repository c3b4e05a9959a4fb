#include "kernels/alignment.h"

#include <memory>

#include "base/rng.h"
#include "kernels/attention.h"
#include "unit/compare.h"
#include "unit/kernels/alignment_case.h"

namespace attn::kernels {
namespace {

using test::AlignmentCase;
using test::close;

TEST(Alignment, EqualsTheReferenceForOddShapes) {
  Rng rng(1);
  for (const bool additive : {false, true})
    for (const Index e : {1, 6, 8, 21})
      for (const Index m : {1, 2, 9, 20})
        for (int variant = 0; variant < 3; ++variant) {
          AlignmentCase fast(4, m, e, e + 3, additive, variant > 0, variant > 1, rng), slow = fast;
          align_into(fast.in(), fast.out());
          align_reference(slow.in(), slow.out());
          ASSERT_TRUE(close(fast.scores, slow.scores)) << m << " positions, width " << e;
          ASSERT_TRUE(close(fast.weights, slow.weights)) << m << " positions, width " << e;
          ASSERT_TRUE(close(fast.softmax, slow.softmax)) << m << " positions, width " << e;
          ASSERT_TRUE(close(fast.units, slow.units)) << m << " positions, width " << e;
          ASSERT_TRUE(close(fast.context, slow.context)) << m << " positions, width " << e;
        }
}

/// Keys or values of one example of a batch, [m, ...].
Mat of_example(const Mat& all, Index b, Index i) {
  Mat rows(all.rows() / b, all.cols());
  for (Index j = 0; j < rows.rows(); ++j) rows.row(j) = all.row(j * b + i);
  return rows;
}

TEST(Alignment, OfOneExampleIsAttention) {
  Rng rng(2);
  for (const bool additive : {false, true}) {
    AlignmentCase batch(3, 7, 5, 5, additive, false, false, rng);
    align_into(batch.in(), batch.out());
    for (Index i = 0; i < 3; ++i) {
      const Mat identity = Mat::Identity(5, 5), q = batch.query.row(i);
      AttentionOptions options{.score = additive ? Score::additive : Score::dot};
      if (additive) options.weights = {{}, identity, identity, batch.w.transpose()};
      const Attention single = attention(q, of_example(batch.keys, 3, i), of_example(batch.values, 3, i), options);
      EXPECT_TRUE(close(batch.scores.row(i), single.scores));
      EXPECT_TRUE(close(batch.weights.row(i), single.weights));
      EXPECT_TRUE(close(batch.context.row(i), single.output));
    }
  }
}

TEST(Alignment, NothingBeyondTheLengthMatters) {
  Rng rng(3);
  for (const bool additive : {false, true}) {
    AlignmentCase a(3, 6, 5, 4, additive, false, false, rng);
    a.lengths = {6, 2, 0};
    AlignmentCase b = a;
    for (Index j = 0; j < 6; ++j)
      for (Index i = 0; i < 3; ++i)
        if (j >= a.lengths[i]) b.keys.row(j * 3 + i).setConstant(1e30f), b.values.row(j * 3 + i).setConstant(1e30f);
    align_into(a.in(), a.out());
    align_into(b.in(), b.out());
    EXPECT_EQ(a.weights, b.weights);
    EXPECT_EQ(a.context, b.context);
    EXPECT_NEAR(a.weights.row(1).head(2).sum(), 1, 1e-6);
    EXPECT_EQ(a.weights.row(2).norm() + a.context.row(2).norm(), 0);
  }
}

TEST(Alignment, WindowIsCutToTheSentence) {
  Rng rng(4);
  AlignmentCase a(4, 8, 5, 5, false, false, false, rng);
  a.lengths = {8, 5, 5, 3}, a.first = {-4, 3, 6, -9}, a.last = {1, 99, 9, -2};
  align_into(a.in(), a.out());
  EXPECT_NEAR(a.weights.row(0).head(2).sum(), 1, 1e-6);
  EXPECT_NEAR(a.weights.row(1).segment(3, 2).sum(), 1, 1e-6);
  EXPECT_EQ(a.weights.bottomRows(2).norm() + a.context.bottomRows(2).norm(), 0);
}

TEST(Alignment, GaussianFavoursTheCentre) {
  Rng rng(5);
  AlignmentCase a(1, 9, 4, 4, false, false, true, rng);
  a.query.setZero(), a.centre = {3.5f}, a.deviation = 1;
  align_into(a.in(), a.out());
  EXPECT_NEAR(a.weights(0, 3), a.weights(0, 4), 1e-6);
  EXPECT_NEAR(a.weights(0, 3) / a.weights(0, 5), std::exp(-0.125) / std::exp(-1.125), 1e-4);
  EXPECT_TRUE(close(a.softmax, Mat::Constant(1, 9, Real(1) / 9)));
}

TEST(Alignment, HugeScoresNeitherOverflowNorVanish) {
  Rng rng(6);
  for (const Real size : {Real(-1e30), Real(1e4), Real(1e30)}) {
    AlignmentCase a(3, 7, 1, 4, false, true, false, rng);
    a.query.setConstant(size);
    a.keys.setOnes();
    align_into(a.in(), a.out());
    EXPECT_TRUE(test::all_finite(a.weights) && test::all_finite(a.context));
    EXPECT_NEAR(a.weights.row(0).sum(), 1, 1e-6);
    AlignmentCase::Gradients d(a);
    add_align_vjp(a.in(), a.out(), a.context, d.all());
    EXPECT_TRUE(test::all_finite(d.values));
  }
}

TEST(Alignment, EmptyWindowsPassNoGradient) {
  Rng rng(7);
  for (const bool additive : {false, true}) {
    AlignmentCase a(2, 5, 4, 4, additive, false, true, rng);
    a.lengths = {0, 0};
    align_into(a.in(), a.out());
    AlignmentCase::Gradients d(a);
    add_align_vjp(a.in(), a.out(), Mat::Ones(2, 4), d.all());
    EXPECT_EQ(d.query.norm() + d.keys.norm() + d.values.norm() + d.w.norm() + d.centre.norm(), 0);
  }
}

TEST(Alignment, GradientsAddUpAndMayBeLeftOut) {
  Rng rng(8);
  for (const bool additive : {false, true}) {
    AlignmentCase a(2, 5, 9, 4, additive, true, true, rng);
    align_into(a.in(), a.out());
    const Mat d_context = normal_matrix(2, 4, rng);
    AlignmentCase::Gradients once(a), twice(a);
    add_align_vjp(a.in(), a.out(), d_context, once.all());
    for (int i = 0; i < 2; ++i) add_align_vjp(a.in(), a.out(), d_context, twice.all());
    EXPECT_TRUE(close(twice.query, 2 * once.query) && close(twice.keys, 2 * once.keys) && close(twice.values, 2 * once.values));
    EXPECT_TRUE(close(twice.w, 2 * once.w) && close(twice.centre, 2 * once.centre));
    AlignmentCase::Gradients part(a);
    add_align_vjp(a.in(), a.out(), d_context,
                  {.d_query = part.query, .d_keys = Eigen::Map<Mat>(nullptr, 0, 0), .d_values = Eigen::Map<Mat>(nullptr, 0, 0)});
    EXPECT_EQ(part.query, once.query);
  }
}

}  // namespace
}  // namespace attn::kernels
