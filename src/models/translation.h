// What a trained encoder-decoder does with a source. It translates step by step and shows every intermediate result, translates many
// sources at once greedily, or searches with a beam.
#pragma once

#include <functional>
#include <vector>

#include "autodiff/engine.h"
#include "models/beam.h"
#include "models/seq2seq.h"

namespace attn::models {

/// What the encoder computed for one source of m tokens. The rows are the source's positions in their natural order, even where the network
/// read them reversed, and then the end token.
struct Encoding {
  Tokens tokens;            ///< the source and the end token, m + 1
  Mat embedded;             ///< [m+1, e]
  Mat annotations;          ///< [m+1, u] h_j of the last layer; two directions are concatenated
  std::vector<Mat> layers;  ///< per layer [m+1, u]; the last one is `annotations`
  Mat bridge;               ///< [depth, u] the decoder's first state per layer; without attention it is the bottleneck: nothing else passes
};

/// One step of the decoder.
struct DecoderStep {
  int input = 0;     ///< the token it was given
  int token = 0;     ///< the likeliest token
  Mat state;         ///< [depth, u] s_i (for LSTM cells the h part)
  Mat query;         ///< [1, u] the last layer's state that was scored, s_{i-1} or s_i; empty without attention, like the five that follow
  Mat scores;        ///< [1, m+1] before window and softmax
  Mat aligned;       ///< [1, m+1] the model's own weights
  Mat weights;       ///< [1, m+1] the weights in use: `aligned` or an override; with local-p's Gaussian their sum is below 1
  Mat context;       ///< [1, u] made with the weights in use
  Mat attentional;   ///< [1, u] tanh(Wc [c; s] + b); empty with timing previous
  Real centre = -1;  ///< local attention: p_i in positions from 0, else -1
  Real deviation = 0;        ///< standard deviation of local-p's Gaussian around the centre, D / 2; else 0
  int first = 0, last = 0;   ///< the first and last position within reach
  Mat logits;                ///< [1, target_words]
  Mat probabilities;         ///< [1, target_words] their softmax
  Real log_probability = 0;  ///< of `token`
};

struct Translation {
  Encoding encoding;
  std::vector<DecoderStep> steps;  ///< the last token is kEndToken, unless max_length ended it earlier
  Tokens tokens() const;           ///< the tokens without the end token
  Mat alignment() const;           ///< [steps, m+1] the weights in use; empty without attention
};

/// A row of alignment weights that replaces the model's own at one step of the decoder.
struct AlignmentOverride {
  int step = 0;
  Mat weights;  ///< [1, m+1], not negative, with sum 1
};

struct TranslateOptions {
  int max_length = 40;
  const Tokens* forced = nullptr;  ///< teacher forcing: these tokens are given as inputs; `token` is still the likeliest
  std::vector<AlignmentOverride> overrides;
  const Mat* bridge = nullptr;            ///< [depth, u] replaces Encoding::bridge
  autodiff::MakeEngine engine = nullptr;  ///< makes what computes it instead of the CPU; null: the CPU does
};
/// Translates greedily and keeps every intermediate result. An empty source is the end token alone.
Translation translate(const Seq2Seq& model, const Tokens& source, const TranslateOptions& options = {});

/// The factors of a step's scores, [m+1, u] each: score_j is the sum over the columns of left.row(j) * right.row(j).
///   dot: s | h_j    general: s W | h_j    additive, concat: v | tanh(units)
struct ScoreTerms {
  Mat left, right;
};
ScoreTerms score_terms(const Seq2Seq& model, const Encoding& encoding, const DecoderStep& step);
/// The factors of local-p's centre, v and tanh(W s), [1,u] each: centre = m * sigma(sum of left * right), where m is the position of the
/// end token.
ScoreTerms centre_terms(const Seq2Seq& model, const DecoderStep& step);

/// Translates many sources at once, greedily and without intermediate results, for measuring. The tokens are the same as those of
/// translate().
std::vector<Tokens> translate_all(const Seq2Seq& model, const std::vector<Tokens>& sources, int max_length = 40);
/// The same, and writes the alignment [steps, m+1] of each source to `*alignments` (empty matrices without attention).
std::vector<Tokens> translate_all(const Seq2Seq& model, const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments);

/// Beam search as in models/beam.h. `bridge` is that of TranslateOptions.
Beam beam_search(const Seq2Seq& model, const Tokens& source, int width, int max_length = 40, const Mat* bridge = nullptr);

/// Log-probability of `target` and the end token, in nats.
Real log_probability(const Seq2Seq& model, const Tokens& source, const Tokens& target);

}  // namespace attn::models
