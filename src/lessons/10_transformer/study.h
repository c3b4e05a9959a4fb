// What the lesson on the Transformer computes: one source translated with every attention, with and without what the reader bent; each
// step's words and what it cost with and without a cache; and what layers of other kinds would cost.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compute/backend.h"
#include "lessons/10_transformer/params.h"
#include "lessons/10_transformer/timing.h"
#include "lessons/translation/translation_lesson.h"

namespace attn::lessons::transformer {

constexpr int kCandidates = 8;   ///< words of a step that are shown
constexpr int kLongOutput = 64;  ///< words whose cost is stated beside that of this output
constexpr int kKinds = 3;        ///< of attention
constexpr int kLayerKinds = kTimedKinds;

/// What one step cost, and what came before it.
struct StepCost {
  int first_row = 0, rows = 0;     ///< decoder rows that it computed: first_row ... rows - 1
  std::int64_t multiply_adds = 0;  ///< of this step
};
/// A way of decoding: with the cache or without.
struct Cost {
  std::vector<StepCost> steps;
  std::int64_t encoder = 0;   ///< multiply-adds, once
  std::int64_t sentence = 0;  ///< of all steps and the encoder
  std::int64_t longer = 0;    ///< the same of kLongOutput words from this source, by formula
};

/// The sentence that came out. m+1 source positions, n steps.
struct Sentence {
  Tokens said;                                     ///< with the end mark, unless it was cut off
  std::vector<std::string> source, output, input;  ///< names: of the positions, of the words said, of the words given
  std::vector<std::string> alone;                  ///< what the model says where nothing is bent
  std::vector<std::string> former;                 ///< per step the word of `alone` that it replaces; empty where it is the same
  int changed = 0;                                 ///< words put, left out or replaced by what is bent
  bool bent = false;                               ///< anything is
  tasks::Example answer;                           ///< the right one, where the task's rules know it
  bool solved = false, right = false;
};

/// Where the heads look, and the one that is looked at.
struct HeadStudy {
  Mat entropy;          ///< [kKinds kLayers, heads] nats, mean over the rows; a row per kind and layer
  Mat distance;         ///< [2 kLayers, heads] the same of distance_rows(), in places; of self-attention
  int query = 0;        ///< the row that is looked at, from 0
  Mat weights, scores;  ///< of the head that is looked at [rows, keys and padding]; scores 0 where hidden
  Mask allowed;
  std::vector<std::string> row_names, key_names;
  bool row_by_hand = false;  ///< the row that is looked at is the reader's
};

/// The word that comes next at the step shown, and how it is chosen.
struct NextWord {
  std::vector<int> candidates;  ///< the likeliest tokens as bent, and the likeliest as trained; best first
  Mat probabilities;            ///< [2,k] theirs: as bent, and as trained after the same words
  Mat logits, drawn;            ///< [1,v] of the step; what a word is drawn from
  int kept = 0;                 ///< words that can be drawn
  models::Beam beam;            ///< empty unless it is searched
};

/// What decoding costs with the cache and without, and what the layers of other models would.
struct CostStudy {
  Cost with_cache, without_cache;
  bool same_words = false;                            ///< the two ways said the same
  std::array<models::LayerCost, kLayerKinds> layers;  ///< at n and d of the parameters
  std::vector<Timing> timings;                        ///< of the width of the parameters; none until asked for
};

struct Result {
  const tasks::PairTask* task = nullptr;
  std::string refusal;
  bool trained = false, shipped = false;  ///< weights from a file, or steps taken; whether weights are shipped for these settings
  models::TransformerSettings settings;
  translation::TranslationNumbers numbers;

  models::TransformerRun run, plain;  ///< over the words said, as bent and as trained
  int step = 0;                       ///< the one shown, from 0
  Sentence sentence;
  HeadStudy attention;
  NextWord next;
  CostStudy costs;
};
Result compute(const Params& p, const training::Models& models, const compute::Backend& backend);

/// How one attention ran.
const models::AttentionRun& attention_of(const models::TransformerRun& run, models::AttentionPart part, int layer);

/// How far from its own place each row looks: the mean of |i - j| by its weights [n,m] -> [n,1].
Mat distance_rows(In weights);

/// What a token is called in the figure: its word, "end" or "start".
std::string shown_name(const tasks::Vocabulary& words, int token);

}  // namespace attn::lessons::transformer
