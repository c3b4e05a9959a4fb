// Each operation of a tape on the GPU against the same operation on the CPU, over shapes that do not fill their texels.
#include <functional>

#include "autodiff/attention.h"
#include "autodiff/graph.h"
#include "autodiff/multi_head.h"
#include "autodiff/ops.h"
#include "autodiff/recurrence.h"
#include "kernels/positions.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using autodiff::Tape;
using autodiff::Var;

constexpr std::pair<Index, Index> kShapes[] = {{1, 1}, {1, 7}, {5, 3}, {64, 17}, {257, 129}};

class Engine : public Gl {
 protected:
  /// `make` builds the operation on a tape from its arguments; it must give the same on both sides, and the GPU must have done it.
  void expect_same(const std::vector<Mat>& arguments, const std::function<Var(const std::vector<Var>&)>& make) {
    const auto run = [&](Tape& tape) {
      tape.set_recording(false);
      std::vector<Var> given;
      for (const Mat& argument : arguments) given.push_back(tape.parameter(argument, nullptr));
      return Mat(make(given).value());
    };
    Tape here, there(gl->engine());
    EXPECT_TRUE(close(run(there), run(here)));
  }
  Rng rng{5};
  Mat random(Index rows, Index cols) { return normal_matrix(rows, cols, rng); }
};

TEST_F(Engine, Products) {
  for (const auto& [n, d] : kShapes)
    for (const Index p : {1, 6}) {
      SCOPED_TRACE(testing::Message() << n << "x" << d << " to " << p);
      const Mat x = random(n, d), w = random(d, p), b = random(1, p), wt = random(p, d);
      expect_same({x, w}, [](const auto& a) { return autodiff::product(a[0], a[1]); });
      expect_same({x, wt}, [](const auto& a) { return autodiff::product_bt(a[0], a[1]); });
      expect_same({x, w, b}, [](const auto& a) { return autodiff::linear(a[0], a[1], a[2]); });
    }
}

TEST_F(Engine, EntryByEntry) {
  for (const auto& [n, d] : kShapes) {
    SCOPED_TRACE(testing::Message() << n << "x" << d);
    const Mat a = random(n, d), b = random(n, d), row = random(1, d), column = random(n, 1);
    expect_same({a, b}, [](const auto& v) { return autodiff::add(v[0], v[1]); });
    expect_same({a, b}, [](const auto& v) { return autodiff::subtract(v[0], v[1]); });
    expect_same({a, b}, [](const auto& v) { return autodiff::multiply(v[0], v[1]); });
    expect_same({a, row}, [](const auto& v) { return autodiff::add_row(v[0], v[1]); });
    expect_same({a, column}, [](const auto& v) { return autodiff::multiply_rows(v[0], v[1]); });
    expect_same({a}, [](const auto& v) { return autodiff::scale(v[0], Real(-2.5)); });
  }
}

TEST_F(Engine, FunctionsOfNumbers) {
  using Function = Var (*)(Var);
  for (const auto& [n, d] : kShapes)
    for (const Function f : {Function(autodiff::tanh), Function(autodiff::sigmoid), Function(autodiff::relu), Function(autodiff::gelu),
                             Function(autodiff::elu)})
      for (const Real size : {Real(1), Real(1e-3), Real(30), Real(1e4)}) {
        SCOPED_TRACE(testing::Message() << n << "x" << d << " times " << size);
        expect_same({size * random(n, d)}, [f](const auto& v) { return f(v[0]); });
      }
}

/// What an operation leaves beside its numbers must not count: the columns of the last texel that do not exist are zeros.
TEST_F(Engine, PaddingStaysZero) {
  const Mat x = random(3, 5), w = random(5, 2);
  expect_same({x, w}, [](const auto& v) { return autodiff::product(autodiff::sigmoid(v[0]), v[1]); });
  expect_same({x, w}, [](const auto& v) { return autodiff::product(autodiff::softmax_rows(v[0]), v[1]); });
  expect_same({x, x}, [](const auto& v) { return autodiff::product_bt(autodiff::elu(v[0]), autodiff::sigmoid(v[1])); });
}

TEST_F(Engine, JoinsAndCuts) {
  for (const auto& [n, d] : kShapes) {
    SCOPED_TRACE(testing::Message() << n << "x" << d);
    const Mat a = random(n, d), b = random(n, 3), c = random(n, 6), below = random(2, d);
    expect_same({a, b, c}, [](const auto& v) { return autodiff::concat_cols({v[0], v[1], v[2]}); });
    expect_same({a, below, a}, [](const auto& v) { return autodiff::concat_rows(v); });
    expect_same({a}, [d = d](const auto& v) { return autodiff::slice_cols(v[0], d / 3, d - d / 3); });
    // A slice of what the GPU has, and of what it does not have.
    expect_same({a, a}, [n = n](const auto& v) { return autodiff::slice_rows(autodiff::add(v[0], v[1]), n / 2, n - n / 2); });
    expect_same({a}, [n = n](const auto& v) { return autodiff::scale(autodiff::slice_rows(v[0], n / 2, n - n / 2), 2); });
  }
}

