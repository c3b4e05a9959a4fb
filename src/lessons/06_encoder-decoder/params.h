// What the reader sets: task and source, the two networks, how they are trained, fed and decoded.
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

inline constexpr int kMostRead = 64;   ///< words of a source at most
inline constexpr int kMostSaid = 100;  ///< words of an output at most
inline constexpr int kMostMoved = 64;  ///< rows of Params::moved

/// The settings to begin with: one GRU layer of 64 units in either network, an encoder of one direction.
models::Seq2SeqSettings without_attention();

struct Params : translation::TrainingChoices {
  int task = 0;  ///< place in tasks::pair_tasks()
  std::string source = "a b c d e f";
  models::Seq2SeqSettings model = without_attention();  ///< the reader sets cell, hidden, depth, shared and reverse_source
  Feeding feeding = Feeding::kFree;
  Decoding decoding = Decoding::kGreedy;
  int width = 4;          ///< of the beam
  int step = 1;           ///< decoder step shown, from 1
  Mat moved = Mat(0, 3);  ///< [e,3] layer and unit of a number of the bottleneck, from 0, and the value it was given

  // Of settle().
  Tokens shown;         ///< the last source that could be shown
  std::string problem;  ///< why `source` is not; empty where it is

  static params::Table<Params> table();
};

translation::TranslationSetup setup_of(const Params& p);

/// Reads the source (translation::settle_source). Moved numbers that the bottleneck does not have are dropped.
void settle(const Params& before, Params& after);

/// Puts a number of the bottleneck into the list of moved ones, where there is room.
void move_number(Params& p, int layer, int unit, Real value);

}  // namespace attn::lessons::encoder_decoder
