// The gradient of each operation of a tape on the GPU against the same gradient on the CPU, over shapes that do not fill their texels.
#include <functional>

#include "autodiff/attention.h"
#include "autodiff/graph.h"
#include "autodiff/multi_head.h"
#include "autodiff/ops.h"
#include "kernels/positions.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using autodiff::Tape;
using autodiff::Var;
using Make = std::function<Var(const std::vector<Var>&)>;

constexpr std::pair<Index, Index> kShapes[] = {{1, 1}, {1, 7}, {5, 3}, {64, 17}, {257, 129}};
constexpr Real kGradientTolerance = 1e-3f;

class Gradients : public Gl {
 protected:
  /// The gradients of all arguments, of a sum of the operation's numbers with factors that are always the same.
  std::vector<Mat> gradients(Tape& tape, const std::vector<Mat>& arguments, const Make& make) {
    tape.set_recording(true);
    std::vector<Mat> out;
    for (const Mat& argument : arguments) out.push_back(Mat::Ones(argument.rows(), argument.cols()));  // what backward() adds to
    std::vector<Var> given;
    for (std::size_t i = 0; i < arguments.size(); ++i) given.push_back(tape.parameter(arguments[i], &out[i]));
    const Var y = make(given);
    Rng factors(11);
    tape.backward(autodiff::sum(autodiff::multiply(y, tape.constant(normal_matrix(y.rows(), y.cols(), factors)))));
    return out;
  }
  void expect_same(const std::vector<Mat>& arguments, const Make& make) {
    Tape here, there(gl->engine());
    const long before = calls().on_gpu;
    const std::vector<Mat> a = gradients(there, arguments, make);
    EXPECT_TRUE(there.engine()->healthy());
    EXPECT_GE(calls().on_gpu - before, 2) << "the product with the factors, and a gradient";
    const std::vector<Mat> b = gradients(here, arguments, make);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(close(a[i], b[i], kGradientTolerance)) << "argument " << i;
  }
  Rng rng{5};
  Mat random(Index rows, Index cols) { return normal_matrix(rows, cols, rng); }
};

TEST_F(Gradients, Products) {
  for (const auto& [n, d] : kShapes)
    for (const Index p : {1, 6}) {
      SCOPED_TRACE(testing::Message() << n << "x" << d << " to " << p);
      const Mat x = random(n, d), w = random(d, p), b = random(1, p), wt = random(p, d);
      expect_same({x, w}, [](const auto& a) { return autodiff::product(a[0], a[1]); });
      expect_same({x, wt}, [](const auto& a) { return autodiff::product_bt(a[0], a[1]); });
      expect_same({x, w, b}, [](const auto& a) { return autodiff::linear(a[0], a[1], a[2]); });
    }
}

TEST_F(Gradients, EntryByEntry) {
  for (const auto& [n, d] : kShapes) {
    SCOPED_TRACE(testing::Message() << n << "x" << d);
    const Mat a = random(n, d), b = random(n, d), row = random(1, d);
    expect_same({a, b}, [](const auto& v) { return autodiff::add(v[0], v[1]); });
    expect_same({a, b}, [](const auto& v) { return autodiff::subtract(v[0], v[1]); });
    expect_same({a, b}, [](const auto& v) { return autodiff::multiply(v[0], v[1]); });
    expect_same({a, row}, [](const auto& v) { return autodiff::add_row(v[0], v[1]); });
    expect_same({a}, [](const auto& v) { return autodiff::scale(v[0], Real(-2.5)); });
  }
}

TEST_F(Gradients, FunctionsOfNumbers) {
  using Function = Var (*)(Var);
  for (const auto& [n, d] : kShapes)
    for (const Function f : {Function(autodiff::tanh), Function(autodiff::sigmoid), Function(autodiff::relu), Function(autodiff::gelu),
                             Function(autodiff::elu)})
      for (const Real size : {Real(1), Real(1e-3), Real(30)}) {
        SCOPED_TRACE(testing::Message() << n << "x" << d << " times " << size);
        expect_same({size * random(n, d)}, [f](const auto& v) { return f(v[0]); });
      }
}

