// A random step of a memory, and what the plain functions of kernels/memory_reference.h are given for it.
#pragma once

#include <cmath>
#include <vector>

#include "base/rng.h"
#include "kernels/memory_reference.h"
#include "kernels/memory_step.h"

namespace attn::test {

using kernels::MemoryShape;

/// The arguments of one step, with memory for its results.
struct MemoryCase {
  MemoryShape shape;
  Index batch;
  Mat said, memory, previous;
  Mat heads, lengths, cosines, content, gated, shifted, weights, reads, written;

  MemoryCase(const MemoryShape& s, Index b, Rng& rng) : shape(s), batch(b) {
    said = normal_matrix(b, s.said(), rng), memory = normal_matrix(b, s.memory(), rng);
    previous = normal_matrix(b, s.weights(), rng).cwiseAbs();
    for (Index e = 0; e < b; ++e)
      for (Index h = 0; h < s.heads(); ++h) previous.block(e, h * s.cells, 1, s.cells) /= previous.block(e, h * s.cells, 1, s.cells).sum();
    heads = Mat::Zero(b, s.said()), lengths = Mat::Zero(b, s.cells), reads = Mat::Zero(b, s.reads()), written = Mat::Zero(b, s.memory());
    cosines = content = gated = shifted = weights = Mat::Zero(b, s.weights());
  }
  kernels::MemoryStepInput in() const { return {shape, batch, said.data(), memory.data(), previous.data()}; }
  kernels::MemoryStepOutput out() {
    return {heads.data(),   lengths.data(), cosines.data(), content.data(), gated.data(),
            shifted.data(), weights.data(), reads.data(),   written.data()};
  }
  void run() { kernels::memory_step_into(in(), out()); }

  Mat cells(const Mat& all, Index e) const { return kernels::memory_cells(all.row(e).data(), shape.cells, shape.width); }
  Mat weighting(const Mat& all, Index e, Index h) const { return all.block(e, h * shape.cells, 1, shape.cells); }
};

inline Real softplus(Real x) { return std::log1p(std::exp(x)); }
inline Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }

/// The addressing of head `h` of example `e`, computed from what is said to the head.
inline kernels::Addressing addressing(const MemoryCase& c, Index e, Index h) {
  const MemoryShape& s = c.shape;
  Mat shift = c.said.block(e, s.shift() + h * s.shifts, 1, s.shifts).array().exp();
  shift /= shift.sum();
  return {c.said.block(e, h * s.width, 1, s.width).array().tanh(), softplus(c.said(e, s.strength() + h)), sigmoid(c.said(e, s.gate() + h)),
          shift, 1 + softplus(c.said(e, s.gamma() + h))};
}

/// The erase and add vectors of the write heads of example `e` [W,M].
inline Mat erases(const MemoryCase& c, Index e) {
  const MemoryShape& s = c.shape;
  const Mat said = c.said.block(e, s.erase(), 1, s.write_heads * s.width);
  return Eigen::Map<const Mat>(said.data(), s.write_heads, s.width).unaryExpr([](Real x) { return sigmoid(x); });
}
inline Mat adds(const MemoryCase& c, Index e) {
  const MemoryShape& s = c.shape;
  const Mat said = c.said.block(e, s.add(), 1, s.write_heads * s.width);
  return Eigen::Map<const Mat>(said.data(), s.write_heads, s.width).array().tanh();
}

/// Shapes that do not fill the last vector, and with one cell, one shift, or several heads.
inline std::vector<MemoryShape> memory_shapes() {
  return {{1, 1, 1, 1, 3}, {5, 3, 1, 1, 3}, {19, 4, 2, 1, 5}, {16, 20, 1, 2, 1}, {33, 7, 3, 2, 3}, {4, 2, 1, 1, 9}};
}

}  // namespace attn::test
