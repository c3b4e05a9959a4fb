// The plain form of memory.h and memory_step.h, one head and one example at a time, stage by stage, with the gradient of each stage. Tests
// compare it with PyTorch and with finite differences, and compare the loops that networks run with it. memory.h has the equations, and
// what the paper leaves open. N cells of width M, s shifts; a gradient has the shape of what it is of. Shapes that do not fit end the
// program.
#pragma once

#include "kernels/memory.h"

namespace attn::kernels {

/// memory [N,M], key [1,M] -> cosines [1,N].
Mat cosine_similarity_reference(In memory, In key);
struct CosineGrads {
  Mat d_memory, d_key;
};
CosineGrads cosine_similarity_vjp_reference(In memory, In key, In d_cosines);

/// cosines [1,N] -> weighting [1,N]. The larger the strength, the more of it is on the most similar cells; strength 0 gives a uniform one.
Mat content_weights_reference(In cosines, Real strength);
struct ContentGrads {
  Mat d_cosines;
  Real d_strength = 0;
};
ContentGrads content_weights_vjp_reference(In cosines, Real strength, In weights, In d_weights);

/// A gate of 1 gives the content's weighting, 0 the previous one.
Mat interpolate_reference(In content, In previous, Real gate);
struct InterpolateGrads {
  Mat d_content, d_previous;
  Real d_gate = 0;
};
InterpolateGrads interpolate_vjp_reference(In content, In previous, Real gate, In d_gated);

/// weights [1,N], shift [1,s] -> [1,N]. More shifts than cells go round more than once.
Mat circular_shift_reference(In weights, In shift);
struct CircularShiftGrads {
  Mat d_weights, d_shift;
};
CircularShiftGrads circular_shift_vjp_reference(In weights, In shift, In d_shifted);

/// weights [1,N] of numbers >= 0 -> [1,N]. Computed from the largest weight down, so that a large gamma leaves that one and no 0 / 0.
Mat sharpen_reference(In weights, Real gamma);
struct SharpenGrads {
  Mat d_weights;
  Real d_gamma = 0;
};
/// `sharpened` is the forward's result. A weight of 0 gets a gradient only at gamma = 1.
SharpenGrads sharpen_vjp_reference(In weights, Real gamma, In sharpened, In d_sharpened);

/// memory [N,M], previous [1,N].
Address address_reference(In memory, const Addressing& head, In previous);
struct AddressGrads {
  Mat d_memory;       ///< [N,M]
  Addressing d_head;  ///< the gradient of each number under the number's name
  Mat d_previous;     ///< [1,N]
};
AddressGrads address_vjp_reference(In memory, const Addressing& head, In previous, const Address& forward, In d_weights);

/// memory [N,M], weights [1,N] -> r [1,M].
Mat read_memory_reference(In memory, In weights);
struct ReadGrads {
  Mat d_memory, d_weights;
};
ReadGrads read_memory_vjp_reference(In memory, In weights, In d_read);

/// memory [N,M], weights [h,N], erase and add [h,M] of h heads -> [N,M]. All heads erase, in no order (it is a product), then all add.
Mat write_memory_reference(In memory, In weights, In erase, In add);
struct WriteGrads {
  Mat d_memory, d_weights, d_erase, d_add;
};
WriteGrads write_memory_vjp_reference(In memory, In weights, In erase, In add, In d_written);

}  // namespace attn::kernels
