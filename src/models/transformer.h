// The Transformer (Vaswani et al. 2017): an encoder, a decoder, or both, for training on pairs of sentences.
//
//   encoder           reads a source and answers one class for each of its positions: a target is as long as its source. No special tokens.
//   decoder           one sentence: the source (which may be empty), the start token, the target, the end token. Each position sees itself
//                     and those before it; the target and the end token are what is learnt. One vocabulary.
//   encoder_decoder   the source and the end token go into the encoder, the start token and the target into the decoder, which answers
//                     the target and the end token.
//
// A layer is self-attention, in decoders of an encoder_decoder attention to the encoder's output ("cross"), and the feed-forward part
// act(x W1 + b1) W2 + b2. Around each part f stands the residual connection and the norm:
//   post  x = norm(x + f(x))       (the paper's)
//   pre   x = x + f(norm(x)), and one norm more after the last layer (Xiong et al. 2020)
//   none  x = x + f(x)
// What is chosen here: embeddings are multiplied by sqrt(d_model) (section 3.4); dropout acts on the sum of embedding and position and on
// what each part gives; biases everywhere but in the relative positions; offsets and rotations act in self-attention only.
//
// Sentences of a batch lie one below the other, each with as many rows as it has tokens, so that padding costs nothing.
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
/// How the order of the tokens gets in. sinusoidal: section 3.5; learned: a table, added to the embedding; relative: a learned number for
/// each head and offset j - i, cut to +-reach, added to the score (after Shaw et al. 2018, Raffel et al. 2020); rotary: queries and keys
/// are turned by an angle per position (Su et al. 2021).
enum class PositionKind { none, sinusoidal, learned, relative, rotary };

struct TransformerSettings {
  TransformerShape shape = TransformerShape::encoder_decoder;
  int source_words = 0, target_words = 0;  ///< sizes of the vocabularies, special tokens included; of an encoder: words and classes
  int d_model = 64;
  int heads = 4;
  int encoder_layers = 2, decoder_layers = 2;  ///< 1 to 4 each, of the networks that the shape has
  int d_ff = 128;
  NormPlace norm = NormPlace::pre;
  Activation activation = Activation::relu;
  PositionKind positions = PositionKind::sinusoidal;
  int reach = 8;         ///< of relative positions
  bool tied = false;     ///< the table that embeds the answers' words is the output's weights, too
  bool scale = true;     ///< scores are divided by sqrt(d_model / heads)
  bool residual = true;  ///< false: x = f(x) in place of x + f(x)
  int max_length = 64;   ///< positions of either network at most, special tokens included
  bool operator==(const TransformerSettings&) const = default;
};

inline bool has_encoder(const TransformerSettings& s) { return s.shape != TransformerShape::decoder; }
inline bool has_decoder(const TransformerSettings& s) { return s.shape != TransformerShape::encoder; }
inline bool has_cross(const TransformerSettings& s) { return s.shape == TransformerShape::encoder_decoder; }

/// An empty string, or why these settings cannot be built.
std::string check_settings(const TransformerSettings& settings);
/// An empty string, or why the model cannot take this pair: too long, of an encoder: of different lengths.
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
  /// Mean cross-entropy under teacher forcing [1,1] over all tokens that are to be answered: the targets', and the end token where the
  /// shape has a decoder. Each pair passes check_pair(). backward() on the tape adds to the gradients of parameters().
  autodiff::Var loss(autodiff::Tape& tape, const PairBatch& batch, const LossOptions& options) const;

 private:
  TransformerSettings settings_;
  nn::Parameters parameters_;
  std::unique_ptr<TransformerLayers> layers_;  ///< refer to parameters_, whose entries stay where they are when the model moves
};

}  // namespace attn::models
