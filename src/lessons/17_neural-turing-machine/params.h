// What a reader of the lesson on writable memory may change.
//
// Letters: N cells, d numbers in each; w [N,1] a weighting of the cells; k, beta, g, s, gamma what one head says; e, a erase and add.
#pragma once

#include "base/mat.h"
#include "course/trained.h"
#include "tasks/bits.h"

namespace attn::lessons::neural_turing_machine {

inline constexpr int kCells = 8, kWidth = 4;  ///< N and d of the memory that is painted
inline constexpr double kStep = 0.1;          ///< its entries are multiples of this, within [-1, 1]
inline constexpr int kMoves = 40;             ///< of the head that smears,
inline constexpr int kRing = 24;              ///< and the cells that it goes round
inline constexpr int kMostStrength = 50;
inline constexpr int kMostSharpness = 20;
inline constexpr int kTapeBits = 6;                        ///< of a vector on the tape
inline constexpr int kShortestTape = 3, kLongestTape = 8;  ///< vectors
inline constexpr int kLongest = 120;                       ///< vectors, or items, that a trained machine is asked for
inline constexpr int kMostFlipped = 400;                   ///< bits

/// Which of a task's shipped machines.
enum class Attempt { kLearned, kFailed };
/// Which of a task's LSTMs, where it has two.
enum class RivalSize { kSmall, kLarge };

struct Params : course::TrainingChoices {
  Params();

  // One head by hand.
  Mat memory;         ///< [N,d]
  Mat key;            ///< [1,d] k
  Real strength = 8;  ///< beta
  Real gate = Real(0.7);
  Mat shift;         ///< [1,3] shares that go one cell back, stay, go one cell on; none is below 0, whatever they sum to
  Real sharpen = 2;  ///< gamma, 1 or more
  Mat previous;      ///< [N,1] shares of the cells in the weighting of the step before, as above
  Mat erase;         ///< [1,d] e in [0,1]
  Mat add;           ///< [1,d] a in [-1,1]
  int after = 20;    ///< moves, of the head that smears

  // The tape.
  int tape_length = 5;      ///< T
  Mask tape;                ///< [6,T] bits of the vectors, a column each
  int tape_step = 4;        ///< the step shown, from 1; the tape has 2T + 2
  Real tape_certainty = 1;  ///< how much of a move by one goes just one cell on; the rest stays, or goes two, in equal parts
  Real tape_sharpen = 1;    ///< gamma of the tape's head

  // The trained machines; `task` restarts training.
  int task = 0;             ///< place in tasks::bit_tasks()
  int length = 10;          ///< vectors, or items of a recall
  int copies = 3;           ///< of a repeat copy
  int asked = 2;            ///< the item that a recall shows again, from 1
  int drawn = 1;            ///< number of the random sequence
  Mat flipped = Mat(0, 2);  ///< [f,2] its bits that were turned over: vector and bit, from 0
  int at = 15;              ///< the step looked at, from 1
  Attempt attempt = Attempt::kLearned;
  RivalSize rival = RivalSize::kSmall;

  static params::Table<Params> table();
};

/// The shape of the painted things is kept, steps stay within what there is, flipped bits within their sequence, each once. Idempotent.
void settle(const Params& before, Params& after);

const tasks::BitTask& task_of(const Params& p);

}  // namespace attn::lessons::neural_turing_machine
