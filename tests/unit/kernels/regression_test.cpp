#include "kernels/regression.h"

#include "base/rng.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;

constexpr RegressionKernel kAll[] = {RegressionKernel::gaussian, RegressionKernel::boxcar, RegressionKernel::triangular,
                                     RegressionKernel::epanechnikov};

void expect_variants_agree(In x, In y, In queries, RegressionKernel kernel, Real width) {
  const Regression fast = nadaraya_watson(x, y, queries, kernel, width), expected = nadaraya_watson_reference(x, y, queries, kernel, width);
  ASSERT_TRUE(close(fast.output, expected.output));
  ASSERT_TRUE(close(fast.weights, expected.weights));
  ASSERT_TRUE((fast.reach.array() == expected.reach.array()).all());
  const Regression output = nadaraya_watson_output(x, y, queries, kernel, width);
  ASSERT_TRUE(close(output.output, expected.output));
  ASSERT_TRUE((output.reach.array() == expected.reach.array()).all());
  ASSERT_EQ(output.weights.size(), 0);
  ASSERT_TRUE(close(fast.sums, expected.sums));
  ASSERT_TRUE(close(output.sums, expected.sums));
  for (Index i = 0; i < queries.rows(); ++i) {
    const Mat distances = (x.array() - queries(i, 0)).abs();
    for (Index j = 0; j < x.rows(); ++j)
      ASSERT_NEAR(regression_weight(kernel, distances(j, 0), distances.minCoeff(), width, expected.sums(i, 0)), expected.weights(i, j),
                  1e-6);
  }
}

TEST(Regression, EqualsTheReferenceForEveryNumberOfKeys) {
  Rng rng(1);
  for (const RegressionKernel kernel : kAll)
    for (Index m = 1; m <= 67; ++m) {
      const Mat x = uniform_matrix(m, 1, rng, 0, 4), y = normal_matrix(m, 1, rng), queries = uniform_matrix(9, 1, rng, -1, 5);
      for (const Real width : {Real(0.05), Real(0.5), Real(3)}) {
        expect_variants_agree(x, y, queries, kernel, width);
        ASSERT_FALSE(::testing::Test::HasFatalFailure()) << to_name(kernel) << " " << m << " " << width;
      }
    }
}

TEST(Regression, TakesColumnsOfWiderMatrices) {
  Rng rng(2);
  const Mat table = uniform_matrix(30, 3, rng, 0, 4);
  expect_variants_agree(table.col(0), table.col(2), table.col(1), RegressionKernel::gaussian, 1);
}

TEST(Regression, KernelsAreWhatTheCourseSays) {
  EXPECT_NEAR(regression_kernel(RegressionKernel::gaussian, 1), std::exp(-0.5), 1e-6);
  EXPECT_EQ(regression_kernel(RegressionKernel::boxcar, 1), 1);
  EXPECT_EQ(regression_kernel(RegressionKernel::boxcar, Real(1.001)), 0);
  EXPECT_NEAR(regression_kernel(RegressionKernel::triangular, Real(0.25)), 0.75, 1e-6);
  EXPECT_NEAR(regression_kernel(RegressionKernel::epanechnikov, Real(0.5)), 0.75 * 0.75, 1e-6);
  for (const RegressionKernel kernel : kAll) {
    EXPECT_EQ(regression_kernel_from_name(to_name(kernel)), kernel);
    if (kernel != RegressionKernel::gaussian) {
      EXPECT_EQ(regression_kernel(kernel, 2), 0);
    }
  }
  EXPECT_FALSE(regression_kernel_from_name("cosine"));
}

TEST(Regression, CompactKernelWithoutAKeyInReachHasNoAnswer) {
  Mat x(2, 1), y(2, 1), queries(2, 1);
  x << 0, 1;
  y << 5, 7;
  queries << 10, Real(0.1);
  for (const RegressionKernel kernel : {RegressionKernel::boxcar, RegressionKernel::triangular, RegressionKernel::epanechnikov}) {
    const Regression r = nadaraya_watson(x, y, queries, kernel, Real(0.5));
    EXPECT_FALSE(r.reach(0, 0));
    EXPECT_TRUE(r.reach(1, 0));
    EXPECT_EQ(r.output(0, 0), 0);
    EXPECT_TRUE((r.weights.row(0).array() == 0).all());
    EXPECT_EQ(r.output(1, 0), 5);
  }
  EXPECT_FALSE(nadaraya_watson(Mat(0, 1), Mat(0, 1), queries, RegressionKernel::gaussian, 1).reach(0, 0));
}