TEST_F(Engine, LooksUpRows) {
  for (const auto& [v, d] : kShapes) {
    const std::vector<int> ids = {0, -1, static_cast<int>(v) - 1, static_cast<int>(v) / 2};
    expect_same({random(v, d)}, [&](const auto& a) { return autodiff::gather_rows(a[0], ids); });
  }
}

TEST_F(Engine, NormalisesRows) {
  for (const auto& [n, d] : kShapes)
    for (const Real offset : {Real(0), Real(100)}) {
      const Mat x = random(n, d).array() + offset;
      expect_same({x, random(1, d), random(1, d)}, [](const auto& v) { return autodiff::layer_norm(v[0], v[1], v[2]); });
    }
}

TEST_F(Engine, Softmax) {
  for (const auto& [n, m] : kShapes) {
    const Mask mask = random_mask(n, m, rng);
    for (const Real size : {Real(1), Real(1e4)})
      for (const Mask* shown : {static_cast<const Mask*>(nullptr), &mask})
        expect_same({size * random(n, m)}, [shown](const auto& v) { return autodiff::softmax_rows(v[0], shown, Real(0.7)); });
  }
}

TEST_F(Engine, HeadsOfSentences) {
  for (const auto& [heads, width] : {std::pair{1, 1}, {3, 2}, {2, 4}, {4, 8}, {2, 5}})
    for (const bool causal : {false, true})
      for (const int reach : {0, 2}) {
        SCOPED_TRACE(testing::Message() << heads << " heads of " << width << (causal ? " causal" : "") << " reach " << reach);
        const Index d = heads * width;
        const Mat q = random(9, d), k = random(20, d), v = random(20, d), offsets = random(2 * reach + 1, heads);
        // The last sentence has no queries, and row 8 of q belongs to nobody.
        const int first[] = {0, 5, 8}, length[] = {5, 3, 0}, key_first[] = {1, 8, 19}, key_length[] = {6, 11, 1};
        const kernels::SentenceHeads batch{
            .queries = {3, first, length}, .keys = {3, key_first, key_length}, .heads = heads, .scale = 0.5f, .causal = causal};
        expect_same({q, k, v, offsets},
                    [&](const auto& a) { return autodiff::multi_head(a[0], a[1], a[2], batch, reach ? a[3] : Var()).output; });
      }
}

TEST_F(Engine, KeepsWeightsAndScoresOfASentence) {
  const int zero = 0, seven = 7;
  const kernels::SentenceHeads batch{.queries = {1, &zero, &seven}, .keys = {1, &zero, &seven}, .heads = 3, .scale = 0.5f, .causal = true};
  const Mat q = random(7, 6), k = random(7, 6), v = random(7, 6);
  expect_same({q, k, v}, [&](const auto& a) { return autodiff::multi_head(a[0], a[1], a[2], batch, {}, true).weights; });
  expect_same({q, k, v}, [&](const auto& a) { return autodiff::multi_head(a[0], a[1], a[2], batch, {}, true).scores; });
}

TEST_F(Engine, TurnsByPositions) {
  const int positions[] = {4, 0, 9, 2};
  for (const auto& [heads, width] : {std::pair{1, 2}, {3, 2}, {2, 6}, {4, 8}}) {
    const Mat table = kernels::rotations(10, width);
    expect_same({random(4, heads * width)}, [&, h = heads](const auto& a) { return autodiff::turn(a[0], h, table, positions); });
  }
}

TEST_F(Engine, RecurrentLayers) {
  using kernels::Cell;
  const int lengths[] = {4, 1, 3};
  for (const Cell cell : {Cell::rnn, Cell::gru, Cell::lstm})
    for (const Index units : {1, 4, 6})
      for (const bool backward : {false, true})
        for (const int* own : {static_cast<const int*>(nullptr), lengths}) {
          SCOPED_TRACE(testing::Message() << "cell " << static_cast<int>(cell) << " units " << units << (backward ? " backward" : ""));
          const Index gates = kernels::gate_count(cell) * units;
          const autodiff::LayerRun run{.cell = cell, .batch = 3, .lengths = own, .backward = backward};
          const std::vector<Mat> given = {random(12, gates), random(units, gates), random(1, gates), random(3, units), random(3, units)};
          const auto layer = [&](const auto& v, bool begun) {
            return autodiff::recurrent_layer(run, v[0], v[1], v[2],
                                             begun ? autodiff::State{v[3], cell == Cell::lstm ? v[4] : Var()} : autodiff::State{});
          };
          for (const bool begun : {false, true}) {
            expect_same(given, [&](const auto& v) { return layer(v, begun).h; });
            expect_same(given, [&](const auto& v) { return layer(v, begun).last.h; });
            if (cell == Cell::lstm) expect_same(given, [&](const auto& v) { return layer(v, begun).c; });
          }
        }
}

