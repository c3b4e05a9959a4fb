// Positions and the encoder layer against central differences, in double precision.
#include "kernels/mask.h"
#include "kernels/positions.h"
#include "unit/jacobian.h"
#include "unit/kernels/random_encoder_layer.h"

namespace attn::kernels {
namespace {

using test::gradient_matches;
using test::weighted_sum;

TEST(PositionsJacobian, Rotation) {
  Rng rng(1);
  Mat x = normal_matrix(3, 12, rng);
  const Mat c = normal_matrix(3, 12, rng);
  const auto loss = [&] { return weighted_sum(c, rotate_positions(x, 3, 20, 2)); };
  EXPECT_TRUE(gradient_matches(&x, rotate_positions_vjp(c, 3, 20, 2), loss));
}

TEST(PositionsJacobian, OffsetBias) {
  Rng rng(2);
  Mat table = normal_matrix(5, 3, rng);
  const Mat c = normal_matrix(4, 7, rng);
  const auto loss = [&] { return weighted_sum(c, offset_bias(table, 4, 7, 1, 2)); };
  EXPECT_TRUE(gradient_matches(&table, offset_bias_vjp(c, 5, 3, 1, 2), loss));
}

TEST(EncoderLayerJacobian, EverySwitch) {
  Rng rng(3);
  Mask mask = full_mask(4, 4);
  mask(1, 2) = false;
  mask.row(2).setConstant(false);
  for (const bool bias : {false, true})
    for (EncoderLayerOptions o : test::encoder_layer_options(2)) {
      o.mask = bias ? &mask : nullptr;
      o.epsilon = 0.1;
      SCOPED_TRACE(test::name_of(o));
      Mat x = normal_matrix(4, 4, rng);
      EncoderLayerWeights w = test::random_encoder_layer(4, 5, bias, rng);
      const Mat c = normal_matrix(4, 4, rng);
      const auto loss = [&] { return weighted_sum(c, encoder_layer_output(x, w, o)); };
      const EncoderLayerGrads grads = encoder_layer_vjp(x, w, o, encoder_layer(x, w, o), c);
      EXPECT_TRUE(gradient_matches(&x, grads.d_x, loss));
      const EncoderLayerWeights& d = grads.d_weights;
      for (const auto& [name, parameter, gradient] : {std::tuple{"wq", &w.attention.wq, &d.attention.wq},
                                                      {"wk", &w.attention.wk, &d.attention.wk},
                                                      {"wv", &w.attention.wv, &d.attention.wv},
                                                      {"wo", &w.attention.wo, &d.attention.wo},
                                                      {"bq", &w.attention.bq, &d.attention.bq},
                                                      {"bk", &w.attention.bk, &d.attention.bk},
                                                      {"bv", &w.attention.bv, &d.attention.bv},
                                                      {"bo", &w.attention.bo, &d.attention.bo},
                                                      {"gamma1", &w.gamma1, &d.gamma1},
                                                      {"beta1", &w.beta1, &d.beta1},
                                                      {"gamma2", &w.gamma2, &d.gamma2},
                                                      {"beta2", &w.beta2, &d.beta2},
                                                      {"w1", &w.w1, &d.w1},
                                                      {"b1", &w.b1, &d.b1},
                                                      {"w2", &w.w2, &d.w2},
                                                      {"b2", &w.b2, &d.b2}})
        EXPECT_TRUE(gradient_matches(parameter, *gradient, loss)) << name;
    }
}

}  // namespace
}  // namespace attn::kernels