TEST_F(Gradients, JoinsAndCuts) {
  for (const auto& [n, d] : kShapes) {
    SCOPED_TRACE(testing::Message() << n << "x" << d);
    const Mat a = random(n, d), b = random(n, 3), c = random(n, 6), below = random(2, d);
    expect_same({a, b, c}, [](const auto& v) { return autodiff::concat_cols({v[0], v[1], v[2]}); });
    expect_same({a, below}, [](const auto& v) { return autodiff::concat_rows(std::vector{v[0], v[1], v[0]}); });
    expect_same({a}, [d = d](const auto& v) { return autodiff::slice_cols(v[0], d / 3, d - d / 3); });
    // A slice of what the GPU has, and of what it does not have.
    expect_same({a, a}, [n = n](const auto& v) { return autodiff::slice_rows(autodiff::add(v[0], v[1]), n / 2, n - n / 2); });
    expect_same({a}, [n = n](const auto& v) { return autodiff::scale(autodiff::slice_rows(v[0], n / 2, n - n / 2), 2); });
  }
}

TEST_F(Gradients, LookedUpRows) {
  for (const auto& [v, d] : kShapes) {
    const int last = static_cast<int>(v) - 1;
    const std::vector<int> ids = {0, -1, last, last / 2, 0, last, 0};
    expect_same({random(v, d)}, [&](const auto& a) { return autodiff::gather_rows(a[0], ids); });
    expect_same({random(v, d)}, [&](const auto& a) { return autodiff::gather_rows(a[0], std::vector<int>{-1, -1}); });
  }
}

TEST_F(Gradients, NormalisedRows) {
  for (const auto& [n, d] : kShapes)
    for (const Real offset : {Real(0), Real(10)}) {
      if (d == 1) continue;  // normalised, a single number is 0 whatever it was
      const Mat x = random(n, d).array() + offset;
      expect_same({x, random(1, d), random(1, d)}, [](const auto& v) { return autodiff::layer_norm(v[0], v[1], v[2]); });
    }
}

TEST_F(Gradients, Softmax) {
  for (const auto& [n, m] : kShapes) {
    const Mask mask = random_mask(n, m, rng), nothing = Mask::Constant(n, m, false);
    for (const Real size : {Real(1), Real(30)})
      for (const Mask* shown : {static_cast<const Mask*>(nullptr), &mask, &nothing})
        expect_same({size * random(n, m)}, [shown](const auto& v) { return autodiff::softmax_rows(v[0], shown, Real(0.7)); });
  }
}

TEST_F(Gradients, HeadsOfSentences) {
  for (const auto& [heads, width] : {std::pair{1, 1}, {3, 2}, {2, 4}, {4, 8}, {2, 5}})
    for (const bool causal : {false, true})
      for (const int reach : {0, 2}) {
        SCOPED_TRACE(testing::Message() << heads << " heads of " << width << (causal ? " causal" : "") << " reach " << reach);
        const Index d = heads * width;
        const Mat q = random(9, d), k = random(20, d), v = random(20, d), offsets = random(2 * reach + 1, heads);
        // The last sentence has no queries, and row 8 of q and row 0 of k belong to nobody.
        const int first[] = {0, 5, 8}, length[] = {5, 3, 0}, key_first[] = {1, 8, 19}, key_length[] = {6, 11, 1};
        const kernels::SentenceHeads batch{
            .queries = {3, first, length}, .keys = {3, key_first, key_length}, .heads = heads, .scale = 0.5f, .causal = causal};
        expect_same({q, k, v, offsets},
                    [&](const auto& a) { return autodiff::multi_head(a[0], a[1], a[2], batch, reach ? a[3] : Var()).output; });
      }
}

