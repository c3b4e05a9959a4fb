// The stages of an address, reading, writing and the whole step of a memory against central differences, in double precision.
#include "kernels/binary_cross_entropy.h"
#include "unit/jacobian.h"
#include "unit/kernels/memory_case.h"

namespace attn::kernels {
namespace {

using test::gradient_matches;
using test::MemoryCase;
using test::weighted_sum;

Mat one(Real x) { return Mat::Constant(1, 1, x); }
Mat distribution(Index n, Rng& rng) {
  const Mat w = uniform_matrix(1, n, rng, 0.05, 1);
  return w / w.sum();
}

TEST(MemoryJacobian, Stages) {
  Rng rng(1);
  for (const Index n : {1, 2, 7}) {
    Mat memory = normal_matrix(n, 3, rng), key = normal_matrix(1, 3, rng), previous = distribution(n, rng), w = distribution(n, rng),
        strength = one(2.5), gate = one(0.3), gamma = one(3.5), shift = distribution(5, rng), cosines = uniform_matrix(1, n, rng, -1, 1);
    const Mat c = normal_matrix(1, n, rng);

    const auto cosine = [&] { return weighted_sum(c, cosine_similarity_reference(memory, key)); };
    const CosineGrads d_cosine = cosine_similarity_vjp_reference(memory, key, c);
    EXPECT_TRUE(gradient_matches(&memory, d_cosine.d_memory, cosine));
    EXPECT_TRUE(gradient_matches(&key, d_cosine.d_key, cosine));

    const auto content = [&] { return weighted_sum(c, content_weights_reference(cosines, strength(0, 0))); };
    const ContentGrads d_content =
        content_weights_vjp_reference(cosines, strength(0, 0), content_weights_reference(cosines, strength(0, 0)), c);
    EXPECT_TRUE(gradient_matches(&cosines, d_content.d_cosines, content));
    EXPECT_TRUE(gradient_matches(&strength, one(d_content.d_strength), content));

    const auto gated = [&] { return weighted_sum(c, interpolate_reference(w, previous, gate(0, 0))); };
    const InterpolateGrads d_gated = interpolate_vjp_reference(w, previous, gate(0, 0), c);
    EXPECT_TRUE(gradient_matches(&w, d_gated.d_content, gated));
    EXPECT_TRUE(gradient_matches(&previous, d_gated.d_previous, gated));
    EXPECT_TRUE(gradient_matches(&gate, one(d_gated.d_gate), gated));

    const auto shifted = [&] { return weighted_sum(c, circular_shift_reference(w, shift)); };
    const CircularShiftGrads d_shifted = circular_shift_vjp_reference(w, shift, c);
    EXPECT_TRUE(gradient_matches(&w, d_shifted.d_weights, shifted));
    EXPECT_TRUE(gradient_matches(&shift, d_shifted.d_shift, shifted));

    const auto sharpened = [&] { return weighted_sum(c, sharpen_reference(w, gamma(0, 0))); };
    const SharpenGrads d_sharpened = sharpen_vjp_reference(w, gamma(0, 0), sharpen_reference(w, gamma(0, 0)), c);
    EXPECT_TRUE(gradient_matches(&w, d_sharpened.d_weights, sharpened));
    EXPECT_TRUE(gradient_matches(&gamma, one(d_sharpened.d_gamma), sharpened));
    // At gamma = 1 it is a division by the sum, of numbers that may be 0.
    const auto divided = [&] { return weighted_sum(c, w / w.sum()); };
    EXPECT_TRUE(gradient_matches(&w, sharpen_vjp_reference(w, 1, sharpen_reference(w, 1), c).d_weights, divided));
  }
}

TEST(MemoryJacobian, Address) {
  Rng rng(2);
  Mat memory = normal_matrix(5, 3, rng), previous = distribution(5, rng), key = normal_matrix(1, 3, rng), strength = one(1.5),
      gate = one(0.6), shift = distribution(3, rng), gamma = one(2);
  const Mat c = normal_matrix(1, 5, rng);
  const auto head = [&] { return Addressing{key, strength(0, 0), gate(0, 0), shift, gamma(0, 0)}; };
  const auto loss = [&] { return weighted_sum(c, address_reference(memory, head(), previous).weights); };
  const AddressGrads d = address_vjp_reference(memory, head(), previous, address_reference(memory, head(), previous), c);
  EXPECT_TRUE(gradient_matches(&memory, d.d_memory, loss));
  EXPECT_TRUE(gradient_matches(&previous, d.d_previous, loss));
  EXPECT_TRUE(gradient_matches(&key, d.d_head.key, loss));
  EXPECT_TRUE(gradient_matches(&strength, one(d.d_head.strength), loss));
  EXPECT_TRUE(gradient_matches(&gate, one(d.d_head.gate), loss));
  EXPECT_TRUE(gradient_matches(&shift, d.d_head.shift, loss));
  EXPECT_TRUE(gradient_matches(&gamma, one(d.d_head.sharpen), loss));
}

TEST(MemoryJacobian, ReadAndWrite) {
  Rng rng(3);
  Mat memory = normal_matrix(5, 3, rng), w = uniform_matrix(1, 5, rng, 0, 1);
  const Mat c = normal_matrix(1, 3, rng);
  const auto read = [&] { return weighted_sum(c, read_memory_reference(memory, w)); };
  const ReadGrads d_read = read_memory_vjp_reference(memory, w, c);
  EXPECT_TRUE(gradient_matches(&memory, d_read.d_memory, read));
  EXPECT_TRUE(gradient_matches(&w, d_read.d_weights, read));
  for (const Index heads : {1, 3}) {
    Mat weights = uniform_matrix(heads, 5, rng, 0, 1), erase = uniform_matrix(heads, 3, rng, 0, 1), add = normal_matrix(heads, 3, rng);
    const Mat cells = normal_matrix(5, 3, rng);
    const auto write = [&] { return weighted_sum(cells, write_memory_reference(memory, weights, erase, add)); };
    const WriteGrads d = write_memory_vjp_reference(memory, weights, erase, add, cells);
    EXPECT_TRUE(gradient_matches(&memory, d.d_memory, write));
    EXPECT_TRUE(gradient_matches(&weights, d.d_weights, write));
    EXPECT_TRUE(gradient_matches(&erase, d.d_erase, write));
    EXPECT_TRUE(gradient_matches(&add, d.d_add, write));
  }
}

TEST(MemoryJacobian, Step) {
  Rng rng(4);
  for (const MemoryShape& s : {MemoryShape{4, 3, 1, 1, 3}, MemoryShape{5, 2, 2, 2, 5}, MemoryShape{1, 2, 1, 1, 3}}) {
    MemoryCase c(s, 2, rng);
    const Mat of_reads = normal_matrix(2, s.reads(), rng), of_weights = normal_matrix(2, s.weights(), rng),
              of_memory = normal_matrix(2, s.memory(), rng);
    const auto loss = [&] {
      c.run();
      return weighted_sum(of_reads, c.reads) + weighted_sum(of_weights, c.weights) + weighted_sum(of_memory, c.written);
    };
    loss();
    Mat d_weights = of_weights, d_memory = of_memory, d_said = Mat::Zero(2, s.said());
    memory_step_vjp_into(c.in(), c.out(), {of_reads.data(), d_weights.data(), d_memory.data(), d_said.data()});
    EXPECT_TRUE(gradient_matches(&c.said, d_said, loss)) << s.cells;
    EXPECT_TRUE(gradient_matches(&c.memory, d_memory, loss)) << s.cells;
    EXPECT_TRUE(gradient_matches(&c.previous, d_weights, loss)) << s.cells;
  }
}

TEST(MemoryJacobian, BinaryCrossEntropy) {
  Rng rng(5);
  Mat logits = normal_matrix(4, 3, rng), d = Mat::Zero(4, 3);
  const Mat targets = uniform_matrix(4, 3, rng, 0, 1), mask = (Mat(1, 4) << 1, 0, 1, 1).finished();
  add_binary_cross_entropy_vjp(logits, targets, mask.data(), 1, d);
  EXPECT_TRUE(gradient_matches(&logits, d, [&] { return binary_cross_entropy(logits, targets, mask.data()); }));
}

}  // namespace
}  // namespace attn::kernels
