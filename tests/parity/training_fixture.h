// Compares a whole model with PyTorch's: it takes the weights from a fixture, and the first steps of training must agree.
#pragma once

#include <string>
#include <vector>

#include "autodiff/tape.h"
#include "base/tokens.h"
#include "nn/adam.h"
#include "parity/fixtures.h"
#include "unit/compare.h"

namespace attn::test {

inline constexpr double kTrained = 1e-4;  ///< the tolerance for whole networks and their training

/// The rows without the zeros that fill them up.
inline std::vector<Tokens> tokens(const Mat& rows) {
  std::vector<Tokens> out;
  for (Index i = 0; i < rows.rows(); ++i) {
    out.push_back({});
    for (Index j = 0; j < rows.cols() && rows(i, j) != 0; ++j) out.back().push_back(static_cast<int>(rows(i, j)));
  }
  return out;
}

/// Gives every parameter the fixture's value of the same name. CHECKs that the two have the same shape.
inline void take_weights(nn::Parameters& parameters, const Fixture& f) {
  for (nn::Parameter& p : parameters) {
    CHECK(shape(p.value) == shape(f.at(p.name)), p.name, " is ", shape(p.value), ", in the fixture ", shape(f.at(p.name)));
    p.value = f.at(p.name);
  }
}

/// Trains as the fixture did, with gradients clipped to a norm of 0.5. The losses of ten steps must agree, and within `tolerance` also the
/// loss and the gradients of the first step. `loss` computes the loss of a step on the tape.
template <class Loss>
void expect_training(nn::Parameters& parameters, const nn::AdamSettings& settings, Real rate, const Fixture& f, const Loss& loss,
                     double tolerance = kTrained) {
  autodiff::Tape tape;
  nn::Adam adam(parameters, settings);
  const Mat& losses = f.at("losses");
  ASSERT_EQ(losses.rows(), 10);
  for (Index step = 0; step < losses.rows(); ++step) {
    tape.clear();
    parameters.zero_gradients();
    const autodiff::Var now = loss(tape);
    EXPECT_TRUE(step > 0 || close(now.value(), f.at("loss"), tolerance));
    tape.backward(now);
    for (const nn::Parameter& p : parameters) EXPECT_TRUE(step > 0 || close(p.gradient, f.at("d_" + p.name), tolerance)) << p.name;
    adam.step(rate, Real(0.5));
    EXPECT_TRUE(close(now.value(), losses.row(step), kTrained)) << "step " << step;
  }
}

}  // namespace attn::test
