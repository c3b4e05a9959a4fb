// The CPU backend is the kernels, and a program without OpenGL says so.
#include "compute/backend.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace attn::compute {
namespace {

TEST(Backend, CpuRunsTheKernels) {
  Rng rng(1);
  const Mat q = normal_matrix(3, 4, rng), k = normal_matrix(5, 4, rng), x = normal_matrix(6, 1, rng);
  EXPECT_EQ(cpu().name, "cpu");
  EXPECT_EQ(cpu().attention(q, k, k, {}).weights, kernels::attention(q, k, k).weights);
  kernels::MultiHeadWeights weights;
  for (Mat* w : {&weights.wq, &weights.wk, &weights.wv, &weights.wo}) *w = normal_matrix(4, 4, rng);
  EXPECT_EQ(cpu().multi_head_attention(q, k, k, weights, 2, nullptr).output, kernels::multi_head_attention(q, k, k, weights, 2).output);
  const Mat w1 = normal_matrix(4, 7, rng), b1 = normal_matrix(1, 7, rng), w2 = normal_matrix(7, 4, rng), b2 = normal_matrix(1, 4, rng);
  const auto gelu = kernels::Activation::gelu;
  EXPECT_EQ(cpu().feed_forward(q, w1, b1, w2, b2, gelu).output, kernels::feed_forward(q, w1, b1, w2, b2, gelu).output);
  const auto kernel = kernels::RegressionKernel::triangular;
  EXPECT_EQ(cpu().nadaraya_watson(x, x, x, kernel, 1).weights, kernels::nadaraya_watson(x, x, x, kernel, 1).weights);
}

TEST(Backend, OutputAloneIsTheSameOutput) {
  Rng rng(2);
  const Mat x = normal_matrix(6, 1, rng), y = normal_matrix(6, 1, rng);
  const kernels::Regression only = cpu().nadaraya_watson_output(x, y, x, kernels::RegressionKernel::gaussian, 1);
  EXPECT_EQ(only.weights.size(), 0);
  EXPECT_LE((only.output - cpu().nadaraya_watson(x, y, x, kernels::RegressionKernel::gaussian, 1).output).cwiseAbs().maxCoeff(), 1e-5f);
}

TEST(Backend, CallsAreCounted) {
  const Calls before = calls();
  const Mat x = Mat::Ones(2, 2);
  cpu().attention(x, x, x, {});
  cpu().nadaraya_watson(x.col(0), x.col(0), x.col(0), kernels::RegressionKernel::gaussian, 1);
  EXPECT_EQ(calls().on_cpu - before.on_cpu, 2);
  EXPECT_EQ(calls().on_gpu, before.on_gpu);
  EXPECT_EQ(calls().fell_back, before.fell_back);
}

TEST(Backend, TheCpuAsChosenNeedsNoReason) {
  const Chosen chosen = choose("cpu");
  EXPECT_EQ(chosen.backend, &cpu());
  EXPECT_TRUE(chosen.why_not.empty());
}

TEST(Backend, WithoutOpenGlTheGpuIsRefusedWithTheReason) {
  std::string why_not;
  EXPECT_EQ(webgl(&why_not), nullptr);
  const Chosen chosen = choose("gl");
  EXPECT_EQ(chosen.backend, &cpu());
  EXPECT_EQ(chosen.why_not, why_not);
  EXPECT_FALSE(why_not.empty());
}

}  // namespace
}  // namespace attn::compute
