// Compares the gradients of an operation, for every argument, with central differences.
#pragma once

#include <functional>
#include <vector>

#include "autodiff/ops.h"
#include "base/rng.h"
#include "unit/jacobian.h"

namespace attn::test {

using autodiff::Tape;
using autodiff::Var;
using Arguments = std::vector<Var>;
using Operation = std::function<Var(Tape&, const Arguments&)>;

/// The scalar sum of c * op(arguments), where c is drawn once for the result's shape.
class WeightedLoss {
 public:
  explicit WeightedLoss(const Operation& op) : op_(op) {}

  double operator()(const std::vector<Mat>& values, std::vector<Mat>* gradients = nullptr) {
    tape_.clear();
    Arguments arguments;
    for (std::size_t i = 0; i < values.size(); ++i) arguments.push_back(tape_.parameter(values[i], gradients ? &(*gradients)[i] : nullptr));
    const Var y = op_(tape_, arguments);
    if (c_.size() == 0) {
      Rng rng(99);
      c_ = normal_matrix(y.rows(), y.cols(), rng);
    }
    const Var loss = autodiff::sum(autodiff::multiply(y, tape_.constant(c_)));
    if (gradients) tape_.backward(loss);
    return loss.value()(0, 0);
  }

 private:
  Operation op_;
  Tape tape_;
  Mat c_;
};

/// Checks the gradient of each of the operation's `arguments`.
inline void expect_gradients(std::vector<Mat> arguments, const Operation& op) {
  WeightedLoss loss(op);
  std::vector<Mat> gradients;
  for (const Mat& x : arguments) gradients.push_back(Mat::Zero(x.rows(), x.cols()));
  loss(arguments, &gradients);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    EXPECT_TRUE(gradient_matches(&arguments[i], gradients[i], [&] { return loss(arguments); })) << "argument " << i;
}

}  // namespace attn::test
