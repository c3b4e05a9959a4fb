// The layers of a GPT, and their pass over the rows of a batch of texts on a tape.
#pragma once

#include <span>
#include <vector>

#include "autodiff/stored.h"
#include "models/gpt.h"
#include "models/transformer_layers.h"

namespace attn::models {

/// A matrix that is trained, or one that lies in an opened file. Who opens a file says what multiplies it, so that models that are only
/// trained do without that code.
struct GptMatrix {
  nn::Parameter* learned = nullptr;
  kernels::StoredMatrix stored = {};
  bool by_outputs = false;  ///< of a stored one: it has a row for each output, as PyTorch's layers have
  autodiff::Var (*stored_rows)(autodiff::Tape&, const kernels::StoredMatrix&, std::span<const int>) = nullptr;
  autodiff::Var (*stored_product)(autodiff::Var, const kernels::StoredMatrix&) = nullptr;     ///< x times it
  autodiff::Var (*stored_product_bt)(autodiff::Var, const kernels::StoredMatrix&) = nullptr;  ///< x times its transpose

  GptMatrix() = default;
  GptMatrix(nn::Parameter* parameter) : learned(parameter) {}
  GptMatrix(const kernels::StoredMatrix& matrix, bool rows_are_outputs = false)
      : stored(matrix),
        by_outputs(rows_are_outputs),
        stored_rows(autodiff::stored_rows),
        stored_product(autodiff::stored_product),
        stored_product_bt(autodiff::stored_product_bt) {}

  /// The rows `ids`.
  autodiff::Var rows(autodiff::Tape& tape, std::span<const int> ids) const {
    return learned ? autodiff::gather_rows(nn::on(tape, *learned), ids) : stored_rows(tape, stored, ids);
  }
  /// x times the transpose.
  autodiff::Var times_rows(autodiff::Tape& tape, autodiff::Var x) const {
    return learned ? autodiff::product_bt(x, nn::on(tape, *learned)) : stored_product_bt(x, stored);
  }
};
struct GptLinear {
  GptMatrix weight;
  nn::Parameter* bias = nullptr;
  autodiff::Var operator()(autodiff::Tape& tape, autodiff::Var x) const {
    if (weight.learned) return autodiff::linear(x, nn::on(tape, *weight.learned), nn::on(tape, *bias));
    const autodiff::Var y = weight.by_outputs ? weight.stored_product_bt(x, weight.stored) : weight.stored_product(x, weight.stored);
    return autodiff::add_row(y, nn::on(tape, *bias));
  }
};
struct GptNorm {
  nn::Parameter *weight = nullptr, *bias = nullptr;
  Real epsilon = Real(1e-5);
  autodiff::Var operator()(autodiff::Tape& tape, autodiff::Var x) const {
    return autodiff::layer_norm(x, nn::on(tape, *weight), nn::on(tape, *bias), epsilon);
  }
};
struct GptBlock {
  GptNorm norm_1, norm_2;
  GptLinear attention;          ///< queries, keys and values side by side; or
  GptLinear query, key, value;  ///< each for itself
  GptLinear projection, in, out;
};
struct GptLayers {
  GptMatrix tokens, places;
  GptMatrix answers;               ///< the table of the output, which may be `tokens`
  nn::Parameter* types = nullptr;  ///< [types,d], or null
  std::vector<GptBlock> blocks;
  GptNorm norm;         ///< before the output; where norms stand after the sums: of the first stream
  GptLinear transform;  ///< where norms stand after the sums: the layer before the output, and its norm
  GptNorm transform_norm;
  nn::Parameter* said_bias = nullptr;  ///< [1,v] what is added to the logits, or null
};

/// Adds blocks with random weights to `layers`, and their parameters "h.0.ln_1.weight", ... to `parameters`.
void add_blocks(const GptSettings& settings, nn::Parameters* parameters, GptLayers* layers, Rng& rng);
/// A layer and a norm as they are when nothing has been learnt.
GptLinear gpt_linear(nn::Parameters* parameters, const std::string& name, Index in, Index out, double factor, Rng& rng);
GptNorm gpt_norm(nn::Parameters* parameters, const std::string& name, Index width);

class GptPass {
 public:
  GptPass(const Gpt& model, autodiff::Tape& tape, const Bending* bending) : GptPass(model.settings(), model.layers(), tape, bending) {}
  /// A pass over the blocks of another model, which has these and a beginning and an end of its own.
  GptPass(const GptSettings& settings, const GptLayers& layers, autodiff::Tape& tape, const Bending* bending)
      : settings_(settings), layers_(layers), tape_(tape), bending_(bending) {}

  /// What the table of the output is multiplied by [n,d], of the last stream. Every intermediate value is written to `run`, if that is
  /// given, by bring().
  autodiff::Var stream(const TokenRows& rows, GptRun* run = nullptr);
  /// x [n,d] -> logits [n,v].
  autodiff::Var answers(autodiff::Var x);
  /// What answers() takes of a stream [n,d].
  autodiff::Var read_out(autodiff::Var x);
  autodiff::Var lens(autodiff::Var x) { return answers(read_out(x)); }

  // The pieces of stream(). With a cache the rows continue those that it holds, and are added to it.
  autodiff::Var first(const TokenRows& rows);
  autodiff::Var block(int layer, autodiff::Var x, const TokenRows& rows, KeyValues* cache, BlockRun* run);

  void show(autodiff::Var x, Mat* to) { shown_.show(x, to); }
  void bring() { shown_.bring(tape_); }

 private:
  autodiff::Var attention(int layer, autodiff::Var x, const TokenRows& rows, KeyValues* cache, AttentionRun* run);

  const GptSettings& settings_;
  const GptLayers& layers_;
  autodiff::Tape& tape_;
  const Bending* bending_;
  ShownValues shown_;
};

}  // namespace attn::models
