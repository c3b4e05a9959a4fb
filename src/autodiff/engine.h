// What may compute a tape's operations in place of the CPU's kernels, such as a graphics processor (compute/gl_engine.h).
//
// Every operation is first offered to the tape's engine. It computes y, or refuses, and then the CPU computes y from the values that are
// brought here. So a network of operations gives the same results whatever part of them an engine knows. The values stay where they were
// computed until somebody asks for them.
//
// Where a tape with an engine records, y may need a gradient. Who computed y also computes what its gradient gives to others: an engine
// that cannot do that refuses y, else it says on_backward_there(). The gradient of a value is the sum of what the engine has of it and of
// what is here, and those of parameters are brought here when backward() ends.
//
// The letters are those of the operations (ops.h, attention.h, multi_head.h). Shapes were checked; y has been made and has no value yet.
#pragma once

#include <memory>
#include <span>

#include "autodiff/tape.h"
#include "base/graph.h"
#include "kernels/graph.h"
#include "kernels/memory_step.h"
#include "kernels/recurrent.h"
#include "kernels/sentence_heads.h"

namespace attn::autodiff {

/// See recurrence.h.
struct RecurrentStep {
  kernels::Cell cell;
  Var projected, h, c, wh, bh;
  const bool* active;  ///< [b] or null
};
/// See attention.h. Positions first[i] ... last[i] of example i are within reach, all of them within its length.
struct AlignStep {
  Var query, keys, values, w;
  std::span<const int> first, last;  ///< [b]
  Var centre;
  Real deviation;
};
/// See graph.h.
struct GraphAttentionStep {
  const Neighbours* graph;
  kernels::GraphAttentionOptions options;
  Var features, source_features, a_source, a_target;
};

/// One step of a memory, for b examples (kernels/memory_step.h). Memory and weightings have a row for each entry of each example's cells
/// [b M, N], and for each head of each example [b H, N].
struct MemoryStepVars {
  Var said, memory, previous;                                              ///< what it reads
  Var heads, lengths, cosines, content, gated, shifted, weights, written;  ///< what it makes, beside what is read from the memory
};

class Engine {
 public:
  enum class Function { tanh, sigmoid, relu, gelu, elu };

  virtual ~Engine() = default;

  /// The tape forgets all values.
  virtual void clear() = 0;
  /// Whether it has the value of x, and with it the right to be asked for it.
  virtual bool has(Var x) const = 0;
  /// Writes the values of these, all of which it has, row by row.
  virtual void read(std::span<const Var> values, std::span<Real* const> numbers) = 0;
  /// The value of x has been changed here.
  virtual void forget(Var x) = 0;
  /// Of what was computed so far, only these values are asked for again, and no gradient.
  virtual void keep_only(std::span<const Var> values) = 0;
  /// Whether all went well so far. What an engine computed that failed is of no use.
  virtual bool healthy() = 0;

  /// backward() begins.
  virtual void forget_gradients() = 0;
  virtual bool has_gradient(Var x) const = 0;
  /// Adds what it has of x's gradient to `numbers`, and has nothing of it any more.
  virtual void take_gradient(Var x, Real* numbers) = 0;
  /// backward() ends: what it still has is of parameters, and is added to tape.gradient_here() of each.
  virtual void take_gradients(Tape& tape) = 0;

  virtual bool rows_of(Var whole, Index first, Var y) = 0;
  virtual bool linear(Var x, Var w, Var bias, Var y) = 0;
  virtual bool product_bt(Var a, Var b, Var y) = 0;
  /// y = a + factor b.
  virtual bool sum(Var a, Var b, Real factor, Var y) = 0;
  virtual bool multiply(Var a, Var b, Var y) = 0;
  virtual bool add_row(Var x, Var row, Var y) = 0;
  virtual bool multiply_rows(Var x, Var column, Var y) = 0;
  virtual bool scale(Var x, Real factor, Var y) = 0;
  virtual bool apply(Function function, Var x, Var y) = 0;
  virtual bool concat_cols(std::span<const Var> parts, Var y) = 0;
  virtual bool concat_rows(std::span<const Var> parts, Var y) = 0;
  virtual bool slice_cols(Var x, Index first, Var y) = 0;
  virtual bool gather_rows(Var table, std::span<const int> ids, Var y) = 0;
  virtual bool layer_norm(Var x, Var gamma, Var beta, Real epsilon, Var y) = 0;
  virtual bool softmax_rows(Var scores, const Mask* mask, Real temperature, Var y) = 0;
  /// `weights` and `scores` are the kept ones, or absent.
  virtual bool multi_head(Var q, Var k, Var v, const kernels::SentenceHeads& batch, Var offsets, Var weights, Var scores, Var y) = 0;
  virtual bool turn(Var x, int heads, const Mat& table, const int* positions, Var y) = 0;

  /// y is h after the step, next_c is c after it, for LSTM cells. An absent h or c before the step stands for zeros.
  virtual bool recurrent_step(const RecurrentStep& step, Var next_c, Var y) = 0;
  virtual bool align(const AlignStep& step, Var scores, Var weights, Var y) = 0;
  virtual bool graph_convolution(Var features, const Neighbours& graph, Var weights, Var y) = 0;
  /// `features` [n, h o] and `source_features` [n, h o] have been computed; the latter is absent in version 1.
  virtual bool graph_attention(const GraphAttentionStep& step, Var scores, Var weights, Var y) = 0;
  /// y [b, R M] is what is read.
  virtual bool memory_step(const kernels::MemoryShape& shape, const MemoryStepVars& step, Var y) = 0;
  virtual bool mean_of_rows(Var x, std::span<const int> first, Var y) = 0;
  virtual bool pair_products(Var x, std::span<const Tie> pairs, Var y) = 0;
};

/// Makes the engine of a tape. It may return null.
using MakeEngine = std::unique_ptr<Engine> (*)();

/// Offers an operation to the engine of y's tape. Returns whether it was computed there.
template <class... Taken, class... Given>
bool computed_by_engine(Var y, bool (Engine::*operation)(Taken...), Given&&... given) {
  Engine* const engine = y.tape->engine();
  return engine && (engine->*operation)(std::forward<Given>(given)..., y);
}

}  // namespace attn::autodiff
