// An encoder-decoder without attention on one source of the reader's: what the lesson's parameters ask for, and what comes of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "models/translation.h"
#include "recipes/translation_lesson.h"

namespace attn::recipes {

enum class Decoding { kGreedy, kBeam };
enum class Feeding { kFree, kTeacher };  ///< the decoder's inputs: what it said itself, or the right words

inline constexpr int kMostSaid = 100;  ///< words of an output at most

struct EncoderDecoderSettings : TrainingChoices {
  int task = 0;  ///< place in tasks::pair_tasks()
  std::string source = "a b c d e f";
  kernels::Cell cell = kernels::Cell::gru;
  int depth = 1;
  int size = 2;  ///< place in kHiddenSizes
  bool shared = false, reversed = false;
  Feeding feeding = Feeding::kFree;
  Decoding decoding = Decoding::kGreedy;
  int width = 4;          ///< of the beam
  int step = 1;           ///< decoder step shown, from 1
  Mat moved = Mat(0, 3);  ///< [e,3] layer and unit of a number of the bottleneck, from 0, and the value it was given

  // Of settle(): the last source that could be read, and for which task.
  int shown_task = -1;
  Tokens shown;
  std::string problem;  ///< why `source` could not be read; empty where it could
};

inline constexpr int kHiddenSizes[] = {16, 32, 64};
inline constexpr int kMostMoved = 64;  ///< rows of EncoderDecoderSettings::moved
inline int hidden_of(const EncoderDecoderSettings& p) { return kHiddenSizes[p.size]; }

TranslationSetup setup_of(const EncoderDecoderSettings& p);
/// Reads the source; where it does not belong to the task the last one that did stays, or the task's sample. A source that a change of the
/// task has left behind is replaced by the sample. Moved numbers that the bottleneck does not have are dropped.
void settle(EncoderDecoderSettings& p);

/// Puts a number of the bottleneck into the list of moved ones, where there is room.
void move_number(EncoderDecoderSettings& p, int layer, int unit, Real value);

/// One word of the output.
struct SaidWord {
  int input = 0;               ///< the word that the decoder was given
  int token = 0;               ///< the word taken
  int right = -1;              ///< the right word in this place; -1: there is none, or nobody knows
  Real probability = 0;        ///< of `token`
  Real right_probability = 0;  ///< of `right`; 0 without one
  bool wrong() const { return right != token; }
};

/// What a decoder did, and its words.
struct DecodedRun {
  models::Translation translation;
  std::vector<SaidWord> words;  ///< one for each step
};

struct EncoderDecoderView {
  const tasks::PairTask* task = nullptr;
  std::string problem;
  bool solved = false;  ///< the task knows the right answer
  Tokens answer;        ///< with the end token; empty unless solved
  DecodedRun run;       ///< as the parameters ask
  DecodedRun free;      ///< the likeliest word each time, fed back
  DecodedRun forced;    ///< fed with the right words; empty unless solved
  models::Beam beam;
  std::vector<bool> on_best, on_greedy;  ///< of the beam's nodes: on the way to its best, along the likeliest words
  Mat bottleneck;                        ///< [depth,u] in use
  Mat own_bottleneck;                    ///< [depth,u] what the encoder made
  Mat last_states;                       ///< [depth,u] of the encoder, which the bottleneck is made of
  std::vector<Mat> bridge_w, bridge_b;   ///< per layer: bottleneck = tanh(state w + b), [u,u] and [1,u]
  Mat word_w, word_b;                    ///< logits = state w + b, [u,v] and [1,v]
  TranslationNumbers numbers;
  int shown = 0;  ///< step shown, from 0

  Tokens output() const;  ///< of `run`, without the end token
  bool right() const;     ///< solved, and every word of `run` is right
};

EncoderDecoderView view(const EncoderDecoderSettings& p, const TranslationState& state);

}  // namespace attn::recipes
