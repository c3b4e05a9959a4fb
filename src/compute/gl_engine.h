// The operations of a tape on the GPU. Each value is a texture from the operation that makes it to the last one that needs it. What was
// computed or given on the CPU is uploaded when the first operation asks for it.
//
// gl_engine.cpp has the values and the operations of ops.h; gl_engine_layout.cpp those that move numbers; gl_engine_sequences.cpp heads,
// recurrent steps and alignment; gl_engine_graphs.cpp those over graphs, gl_engine_memory.cpp the step of a memory; gl_engine_gradients.cpp
// gradients. On a tape that records, operations are refused whose gradients are not computed here.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "autodiff/engine.h"
#include "compute/backend.h"
#include "compute/gl_passes.h"
#include "compute/gl_state.h"

namespace attn::compute {

using autodiff::Var;

class GlEngine final : public autodiff::Engine {
 public:
  explicit GlEngine(Device& device) : device_(device) {}
  ~GlEngine() override { healthy(); }

  void clear() override {
    values_.clear();
    gradients_.clear();
    given_.clear();
    kept_.clear();
  }
  bool has(Var x) const override { return index(x) < values_.size() && values_[index(x)] != nullptr; }
  void read(std::span<const Var> values, std::span<Real* const> numbers) override;
  void forget(Var x) override;
  void keep_only(std::span<const Var> values) override;
  bool healthy() override;
  void forget_gradients() override { gradients_.clear(); }
  bool has_gradient(Var x) const override { return index(x) < gradients_.size() && gradients_[index(x)] != nullptr; }
  void take_gradient(Var x, Real* numbers) override;
  void take_gradients(autodiff::Tape& tape) override;

  bool rows_of(Var whole, Index first, Var y) override;
  bool linear(Var x, Var w, Var bias, Var y) override;
  bool product_bt(Var a, Var b, Var y) override;
  bool sum(Var a, Var b, Real factor, Var y) override;
  bool multiply(Var a, Var b, Var y) override;
  bool add_row(Var x, Var row, Var y) override;
  bool multiply_rows(Var x, Var column, Var y) override { return !needs_gradient(y) && entrywise({"PRODUCT", "COLUMN"}, x, column, 1, y); }
  bool scale(Var x, Real factor, Var y) override;
  bool apply(Function function, Var x, Var y) override;
  bool concat_cols(std::span<const Var> parts, Var y) override;
  bool concat_rows(std::span<const Var> parts, Var y) override;
  bool slice_cols(Var x, Index first, Var y) override;
  bool gather_rows(Var table, std::span<const int> ids, Var y) override;
  bool layer_norm(Var x, Var gamma, Var beta, Real epsilon, Var y) override;
  bool softmax_rows(Var scores, const Mask* mask, Real temperature, Var y) override;
  bool multi_head(Var q, Var k, Var v, const kernels::SentenceHeads& batch, Var offsets, Var weights, Var scores, Var y) override;
  bool turn(Var x, int heads, const Mat& table, const int* positions, Var y) override;
  bool recurrent_step(const autodiff::RecurrentStep& step, Var next_c, Var y) override;
  bool align(const autodiff::AlignStep& step, Var scores, Var weights, Var y) override;
  bool graph_convolution(Var features, const Neighbours& graph, Var weights, Var y) override;
  bool graph_attention(const autodiff::GraphAttentionStep& step, Var scores, Var weights, Var y) override;
  bool memory_step(const kernels::MemoryShape& shape, const autodiff::MemoryStepVars& step, Var y) override;
  bool mean_of_rows(Var x, std::span<const int> first, Var y) override;
  bool pair_products(Var x, std::span<const Tie> pairs, Var y) override;

 private:
  using Held = std::shared_ptr<const GpuMatrix>;
  static constexpr int kChunkRows = 192;  ///< that one fragment sums
  static int chunks_of(int rows) { return (rows + kChunkRows - 1) / kChunkRows; }
  static Held hold(GpuMatrix matrix) { return std::make_shared<GpuMatrix>(std::move(matrix)); }
  static std::size_t index(Var x) { return static_cast<std::size_t>(x.index); }

