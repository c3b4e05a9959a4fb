// What a trained encoder-decoder does with a source: step by step with every intermediate, greedily for many sources, and with a beam.
#pragma once

#include <functional>
#include <vector>

#include "models/beam.h"
#include "models/seq2seq.h"

namespace attn::models {

/// What the encoder made of one source of m tokens. Rows are the source's positions and then the end token, in reading order, also where
/// the network read them reversed.
struct Encoding {
  Tokens tokens;            ///< the source and the end token, m + 1
  Mat embedded;             ///< [m+1, e]
  Mat annotations;          ///< [m+1, u] h_j, of the last layer; both directions side by side where there are two
  std::vector<Mat> layers;  ///< per layer [m+1, u]; the last one is `annotations`
  Mat bridge;               ///< [depth, u] the decoder's first state, per layer: all that passes without attention (the bottleneck)
};

/// One step of the decoder.
struct DecoderStep {
  int input = 0;     ///< the token it was given
  int token = 0;     ///< the token taken: the likeliest, the forced one, or the beam's
  Mat state;         ///< [depth, u] s_i (for LSTM cells the h part)
  Mat query;         ///< [1, u] the state that was scored: s_{i-1} or s_i, of the last layer. Empty without attention, as are the next six
  Mat scores;        ///< [1, m+1] before window and softmax
  Mat aligned;       ///< [1, m+1] weights of the model itself, before an override
  Mat weights;       ///< [1, m+1] in use: `aligned`, or the override. Local-p's Gaussian leaves a sum below 1
  Mat context;       ///< [1, u] of the weights in use
  Mat attentional;   ///< [1, u] tanh(Wc [c; s] + b); empty with timing previous
  Real centre = -1;  ///< local attention: p_i in positions from 0, else -1
  Real deviation = 0;        ///< of local-p's Gaussian about the centre, D / 2; else 0
  int first = 0, last = 0;   ///< positions within reach, inclusive
  Mat logits;                ///< [1, target_words]
  Mat probabilities;         ///< [1, target_words] their softmax
  Real log_probability = 0;  ///< of `token`
};

struct Translation {
  Encoding encoding;
  std::vector<DecoderStep> steps;  ///< the last one says kEndToken, unless max_length cut it off
  Tokens tokens() const;           ///< what was said, without the end token
  Mat alignment() const;           ///< [steps, m+1] weights in use; empty without attention
};

/// A row of alignment weights in the place of the model's own, at a decoder step.
struct AlignmentOverride {
  int step = 0;
  Mat weights;  ///< [1, m+1], non-negative, sum 1
};

struct TranslateOptions {
  int max_length = 40;
  const Tokens* forced = nullptr;  ///< teacher forcing: these tokens are given as inputs; `token` is still the likeliest
  std::vector<AlignmentOverride> overrides;
  const Mat* bridge = nullptr;  ///< [depth, u] in the place of Encoding::bridge
};
/// Greedy, with every intermediate. An empty source is the end token alone.
Translation translate(const Seq2Seq& model, const Tokens& source, const TranslateOptions& options = {});

/// The numbers of a step's scores: score_j = sum over the columns of left.row(j) * right.row(j), [m+1, u] each.
///   dot: s | h_j    general: s W | h_j    additive, concat: v | tanh(units)
struct ScoreTerms {
  Mat left, right;
};
ScoreTerms score_terms(const Seq2Seq& model, const Encoding& encoding, const DecoderStep& step);
/// Of local-p: centre = m * sigma(sum of left * right), [1,u] each: v and tanh(W s). m is the position of the end token.
ScoreTerms centre_terms(const Seq2Seq& model, const DecoderStep& step);

/// Greedy for many sources at once, outputs only (for measuring). The same tokens as translate().
std::vector<Tokens> translate_all(const Seq2Seq& model, const std::vector<Tokens>& sources, int max_length = 40);
/// As translate_all(), and of each source the alignment [steps, m+1] (empty matrices without attention).
std::vector<Tokens> translate_all(const Seq2Seq& model, const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments);

/// As models/beam.h. `bridge` as in TranslateOptions.
Beam beam_search(const Seq2Seq& model, const Tokens& source, int width, int max_length = 40, const Mat* bridge = nullptr);

/// Log-probability of `target` and the end token, in nats.
Real log_probability(const Seq2Seq& model, const Tokens& source, const Tokens& target);

}  // namespace attn::models
