// A memory over several steps on a tape against central differences, in double precision. b = 2, t = 3.
#include "autodiff/memory.h"

#include <array>

#include "unit/autodiff/op_jacobian.h"

namespace attn::autodiff {
namespace {

using kernels::MemoryShape;
using test::Arguments;
using test::expect_gradients;

constexpr MemoryShape kShape{.cells = 4, .width = 2, .read_heads = 2, .write_heads = 1};

/// What is said in three steps, the first memory, the first weightings.
std::vector<Mat> arguments() {
  Rng rng(1);
  return {normal_matrix(6, kShape.said(), rng), normal_matrix(2, 4, rng), uniform_matrix(3, 4, rng, 0.1, 1)};
}

TEST(MemoryTapeJacobian, Steps) {
  expect_gradients(arguments(), [](Tape&, const Arguments& a) {
    MemorySteps memory(kShape, a[1], a[2], 4, 2);
    for (const Index first : {0, 2, 4}) memory(slice_rows(a[0], first, 2));
    return memory.all();
  });
}

TEST(MemoryTapeJacobian, WhatWasReadMayDecideWhatIsSaid) {
  expect_gradients(arguments(), [](Tape&, const Arguments& a) {
    MemorySteps memory(kShape, a[1], a[2], 3, 2);
    const Var first = memory(slice_rows(a[0], 0, 2));
    const Var second = memory(multiply_rows(slice_rows(a[0], 2, 2), slice_cols(first, 1, 1)));
    return concat_rows(std::array{first, second});
  });
}

TEST(MemoryTapeJacobian, BinaryCrossEntropy) {
  Rng rng(2);
  const Mat targets = uniform_matrix(3, 2, rng, 0, 1), mask = (Mat(3, 1) << 1, 0, 1).finished();
  for (const Mat& rows : {mask, Mat()})
    expect_gradients({normal_matrix(3, 2, rng)}, [&](Tape&, const Arguments& a) { return binary_cross_entropy(a[0], targets, rows); });
}

}  // namespace
}  // namespace attn::autodiff
