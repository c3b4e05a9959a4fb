// A trained machine and the LSTMs beside it, on one sequence of the reader's, and on held-out sequences by their length.
#pragma once

#include <string>
#include <vector>

#include "autodiff/engine.h"
#include "base/mat.h"
#include "lessons/17_neural-turing-machine/params.h"
#include "models/turing_machine.h"
#include "training/trainer.h"

namespace attn::lessons::neural_turing_machine {

/// What a network says at each step.
struct Answer {
  Mat logits, said;  ///< [steps, outputs]; `said` is the probability of a 1
  int wrong = 0;     ///< wrong bits of the answer
};

/// Counts over held-out sequences of one size.
struct WrongAt {
  int said = 0;  ///< `length` times the number of copies
  int length = 0, copies = 0, sequences = 0, wrong_bits = 0;
  /// "20", or of a repeat copy "10 x 5"
  std::string name() const { return std::to_string(length) + (copies > 0 ? " x " + std::to_string(copies) : ""); }
  double each() const { return static_cast<double>(wrong_bits) / sequences; }
};
/// Empty until it is measured.
using ByLength = std::vector<WrongAt>;

/// An LSTM beside the machine.
struct Rival {
  RivalSize size = RivalSize::kSmall;
  int units = 0, numbers = 0;  ///< `numbers` is how many its state has, h and c of all layers
  Answer answer;
  ByLength by_length;
  std::string name() const { return "LSTM of " + std::to_string(units) + " units"; }
};

/// How a head moves from step to step during a part of the sequence.
struct Advance {
  int by_one = 0, steps = 0;  ///< at how many steps the largest weight moved by one cell, in the more frequent direction, of how many
};

struct MachineResult {
  const tasks::BitTask* task = nullptr;
  tasks::BitExample example;
  Answer machine;
  std::vector<Rival> rivals;  ///< LSTMs whose weights have been loaded, the smallest first
  int rival_shown = -1;       ///< the LSTM that the parameters choose, or -1
  models::TuringTrace trace;
  std::vector<int> cells;           ///< the cells shown, on which the first heads stand at some step, in the order of the ring
  Mat write_weights, read_weights;  ///< [cells shown, steps] of the first head of each kind
  Mat memory;                       ///< [cells shown, d] after the step shown
  Mat first_reads;                  ///< [1,d] what the first step is given as the reading of a step before
  Advance writing, reading;         ///< of the write head while vectors come in, of the read head while they are said
  int all_cells = 0, width = 0;     ///< N, d
  ByLength by_length;
  std::string provenance;

  const Rival* rival() const { return rival_shown >= 0 ? &rivals[static_cast<size_t>(rival_shown)] : nullptr; }
  int vectors() const { return static_cast<int>(example.content.bits.rows()); }
  /// The cells shown [cells shown, d] as they are after `step` steps.
  Mat memory_after(int step) const;
};

/// The reader's sequence, laid out in steps: random sequence number `drawn`, with the bits turned over that the reader has turned.
tasks::BitExample example_of(const Params& p);

MachineResult study_machine(const Params& p, const training::Models& models, autodiff::MakeEngine engine);

}  // namespace attn::lessons::neural_turing_machine
