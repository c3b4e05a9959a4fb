// The layers of a GPT, and their pass over the rows of a batch of texts on a tape.
#pragma once

#include <span>
#include <vector>

#include "models/gpt.h"
#include "models/transformer_layers.h"

namespace attn::models {

struct GptLinear {
  nn::Parameter *weight = nullptr, *bias = nullptr;
  autodiff::Var operator()(autodiff::Tape& tape, autodiff::Var x) const {
    return autodiff::linear(x, nn::on(tape, *weight), nn::on(tape, *bias));
  }
};
struct GptNorm {
  nn::Parameter *weight = nullptr, *bias = nullptr;
  autodiff::Var operator()(autodiff::Tape& tape, autodiff::Var x) const {
    return autodiff::layer_norm(x, nn::on(tape, *weight), nn::on(tape, *bias));
  }
};
struct GptBlock {
  GptNorm norm_1, norm_2;
  GptLinear attention, projection, in, out;
};
struct GptLayers {
  nn::Parameter *tokens = nullptr, *places = nullptr;
  nn::Parameter* answers = nullptr;  ///< the table of the output, which may be `tokens`
  std::vector<GptBlock> blocks;
  GptNorm norm;
};

class GptPass {
 public:
  GptPass(const Gpt& model, autodiff::Tape& tape, const Bending* bending) : model_(model), tape_(tape), bending_(bending) {}

  /// The stream [n,d] after the last norm. With a cache the rows continue those that it holds, and are added to it. Every intermediate
  /// value is written to `run`, if that is given, by bring().
  autodiff::Var stream(const TokenRows& rows, DecoderCache* cache = nullptr, GptRun* run = nullptr);
  /// x [n,d] -> logits [n,v].
  autodiff::Var answers(autodiff::Var x);
  /// What the last norm and answers() make of a stream.
  autodiff::Var lens(autodiff::Var x) { return answers(model_.layers().norm(tape_, x)); }

  void show(autodiff::Var x, Mat* to) { shown_.show(x, to); }
  void bring() { shown_.bring(tape_); }

 private:
  autodiff::Var block(int layer, autodiff::Var x, const TokenRows& rows, KeyValues* cache, BlockRun* run);
  autodiff::Var attention(int layer, autodiff::Var x, const TokenRows& rows, KeyValues* cache, AttentionRun* run);

  const Gpt& model_;
  autodiff::Tape& tape_;
  const Bending* bending_;
  ShownValues shown_;
};

}  // namespace attn::models
