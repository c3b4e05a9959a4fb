// The layers of a Transformer, and their pass over the rows of a batch of sentences on a tape. Training passes whole sentences. Decoding
// (transformer_decoding.h) passes only the rows that are new, on a tape that does not record.
//
// Rows are tokens; the sentences are stacked. d d_model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "autodiff/multi_head.h"
#include "models/shown_values.h"
#include "models/transformer.h"
#include "models/transformer_decoding.h"
#include "nn/layers.h"

namespace attn::models {

inline int size_of(const Tokens& tokens) { return static_cast<int>(tokens.size()); }

struct TransformerAttention {
  nn::Linear q, k, v, o;
  nn::Parameter* offsets = nullptr;  ///< with relative positions, else null
};

struct TransformerBlock {
  TransformerAttention self, cross;
  nn::Linear in, out;  ///< of the feed-forward part
  nn::LayerNorm self_norm, cross_norm, feed_norm;
};

struct TransformerNetwork {
  nn::Embedding words, positions;  ///< positions only where they are learned
  std::vector<TransformerBlock> blocks;
  nn::LayerNorm norm;  ///< after the last layer, with norm pre
};

struct TransformerLayers {
  TransformerNetwork encoder, decoder;  ///< only those that the shape has
  nn::Linear word;                      ///< only where the weights are not tied
  nn::Parameter* word_bias = nullptr;   ///< only where they are tied
  Mat sinusoids;                        ///< [max_length, d], for sinusoidal positions
  Mat turns;                            ///< [max_length, d/heads] cosines and sines, for rotary positions
};

/// The tokens of sentences as rows. The arrays belong to the tape.
struct TokenRows {
  kernels::Sentences sentences;
  std::span<const int> ids;        ///< [rows]
  const int* positions = nullptr;  ///< [rows] the position of each row in its sentence
};
/// Rows for sentences of these lengths; the caller fills in the ids. The first row of sentence i has the position begin[i] (0 where `begin`
/// is null).
TokenRows token_rows(autodiff::Tape& tape, std::size_t count, const int* lengths, const int* begin = nullptr);

/// The keys and values so far of one attention, for all sentences of a batch. They are here, where each sentence has room for `room` rows,
/// or with the engine of a tape that is not cleared, where the rows stand close.
struct KeyValues {
  Mat k, v;                        ///< [count room, d]; those of sentence i begin at row i room
  autodiff::Var k_there, v_there;  ///< [sum of lengths, d]
  std::vector<int> first, length;  ///< [count]
  KeyValues() = default;
  KeyValues(std::size_t count, int room, Index d);
  bool empty() const { return k.size() == 0 && !k_there; }
  /// Appends the rows of each sentence.
  void append(const kernels::Sentences& rows, autodiff::Var new_k, autodiff::Var new_v);
  /// Takes these as the first rows.
  void take(const kernels::Sentences& rows, autodiff::Var new_k, autodiff::Var new_v);
  /// Has `to` attend to these.
  void give(autodiff::Tape& tape, struct AttentionVars* to) const;
  kernels::Sentences sentences() const { return {static_cast<Index>(first.size()), first.data(), length.data()}; }
};
/// The keys and values of every layer of a decoder.
struct DecoderCache {
  std::vector<KeyValues> self, cross;
};

/// The variables of one attention between its projections and Wo.
struct AttentionVars {
  autodiff::Var q = {}, k = {}, v = {}, concat = {};
  kernels::Sentences keys = {};
  autodiff::Var weights = {};  ///< absent unless they are recorded
};

/// A pass of a model over rows on a tape.
class TransformerPass {
 public:
  struct Options {
    Transformer::LossOptions loss = {};
    const Bending* bending = nullptr;
  };
  TransformerPass(const Transformer& model, autodiff::Tape& tape, const Options& options) : model_(model), tape_(tape), options_(options) {}

  /// The encoder's output [n,d]. Every intermediate value is written to `run`, if that is given, by bring().
  autodiff::Var encode(const TokenRows& rows, NetworkRun* run = nullptr);
  /// The queries and keys [n,d] of all heads in the encoder's layer `layer`.
  AttentionVars encoder_queries_and_keys(const TokenRows& rows, int layer);
  /// The decoder's output [n,d]. `memory` is the encoder's output for the sentences `read`. It is absent where there is no encoder, and
  /// where `cache` already has its keys and values. With a cache the rows continue those that it holds, and are added to it.
  autodiff::Var decode(const TokenRows& rows, autodiff::Var memory, const kernels::Sentences& read, DecoderCache* cache = nullptr,
                       NetworkRun* run = nullptr);
  /// x [n,d] -> logits [n,v].
  autodiff::Var words(autodiff::Var x);

  /// Has `*to` become the value of x, by bring().
  void show(autodiff::Var x, Mat* to) { shown_.show(x, to); }
  void bring() { shown_.bring(tape_); }

  /// The multiply-adds of matrix products, scores and weighted sums so far.
  std::int64_t multiply_adds() const { return multiply_adds_; }

 private:
  struct Memory;
  template <class Run>
  autodiff::Var shown(autodiff::Var x, Mat Run::*part, Run* run) {
    return shown_.part(x, part, run);
  }
  autodiff::Var linear(const nn::Linear& layer, autodiff::Var x);
  autodiff::Var dropped(autodiff::Var x) const;
  autodiff::Var network(const TransformerNetwork& network, const TokenRows& rows, bool causal, const Memory& memory, NetworkRun* run);
  /// What enters layer `end`, counted from 0.
  autodiff::Var stream(const TransformerNetwork& network, std::size_t end, const TokenRows& rows, bool causal, const Memory& memory,
                       NetworkRun* run);
  autodiff::Var embed(const TransformerNetwork& network, const TokenRows& rows, NetworkRun* run);
  autodiff::Var block(const TransformerBlock& block, int layer, autodiff::Var x, const TokenRows& rows, bool causal, const Memory& memory,
                      BlockRun* run);
  /// The projections that self-attention begins with, turned where positions are rotary.
  AttentionVars project(const TransformerAttention& a, autodiff::Var x, const TokenRows& rows);
  autodiff::Var self_attention(const TransformerAttention& a, int layer, autodiff::Var x, const TokenRows& rows, bool causal,
                               KeyValues* cache, AttentionRun* run);
  autodiff::Var cross_attention(const TransformerAttention& a, int layer, autodiff::Var x, const TokenRows& rows, const Memory& memory,
                                KeyValues* cache, AttentionRun* run);
  /// The heads and Wo, for given q, k and v.
  autodiff::Var attend(const TransformerAttention& a, const HeadPlace& place, const TokenRows& rows, bool causal, AttentionVars vars,
                       AttentionRun* run);
  /// What is done to a part's input, and to its output: the norm and the residual connection.
  autodiff::Var before(const nn::LayerNorm& norm, autodiff::Var x);
  autodiff::Var after(const nn::LayerNorm& norm, autodiff::Var x, autodiff::Var part);

  const Transformer& model_;
  autodiff::Tape& tape_;
  Options options_;
  std::int64_t multiply_adds_ = 0;
  ShownValues shown_;
};

/// Applies `bending` to the heads' output of one attention and to the recorded weights. concat [n,d] and v [.,d] are stacked by sentences.
void bend(const Bending& bending, const HeadPlace& place, int heads, const TokenRows& rows, bool causal, AttentionVars* attention);

}  // namespace attn::models
