// Kernel regression on the GPU against the CPU, up to a hundred thousand keys.
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using kernels::RegressionKernel;

class RegressionOnGl : public Gl {
 protected:
  void compare(In x, In y, In queries, RegressionKernel kernel, Real width) {
    SCOPED_TRACE(testing::Message() << kernels::to_name(kernel) << " m " << x.rows() << " g " << queries.rows() << " width " << width);
    const kernels::Regression got = gl->nadaraya_watson(x, y, queries, kernel, width);
    const kernels::Regression wanted = cpu().nadaraya_watson(x, y, queries, kernel, width);
    EXPECT_TRUE(close(got.output, wanted.output)) << "output";
    EXPECT_TRUE(close(got.weights, wanted.weights)) << "weights";
    ASSERT_EQ(got.reach.rows(), wanted.reach.rows());
    EXPECT_TRUE(got.reach == wanted.reach) << "reach";
  }
  void compare_all(In x, In y, In queries, Real width) {
    for (int kernel = 0; kernel < kernels::kRegressionKernelCount; ++kernel) {
      compare(x, y, queries, static_cast<RegressionKernel>(kernel), width);
    }
  }
};

Mat column(std::initializer_list<Real> numbers) { return Eigen::Map<const Mat>(numbers.begin(), static_cast<Index>(numbers.size()), 1); }

TEST_F(RegressionOnGl, EqualsTheCpuForEveryKernelAndSize) {
  Rng rng(21);
  for (const auto& [m, g] : {std::pair{1, 1}, {2, 3}, {3, 1}, {100, 101}, {1023, 5}, {1024, 5}, {1025, 5}, {5000, 37}}) {
    const Mat x = uniform_matrix(m, 1, rng, 0, 4), y = normal_matrix(m, 1, rng, 3), queries = uniform_matrix(g, 1, rng, -0.5, 4.5);
    for (const Real width : {0.05f, 0.4f, 3.0f}) compare_all(x, y, queries, width);
  }
}

TEST_F(RegressionOnGl, QueryOutOfReachHasNoAnswer) {
  const Mat x = column({0, 1, 2}), y = column({1, 2, 3}), queries = column({-5, 0.25, 1.5, 50});
  compare_all(x, y, queries, 0.75f);
  const kernels::Regression result = gl->nadaraya_watson(x, y, queries, RegressionKernel::epanechnikov, 0.75f);
  EXPECT_FALSE(result.reach(0, 0));
  EXPECT_TRUE(result.reach(1, 0));
  EXPECT_EQ(result.output(0, 0), 0);
  EXPECT_TRUE((result.weights.row(0).array() == 0).all());
}

TEST_F(RegressionOnGl, KeyAtTheEdgeOfTheBoxcarCounts) {
  compare(column({0, 1, 2, 3}), column({1, 5, 7, 11}), column({1, 0.5, 2.5}), RegressionKernel::boxcar, 1);
  compare(column({0, 1, 2, 3}), column({1, 5, 7, 11}), column({1, 0.5, 2.5}), RegressionKernel::boxcar, 0.5f);
}

// exp(-u^2/2) itself is 0 in float here; the nearest keys must still share the weight as they do near the data.
TEST_F(RegressionOnGl, GaussianAnswersFarFromTheData) {
  const Mat x = column({0, 1, 1.001f, 2}), y = column({1, 2, 3, 4}), queries = column({-40, 1, 1.0005f, 90, 4000});
  for (const Real width : {0.001f, 0.02f, 1.0f}) compare(x, y, queries, RegressionKernel::gaussian, width);
  const kernels::Regression far = gl->nadaraya_watson(x, y, queries, RegressionKernel::gaussian, 0.02f);
  EXPECT_NEAR(far.weights.row(3).sum(), 1, 1e-5);
  EXPECT_TRUE(far.reach(3, 0));
}

// The textures are filled up with zeros; those are no keys, however near to the query.
TEST_F(RegressionOnGl, PaddingIsNoKey) {
  compare_all(column({10, 11, 12, 13, 14}), column({1, 2, 3, 4, 5}), column({0, 0.01f, 9.5f, 30}), 0.6f);
}

TEST_F(RegressionOnGl, HundredThousandKeys) {
  Rng rng(22);
  const Index m = 100000;
  const Mat x = uniform_matrix(m, 1, rng, 0, 4), queries = uniform_matrix(180, 1, rng, 0, 4);
  Mat y(m, 1);
  for (Index i = 0; i < m; ++i) y(i, 0) = 2 * std::sin(x(i, 0)) + x(i, 0) + static_cast<Real>(rng.normal());
  for (int kernel = 0; kernel < kernels::kRegressionKernelCount; ++kernel) {
    const auto which = static_cast<RegressionKernel>(kernel);
    const kernels::Regression got = gl->nadaraya_watson_output(x, y, queries, which, 0.1f);
    const kernels::Regression wanted = cpu().nadaraya_watson_output(x, y, queries, which, 0.1f);
    EXPECT_TRUE(close(got.output, wanted.output)) << kernels::to_name(which);
    EXPECT_TRUE(got.reach == wanted.reach);
    EXPECT_EQ(got.weights.size(), 0);
    for (Index i = 0; i < queries.rows(); ++i) EXPECT_NEAR(got.sums(i, 0), wanted.sums(i, 0), 1e-4 * (1 + wanted.sums(i, 0)));
  }
  compare(x, y, queries, RegressionKernel::gaussian, 0.001f);  // more weights than one texture holds
}

}  // namespace
}  // namespace attn::compute
