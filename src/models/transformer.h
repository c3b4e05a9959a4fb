// The Transformer (Vaswani et al. 2017): an encoder, a decoder, or both, for training on pairs of sentences.
//
//   encoder           reads a source and answers one class for each of its positions: a target is as long as its source. No special tokens.
//   decoder           reads one sentence: the source (which may be empty), the start token, the target. Each position sees itself and those
//                     before it. It learns to answer the target and the end token. There is one vocabulary.
//   encoder_decoder   the source and the end token go into the encoder, the start token and the target into the decoder, which answers
//                     the target and the end token.
//
// A layer has these parts: self-attention, attention to the encoder's output ("cross") in the decoder of an encoder_decoder, and the
// feed-forward part act(x W1 + b1) W2 + b2. Each part f has a residual connection and a norm around it:
//   post  x = norm(x + f(x))       (the paper's)
//   pre   x = x + f(norm(x)), and one more norm after the last layer (Xiong et al. 2020)
//   none  x = x + f(x)
// The choices made here: embeddings are multiplied by sqrt(d_model) (section 3.4). Dropout acts on the sum of embedding and position and on
// the output of each part. There are biases everywhere but in the relative positions. Offsets and rotations act in self-attention only.
//
// The sentences of a batch are stacked without padding: each has as many rows as it has tokens.
#pragma once

#include <memory>
#include <string>

#include "autodiff/tape.h"
#include "base/rng.h"
#include "kernels/encoder_layer.h"
#include "models/seq2seq.h"
#include "nn/parameters.h"

namespace attn::models {

enum class TransformerShape { encoder, decoder, encoder_decoder };
using kernels::Activation;  ///< relu, gelu
using kernels::NormPlace;   ///< none, pre, post
/// How the model learns of the order of the tokens. sinusoidal: section 3.5. learned: a table that is added to the embedding. relative: a
/// learned number for each head and offset j - i, clipped to +-reach, that is added to the score (after Shaw et al. 2018, Raffel et al.
/// 2020). rotary: queries and keys are rotated by an angle that depends on the position (Su et al. 2021).
enum class PositionKind { none, sinusoidal, learned, relative, rotary };

struct TransformerSettings {
  TransformerShape shape = TransformerShape::encoder_decoder;
  /// Sizes of the vocabularies, special tokens included; in an encoder words and classes. An encoder with target_words 0 has no classes: it
  /// is part of another model, which uses its output.
  int source_words = 0, target_words = 0;
  int d_model = 64;
  int heads = 4;
  int encoder_layers = 2, decoder_layers = 2;  ///< 1 to 4 each, for the networks that the shape has
  int d_ff = 128;
  NormPlace norm = NormPlace::pre;
  Activation activation = Activation::relu;
  PositionKind positions = PositionKind::sinusoidal;
  int reach = 8;         ///< the largest offset of relative positions
  bool tied = false;     ///< the embedding table of the words to answer also serves as the output's weights
  bool scale = true;     ///< scores are divided by sqrt(d_model / heads)
  bool residual = true;  ///< false: x = f(x) in place of x + f(x)
  int max_length = 64;   ///< the most positions of each network, special tokens included
  bool operator==(const TransformerSettings&) const = default;
};

inline bool has_encoder(const TransformerSettings& s) { return s.shape != TransformerShape::decoder; }
inline bool has_decoder(const TransformerSettings& s) { return s.shape != TransformerShape::encoder; }
inline bool answers_words(const TransformerSettings& s) { return has_decoder(s) || s.target_words != 0; }
inline bool has_cross(const TransformerSettings& s) { return s.shape == TransformerShape::encoder_decoder; }

/// An empty string, or why these settings cannot be built.
std::string check_settings(const TransformerSettings& settings);
/// An empty string, or why the model cannot take this pair: it is too long or, for an encoder, its sentences differ in length.
std::string check_pair(const TransformerSettings& settings, const Tokens& source, const Tokens& target);

/// The layers made of the parameters (transformer_layers.h), for those who run the model.
struct TransformerLayers;

/// Parameters, all acting from the right (y = x W + b), of layer l (counted from 0):
///   source.table [source_words, d], target.table [target_words, d] (a decoder alone: target.table only; an encoder: source.table only)
///   source.positions.table, target.positions.table [max_length, d]              learned positions
///   encoder.l.self.{q,k,v,o}.{w,b}, decoder.l.self..., decoder.l.cross...       w [d,d], b [1,d]; head h has columns h d/heads ... of
///                                                                               q, k and v and rows h d/heads ... of o.w
///   encoder.l.self.offsets, decoder.l.self.offsets [2 reach + 1, heads]         relative positions; row reach + (j - i)
///   encoder.l.feed.in.{w,b} [d, d_ff], encoder.l.feed.out.{w,b} [d_ff, d]       and of the decoder
///   encoder.l.norm.{self,feed}.{gamma,beta}, decoder.l.norm.{self,cross,feed}.{gamma,beta} [1,d]
///   encoder.norm.{gamma,beta}, decoder.norm.{gamma,beta}                        with norm pre, after the last layer
///   word.w [d, target_words] (absent where tied), word.b
class Transformer {
 public:
  /// Draws initial weights from `rng`. The settings have passed check_settings().
  Transformer(const TransformerSettings& settings, Rng& rng);
  Transformer(Transformer&&) noexcept;
  Transformer& operator=(Transformer&&) noexcept;
  ~Transformer();

  const TransformerSettings& settings() const { return settings_; }
  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }
  const TransformerLayers& layers() const { return *layers_; }

  using LossOptions = Seq2Seq::LossOptions;
  /// The mean cross-entropy [1,1] under teacher forcing over all tokens to answer: the targets' tokens, and the end token where the shape
  /// has a decoder. Each pair must pass check_pair(). backward() on the tape adds to the gradients of parameters().
  autodiff::Var loss(autodiff::Tape& tape, const PairBatch& batch, const LossOptions& options) const;

 private:
  TransformerSettings settings_;
  nn::Parameters parameters_;
  std::unique_ptr<TransformerLayers> layers_;  ///< refers to entries of parameters_, whose addresses survive a move of the model
};

}  // namespace attn::models