TEST_F(Engine, StepsOfADecoder) {
  for (const bool biased : {false, true})
    expect_same({random(2, 3), random(3, 5), random(1, 5)}, [&](const auto& v) {
      autodiff::StepLinear step(v[1], biased ? v[2] : Var(), 4, 2);
      step(v[0]);
      step(autodiff::scale(v[0], 2));
      return step.all();
    });
  expect_same({random(2, 18), random(6, 18), random(1, 18)}, [&](const auto& v) {
    autodiff::RecurrentSteps step(kernels::Cell::gru, v[1], v[2], 3, 2);
    autodiff::State state;
    for (int k = 0; k < 3; ++k) state = step(v[0], state);
    return step.all();
  });
}

TEST_F(Engine, Alignment) {
  constexpr Index kBatch = 3, kPositions = 6;
  const int lengths[] = {6, 2, 4}, first[] = {-1, 1, 9}, last[] = {3, 7, 12};
  for (const Index width : {1, 4, 7})
    for (const bool additive : {false, true})
      for (const bool windowed : {false, true})
        for (const bool centred : {false, true}) {
          SCOPED_TRACE(testing::Message() << width << (additive ? " additive" : "") << (windowed ? " windowed" : "")
                                          << (centred ? " centred" : ""));
          const std::vector<Mat> given = {random(kBatch, width), random(kPositions * kBatch, width), random(kPositions * kBatch, 5),
                                          random(width, 1), random(kBatch, 1)};
          const auto aligned = [&](const auto& v) {
            autodiff::Window window;
            if (windowed) window.first = first, window.last = last;
            if (centred) window.centre = v[4], window.deviation = Real(1.5);
            return autodiff::align(v[0], {.batch = kBatch, .values = v[2], .keys = v[1], .w = additive ? v[3] : Var(), .lengths = lengths},
                                   window);
          };
          expect_same(given, [&](const auto& v) { return aligned(v).context; });
          expect_same(given, [&](const auto& v) { return aligned(v).weights; });
          expect_same(given, [&](const auto& v) { return autodiff::multiply(aligned(v).scores, aligned(v).weights); });
        }
}

TEST_F(Engine, Graphs) {
  // Node 4 sees nobody.
  const Neighbours graph = neighbours(7, std::vector<Tie>{{0, 1}, {0, 2}, {0, 0}, {1, 5}, {2, 1}, {3, 6}, {5, 5}, {6, 0}, {6, 3}, {6, 5}},
                                      TieKind::one_way, false);
  const Index m = graph.edges();
  for (const Index width : {1, 3, 4}) {
    expect_same({random(7, 5), random(5, width)}, [&](const auto& v) { return autodiff::graph_convolution(v[0], graph, v[1]).output; });
    expect_same({random(7, 5), random(5, width), random(m, 1)},
                [&](const auto& v) { return autodiff::graph_convolution(v[0], graph, v[1], v[2]).output; });
    expect_same({random(7, 5), random(5, width), random(m, 1)},
                [&](const auto& v) { return autodiff::graph_convolution(v[0], graph, v[1], v[2]).weights; });
    for (const int heads : {1, 2, 5})
      for (const int version : {1, 2})
        for (const auto join : {kernels::HeadJoin::concat, kernels::HeadJoin::mean})
          for (const bool own : {false, true}) {
            SCOPED_TRACE(testing::Message() << heads << " heads of " << width << " version " << version);
            const Index columns = heads * width;
            const std::vector<Mat> given = {random(7, 5), random(5, columns), random(5, columns), random(heads, width),
                                            random(heads, width)};
            const auto attended = [&](const auto& v) {
              return autodiff::graph_attention(
                  v[0], graph,
                  {.w = v[1], .w_source = version == 2 && own ? v[2] : Var(), .a_source = v[3], .a_target = version == 1 ? v[4] : Var()},
                  {.heads = heads, .version = version, .join = join});
            };
            expect_same(given, [&](const auto& v) { return attended(v).output; });
            expect_same(given, [&](const auto& v) { return attended(v).scores; });
            expect_same(given, [&](const auto& v) { return attended(v).weights; });
            expect_same(given, [&](const auto& v) { return attended(v).features; });
          }
  }
}

TEST_F(Engine, MeansAndPairsOfRows) {
  const std::vector<int> first = {0, 2, 2, 7};
  const std::vector<Tie> pairs = {{0, 6}, {3, 3}, {5, 1}};
  for (const Index width : {1, 4, 9}) {
    expect_same({random(7, width)}, [&](const auto& v) { return autodiff::mean_of_rows(v[0], first); });
    expect_same({random(7, width)}, [&](const auto& v) { return autodiff::pair_products(v[0], pairs); });
  }
}

TEST_F(Engine, TakesWhatTheCpuComputedInBetween) {
  const Mat x = random(5, 3);
  expect_same({x}, [](const auto& v) {
    const Var doubled = autodiff::scale(v[0], 2);
    doubled.value()(1, 1) = 7;  // a reader bends a number
    doubled.changed();
    return autodiff::relu(doubled);
  });
}

TEST_F(Engine, EmptyMatricesAreForTheCpu) {
  on_cpu_expected = 1;
  expect_same({Mat(0, 3), random(3, 2)}, [](const auto& v) { return autodiff::product(v[0], v[1]); });
}

}  // namespace
}  // namespace attn::compute
