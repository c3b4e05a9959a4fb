// Operations on the tape and the optimiser against PyTorch: results and gradients.

#include <cmath>
#include <map>
#include <vector>

#include "autodiff/attention.h"
#include "autodiff/ops.h"
#include "autodiff/recurrence.h"
#include "nn/adam.h"
#include "parity/fixtures.h"
#include "unit/compare.h"

namespace attn::autodiff {
namespace {

using test::close;
using test::Fixture;

constexpr char kFile[] = "autodiff.txt";

std::vector<int> integers(const Mat& m) {
  std::vector<int> all;
  for (Index i = 0; i < m.size(); ++i) all.push_back(static_cast<int>(m.data()[i]));
  return all;
}

/// The matrices of a case as parameters, so that their gradients can be compared with the case's.
class Case {
 public:
  explicit Case(const Fixture& fixture) : fixture_(fixture) {}

  /// A parameter; no Var where the case has none of this name.
  Var operator()(const std::string& name) {
    if (!fixture_.has(name)) return {};
    const Mat& value = fixture_.at(name);
    return tape_.parameter(value, &gradients_.emplace(name, Mat::Zero(value.rows(), value.cols())).first->second);
  }
  /// Takes the sum of d * y over all pairs back and compares every gradient.
  void expect_gradients(const std::vector<std::pair<Var, Mat>>& ends) {
    Var loss = tape_.constant(Mat::Zero(1, 1));
    for (const auto& [y, d] : ends) loss = add(loss, sum(multiply(y, tape_.constant(d))));
    tape_.backward(loss);
    for (const auto& [name, gradient] : gradients_) EXPECT_TRUE(close(gradient, fixture_.at("d_" + name))) << name;
  }
  void expect(Var y, const std::string& name = "output") {
    EXPECT_TRUE(close(y.value(), fixture_.at(name))) << name;
    expect_gradients({{y, fixture_.at("d_output")}});
  }

