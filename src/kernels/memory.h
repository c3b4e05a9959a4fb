// A memory that is read and written by attention: the Neural Turing Machine's heads (Graves et al. 2014, section 3).
//
// A head finds its weighting over the memory's cells in four stages (equations 5 to 9), each of which is a result:
//   content   softmax_i(beta cos(k, M_i))              where the cells look like the key, strength beta >= 0
//   gated     g content + (1 - g) previous              interpolation with its weighting of the step before
//   shifted   sum_j gated(i - j) s(j)                   circular convolution with a distribution over small moves
//   weights   shifted^gamma / sum shifted^gamma         sharpening, gamma >= 1
// It reads r = sum_i w_i M_i (2), and writes M_i' = M_i (1 - w_i e) + w_i a (3, 4).
//
// N cells of width M, s shifts (odd): entry k of a shift distribution moves by k - (s - 1) / 2 cells, forward where that is positive, and
// over the ends. Weightings are rows [1,N], of which no function asks that they sum to 1.
//
// What the paper leaves open: the cosine is k . M_i / (|k| |M_i| + epsilon); where one of the two is all zeros it is 0 and passes no
// gradient. Weightings that are 0 everywhere stay so when sharpened.
//
// These functions take one head, or the heads of one example, and return every stage, so that it can be explained. They run the loops of
// memory_step.h, as networks do.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// A cosine is divided by the product of the lengths plus this number.
inline constexpr Real kCosineEpsilon = Real(1e-8);

/// The parameters by which a head finds its weighting.
struct Addressing {
  Mat key;            ///< k [1,M]
  Real strength = 1;  ///< beta >= 0
  Real gate = 1;      ///< g in [0,1]
  Mat shift;          ///< [1,s]
  Real sharpen = 1;   ///< gamma >= 1
};
/// The stages of its weighting, each [1,N].
struct Address {
  Mat cosines, content, gated, shifted, weights;
};
/// memory [N,M], previous [1,N]. The strength is >= 0, the number of shifts odd; more shifts than cells go round more than once.
Address address(In memory, const Addressing& head, In previous);

/// memory [N,M], weights [1,N] -> r [1,M].
Mat read_memory(In memory, In weights);

/// memory [N,M], weights [h,N], erase and add [h,M] of h heads -> [N,M]. All heads erase, in no order (it is a product), then all add.
Mat write_memory(In memory, In weights, In erase, In add);

}  // namespace attn::kernels
