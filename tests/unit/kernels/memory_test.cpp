#include "kernels/memory.h"

#include "kernels/binary_cross_entropy.h"
#include "unit/compare.h"
#include "unit/kernels/memory_case.h"

namespace attn::kernels {
namespace {

using test::close;
using test::MemoryCase;

Mat row(std::initializer_list<Real> numbers) {
  Mat m(1, static_cast<Index>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), m.data());
  return m;
}

Mat matrix(Index rows, Index cols, std::initializer_list<Real> numbers) { return Eigen::Map<const Mat>(row(numbers).data(), rows, cols); }

// ---- the stages of an address ----------------------------------------------------------------------------------------------------------

TEST(CosineSimilarity, AsksForTheDirectionOnly) {
  const Mat memory = matrix(4, 2, {3, 0, 0, Real(0.5), -7, 0, 3, 4});
  EXPECT_TRUE(close(cosine_similarity_reference(memory, row({2, 0})), row({1, 0, -1, Real(0.6)})));
  EXPECT_TRUE(close(cosine_similarity_reference(memory, row({Real(1e-3), 0})), row({1, 0, -1, Real(0.6)}), 1e-4));
}

TEST(CosineSimilarity, TheSmallFirstMemoryIsStillTold) {
  Mat memory = Mat::Constant(3, 20, Real(1e-6));
  memory.row(1) = -memory.row(1);
  EXPECT_TRUE(close(cosine_similarity_reference(memory, Mat::Ones(1, 20)), row({1, -1, 1}), 1e-3));
}

TEST(CosineSimilarity, ZerosAreLikeNothingAndPassNoGradient) {
  const Mat memory = matrix(2, 2, {0, 0, 1, 2}), key = row({1, 1}), nothing = row({0, 0}), d = row({1, 1});
  EXPECT_EQ(cosine_similarity_reference(memory, key)(0, 0), 0);
  EXPECT_EQ(cosine_similarity_reference(memory, nothing), row({0, 0}));
  EXPECT_EQ(cosine_similarity_vjp_reference(memory, key, d).d_memory.row(0).norm(), 0);
  const CosineGrads of_nothing = cosine_similarity_vjp_reference(memory, nothing, d);
  EXPECT_EQ(of_nothing.d_memory.norm() + of_nothing.d_key.norm(), 0);
}

TEST(ContentWeights, FromUniformToTheMostSimilar) {
  const Mat cosines = row({Real(0.5), Real(0.9), -1, Real(0.9)});
  EXPECT_TRUE(close(content_weights_reference(cosines, 0), Mat::Constant(1, 4, Real(0.25))));
  EXPECT_TRUE(close(content_weights_reference(cosines, 1e4), row({0, Real(0.5), 0, Real(0.5)})));
  EXPECT_TRUE(close(content_weights_reference(row({Real(0.3)}), 7), row({1})));
}

TEST(CircularShift, MovesForwardByTheSignOfTheShift) {
  const Mat w = row({1, 2, 3, 4});
  EXPECT_EQ(circular_shift_reference(w, row({0, 1, 0})), w);
  EXPECT_EQ(circular_shift_reference(w, row({0, 0, 1})), row({4, 1, 2, 3}));
  EXPECT_EQ(circular_shift_reference(w, row({1, 0, 0})), row({2, 3, 4, 1}));
  EXPECT_EQ(circular_shift_reference(w, row({0, 0, 0, 0, 1})), row({3, 4, 1, 2}));
  EXPECT_EQ(circular_shift_reference(w, row({1})), w);
}

TEST(CircularShift, GoesRoundMoreThanOnce) {
  EXPECT_EQ(circular_shift_reference(row({1, 0}), row({0, 0, 0, 0, 0, 0, 1})), row({0, 1}));
  EXPECT_EQ(circular_shift_reference(row({5}), row({Real(0.25), Real(0.5), Real(0.25)})), row({5}));
}

TEST(Sharpen, LeavesTheLargest) {
  const Mat w = row({Real(0.1), Real(0.6), Real(0.3)});
  EXPECT_TRUE(close(sharpen_reference(w, 1), w));
  EXPECT_TRUE(close(sharpen_reference(w, 2), row({Real(0.01 / 0.46), Real(0.36 / 0.46), Real(0.09 / 0.46)})));
  EXPECT_TRUE(close(sharpen_reference(w, 1000), row({0, 1, 0})));
}

TEST(Sharpen, NeitherTinyNorNoWeightsMakeItNaN) {
  EXPECT_TRUE(close(sharpen_reference(row({Real(1e-30), Real(2e-30)}), 10), row({Real(1 / 1025.0), Real(1024 / 1025.0)})));
  EXPECT_EQ(sharpen_reference(row({0, 0}), 3), row({0, 0}));
  const Mat w = row({0, 1}), d = row({1, 0});
  for (const Real gamma : {Real(1), Real(1.5), Real(40)}) {
    const SharpenGrads grads = sharpen_vjp_reference(w, gamma, sharpen_reference(w, gamma), d);
    EXPECT_EQ(grads.d_weights(0, 0), gamma == 1 ? 1 : 0) << gamma;
    EXPECT_EQ(grads.d_gamma, 0);
  }
  EXPECT_EQ(sharpen_vjp_reference(row({0, 0}), 2, row({0, 0}), d).d_weights, row({0, 0}));
}

TEST(Address, EachStageHandsOnToTheNext) {
  Rng rng(1);
  const Mat memory = normal_matrix(6, 4, rng), previous = row({0, 0, 1, 0, 0, 0});
  // The gate shut: the head moves one cell on from where it was, whatever the key.
  const Address moved = address(memory, {normal_matrix(1, 4, rng), 5, 0, row({0, 0, 1}), 1}, previous);
  EXPECT_TRUE(close(moved.weights, row({0, 0, 0, 1, 0, 0})));
  // Open: it goes where the key says.
  const Address found = address(memory, {memory.row(4), 100, 1, row({0, 1, 0}), 2}, previous);
  Index best = 0;
  found.weights.row(0).maxCoeff(&best);
  EXPECT_EQ(best, 4);
  EXPECT_TRUE(close(Mat(found.weights.rowwise().sum()), row({1})));
  EXPECT_TRUE(close(found.gated, found.content));
}

TEST(Address, EqualsTheReference) {
  Rng rng(8);
  for (const Index cells : {1, 5, 16, 33})
    for (const Index shifts : {1, 3, 9}) {
      const Mat memory = normal_matrix(cells, 4, rng);
      Mat previous = uniform_matrix(1, cells, rng, 0, 1), shift = uniform_matrix(1, shifts, rng, 0, 1);
      previous /= previous.sum(), shift /= shift.sum();
      for (const Real gamma : {Real(1), Real(7.5)}) {
        const Addressing head{normal_matrix(1, 4, rng), Real(2.5), Real(0.3), shift, gamma};
        const Address a = address(memory, head, previous), plain = address_reference(memory, head, previous);
        EXPECT_TRUE(close(a.cosines, plain.cosines)) << cells;
        EXPECT_TRUE(close(a.content, plain.content)) << cells;
        EXPECT_TRUE(close(a.gated, plain.gated)) << cells;
        EXPECT_TRUE(close(a.shifted, plain.shifted)) << cells << " " << shifts;
        EXPECT_TRUE(close(a.weights, plain.weights)) << cells << " " << gamma;
      }
    }
}

// ---- reading and writing ---------------------------------------------------------------------------------------------------------------

TEST(WriteMemory, EraseThenAdd) {
  const Mat memory = matrix(2, 2, {1, 2, 3, 4}), w = row({1, Real(0.5)}), e = row({1, 0}), a = row({10, 20});
  EXPECT_EQ(write_memory(memory, w, e, a), matrix(2, 2, {10, 22, Real(6.5), 14}));
  EXPECT_EQ(read_memory(memory, w), row({Real(2.5), 4}));
}

TEST(WriteMemory, HeadsInNoOrder) {
  Rng rng(2);
  const Mat memory = normal_matrix(5, 3, rng), w = uniform_matrix(2, 5, rng, 0, 1), e = uniform_matrix(2, 3, rng, 0, 1),
            a = normal_matrix(2, 3, rng);
  const auto swapped = [](const Mat& m) { return Mat(m.colwise().reverse()); };
  EXPECT_TRUE(close(write_memory(memory, w, e, a), write_memory(memory, swapped(w), swapped(e), swapped(a))));
  // One after the other would have the second erase what the first added.
  const Mat one = write_memory(memory, w.row(0), e.row(0), a.row(0));
  EXPECT_FALSE(close(write_memory(memory, w, e, a), write_memory(one, w.row(1), e.row(1), a.row(1))));
}

TEST(WriteMemory, NoHeadsLeaveItAsItIs) {
  Rng rng(3);
  const Mat memory = normal_matrix(3, 2, rng);
  EXPECT_EQ(write_memory(memory, Mat(0, 3), Mat(0, 2), Mat(0, 2)), memory);
}

TEST(WriteMemory, ReadingAndWritingEqualTheReference) {
  Rng rng(9);
  for (const Index cells : {1, 5, 16, 33})
    for (const Index heads : {1, 3}) {
      const Mat memory = normal_matrix(cells, 4, rng), w = uniform_matrix(heads, cells, rng, 0, 1), e = uniform_matrix(heads, 4, rng, 0, 1),
                a = normal_matrix(heads, 4, rng);
      EXPECT_TRUE(close(write_memory(memory, w, e, a), write_memory_reference(memory, w, e, a))) << cells;
      EXPECT_TRUE(close(read_memory(memory, w.row(0)), read_memory_reference(memory, w.row(0)))) << cells;
    }
}

// ---- the batched step ------------------------------------------------------------------------------------------------------------------

TEST(MemoryStep, EqualsThePlainFunctions) {
  Rng rng(4);
  for (const MemoryShape& s : test::memory_shapes()) {
    MemoryCase c(s, 3, rng);
    c.run();
    for (Index e = 0; e < c.batch; ++e) {
      const Mat memory = c.cells(c.memory, e);
      Mat writing(s.write_heads, s.cells);
      for (Index h = 0; h < s.heads(); ++h) {
        const Address plain = address_reference(memory, test::addressing(c, e, h), c.weighting(c.previous, e, h));
        ASSERT_TRUE(close(c.weighting(c.cosines, e, h), plain.cosines)) << s.cells;
        ASSERT_TRUE(close(c.weighting(c.content, e, h), plain.content)) << s.cells;
        ASSERT_TRUE(close(c.weighting(c.gated, e, h), plain.gated)) << s.cells;
        ASSERT_TRUE(close(c.weighting(c.shifted, e, h), plain.shifted)) << s.cells;
        ASSERT_TRUE(close(c.weighting(c.weights, e, h), plain.weights)) << s.cells;
        if (h < s.read_heads)
          ASSERT_TRUE(close(c.reads.block(e, h * s.width, 1, s.width), read_memory_reference(memory, plain.weights)));
        else
          writing.row(h - s.read_heads) = plain.weights;
      }
      ASSERT_TRUE(close(c.cells(c.written, e), write_memory_reference(memory, writing, test::erases(c, e), test::adds(c, e))));
    }
  }
}

/// Gradients of one example by the plain functions.
struct PlainGradients {
  Mat memory, previous;  ///< [N,M], [H,N]
  Mat said;              ///< [1,P]
};
PlainGradients plain_gradients(const MemoryCase& c, Index e, const Mat& d_reads, const Mat& d_weights, const Mat& d_written) {
  const MemoryShape& s = c.shape;
  const Mat memory = c.cells(c.memory, e), erase = test::erases(c, e), add = test::adds(c, e);
  Mat writing(s.write_heads, s.cells);
  for (Index h = 0; h < s.write_heads; ++h) writing.row(h) = c.weighting(c.weights, e, s.read_heads + h);
  const WriteGrads write = write_memory_vjp_reference(memory, writing, erase, add, c.cells(d_written, e));
  PlainGradients plain{write.d_memory, Mat(s.heads(), s.cells), Mat(1, s.said())};
  const auto put = [&](Index first, const Mat& numbers) {
    plain.said.middleCols(first, numbers.size()) = Eigen::Map<const Mat>(numbers.data(), 1, numbers.size());
  };
  put(s.add(), write.d_add.array() * (1 - add.array().square()));
  put(s.erase(), write.d_erase.array() * erase.array() * (1 - erase.array()));
  for (Index h = 0; h < s.heads(); ++h) {
    Mat d = c.weighting(d_weights, e, h);
    if (h < s.read_heads) {
      const ReadGrads read = read_memory_vjp_reference(memory, c.weighting(c.weights, e, h), d_reads.block(e, h * s.width, 1, s.width));
      d += read.d_weights, plain.memory += read.d_memory;
    } else {
      d += write.d_weights.row(h - s.read_heads);
    }
    const Addressing head = test::addressing(c, e, h);
    const Mat previous = c.weighting(c.previous, e, h);
    const AddressGrads grads = address_vjp_reference(memory, head, previous, address_reference(memory, head, previous), d);
    plain.memory += grads.d_memory, plain.previous.row(h) = grads.d_previous;
    const Addressing& by = grads.d_head;
    put(h * s.width, by.key.array() * (1 - head.key.array().square()));
    put(s.shift() + h * s.shifts, head.shift.array() * (by.shift.array() - head.shift.cwiseProduct(by.shift).sum()));
    put(s.strength() + h, row({by.strength * test::sigmoid(c.said(e, s.strength() + h))}));
    put(s.gate() + h, row({by.gate * head.gate * (1 - head.gate)}));
    put(s.gamma() + h, row({by.sharpen * test::sigmoid(c.said(e, s.gamma() + h))}));
  }
  return plain;
}

void expect_plain_gradients(MemoryCase c, Rng& rng) {
  const MemoryShape& s = c.shape;
  c.run();
  const Mat d_reads = normal_matrix(c.batch, s.reads(), rng), d_weights = normal_matrix(c.batch, s.weights(), rng),
            d_written = normal_matrix(c.batch, s.memory(), rng);
  Mat d_w = d_weights, d_m = d_written, d_said = Mat::Zero(c.batch, s.said());
  memory_step_vjp_into(c.in(), c.out(), {d_reads.data(), d_w.data(), d_m.data(), d_said.data()});
  for (Index e = 0; e < c.batch; ++e) {
    const PlainGradients plain = plain_gradients(c, e, d_reads, d_weights, d_written);
    EXPECT_TRUE(close(c.cells(d_m, e), plain.memory, 1e-4)) << s.cells;
    EXPECT_TRUE(close(d_said.row(e), plain.said, 1e-4)) << s.cells;
    for (Index h = 0; h < s.heads(); ++h) EXPECT_TRUE(close(c.weighting(d_w, e, h), plain.previous.row(h), 1e-4)) << s.cells;
  }
}

TEST(MemoryStep, GradientEqualsThePlainFunctions) {
  Rng rng(5);
  for (const MemoryShape& s : test::memory_shapes()) expect_plain_gradients(MemoryCase(s, 2, rng), rng);
}

TEST(MemoryStep, GradientOfWeightsThatAreNothing) {
  Rng rng(7);
  for (const MemoryShape& s : test::memory_shapes()) {
    MemoryCase c(s, 1, rng);
    c.said.middleCols(s.gate(), 2 * s.heads()).setConstant(-200);  // gates shut, gammas 1
    c.previous.setZero();
    for (Index h = 0; h < s.heads(); ++h) c.previous(0, h * s.cells) = 1;
    expect_plain_gradients(c, rng);
    c.said.middleCols(s.gamma(), s.heads()).setConstant(2);
    expect_plain_gradients(c, rng);
  }
}

TEST(MemoryStep, EdgesStayFinite) {
  Rng rng(6);
  for (const Real size : {Real(0), Real(1e-25), Real(1), Real(1e4)}) {  // of what is said; of the memory too where it is tiny
    MemoryCase c({.cells = 7, .width = 3}, 1, rng);
    c.said *= size;
    if (size < 1) c.memory *= size;
    c.previous.setZero();
    c.previous(0, 0) = c.previous(0, 7) = 1;
    c.run();
    Mat d_w = Mat::Ones(1, 14), d_m = Mat::Ones(1, 21), d_said = Mat::Zero(1, c.shape.said());
    const Mat d_reads = Mat::Ones(1, 3);
    memory_step_vjp_into(c.in(), c.out(), {d_reads.data(), d_w.data(), d_m.data(), d_said.data()});
    for (const Mat* m : {&c.weights, &c.reads, &c.written, &d_w, &d_m, &d_said}) EXPECT_TRUE(test::all_finite(*m)) << size;
    for (Index h = 0; h < 2; ++h) EXPECT_NEAR(c.weighting(c.weights, 0, h).sum(), 1, 1e-5) << size;
  }
}

TEST(BinaryCrossEntropy, OfRowsThatAreAskedFor) {
  const Mat x = matrix(2, 2, {0, 2, 1e4, -1e4}), y = matrix(2, 2, {1, 0, 1, 1}), mask = row({1, 0}), none = row({0, 0});
  const Real first = static_cast<Real>((std::log(2.0) + std::log1p(std::exp(2.0))) / 2);
  EXPECT_NEAR(binary_cross_entropy(x, y, mask.data()), first, 1e-6);
  EXPECT_NEAR(binary_cross_entropy(x, y, nullptr), first / 2 + 2500, 1e-2);
  EXPECT_EQ(binary_cross_entropy(x, y, none.data()), 0);
  Mat d = Mat::Zero(2, 2);
  add_binary_cross_entropy_vjp(x, y, none.data(), 1, d);
  EXPECT_EQ(d.norm(), 0);
  add_binary_cross_entropy_vjp(x, y, mask.data(), 1, d);
  EXPECT_TRUE(close(d, matrix(2, 2, {Real(-0.25), test::sigmoid(2) / 2, 0, 0})));
}

}  // namespace
}  // namespace attn::kernels