 private:
  const Fixture& fixture_;
  Tape tape_;
  std::map<std::string, Mat> gradients_;
};

TEST(TorchTape, Arithmetic) {
  for (const Fixture& f : test::fixtures(kFile, "arithmetic")) {
    Case c(f);
    const Var a = c("a"), b = c("b");
    const Var pieces = concat_cols({tanh(multiply(a, b)), slice_cols(sigmoid(subtract(a, b)), 1, 2),
                                    product(relu(add_row(a, c("row"))), c("w")), scale(product_bt(a, b), Real(0.5))});
    c.expect(concat_rows(std::vector<Var>{pieces, slice_rows(pieces, 1, 1)}));
  }
}

TEST(TorchTape, Linear) {
  for (const Fixture& f : test::fixtures(kFile, "linear")) {
    Case c(f);
    c.expect(linear(c("x"), c("w"), c("b")));
  }
}

TEST(TorchTape, LayerNorm) {
  for (const Fixture& f : test::fixtures(kFile, "layer_norm")) {
    Case c(f);
    c.expect(layer_norm(c("x"), c("gamma"), c("beta")));
  }
}

TEST(TorchTape, Embedding) {
  for (const Fixture& f : test::fixtures(kFile, "embedding")) {
    Case c(f);
    c.expect(gather_rows(c("table"), integers(f.at("ids"))));
  }
}

TEST(TorchTape, CrossEntropy) {
  for (const Fixture& f : test::fixtures(kFile, "cross_entropy")) {
    SCOPED_TRACE(f.name);
    Case c(f);
    c.expect(cross_entropy(c("logits"), integers(f.at("targets")), f.at("smoothing")(0, 0)));
  }
}

kernels::Cell cell_of(const std::string& name) {
  return name == "rnn" ? kernels::Cell::rnn : name == "gru" ? kernels::Cell::gru : kernels::Cell::lstm;
}

TEST(TorchTape, RecurrentLayer) {
  for (const Fixture& f : test::fixtures(kFile, "recurrent")) {
    SCOPED_TRACE(f.name);
    Case c(f);
    const std::vector<int> lengths = integers(f.at("lengths"));
    const LayerRun run{cell_of(f.word(1)), static_cast<Index>(lengths.size()), lengths.data(), f.word(2) == "backward"};
    const Layer layer = recurrent_layer(run, linear(c("x"), c("wx"), c("bx")), c("wh"), c("bh"), {c("h0"), c("c0")});
    const Mat valid = f.at("valid").replicate(1, layer.h.cols());
    EXPECT_TRUE(close(layer.h.value().cwiseProduct(valid), f.at("h").cwiseProduct(valid)));
    const Var last = layer.c ? concat_cols({layer.last.h, layer.last.c}) : layer.last.h;
    EXPECT_TRUE(close(last.value(), f.at("last")));
    c.expect_gradients({{layer.h, f.at("d_h")}, {last, f.at("d_last")}});
  }
}

TEST(TorchTape, Align) {
  for (const Fixture& f : test::fixtures(kFile, "align")) {
    SCOPED_TRACE(f.name);
    Case c(f);
    const std::vector<int> lengths = integers(f.at("lengths")), first = integers(f.at("first")), last = integers(f.at("last"));
    const Annotations annotations{.batch = 3, .values = c("values"), .keys = c("keys"), .w = c("w"), .lengths = lengths.data()};
    Window window;
    if (f.word(2) == "window") window = {first.data(), last.data(), c("centre"), f.at("deviation")(0, 0)};
    const Aligned aligned = align(c("query"), annotations, window);
    EXPECT_TRUE(close(aligned.weights.value(), f.at("weights")));
    c.expect(aligned.context, "context");
  }
}

TEST(TorchTape, SoftmaxRows) {
  for (const Fixture& f : test::fixtures(kFile, "softmax_rows")) {
    SCOPED_TRACE(f.name);
    Case c(f);
    const Mask mask = f.has("mask") ? f.mask() : Mask();
    c.expect(softmax_rows(c("scores"), f.has("mask") ? &mask : nullptr, f.at("temperature")(0, 0)));
  }
}

TEST(TorchTape, MultiplyRows) {
  for (const Fixture& f : test::fixtures(kFile, "multiply_rows")) {
    SCOPED_TRACE(f.name);
    Case c(f);
    c.expect(multiply_rows(c("x"), c("column")));
  }
}

TEST(TorchTape, Attention) {
  const std::map<std::string, kernels::Score> scores{{"dot", kernels::Score::dot},
                                                     {"scaled_dot", kernels::Score::scaled_dot},
                                                     {"distance", kernels::Score::distance},
                                                     {"bilinear", kernels::Score::bilinear},
                                                     {"additive", kernels::Score::additive}};
  for (const Fixture& f : test::fixtures(kFile, "attention")) {
    SCOPED_TRACE(f.name);
    Case c(f);
    const Mask mask = f.has("mask") ? f.mask() : Mask();
    const Attended attended = attention(c("q"), c("k"), c("v"),
                                        {.score = scores.at(f.word(1)),
                                         .weights = {.m = c("M"), .wq = c("wq"), .wk = c("wk"), .w = c("w")},
                                         .mask = f.has("mask") ? &mask : nullptr,
                                         .temperature = f.at("temperature")(0, 0)});
    EXPECT_TRUE(close(attended.weights, f.at("weights")));
    c.expect(attended.output);
  }
}

TEST(TorchAdam, TenStepsWithDecayAndClipping) {
  for (const Fixture& f : test::fixtures(kFile, "adamw")) {
    nn::Parameters parameters;
    nn::Parameter &a = parameters.add("a", f.at("a")), &b = parameters.add("b", f.at("b").transpose());
    nn::Adam adam(parameters, {.weight_decay = f.at("decay")(0, 0)});
    for (int step = 0; step < 10; ++step) {
      for (auto [p, name] : {std::pair(&a, "a"), std::pair(&b, "b")})
        p->gradient = f.at(std::string("gradient_") + name).row(step).reshaped<Eigen::RowMajor>(p->value.rows(), p->value.cols());
      const Real norm = adam.step(f.at("rate")(0, 0), f.at("clip")(0, 0));
      EXPECT_TRUE(close(Mat::Constant(1, 1, norm), f.at("norm").row(step)));
      for (auto [p, name] : {std::pair(&a, "a"), std::pair(&b, "b")})
        EXPECT_TRUE(close(p->value.reshaped<Eigen::RowMajor>().transpose(), f.at(std::string("after_") + name).row(step))) << name << step;
    }
  }
}

}  // namespace
}  // namespace attn::autodiff