  /// Whether all of these fit into textures, so that the operation can be done; else it is counted as one for the CPU. Absent values fit.
  bool can(std::initializer_list<Var> values);
  bool can(std::span<const Var> parts, Var y);
  bool refuse(std::string why);
  bool fits_all(std::span<const Var> values) const;
  /// Of an operation whose gradient is not computed here: whether it is refused for that.
  bool needs_gradient(Var y) { return y.needs_gradient() && !refuse("this operation's gradient is computed by the CPU only"); }

  /// The texture of a value, from the CPU if the GPU does not have it.
  const GpuMatrix& of(Var x);
  void put(Var y, GpuMatrix value) { hold(y, hold(std::move(value))); }
  void hold(Var y, Held value);
  /// Keeps the result of an operation. Returns true, as the operation does.
  bool done(Var y, GpuMatrix value) {
    put(y, std::move(value));
    ++calls().on_gpu;
    return true;
  }
  GpuMatrix filled(Pass pass, Index rows, Index cols) {
    GpuMatrix result = make_matrix(device_, rows, cols);
    device_.run(pass, result.texture);
    return result;
  }

  /// backward() calls f(gradient of y), a Held, unless y has none. Returns true, as the operation does.
  template <class F>
  bool with_gradient(Var y, F f) {
    y.tape->on_backward_there(y, [this, y, f] {
      if (const Held d_y = gradient(y)) f(d_y);
    });
    return true;
  }
  /// All of y's gradient, of which nothing is left then; null where there is none.
  Held gradient(Var y);
  /// Adds to x's gradient, if x needs one: what a pass gives that says `added`, or a matrix.
  void add_gradient(Var x, Pass pass);
  void add_gradient(Var x, const Held& part);
  /// a b, or where it is `transposed` a b^T, and a row that is added to each.
  GpuMatrix multiplied(const GpuMatrix& a, const GpuMatrix& b, bool transposed, const GpuMatrix* bias);
  /// Adds such a product to the gradient of x.
  void add_product(Var x, const GpuMatrix& a, const GpuMatrix& b, bool transposed);
  /// The product as parts, and the pass that makes one matrix of them.
  using Quarters = std::array<Texture, Device::kOutputs>;
  Quarters quarters(const GpuMatrix& a, const GpuMatrix& b, bool transposed);
  static Pass joining(const Quarters& parts);
  /// Adds x^T g to the gradient of w, the sums of g's columns to that of `row`; either may be absent, and x then null.
  void add_product_at(const GpuMatrix* x, const GpuMatrix& g, Var w, Var row);
  /// The sums that `height` rows of each of so many chunks have for the gradient of x, from row `begin` on.
  void add_chunks(Var x, const GpuMatrix& chunks, int begin, int height);
  void layer_norm_vjp(Var x, Var gamma, Var beta, const GpuMatrix& rows, const GpuMatrix& d_y);
  /// What the gradient of heads needs.
  struct Heads {
    Var q, k, v, offsets;
    int heads, reach;
    Real scale;
    const GpuMatrix *places, *key_places, *weights;
  };
  void multi_head_vjp(const Heads& heads, const GpuMatrix& d_y);
  GpuMatrix softmax_vjp(const GpuMatrix& weights, const GpuMatrix& d_weights, Real temperature);
  /// Keeps a matrix until the tape is cleared.
  const GpuMatrix* keep(GpuMatrix matrix) { return &*kept_.emplace_back(hold(std::move(matrix))); }
  bool entrywise(std::vector<std::string> defines, Var a, Var b, Real factor, Var y);
  GpuMatrix upload_column(std::span<const int> numbers);
  /// What each query sees, and which queries see each key.
  GpuMatrix upload_places(const kernels::SentenceHeads& batch, Index rows);
  GpuMatrix upload_key_places(const kernels::SentenceHeads& batch, Index rows);
  GpuMatrix edge_sums(const GpuMatrix& weights, const GpuMatrix& features, const GpuMatrix& nodes, const GpuMatrix& edges);

  Device& device_;
  StateGuard guard_;
  std::vector<Held> values_, gradients_;  ///< by the values' index on the tape; null where the GPU has none
  std::vector<Held> kept_;                ///< what gradients need beside values
  bool spoiled_ = false;
  /// What was uploaded, by its place in the CPU's memory, since parameters are put on a tape again and again.
  std::map<const Real*, Held> given_;
};

}  // namespace attn::compute
