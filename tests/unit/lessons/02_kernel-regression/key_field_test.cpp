#include "lessons/02_kernel-regression/key_field.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/kept.h"
#include "base/rng.h"
#include "lessons/02_kernel-regression/study.h"
#include "unit/compare.h"

namespace attn::lessons::kernel_regression {
namespace {

TEST(KeyField, HasTheWeightsOfTheReferenceInOrderOfX) {
  Rng rng(3);
  int cells = 0;
  for (const auto kernel : {kernels::RegressionKernel::gaussian, kernels::RegressionKernel::boxcar, kernels::RegressionKernel::triangular,
                            kernels::RegressionKernel::epanechnikov})
    for (const Real width : {Real(0.02), Real(0.5), Real(40)}) {
      const Mat x = normal_matrix(131, 1, rng), y = normal_matrix(131, 1, rng), queries = even_steps(-3, 3, 37);
      const KeyField field(x, y, queries, kernel, width, compute::cpu());
      Mat ordered = x, all(37, 131);
      std::sort(ordered.data(), ordered.data() + ordered.size());
      all = kernels::nadaraya_watson_reference(ordered, y, queries, kernel, width).weights;
      EXPECT_NEAR(field.largest(), all.maxCoeff(), 1e-5 * all.maxCoeff());
      for (Index i = 0; i < all.rows(); ++i) {
        EXPECT_LT((field.row(i) - all.row(i)).cwiseAbs().maxCoeff(), 2e-6);
        for (Index j = 0; j < all.cols(); ++j, ++cells) EXPECT_NEAR(field.at(i, j), all(i, j), 2e-6);
      }
      for (const Index down : {1, 4})
        for (const Index across : {1, 2, 16, 256}) {
          const large_map::Tiles tiles{0, 0, (37 + down - 1) / down, (131 + across - 1) / across, down, across};
          const Mat got = field.largest_of(tiles), wanted = large_map::WholeField(Mat(all)).largest_of(tiles);
          EXPECT_LT((got - wanted).cwiseAbs().maxCoeff(), 2e-6) << to_name(kernel) << " " << width << ", steps " << down << ", " << across;
        }
    }
  EXPECT_EQ(cells, 12 * 37 * 131);
}

TEST(KeyField, DraggingTheQueryComputesNothingElseAnew) {
  Params p;
  p.size = 400, p.queries = 64;
  forget_kept();
  compute(p, compute::cpu());
  const long uses = kept_counts().uses;
  p.query = Real(0.3), p.view.zoom = 5;
  const Result dragged = compute(p, compute::cpu());
  EXPECT_EQ(kept_counts().uses, uses + 1);
  forget_kept();
  const Result fresh = compute(p, compute::cpu());
  EXPECT_EQ(dragged.output, fresh.output);
  EXPECT_TRUE(dragged.fit == fresh.fit);
  EXPECT_TRUE(dragged.answer.weights == fresh.answer.weights);
  for (Params other : {p, p, p, p}) {
    static int k = 0;
    const long before = kept_counts().uses;
    if (k == 0) other.width = Real(0.7);
    if (k == 1) other.queries = 65;
    if (k == 2) other.seed = 9;
    if (k == 3) other.kernel = kernels::RegressionKernel::boxcar;
    compute(other, compute::cpu());
    EXPECT_EQ(kept_counts().uses, before) << "edit " << k;
    ++k;
  }
}

TEST(KeyField, IsThereForManyKeysOrQueriesOnly) {
  Params p;
  EXPECT_FALSE(is_large(p, compute(p, compute::cpu())));
  p.queries = 34;
  EXPECT_TRUE(is_large(p, compute(p, compute::cpu())));
  EXPECT_EQ(large_matrix(p, compute(p, compute::cpu())).rows(), 34);
  p.queries = 33, p.size = 121;
  EXPECT_TRUE(is_large(p, compute(p, compute::cpu())));
  EXPECT_EQ(large_matrix(p, compute(p, compute::cpu())).cols(), 121);
}

}  // namespace
}  // namespace attn::lessons::kernel_regression
