// What the lesson on the Transformer computes: one source translated, with all attentions, as the reader bent the model and as it was
// trained; the words and the cost of each step, with a cache and without; and what layers of other kinds would cost.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compute/backend.h"
#include "lessons/10_transformer/effects.h"
#include "lessons/10_transformer/params.h"
#include "lessons/10_transformer/scale.h"
#include "lessons/10_transformer/timing.h"
#include "lessons/translation/translation_lesson.h"

namespace attn::lessons::transformer {

constexpr int kCandidates = 8;   ///< words of a step that are shown
constexpr int kLongOutput = 64;  ///< words of the long output whose cost is stated for comparison
constexpr int kKinds = 3;        ///< kinds of attention
constexpr int kLayerKinds = kTimedKinds;

/// What one step of decoding computed and cost.
struct StepCost {
  int first_row = 0, rows = 0;     ///< it computed the decoder rows first_row ... rows - 1
  std::int64_t multiply_adds = 0;  ///< of this step
};
/// A way of decoding: with the cache or without.
struct Cost {
  std::vector<StepCost> steps;
  std::int64_t encoder = 0;   ///< multiply-adds of the encoder, which runs once
  std::int64_t sentence = 0;  ///< multiply-adds of the encoder and all steps
  std::int64_t longer = 0;    ///< the same for kLongOutput words from this source, by formula
};

/// A translation in words. The source has m + 1 positions, with the end mark, and the decoder takes n steps.
struct Sentence {
  Tokens said;                                     ///< with the end mark, unless the output was cut off
  std::vector<std::string> source, output, input;  ///< the words of the source, those said, and those that the decoder was given
  std::vector<std::string> alone;                  ///< what the model says if nothing is bent
  std::vector<std::string> former;                 ///< per step the word of `alone` that it replaces; empty where it is the same
  int changed = 0;                                 ///< how many words the bending inserted, left out or replaced
  bool bent = false;                               ///< something is bent
  tasks::Example answer;                           ///< the right translation, if `solved`: the task's rules give one
  bool solved = false, right = false;
};

/// Where all heads look, and the head shown.
struct HeadStudy {
  Mat entropy;          ///< [kKinds kLayers, heads] mean entropy of a head's rows, in nats; a line for each kind and layer
  Mat distance;         ///< [2 kLayers, heads] mean of distance_rows(), in places; lines of self-attention only
  int query = 0;        ///< the row shown, from 0
  Mat weights, scores;  ///< [rows, keys and padding] of the head shown; both are 0 where `allowed` is false
  Mask allowed;
  std::vector<std::string> row_names, key_names;
  bool row_by_hand = false;  ///< the row shown was set by hand
};

/// The word that comes next at the step shown, and how it is chosen.
struct NextWord {
  std::vector<int> candidates;  ///< k tokens, best first: the likeliest as bent, the likeliest as trained, and the one that was said
  Mat probabilities;            ///< [2,k] probabilities of the candidates, as bent and as trained, after the same words
  Mat logits, drawn;            ///< [1,v] logits of the step, and the distribution from which a word is drawn
  int kept = 0;                 ///< how many words can be drawn
  models::Beam beam;            ///< empty unless the decoding is `beam`
};

/// What decoding costs with the cache and without, and what layers of several kinds cost.
struct CostStudy {
  Cost with_cache, without_cache;
  bool same_words = false;                            ///< both ways said the same words
  std::array<models::LayerCost, kLayerKinds> layers;  ///< for n and d of the parameters
  std::vector<Timing> timings;                        ///< for d of the parameters; empty until the reader asks for them
};

struct Result {
  const tasks::PairTask* task = nullptr;
  std::string refusal;
  bool trained = false, shipped = false;  ///< it has loaded weights or taken steps; weights are shipped for these settings
  models::TransformerSettings settings;
  OwnWeights own;
  translation::TranslationNumbers numbers;

  models::TransformerRun run, plain;  ///< over the words said, by the model as bent and as trained
  int step = 0;                       ///< the step shown, from 0
  Sentence sentence;
  HeadStudy attention;
  HeadEffects effects;
  NextWord next;
  CostStudy costs;

  // For what is computed when it is first looked at.
  nn::Parameters weights;  ///< of the model
  const compute::Backend* backend = &compute::cpu();
};
Result compute(const Params& p, const training::Models& models, const compute::Backend& backend);

/// The record of one attention.
const models::AttentionRun& attention_of(const models::TransformerRun& run, models::AttentionPart part, int layer);

/// How far from its own place each row looks: the mean of |i - j| under its weights. [n,m] -> [n,1].
Mat distance_rows(In weights);

/// What figures call a token: its word, "end" or "start".
std::string shown_name(const tasks::Vocabulary& words, int token);

}  // namespace attn::lessons::transformer
