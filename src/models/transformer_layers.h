// A Transformer's layers, and what they do on a tape: a pass over the rows of a batch of sentences. Training runs whole sentences,
// decoding (transformer_decoding.h) the rows that are new, on a tape that does not record.
//
// Rows are tokens, sentence below sentence. d d_model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "autodiff/multi_head.h"
#include "models/transformer.h"
#include "models/transformer_decoding.h"
#include "nn/layers.h"

namespace attn::models {

struct TransformerAttention {
  nn::Linear q, k, v, o;
  nn::Parameter* offsets = nullptr;  ///< of relative positions
};

struct TransformerBlock {
  TransformerAttention self, cross;
  nn::Linear in, out;  ///< of the feed-forward part
  nn::LayerNorm self_norm, cross_norm, feed_norm;
};

struct TransformerNetwork {
  nn::Embedding words, positions;  ///< positions: where they are learned
  std::vector<TransformerBlock> blocks;
  nn::LayerNorm norm;  ///< after the last layer, with norm pre
};

struct TransformerLayers {
  TransformerNetwork encoder, decoder;  ///< those that the shape has
  nn::Linear word;                      ///< not where tied
  nn::Parameter* word_bias = nullptr;   ///< where tied
  Mat sinusoids;                        ///< [max_length, d], of sinusoidal positions
  Mat turns;                            ///< [max_length, d/heads] cosines and sines, of rotary positions
};

/// Sentences of tokens as rows. The arrays lie on the tape.
struct TokenRows {
  kernels::Sentences sentences;
  std::span<const int> ids;        ///< [rows]
  const int* positions = nullptr;  ///< [rows] of each row in its sentence
};
/// Rows for sentences of these lengths; ids are to be filled in. Sentence i begins at position begin[i] (null: 0).
TokenRows token_rows(autodiff::Tape& tape, std::size_t count, const int* lengths, const int* begin = nullptr);

/// Keys and values of the rows so far, of one attention and all sentences of a batch, each with room for `room` rows.
struct KeyValues {
  Mat k, v;                        ///< [count room, d]; sentence i from row i room on
  std::vector<int> first, length;  ///< [count]
  KeyValues() = default;
  KeyValues(std::size_t count, int room, Index d);
  /// Appends the rows of each sentence.
  void append(const kernels::Sentences& rows, In new_k, In new_v);
  kernels::Sentences sentences() const { return {static_cast<Index>(first.size()), first.data(), length.data()}; }
};
/// Of every layer of a decoder.
struct DecoderCache {
  std::vector<KeyValues> self, cross;
};

/// One attention between its projections and Wo.
struct AttentionVars {
  autodiff::Var q = {}, k = {}, v = {}, concat = {};
  kernels::Sentences keys = {};
  Real* weights = nullptr;  ///< where they are kept
};

/// A model at work on a tape.
class TransformerPass {
 public:
  struct Options {
    Transformer::LossOptions loss = {};
    const Bending* bending = nullptr;
  };
  TransformerPass(const Transformer& model, autodiff::Tape& tape, const Options& options) : model_(model), tape_(tape), options_(options) {}

  /// The encoder's output [n,d]. Every value on the way to it enters `run` where one is given.
  autodiff::Var encode(const TokenRows& rows, NetworkRun* run = nullptr);
  /// The decoder's output [n,d]. `memory`: what the encoder gave for the sentences `read`; absent without an encoder, and where `cache` has
  /// its keys and values. With a cache the rows go on from those that it has, and enter it.
  autodiff::Var decode(const TokenRows& rows, autodiff::Var memory, const kernels::Sentences& read, DecoderCache* cache = nullptr,
                       NetworkRun* run = nullptr);
  /// x [n,d] -> logits [n,v].
  autodiff::Var words(autodiff::Var x);

  /// Of products, scores and weighted sums so far.
  std::int64_t multiply_adds() const { return multiply_adds_; }

 private:
  struct Memory;
  autodiff::Var linear(const nn::Linear& layer, autodiff::Var x);
  autodiff::Var dropped(autodiff::Var x) const;
  autodiff::Var network(const TransformerNetwork& network, const TokenRows& rows, bool causal, const Memory& memory, NetworkRun* run);
  autodiff::Var embed(const TransformerNetwork& network, const TokenRows& rows, NetworkRun* run);
  autodiff::Var block(const TransformerBlock& block, int layer, autodiff::Var x, const TokenRows& rows, bool causal, const Memory& memory,
                      BlockRun* run);
  autodiff::Var self_attention(const TransformerAttention& a, int layer, autodiff::Var x, const TokenRows& rows, bool causal,
                               KeyValues* cache, AttentionRun* run);
  autodiff::Var cross_attention(const TransformerAttention& a, int layer, autodiff::Var x, const TokenRows& rows, const Memory& memory,
                                KeyValues* cache, AttentionRun* run);
  /// Heads and Wo, of q, k and v that are there.
  autodiff::Var attend(const TransformerAttention& a, const HeadPlace& place, const TokenRows& rows, bool causal, AttentionVars vars,
                       AttentionRun* run);
  /// What stands before a part, and around it after.
  autodiff::Var before(const nn::LayerNorm& norm, autodiff::Var x);
  autodiff::Var after(const nn::LayerNorm& norm, autodiff::Var x, autodiff::Var part);

  const Transformer& model_;
  autodiff::Tape& tape_;
  Options options_;
  std::int64_t multiply_adds_ = 0;
};

/// Changes what the heads of one attention gave, and the weights that are kept, as `bending` says. concat [n,d], v [.,d] by sentences.
void bend(const Bending& bending, const HeadPlace& place, int heads, const TokenRows& rows, bool causal, AttentionVars* attention);

}  // namespace attn::models
