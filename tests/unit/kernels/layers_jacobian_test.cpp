// Kernels of a training step against central differences, in double precision.
#include "base/rng.h"
#include "kernels/alignment.h"
#include "kernels/cross_entropy.h"
#include "kernels/elementwise.h"
#include "kernels/embedding.h"
#include "kernels/layer_norm.h"
#include "unit/jacobian.h"
#include "unit/kernels/alignment_case.h"

namespace attn::kernels {
namespace {

using test::gradient_matches;
using test::weighted_sum;

TEST(LayersJacobian, Elementwise) {
  Rng rng(1);
  Mat x = normal_matrix(3, 7, rng), y(3, 7);
  const Mat c = normal_matrix(3, 7, rng);
  const auto check = [&](auto into, auto vjp) {
    Mat d_x = Mat::Zero(3, 7);
    into(x, y);
    vjp(y, c, d_x);
    EXPECT_TRUE(gradient_matches(&x, d_x, [&] {
      into(x, y);
      return weighted_sum(c, y);
    }));
  };
  check(tanh_into, add_tanh_vjp);
  check(sigmoid_into, add_sigmoid_vjp);
  check(relu_into, add_relu_vjp);
  Mat d_x = Mat::Zero(3, 7);
  add_gelu_vjp(x, c, d_x);
  EXPECT_TRUE(gradient_matches(&x, d_x, [&] {
    gelu_into(x, y);
    return weighted_sum(c, y);
  }));
}

TEST(LayersJacobian, LayerNorm) {
  Rng rng(2);
  for (const Index d : {2, 9}) {
    Mat x = normal_matrix(3, d, rng), gamma = normal_matrix(1, d, rng), beta = normal_matrix(1, d, rng);
    const Mat c = normal_matrix(3, d, rng);
    const auto loss = [&] { return weighted_sum(c, layer_norm(x, gamma, beta, 0.1).output); };
    const LayerNormGrads grads = layer_norm_vjp(x, gamma, layer_norm(x, gamma, beta, 0.1), c);
    EXPECT_TRUE(gradient_matches(&x, grads.d_x, loss));
    EXPECT_TRUE(gradient_matches(&gamma, grads.d_gamma, loss));
    EXPECT_TRUE(gradient_matches(&beta, grads.d_beta, loss));
  }
}

TEST(LayersJacobian, Embedding) {
  Rng rng(3);
  Mat table = normal_matrix(4, 3, rng), rows(5, 3), d_table = Mat::Zero(4, 3);
  const int ids[] = {1, -1, 3, 1, 0};
  const Mat c = normal_matrix(5, 3, rng);
  add_embedding_vjp(ids, c, d_table);
  EXPECT_TRUE(gradient_matches(&table, d_table, [&] {
    embedding_into(table, ids, rows);
    return weighted_sum(c, rows);
  }));
}

TEST(LayersJacobian, CrossEntropy) {
  Rng rng(4);
  const int targets[] = {2, -1, 0, 4};
  for (const Real smoothing : {0.0, 0.2}) {
    Mat logits = normal_matrix(4, 5, rng), p(4, 5), d_logits = Mat::Zero(4, 5);
    cross_entropy_into(logits, targets, smoothing, p);
    add_cross_entropy_vjp(p, targets, smoothing, 1.7, d_logits);
    EXPECT_TRUE(gradient_matches(&logits, d_logits, [&] { return 1.7 * cross_entropy_into(logits, targets, smoothing, p); }));
  }
}

TEST(LayersJacobian, Alignment) {
  Rng rng(5);
  for (const bool additive : {false, true})
    for (const bool window : {false, true})
      for (const bool gaussian : {false, true}) {
        test::AlignmentCase a(3, 5, 4, 3, additive, window, gaussian, rng);
        const Mat c = normal_matrix(3, 3, rng);
        const auto loss = [&] {
          align_into(a.in(), a.out());
          return weighted_sum(c, a.context);
        };
        loss();
        test::AlignmentCase::Gradients d(a);
        add_align_vjp(a.in(), a.out(), c, d.all());
        EXPECT_TRUE(gradient_matches(&a.query, d.query, loss));
        EXPECT_TRUE(gradient_matches(&a.keys, d.keys, loss));
        EXPECT_TRUE(gradient_matches(&a.values, d.values, loss));
        EXPECT_TRUE(gradient_matches(&a.w, d.w, loss));
        Mat centre = Eigen::Map<Mat>(a.centre.data(), 1, static_cast<Index>(a.centre.size()));
        EXPECT_TRUE(gradient_matches(&centre, d.centre, [&] {
          std::copy(centre.data(), centre.data() + centre.size(), a.centre.begin());
          return loss();
        }));
      }
}

}  // namespace
}  // namespace attn::kernels