TEST(Regression, GaussianAnswersHoweverFarOrNarrow) {
  Mat x(3, 1), y(3, 1), queries(3, 1);
  x << 0, 1, 2;
  y << 5, 7, 9;
  queries << Real(1e4), Real(-1e4), Real(1.4);
  for (const Real width : {Real(1), Real(1e-3), Real(1e-20), Real(1e-40)}) {
    const Regression r = nadaraya_watson(x, y, queries, RegressionKernel::gaussian, width);
    ASSERT_TRUE(test::all_finite(r.weights) && r.reach(0, 0) && r.reach(1, 0) && r.reach(2, 0)) << width;
    EXPECT_NEAR(r.output(0, 0), 9, 1e-5);
    EXPECT_NEAR(r.output(1, 0), 5, 1e-5);
    if (width < Real(0.01)) {
      EXPECT_NEAR(r.output(2, 0), 7, 1e-5);
    }
  }
}

TEST(Regression, GaussianIsASoftmaxOfHalfSquaredDistances) {
  Rng rng(3);
  const Mat x = uniform_matrix(12, 1, rng, 0, 4), y = normal_matrix(12, 1, rng);
  const Mat query = Mat::Constant(1, 1, Real(1.3));
  const Mat weights = nadaraya_watson(x, y, query, RegressionKernel::gaussian, Real(0.7)).weights;
  double sum = 0;
  for (Index j = 0; j < 12; ++j) sum += std::exp(-std::pow((1.3 - x(j, 0)) / 0.7, 2) / 2);
  for (Index j = 0; j < 12; ++j) EXPECT_NEAR(weights(0, j), std::exp(-std::pow((1.3 - x(j, 0)) / 0.7, 2) / 2) / sum, 1e-5);
}

TEST(Regression, WideKernelIsTheMean) {
  Rng rng(4);
  const Mat x = uniform_matrix(20, 1, rng, 0, 4), y = normal_matrix(20, 1, rng);
  for (const RegressionKernel kernel : kAll)
    EXPECT_NEAR(nadaraya_watson(x, y, Mat::Constant(1, 1, 2), kernel, Real(1e5)).output(0, 0), y.mean(), 1e-4);
}

TEST(LeaveOneOut, IsTheErrorOfFitsWithoutThePoint) {
  Rng rng(5);
  const Index m = 11;
  const Mat x = uniform_matrix(m, 1, rng, 0, 4), y = normal_matrix(m, 1, rng);
  for (const RegressionKernel kernel : kAll) {
    double error = 0;
    Index answered = 0;
    for (Index i = 0; i < m; ++i) {
      Mat other_x(m - 1, 1), other_y(m - 1, 1);
      for (Index j = 0, at = 0; j < m; ++j)
        if (j != i) other_x(at, 0) = x(j, 0), other_y(at++, 0) = y(j, 0);
      const Regression r = nadaraya_watson_reference(other_x, other_y, x.row(i), kernel, Real(0.3));
      if (!r.reach(0, 0)) continue;
      ++answered;
      error += std::pow(r.output(0, 0) - y(i, 0), 2);
    }
    const LeaveOneOut loo = leave_one_out_error(x, y, kernel, Real(0.3));
    EXPECT_NEAR(loo.error, error / static_cast<double>(answered), 1e-5);
    EXPECT_EQ(loo.unanswered, m - answered);
  }
}

TEST(LeaveOneOut, WithNobodyElseInReach) {
  Mat x(2, 1), y(2, 1);
  x << 0, 9;
  y << 1, 2;
  const LeaveOneOut loo = leave_one_out_error(x, y, RegressionKernel::boxcar, 1);
  EXPECT_EQ(loo.unanswered, 2);
  EXPECT_EQ(loo.error, 0);
}

}  // namespace
}  // namespace attn::kernels
