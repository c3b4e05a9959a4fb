// What the reader sets: task and source, the two networks, and how these are trained, fed and decoded.
#pragma once

#include <string>

#include "base/mat.h"
#include "base/tokens.h"
#include "lessons/translation/translation_lesson.h"
#include "models/seq2seq.h"
#include "params/params.h"

namespace attn::lessons::encoder_decoder {

enum class Decoding { kGreedy, kBeam };
enum class Feeding { kFree, kTeacher };  ///< the decoder's inputs: what it said itself, or the right words

inline constexpr int kMostRead = 64;   ///< most words of a source
inline constexpr int kMostSaid = 100;  ///< most words of an output
inline constexpr int kMostMoved = 64;  ///< most rows of Params::moved

/// The settings to begin with: one GRU layer of 16 units in each network, an encoder of one direction, and no attention.
models::Seq2SeqSettings without_attention();

/// The task at a place in tasks::pair_tasks().
const tasks::PairTask& task_at(int place);

struct Params : translation::TrainingChoices {
  int task = 0;  ///< place in tasks::pair_tasks()
  std::string source = "a b c d e f";
  models::Seq2SeqSettings model = without_attention();  ///< of these the reader sets cell, hidden, depth, shared and reverse_source
  Feeding feeding = Feeding::kFree;
  Decoding decoding = Decoding::kGreedy;
  int width = 4;          ///< hypotheses that the beam keeps
  int step = 1;           ///< decoder step shown, from 1
  Mat moved = Mat(0, 3);  ///< [e,3] layer and unit (from 0) of a number of the bottleneck, and the value that the hand gave it

  // Set by settle().
  Tokens shown;         ///< the last source that could be shown
  std::string problem;  ///< why `source` is not shown; empty where it is

  static params::Table<Params> table();
};

translation::TranslationSetup setup_of(const Params& p);

/// Reads the source (translation::settle_source), and drops moved numbers that the bottleneck does not have.
void settle(const Params& before, Params& after);

/// Gives a number of the bottleneck a value by hand, in the list `moved`. A full list takes no further numbers.
void move_number(Params& p, int layer, int unit, Real value);

}  // namespace attn::lessons::encoder_decoder
