// Heads that nobody trained: one whose numbers are all set by hand, one that walks round a ring of cells and smears, and one that copies a
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
  Mat erased, after;   ///< [N,d] the memory after erasing, and after adding
  Real entropy = 0;    ///< of the weighting, in nats
  Real effective = 0;  ///< effective number of cells, exp(entropy)
};

/// The weights of a head that begins on one cell and moves on by its shift alone, step after step.
struct Smear {
  Mat weights;           ///< [kRing, kMoves + 1] a column for each number of moves
  Mat largest, entropy;  ///< [1, kMoves + 1]
};
struct SmearResult {
  Mat shift;           ///< [1,3]
  Smear shown, blunt;  ///< with the gamma of the parameters, and with gamma 1
};

struct TapeStep {
  enum Kind { mark, write, jump, read, kKinds } kind = mark;
  int vector = -1;  ///< the vector that is written or read, from 0; -1 for none
  Head head;
  Mat erase, add;     ///< [1,d'] at steps that write, otherwise empty
  Mat before, after;  ///< [N',d'] the memory before and after the step
  Mat value;          ///< [1,d'] what is read at the other steps
};
struct TapeResult {
  std::vector<TapeStep> steps;  ///< all 2T + 2
  Mat said;                     ///< [6,T] the numbers read up to the step shown; NaN where nothing has been read yet
  Mat bits;                     ///< [6,T] 1 where such a number is above 1/2, else 0; NaN as in `said`
  int wrong = 0, known = 0;     ///< how many bits differ from what was written, of how many that have been read
};

/// `shares` divided by their sum. If all are 0, the one in the middle becomes 1.
Mat shares_of(In shares);

/// The address of a head whose gate is 0. It moves on from `weights` [1,N] by `shift` [1,s] and sharpens, whatever the memory holds.
kernels::Address move_on(In weights, In shift, Real sharpen);

HandResult study_hand(const Params& p);
SmearResult study_smear(const Params& p);
TapeResult study_tape(const Params& p);

inline constexpr int kTapeWidth = kTapeBits + 1;     ///< d': the bits of a vector, and one for the start mark
inline constexpr int kTapeCells = kLongestTape + 4;  ///< N'

/// Runs the program of four lines for `vectors` [6,T], beginning with the given memory and weighting. If `found`, the head finds its first
/// cell by the start mark that an earlier run left; otherwise it begins where it is.
std::vector<TapeStep> run_tape(In vectors, Mat memory, Mat weights, bool found, Real certainty, Real sharpen);

}  // namespace attn::lessons::neural_turing_machine
