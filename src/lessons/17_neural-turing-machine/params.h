// What a reader of the lesson on writable memory may change.
//
// Letters: N cells, d numbers in each; w [N,1] a weighting of the cells; k, beta, g, s, gamma what one head says; e, a erase and add.
#pragma once

#include "base/mat.h"
#include "course/trained.h"
#include "params/story.h"
#include "tasks/bits.h"

namespace attn::lessons::neural_turing_machine {

inline constexpr int kCells = 8, kWidth = 4;  ///< N and d of the memory that the reader paints
inline constexpr int kAddressingStops = 7;    ///< of the story of one head
inline constexpr int kStepStops = 6;          ///< of the story of one step of a machine
inline constexpr double kStep = 0.1;          ///< entries of that memory are multiples of this, within [-1, 1]
inline constexpr int kMoves = 40;             ///< moves of the head that smears
inline constexpr int kRing = 24;              ///< cells that this head goes round
inline constexpr int kMostStrength = 50;
inline constexpr int kMostSharpness = 20;
inline constexpr int kTapeBits = 6;                        ///< bits of a vector on the tape
inline constexpr int kShortestTape = 3, kLongestTape = 8;  ///< fewest and most vectors on the tape
inline constexpr int kLongest = 120;                       ///< most vectors, or items, in a sequence for a trained machine
inline constexpr int kMostFlipped = 400;                   ///< most bits that are turned over

/// Which of a task's shipped machines is shown.
enum class Attempt { kLearned, kFailed };
/// Which of a task's LSTMs is shown, if there are two.
enum class RivalSize { kSmall, kLarge };

struct Params : course::TrainingChoices {
  Params();

  // One head by hand.
  Mat memory;         ///< [N,d]
  Mat key;            ///< [1,d] k
  Real strength = 8;  ///< beta
  Real gate = Real(0.7);
  Mat shift;         ///< [1,3] shares that go one cell back, stay, go one cell on; none is negative, and they may have any sum
  Real sharpen = 2;  ///< gamma, 1 or more
  Mat previous;      ///< [N,1] shares of the cells in the weighting of the step before; not negative, with any sum
  Mat erase;         ///< [1,d] e in [0,1]
  Mat add;           ///< [1,d] a in [-1,1]
  int after = 20;    ///< after how many moves the head that smears is shown
  /// How far the story of the head has been told, in stops.
  Real walk = params::end_of_story(kAddressingStops);

  // The tape.
  int tape_length = 5;      ///< T
  Mask tape;                ///< [6,T] a vector in each column
  int tape_step = 4;        ///< the step shown, from 1 to 2T + 2
  Real tape_certainty = 1;  ///< the share of a move that goes just one cell on; of the rest half stays and half goes two cells
  Real tape_sharpen = 1;    ///< gamma of the tape's head

  // The trained machines. A change of `task` restarts training.
  int task = 0;             ///< place in tasks::bit_tasks(); at first the small copy
  int length = 10;          ///< how many vectors, or items of a recall
  int copies = 3;           ///< how often a repeat copy says them
  int asked = 2;            ///< the item that a recall shows again, from 1
  int drawn = 1;            ///< number of the random sequence
  Mat flipped = Mat(0, 2);  ///< [f,2] the bits of that sequence that were turned over: vector and bit, from 0
  int at = 16;              ///< the step shown, from 1
  /// How far the story of that step has been told, in stops.
  Real act = params::end_of_story(kStepStops);
  Attempt attempt = Attempt::kLearned;
  RivalSize rival = RivalSize::kSmall;

  static params::Table<Params> table();
};

/// Makes the tape and its length agree, and keeps sizes and steps within what there is. Flipped bits outside their sequence are dropped,
/// and so are repeated ones. Idempotent.
void settle(const Params& before, Params& after);

const tasks::BitTask& task_of(const Params& p);

}  // namespace attn::lessons::neural_turing_machine
