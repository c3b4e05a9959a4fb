// The encoder layer, positions and GELU against PyTorch: results and gradients.
#include <vector>

#include "kernels/elementwise.h"
#include "kernels/encoder_layer.h"
#include "kernels/positions.h"
#include "parity/fixtures.h"
#include "unit/compare.h"

namespace attn::kernels {
namespace {

using test::close;
using test::Fixture;

constexpr char kFile[] = "encoder.txt";

Index whole(const Fixture& f, const std::string& key) { return static_cast<Index>(f.at(key)(0, 0)); }

/// The weights, or with `prefix` "d_" their gradients.
EncoderLayerWeights weights_of(const Fixture& f, const std::string& prefix = "") {
  const auto matrix = [&](const char* key) { return f.at(prefix + key); };
  const auto row = [&](const char* key) { return Mat(f.at(prefix + key).transpose()); };
  return {{matrix("wq"), matrix("wk"), matrix("wv"), matrix("wo"), row("bq"), row("bk"), row("bv"), row("bo")},
          row("gamma1"),
          row("beta1"),
          row("gamma2"),
          row("beta2"),
          matrix("w1"),
          row("b1"),
          matrix("w2"),
          row("b2")};
}

std::vector<std::pair<std::string, const Mat*>> named(const EncoderLayerWeights& w) {
  const MultiHeadWeights& a = w.attention;
  return {{"wq", &a.wq}, {"wk", &a.wk}, {"wv", &a.wv},         {"wo", &a.wo},       {"bq", &a.bq},         {"bk", &a.bk},
          {"bv", &a.bv}, {"bo", &a.bo}, {"gamma1", &w.gamma1}, {"beta1", &w.beta1}, {"gamma2", &w.gamma2}, {"beta2", &w.beta2},
          {"w1", &w.w1}, {"b1", &w.b1}, {"w2", &w.w2},         {"b2", &w.b2}};
}

TEST(TorchEncoder, Layer) {
  for (const Fixture& f : test::fixtures(kFile, "encoder_layer")) {
    SCOPED_TRACE(f.name);
    const Mask mask = f.has("mask") ? f.mask() : Mask();
    const EncoderLayerOptions options{.heads = static_cast<int>(whole(f, "heads")),
                                      .norm = f.word(1) == "pre"    ? NormPlace::pre
                                              : f.word(1) == "post" ? NormPlace::post
                                                                    : NormPlace::none,
                                      .activation = f.word(2) == "gelu" ? Activation::gelu : Activation::relu,
                                      .causal = f.word(3) == "causal",
                                      .mask = f.has("mask") ? &mask : nullptr};
    const Mat& x = f.at("x");
    const EncoderLayerWeights w = weights_of(f);
    const EncoderLayer forward = encoder_layer(x, w, options);
    EXPECT_TRUE(close(forward.output, f.at("output")));
    EXPECT_TRUE(close(encoder_layer_output(x, w, options), f.at("output")));
    const EncoderLayerGrads grads = encoder_layer_vjp(x, w, options, forward, f.at("d_output"));
    EXPECT_TRUE(close(grads.d_x, f.at("d_x")));
    const EncoderLayerWeights expected = weights_of(f, "d_");
    const auto actual = named(grads.d_weights), wanted = named(expected);
    for (size_t i = 0; i < actual.size(); ++i) EXPECT_TRUE(close(*actual[i].second, *wanted[i].second)) << actual[i].first;
  }
}

TEST(TorchEncoder, Sinusoids) {
  for (const Fixture& f : test::fixtures(kFile, "sinusoidal")) {
    const Mat& expected = f.at("output");
    EXPECT_TRUE(close(sinusoidal_positions(expected.rows(), expected.cols(), f.at("base")(0, 0), whole(f, "first")), expected)) << f.name;
  }
}

TEST(TorchEncoder, Rotation) {
  for (const Fixture& f : test::fixtures(kFile, "rotary")) {
    SCOPED_TRACE(f.name);
    const int heads = static_cast<int>(whole(f, "heads"));
    const Real base = f.at("base")(0, 0);
    EXPECT_TRUE(close(rotate_positions(f.at("x"), heads, base, whole(f, "first")), f.at("output")));
    EXPECT_TRUE(close(rotate_positions_vjp(f.at("d_output"), heads, base, whole(f, "first")), f.at("d_x")));
  }
}

TEST(TorchEncoder, OffsetBias) {
  for (const Fixture& f : test::fixtures(kFile, "offset_bias")) {
    SCOPED_TRACE(f.name);
    const Mat &table = f.at("table"), &expected = f.at("output");
    const int head = static_cast<int>(whole(f, "head")), heads = static_cast<int>(table.cols());
    EXPECT_TRUE(close(offset_bias(table, expected.rows(), expected.cols(), head, whole(f, "first")), expected));
    EXPECT_TRUE(close(offset_bias_vjp(f.at("d_output"), table.rows(), heads, head, whole(f, "first")), f.at("d_table")));
  }
}

TEST(TorchEncoder, Gelu) {
  for (const Fixture& f : test::fixtures(kFile, "gelu")) {
    const Mat& x = f.at("x");
    Mat y(x.rows(), x.cols()), d_x = Mat::Zero(x.rows(), x.cols());
    gelu_into(x, y);
    add_gelu_vjp(x, f.at("d_output"), d_x);
    EXPECT_TRUE(close(y, f.at("output")));
    EXPECT_TRUE(close(d_x, f.at("d_x")));
  }
}

}  // namespace
}  // namespace attn::kernels
