// A trained machine, and the LSTMs beside it, on one sequence of the reader's, and on held-out ones by their length.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "lessons/17_neural-turing-machine/params.h"
#include "models/turing_machine.h"
#include "training/trainer.h"

namespace attn::lessons::neural_turing_machine {

/// What a network says, step by step; empty where there is none.
struct Answer {
  Mat logits, said;  ///< [steps, outputs]; said: the probability of a 1
  int wrong = 0;     ///< bits of the answer
};

/// Held-out sequences of one size.
struct WrongAt {
  int said = 0;  ///< vectors, or items, that go in, times the copies
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
  int units = 0, numbers = 0;  ///< numbers: of its state, h and c
  Answer answer;
  ByLength by_length;
  std::string name() const { return "LSTM of " + std::to_string(units) + " units"; }
};

/// How a head goes on from step to step while one part of the sequence lasts.
struct Advance {
  int by_one = 0, steps = 0;  ///< steps at which the largest weight moved by one cell, always the same way, and all
};

struct MachineResult {
  const tasks::BitTask* task = nullptr;
  tasks::BitExample example;
  Answer machine;
  std::vector<Rival> rivals;  ///< those whose weights are there, the smallest first
  int rival_shown = -1;       ///< the one that the parameters choose, or -1
  models::TuringTrace trace;
  std::vector<int> cells;           ///< those that some head stands on, in the order of the ring
  Mat write_weights, read_weights;  ///< [shown cells, steps], of the first head of each kind
  Mat memory;                       ///< [shown cells, d] after the step looked at
  Advance writing, reading;         ///< while vectors come in, while they are said
  int all_cells = 0, width = 0;     ///< N, d
  ByLength by_length;
  std::string provenance;

  const Rival* rival() const { return rival_shown >= 0 ? &rivals[static_cast<size_t>(rival_shown)] : nullptr; }
  int vectors() const { return static_cast<int>(example.content.bits.rows()); }
};

/// The reader's sequence: the random one of this number with the reader's bits turned over, laid out in steps.
tasks::BitExample example_of(const Params& p);

MachineResult study_machine(const Params& p, const training::Models& models);

}  // namespace attn::lessons::neural_turing_machine
