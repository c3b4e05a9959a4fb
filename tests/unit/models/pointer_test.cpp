#include "models/pointer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn::models {
namespace {

Pointer small_pointer() {
  TransformerSettings s;
  s.shape = TransformerShape::encoder;
  s.source_words = 12;
  s.d_model = 8, s.d_ff = 8, s.heads = 2, s.encoder_layers = 1, s.max_length = 6;
  Rng rng(3);
  return {s, rng};
}

const std::vector<Tokens> kSentences = {{3, 5, 4, 9}, {7, 3}};
const std::vector<std::vector<int>> kPlaces = {{1, 1, 3, 0}, {0, 0}};

double loss_of(const Pointer& model) {
  autodiff::Tape tape;
  return static_cast<double>(model.loss(tape, kSentences, kPlaces).value()(0, 0));
}

TEST(Pointer, WeightsAreASoftmaxOfScaledProducts) {
  const Pointer model = small_pointer();
  const PointerRun r = run(model, kSentences[0]);
  for (Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(r.weights.row(i).sum(), 1, 1e-5);
    for (Index j = 0; j < 4; ++j) EXPECT_NEAR(r.scores(i, j), r.q.row(i).dot(r.k.row(j)) / std::sqrt(Real(8)), 1e-5);
    EXPECT_EQ(r.weights(i, r.place(static_cast<int>(i))), r.weights.row(i).maxCoeff());
  }
}

TEST(Pointer, TheLossIsTheMeanOverAllWords) {
  const Pointer model = small_pointer();
  double sum = 0;
  for (size_t s = 0; s < kSentences.size(); ++s) {
    const PointerRun r = run(model, kSentences[s]);
    for (size_t i = 0; i < kPlaces[s].size(); ++i) sum -= std::log(static_cast<double>(r.weights(static_cast<Index>(i), kPlaces[s][i])));
  }
  EXPECT_NEAR(loss_of(model), sum / 6, 1e-5);
}

TEST(Pointer, TheGradientIsThatOfTheLoss) {
  Pointer model = small_pointer();
  autodiff::Tape tape;
  model.parameters().zero_gradients();
  tape.backward(model.loss(tape, kSentences, kPlaces));
  for (nn::Parameter& parameter : model.parameters()) {
    constexpr Real kStep = Real(2e-3);
    const Real gradient = parameter.gradient(0, 0), before = parameter.value(0, 0);
    parameter.value(0, 0) = before + kStep;
    const double above = loss_of(model);
    parameter.value(0, 0) = before - kStep;
    const double below = loss_of(model);
    parameter.value(0, 0) = before;
    EXPECT_NEAR((above - below) / (2 * static_cast<double>(kStep)), static_cast<double>(gradient), 3e-3) << parameter.name;
  }
}

}  // namespace
}  // namespace attn::models