TEST_F(Gradients, HeadsOfManySentences) {
  constexpr int kSentences = 40;
  int first[kSentences], length[kSentences], rows = 0;
  for (int i = 0; i < kSentences; ++i) first[i] = rows, rows += length[i] = 1 + i % 7;
  const kernels::SentenceHeads batch{
      .queries = {kSentences, first, length}, .keys = {kSentences, first, length}, .heads = 2, .scale = 0.5f, .causal = true};
  const Mat q = random(rows, 8), k = random(rows, 8), v = random(rows, 8), offsets = random(7, 2);
  expect_same({q, k, v, offsets}, [&](const auto& a) { return autodiff::multi_head(a[0], a[1], a[2], batch, a[3]).output; });
  // Queries, keys and values may be one matrix.
  expect_same({q}, [&](const auto& a) { return autodiff::multi_head(a[0], a[0], a[0], batch).output; });
}

TEST_F(Gradients, SharedKeysAreForTheCpu) {
  const int first[] = {0, 3}, length[] = {3, 2}, key_first[] = {0, 0}, key_length[] = {4, 4};
  const kernels::SentenceHeads batch{.queries = {2, first, length}, .keys = {2, key_first, key_length}, .heads = 2};
  on_cpu_expected = 1;
  const auto heads = [&](const auto& a) {
    return autodiff::multi_head(autodiff::scale(a[0], 2), autodiff::scale(a[1], 2), autodiff::scale(a[2], 2), batch).output;
  };
  expect_same({random(5, 8), random(4, 8), random(4, 8)}, heads);
}

TEST_F(Gradients, TurnsByPositions) {
  const int positions[] = {4, 0, 9, 2};
  for (const auto& [heads, width] : {std::pair{1, 2}, {3, 2}, {2, 6}, {4, 8}}) {
    const Mat table = kernels::rotations(10, width);
    expect_same({random(4, heads * width)}, [&, h = heads](const auto& a) { return autodiff::turn(a[0], h, table, positions); });
  }
}

/// What an operation leaves beside its numbers must not count in the gradients of others.
TEST_F(Gradients, PaddingStaysZero) {
  const Mat x = random(3, 5), w = random(5, 2), gamma = random(1, 5), beta = random(1, 5);
  expect_same({x, w, gamma, beta}, [](const auto& v) {
    return autodiff::product(autodiff::elu(autodiff::layer_norm(autodiff::sigmoid(v[0]), v[2], v[3])), v[1]);
  });
  expect_same({x, x}, [](const auto& v) { return autodiff::product_bt(autodiff::softmax_rows(v[0]), autodiff::sigmoid(v[1])); });
}

TEST_F(Gradients, AddUpWhereAValueIsUsedAgain) {
  const Mat x = random(6, 5), w = random(5, 5);
  expect_same({x, w}, [](const auto& v) {
    const Var h = autodiff::linear(v[0], v[1], {});
    const Var sum = autodiff::add(autodiff::add(h, autodiff::relu(h)), autodiff::product(h, v[1]));
    return autodiff::multiply(autodiff::subtract(sum, h), autodiff::scale(h, 3));
  });
}

TEST_F(Gradients, GoToAndFromWhatTheCpuComputes) {
  const std::vector<int> first = {0, 2, 6};
  on_cpu_expected = 2;  // both operations below have their gradients on the CPU only
  expect_same({random(6, 5), random(5, 4), random(6, 1)}, [&](const auto& v) {
    const Var h = autodiff::tanh(autodiff::product(v[0], v[1]));
    const Var means = autodiff::mean_of_rows(autodiff::multiply_rows(h, v[2]), first);
    return autodiff::product_bt(h, autodiff::scale(means, 2));
  });
}

TEST_F(Gradients, OfASecondBackwardPassAreThoseOfTheFirst) {
  const Mat x = random(4, 3), w = random(3, 2);
  Mat gradient = Mat::Zero(3, 2);
  Tape tape(gl->engine());
  tape.set_recording(true);
  const Var loss = autodiff::sum(autodiff::tanh(autodiff::product(tape.constant(x), tape.parameter(w, &gradient))));
  tape.backward(loss);
  const Mat once = gradient;
  tape.backward(loss);
  EXPECT_TRUE(close(gradient, 2 * once));
}

}  // namespace
}  // namespace attn::compute
