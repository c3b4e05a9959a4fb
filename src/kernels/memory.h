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
// This is the plain form, of one head and one example, stage by stage as it is explained. Networks run memory_step.h, for which it is the
// reference; tests hold the two together.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

inline constexpr Real kCosineEpsilon = Real(1e-8);

/// memory [N,M], key [1,M] -> cosines [1,N].
Mat cosine_similarity(In memory, In key);
struct CosineGrads {
  Mat d_memory, d_key;
};
CosineGrads cosine_similarity_vjp(In memory, In key, In d_cosines);

/// cosines [1,N] -> weighting [1,N], all of it on the most similar cells as the strength grows; 0: uniform.
Mat content_weights(In cosines, Real strength);
struct ContentGrads {
  Mat d_cosines;
  Real d_strength = 0;
};
ContentGrads content_weights_vjp(In cosines, Real strength, In weights, In d_weights);

/// gate 1: the content's weighting, 0: the previous one.
Mat interpolate(In content, In previous, Real gate);
struct InterpolateGrads {
  Mat d_content, d_previous;
  Real d_gate = 0;
};
InterpolateGrads interpolate_vjp(In content, In previous, Real gate, In d_gated);

/// weights [1,N], shift [1,s] -> [1,N]. More shifts than cells go round more than once.
Mat circular_shift(In weights, In shift);
struct CircularShiftGrads {
  Mat d_weights, d_shift;
};
CircularShiftGrads circular_shift_vjp(In weights, In shift, In d_shifted);

/// weights [1,N] of numbers >= 0 -> [1,N]. Computed from the largest weight down, so that a large gamma leaves that one and no 0 / 0.
Mat sharpen(In weights, Real gamma);
struct SharpenGrads {
  Mat d_weights;
  Real d_gamma = 0;
};
/// `sharpened` is the forward's result. A weight of 0 gets a gradient only at gamma = 1.
SharpenGrads sharpen_vjp(In weights, Real gamma, In sharpened, In d_sharpened);

/// What a head says about where it wants to be.
struct Addressing {
  Mat key;            ///< k [1,M]
  Real strength = 1;  ///< beta >= 0
  Real gate = 1;      ///< g in [0,1]
  Mat shift;          ///< [1,s]
  Real sharpen = 1;   ///< gamma >= 1
};
/// Where it is, stage by stage, each [1,N].
struct Address {
  Mat cosines, content, gated, shifted, weights;
};
/// memory [N,M], previous [1,N].
Address address(In memory, const Addressing& head, In previous);
struct AddressGrads {
  Mat d_memory;       ///< [N,M]
  Addressing d_head;  ///< of each number, what its name says
  Mat d_previous;     ///< [1,N]
};
AddressGrads address_vjp(In memory, const Addressing& head, In previous, const Address& forward, In d_weights);

/// memory [N,M], weights [1,N] -> r [1,M].
Mat read_memory(In memory, In weights);
struct ReadGrads {
  Mat d_memory, d_weights;
};
ReadGrads read_memory_vjp(In memory, In weights, In d_read);

/// memory [N,M], weights [h,N], erase and add [h,M] of h heads -> [N,M]. All heads erase, in no order (it is a product), then all add.
Mat write_memory(In memory, In weights, In erase, In add);
struct WriteGrads {
  Mat d_memory, d_weights, d_erase, d_add;
};
WriteGrads write_memory_vjp(In memory, In weights, In erase, In add, In d_written);

}  // namespace attn::kernels
