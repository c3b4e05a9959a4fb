#include "kernels/memory_reference.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "kernels/softmax.h"

namespace attn::kernels {
namespace {

void check_row(const char* function, const char* name, In row, Index cols) {
  CHECK(row.rows() == 1 && row.cols() == cols, function, ": ", name, " is ", shape(row), ", expected [1,", cols, "]");
}

void check_shift(const char* function, In shift) {
  CHECK(shift.rows() == 1 && shift.cols() % 2 == 1, function, ": shift is ", shape(shift), ", expected [1,s] with s odd");
}

/// The cell from which cell `i` gets its weight when weights move by entry `k` of `s` shifts.
Index moved_from(Index i, Index k, Index s, Index cells) {
  const Index from = (i - k + (s - 1) / 2) % cells;
  return from < 0 ? from + cells : from;
}

}  // namespace

// ---- the stages of an address ----------------------------------------------------------------------------------------------------------

Mat cosine_similarity_reference(In memory, In key) {
  check_row("cosine_similarity_reference", "key", key, memory.cols());
  Mat cosines = Mat::Zero(1, memory.rows());
  const Real length = key.norm();
  for (Index i = 0; i < memory.rows(); ++i) cosines(i) = key.row(0).dot(memory.row(i)) / (length * memory.row(i).norm() + kCosineEpsilon);
  return cosines;
}

CosineGrads cosine_similarity_vjp_reference(In memory, In key, In d_cosines) {
  check_row("cosine_similarity_vjp_reference", "d_cosines", d_cosines, memory.rows());
  CosineGrads d{Mat::Zero(memory.rows(), memory.cols()), Mat::Zero(1, memory.cols())};
  const Mat cosines = cosine_similarity_reference(memory, key);
  const Real length = key.norm();
  for (Index i = 0; i < memory.rows(); ++i) {
    const Real cell = memory.row(i).norm(), both = length * cell;
    if (!(both > 0)) continue;
    const Real d_dot = d_cosines(0, i) / (both + kCosineEpsilon), d_both = -d_dot * cosines(i);
    d.d_memory.row(i) = d_dot * key.row(0) + d_both * length / cell * memory.row(i);
    d.d_key.row(0) += d_dot * memory.row(i) + d_both * cell / length * key.row(0);
  }
  return d;
}

Mat content_weights_reference(In cosines, Real strength) {
  CHECK(strength >= 0, "content_weights_reference: strength is ", strength);
  return softmax_rows(strength * cosines);
}

ContentGrads content_weights_vjp_reference(In cosines, Real strength, In weights, In d_weights) {
  const Mat d_scores = softmax_rows_vjp(weights, d_weights);
  return {strength * d_scores, d_scores.cwiseProduct(cosines).sum()};
}

Mat interpolate_reference(In content, In previous, Real gate) {
  check_row("interpolate_reference", "previous", previous, content.cols());
  return gate * content + (1 - gate) * previous;
}

InterpolateGrads interpolate_vjp_reference(In content, In previous, Real gate, In d_gated) {
  check_row("interpolate_vjp_reference", "d_gated", d_gated, content.cols());
  return {gate * d_gated, (1 - gate) * d_gated, d_gated.cwiseProduct(content - previous).sum()};
}

Mat circular_shift_reference(In weights, In shift) {
  check_shift("circular_shift_reference", shift);
  const Index cells = weights.cols(), s = shift.cols();
  Mat shifted = Mat::Zero(1, cells);
  for (Index i = 0; i < cells; ++i)
    for (Index k = 0; k < s; ++k) shifted(i) += shift(0, k) * weights(0, moved_from(i, k, s, cells));
  return shifted;
}

CircularShiftGrads circular_shift_vjp_reference(In weights, In shift, In d_shifted) {
  check_shift("circular_shift_vjp_reference", shift);
  const Index cells = weights.cols(), s = shift.cols();
  check_row("circular_shift_vjp_reference", "d_shifted", d_shifted, cells);
  CircularShiftGrads d{Mat::Zero(1, cells), Mat::Zero(1, s)};
  for (Index i = 0; i < cells; ++i)
    for (Index k = 0; k < s; ++k) {
      const Index from = moved_from(i, k, s, cells);
      d.d_weights(from) += shift(0, k) * d_shifted(0, i);
      d.d_shift(k) += weights(0, from) * d_shifted(0, i);
    }
  return d;
}

Mat sharpen_reference(In weights, Real gamma) {
  CHECK(gamma >= 1, "sharpen_reference: gamma is ", gamma);
  Mat sharpened = Mat::Zero(1, weights.cols());
  const Real largest = weights.cols() > 0 ? weights.maxCoeff() : Real(0);
  if (!(largest > 0)) return sharpened;
  for (Index i = 0; i < weights.cols(); ++i) sharpened(0, i) = std::pow(weights(0, i) / largest, gamma);
  return sharpened / sharpened.sum();
}

SharpenGrads sharpen_vjp_reference(In weights, Real gamma, In sharpened, In d_sharpened) {
  SharpenGrads d{Mat::Zero(1, weights.cols()), 0};
  const Real largest = weights.cols() > 0 ? weights.maxCoeff() : Real(0);
  if (!(largest > 0)) return d;
  const Real mean = sharpened.cwiseProduct(d_sharpened).sum(), total = weights.sum();
  for (Index i = 0; i < weights.cols(); ++i) {
    const Real excess = d_sharpened(0, i) - mean;
    if (gamma == 1) d.d_weights(i) = excess / total;
    if (!(weights(0, i) > 0)) continue;
    if (gamma != 1) d.d_weights(i) = gamma * (sharpened(0, i) / weights(0, i)) * excess;
    d.d_gamma += sharpened(0, i) * excess * std::log(weights(0, i) / largest);
  }
  return d;
}

Address address_reference(In memory, const Addressing& head, In previous) {
  Address a;
  a.cosines = cosine_similarity_reference(memory, head.key);
  a.content = content_weights_reference(a.cosines, head.strength);
  a.gated = interpolate_reference(a.content, previous, head.gate);
  a.shifted = circular_shift_reference(a.gated, head.shift);
  a.weights = sharpen_reference(a.shifted, head.sharpen);
  return a;
}

AddressGrads address_vjp_reference(In memory, const Addressing& head, In previous, const Address& forward, In d_weights) {
  const SharpenGrads sharpened = sharpen_vjp_reference(forward.shifted, head.sharpen, forward.weights, d_weights);
  const CircularShiftGrads shifted = circular_shift_vjp_reference(forward.gated, head.shift, sharpened.d_weights);
  const InterpolateGrads gated = interpolate_vjp_reference(forward.content, previous, head.gate, shifted.d_weights);
  const ContentGrads content = content_weights_vjp_reference(forward.cosines, head.strength, forward.content, gated.d_content);
  const CosineGrads cosines = cosine_similarity_vjp_reference(memory, head.key, content.d_cosines);
  return {cosines.d_memory, {cosines.d_key, content.d_strength, gated.d_gate, shifted.d_shift, sharpened.d_gamma}, gated.d_previous};
}

// ---- reading and writing ---------------------------------------------------------------------------------------------------------------

Mat read_memory_reference(In memory, In weights) {
  check_row("read_memory_reference", "weights", weights, memory.rows());
  return weights.lazyProduct(memory);
}

ReadGrads read_memory_vjp_reference(In memory, In weights, In d_read) {
  check_row("read_memory_vjp_reference", "weights", weights, memory.rows());
  check_row("read_memory_vjp_reference", "d_read", d_read, memory.cols());
  return {weights.transpose().lazyProduct(d_read), d_read.lazyProduct(memory.transpose())};
}

namespace {

void check_write(In memory, In weights, In erase, In add) {
  const Index heads = weights.rows();
  CHECK(weights.cols() == memory.rows() && erase.rows() == heads && add.rows() == heads && erase.cols() == memory.cols() &&
            add.cols() == memory.cols(),
        "write_memory_reference: memory is ", shape(memory), ", weights are ", shape(weights), ", erase is ", shape(erase), ", add is ",
        shape(add));
}

/// The part of entry (i, j) that the heads other than `without` leave.
Real kept(In weights, In erase, Index i, Index j, Index without = -1) {
  Real part = 1;
  for (Index h = 0; h < weights.rows(); ++h)
    if (h != without) part *= 1 - weights(h, i) * erase(h, j);
  return part;
}

}  // namespace

Mat write_memory_reference(In memory, In weights, In erase, In add) {
  check_write(memory, weights, erase, add);
  Mat written = weights.transpose().lazyProduct(add);
  for (Index i = 0; i < memory.rows(); ++i)
    for (Index j = 0; j < memory.cols(); ++j) written(i, j) += memory(i, j) * kept(weights, erase, i, j);
  return written;
}

WriteGrads write_memory_vjp_reference(In memory, In weights, In erase, In add, In d_written) {
  check_write(memory, weights, erase, add);
  CHECK(d_written.rows() == memory.rows() && d_written.cols() == memory.cols(), "write_memory_vjp_reference: d_written is ",
        shape(d_written));
  WriteGrads d{Mat(memory.rows(), memory.cols()), add.lazyProduct(d_written.transpose()), Mat::Zero(erase.rows(), erase.cols()),
               weights.lazyProduct(d_written)};
  for (Index i = 0; i < memory.rows(); ++i)
    for (Index j = 0; j < memory.cols(); ++j) {
      d.d_memory(i, j) = d_written(i, j) * kept(weights, erase, i, j);
      for (Index h = 0; h < weights.rows(); ++h) {
        const Real d_erased = -d_written(i, j) * memory(i, j) * kept(weights, erase, i, j, h);
        d.d_weights(h, i) += d_erased * erase(h, j);
        d.d_erase(h, j) += d_erased * weights(h, i);
      }
    }
  return d;
}

}  // namespace attn::kernels
