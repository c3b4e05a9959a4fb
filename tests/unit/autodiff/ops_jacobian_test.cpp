// Every operation's backward function against central differences, in double precision.

#include <array>
#include <cmath>
#include <vector>

#include "autodiff/attention.h"
#include "kernels/mask.h"
#include "unit/autodiff/op_jacobian.h"

namespace attn::autodiff {
namespace {

using test::Arguments;
using test::expect_gradients;

/// Matrices of these shapes, all different.
std::vector<Mat> draw(std::initializer_list<std::pair<Index, Index>> shapes, std::uint64_t seed = 1) {
  Rng rng(seed);
  std::vector<Mat> all;
  for (const auto& [rows, cols] : shapes) all.push_back(normal_matrix(rows, cols, rng));
  return all;
}

TEST(OpJacobian, Product) {
  expect_gradients(draw({{4, 3}, {3, 5}}), [](Tape&, const Arguments& a) { return product(a[0], a[1]); });
  expect_gradients(draw({{4, 3}, {5, 3}}), [](Tape&, const Arguments& a) { return product_bt(a[0], a[1]); });
}

TEST(OpJacobian, ProductOfAMatrixWithItself) {
  expect_gradients(draw({{3, 3}}), [](Tape&, const Arguments& a) { return product(a[0], a[0]); });
}

TEST(OpJacobian, Linear) {
  expect_gradients(draw({{4, 3}, {3, 5}, {1, 5}}), [](Tape&, const Arguments& a) { return linear(a[0], a[1], a[2]); });
  expect_gradients(draw({{4, 3}, {3, 5}}), [](Tape&, const Arguments& a) { return linear(a[0], a[1]); });
}

TEST(OpJacobian, SumsAndProductsOfEntries) {
  expect_gradients(draw({{4, 3}, {4, 3}}), [](Tape&, const Arguments& a) { return add(a[0], a[1]); });
  expect_gradients(draw({{4, 3}, {4, 3}}), [](Tape&, const Arguments& a) { return subtract(a[0], a[1]); });
  expect_gradients(draw({{4, 3}, {4, 3}}), [](Tape&, const Arguments& a) { return multiply(a[0], a[1]); });
  expect_gradients(draw({{4, 3}}), [](Tape&, const Arguments& a) { return multiply(a[0], a[0]); });
  expect_gradients(draw({{4, 3}, {1, 3}}), [](Tape&, const Arguments& a) { return add_row(a[0], a[1]); });
  expect_gradients(draw({{4, 3}, {4, 1}}), [](Tape&, const Arguments& a) { return multiply_rows(a[0], a[1]); });
  expect_gradients(draw({{4, 3}}), [](Tape&, const Arguments& a) { return scale(a[0], -1.7); });
  expect_gradients(draw({{4, 3}}), [](Tape&, const Arguments& a) { return sum(a[0]); });
  expect_gradients(draw({{4, 3}}), [](Tape&, const Arguments& a) { return mean(a[0]); });
}

TEST(OpJacobian, Activations) {
  expect_gradients(draw({{4, 13}}), [](Tape&, const Arguments& a) { return tanh(a[0]); });
  expect_gradients(draw({{4, 13}}), [](Tape&, const Arguments& a) { return sigmoid(a[0]); });
  expect_gradients(draw({{4, 13}}), [](Tape&, const Arguments& a) { return relu(a[0]); });
}

TEST(OpJacobian, JoiningAndCutting) {
  expect_gradients(draw({{4, 3}, {4, 1}, {4, 2}}), [](Tape&, const Arguments& a) { return concat_cols({a[0], a[1], a[2]}); });
  expect_gradients(draw({{4, 3}, {1, 3}, {2, 3}}), [](Tape&, const Arguments& a) { return concat_rows(a); });
  expect_gradients(draw({{4, 5}}), [](Tape&, const Arguments& a) { return slice_cols(a[0], 1, 3); });
  expect_gradients(draw({{4, 5}}), [](Tape&, const Arguments& a) { return slice_rows(a[0], 1, 2); });
}

TEST(OpJacobian, RowsOfAMadeValueAreThatValue) {
  expect_gradients(draw({{4, 5}}), [](Tape&, const Arguments& a) {
    const Var y = tanh(a[0]);
    return concat_rows(std::array{slice_rows(y, 2, 2), tanh(slice_rows(y, 1, 2)), y});
  });
}

TEST(OpJacobian, GatherRows) {
  expect_gradients(draw({{4, 3}}), [](Tape&, const Arguments& a) { return gather_rows(a[0], std::array{2, 0, -1, 2, 3}); });
}

TEST(OpJacobian, Dropout) {
  expect_gradients(draw({{4, 13}}), [](Tape&, const Arguments& a) {
    Rng rng(5);
    return dropout(add(a[0], a[0]), 0.4, &rng);
  });
}

TEST(OpJacobian, LayerNorm) {
  expect_gradients(draw({{4, 7}, {1, 7}, {1, 7}}), [](Tape&, const Arguments& a) { return layer_norm(a[0], a[1], a[2]); });
  expect_gradients(draw({{4, 7}}), [](Tape& tape, const Arguments& a) {
    return layer_norm(a[0], tape.constant(Mat::Constant(1, 7, 1.5)), tape.constant(Mat::Zero(1, 7)));
  });
}

TEST(OpJacobian, CrossEntropy) {
  for (const double smoothing : {0.0, 0.3})
    expect_gradients(draw({{4, 7}}), [=](Tape&, const Arguments& a) { return cross_entropy(a[0], std::array{3, -1, 0, 3}, smoothing); });
}

/// Of probabilities, twice from one row and from another not at all.
TEST(OpJacobian, LogPicked) {
  expect_gradients(draw({{4, 5}}), [](Tape&, const Arguments& a) {
    const Var probabilities = softmax_rows(a[0]);
    return add(log_picked(probabilities, std::array{3, -1, 0, 4}), log_picked(probabilities, std::array{1, 2, 0, -1}));
  });
}

TEST(LogPicked, IsTheLogarithmAndNothingWhereNothingIsPicked) {
  const Mat x = (Mat(3, 2) << 0.25, 0.75, 0.5, 0.5, 1, 0).finished();
  Mat d_x = Mat::Zero(3, 2);
  Tape tape;
  std::vector<int> picks{1, -1, 0};
  const Var y = log_picked(tape.parameter(x, &d_x), picks);
  picks.assign(3, 1);  // they were copied
  EXPECT_EQ(Mat(y.value()), (Mat(3, 1) << std::log(0.75), 0, 0).finished());
  tape.backward(sum(y));
  EXPECT_EQ(d_x, (Mat(3, 2) << 0, 1 / 0.75, 0, 0, 1, 0).finished());
}

#ifdef GTEST_HAS_DEATH_TEST
#if GTEST_HAS_DEATH_TEST
TEST(LogPickedDeathTest, MisuseIsSaid) {
  Tape tape;
  const Var x = tape.constant(Mat::Constant(2, 3, 1.0 / 3));
  EXPECT_DEATH(log_picked(x, std::array{0}), "x is \\[2,3\\], picks are 1");
  EXPECT_DEATH(log_picked(x, std::array{0, 3}), "a pick of 3 among 3");
  EXPECT_DEATH(log_picked(x, std::array{-2, 0}), "a pick of -2 among 3");
}
#endif
#endif

TEST(OpJacobian, Softmax) {
  const Mask mask = kernels::causal_mask(4, 4);
  expect_gradients(draw({{4, 4}}), [&](Tape&, const Arguments& a) { return softmax_rows(a[0], &mask, 0.7); });
}

TEST(OpJacobian, Attention) {
  using kernels::Score;
  const Mask mask = kernels::causal_mask(3, 5);
  for (const Score score : {Score::dot, Score::scaled_dot, Score::distance})
    expect_gradients(draw({{3, 4}, {5, 4}, {5, 2}}), [&](Tape&, const Arguments& a) {
      return attention(a[0], a[1], a[2], {.score = score, .mask = &mask, .temperature = 0.8}).output;
    });
  expect_gradients(draw({{3, 4}, {5, 6}, {5, 2}, {4, 6}}), [&](Tape&, const Arguments& a) {
    return attention(a[0], a[1], a[2], {.score = Score::bilinear, .weights = {.m = a[3]}}).output;
  });
  expect_gradients(draw({{3, 4}, {5, 6}, {5, 2}, {4, 3}, {6, 3}, {3, 1}}), [&](Tape&, const Arguments& a) {
    return attention(a[0], a[1], a[2], {.score = Score::additive, .weights = {.wq = a[3], .wk = a[4], .w = a[5]}}).output;
  });
}

TEST(OpJacobian, SelfAttentionOfOneMatrix) {
  expect_gradients(draw({{3, 4}}), [&](Tape&, const Arguments& a) { return attention(a[0], a[0], a[0]).output; });
}

// ---- alignment: b = 3, at most 4 positions ---------------------------------------------------------------------------------------------

constexpr std::array kLengths{4, 1, 3};

TEST(OpJacobian, AlignByProduct) {
  expect_gradients(draw({{3, 5}, {12, 5}, {12, 2}}), [](Tape&, const Arguments& a) {
    return align(a[0], {.batch = 3, .values = a[2], .keys = a[1], .lengths = kLengths.data()}).context;
  });
}

TEST(OpJacobian, AlignWhereKeysAreValues) {
  expect_gradients(draw({{3, 5}, {12, 5}}), [](Tape&, const Arguments& a) {
    return align(a[0], {.batch = 3, .values = a[1], .keys = a[1], .lengths = kLengths.data()}).context;
  });
}

TEST(OpJacobian, AlignAdditively) {
  expect_gradients(draw({{3, 5}, {12, 5}, {12, 2}, {5, 1}}), [](Tape&, const Arguments& a) {
    return align(a[0], {.batch = 3, .values = a[2], .keys = a[1], .w = a[3], .lengths = kLengths.data()}).context;
  });
}

TEST(OpJacobian, AlignWithinAWindowAboutACentre) {
  std::vector<Mat> arguments = draw({{3, 5}, {12, 5}, {12, 2}, {5, 1}});
  arguments.push_back((Mat(3, 1) << 1.3, 0.2, 1.9).finished());
  constexpr std::array kFirst{0, -2, 1}, kLast{2, 2, 3};
  expect_gradients(arguments, [&](Tape&, const Arguments& a) {
    return align(a[0], {.batch = 3, .values = a[2], .keys = a[1], .w = a[3], .lengths = kLengths.data()},
                 {.first = kFirst.data(), .last = kLast.data(), .centre = a[4], .deviation = 1.1})
        .context;
  });
}

}  // namespace
}  // namespace attn::autodiff
