// Heads that nobody trained: one whose every number is set by hand, one that walks round a ring and smears, and one that copies a
// sequence by a program of four lines.
#pragma once

#include <string_view>
#include <vector>

#include "base/mat.h"
#include "kernels/memory.h"
#include "lessons/17_neural-turing-machine/params.h"

namespace attn::lessons::neural_turing_machine {

/// One head at one step.
struct Head {
  kernels::Addressing says;
  Mat previous;         ///< [1,N]
  kernels::Address at;  ///< its four stages
};

struct HandResult {
  Head head;
  Mat read;            ///< [1,d]
  Mat erased, after;   ///< [N,d] of the memory: with w e taken out, and with w a put in
  Real entropy = 0;    ///< of the weighting, in nats
  Real effective = 0;  ///< cells
};

/// Where a head is that begins on one cell and moves on, step after step, by its shifts alone.
struct Smear {
  Mat weights;           ///< [cells, kMoves + 1] a column for each count of moves
  Mat largest, entropy;  ///< [1, kMoves + 1]
};
struct SmearResult {
  Mat shift;           ///< [1,3]
  Smear shown, blunt;  ///< as sharp as the parameters say, and with gamma 1
};

struct TapeStep {
  enum Kind { mark, write, jump, read, kKinds } kind = mark;
  int vector = -1;  ///< which one is written or read, from 0
  Head head;
  Mat erase, add;     ///< [1,d'] where it writes, else empty
  Mat before, after;  ///< [N',d'] memory
  Mat value;          ///< [1,d'] what it reads, where it does
};
struct TapeResult {
  std::vector<TapeStep> steps;  ///< all 2T + 2
  Mat said;                     ///< [6,T] numbers read up to the step shown; NaN where nothing was yet
  Mat bits;                     ///< [6,T] 1 where the number is above 1/2
  int wrong = 0, known = 0;     ///< bits that were read, and those of them that are not what was written
};

/// Shares brought to a sum of 1; all on the one in the middle where all are 0.
Mat shares_of(In shares);

/// A head whose gate is shut: from `weights` [1,N] it moves by `shift` [1,s] and sharpens, whatever the memory holds.
kernels::Address move_on(In weights, In shift, Real sharpen);

HandResult study_hand(const Params& p);
SmearResult study_smear(const Params& p);
TapeResult study_tape(const Params& p);

inline constexpr int kTapeWidth = kTapeBits + 1;  ///< d': the vector and the start mark
inline constexpr int kTapeCells = kLongestTape + 4;

/// The program of four lines for `vectors` [6,T], on a memory and from a weighting that were left over. `found`: the head finds its first
/// cell by the start mark of the run before; else it begins where it is.
std::vector<TapeStep> run_tape(In vectors, Mat memory, Mat weights, bool found, Real certainty, Real sharpen);

}  // namespace attn::lessons::neural_turing_machine
