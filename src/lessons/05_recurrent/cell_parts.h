// What the parts of a recurrent cell's step (gates, candidate, states) are called in figures, results and the inspector. u units, t steps.
#pragma once

#include <string_view>
#include <vector>

#include "lessons/05_recurrent/study.h"

namespace attn::lessons::recurrent {

enum Part { kInputGate, kForgetGate, kOutputGate, kResetGate, kUpdateGate, kCandidate, kNewShare, kCellState, kSquashedCell, kHiddenState };
inline constexpr int kParts = 10;

struct PartName {
  std::string_view id, label;
  int lstm = -1, gru = -1;  ///< the part's place among the gates of either cell, -1 where it is none of them
  bool is_gate = false;     ///< its numbers lie between 0 and 1

  int block(kernels::Cell cell) const { return cell == kernels::Cell::lstm ? lstm : cell == kernels::Cell::gru ? gru : -1; }
};
/// The numbers of a part are the regions `id[unit,step]`.
const PartName& name_of(Part part);

/// The numbers of a part [u,t]; a matrix without rows where the cell has no such part.
Mat part_of(const Reading& reading, Part part);

/// A letter with its subscript, such as c with t-1.
struct Letter {
  std::string_view letter, subscript = {};
};
Letter letter_of(kernels::Cell cell, Part part);
/// The letters of a cell's gates in their order: i f g o for the LSTM, r z n for the GRU, h for the RNN.
std::vector<Letter> gate_letters(kernels::Cell cell);
/// The letter of the sums over the inputs (p_x) or over the states (p_h).
inline Letter sum_letter(bool of_inputs) { return {"p", of_inputs ? "x" : "h"}; }

}  // namespace attn::lessons::recurrent
