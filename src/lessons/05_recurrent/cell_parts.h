// The parts of a step of a recurrent cell as pictures, results and the inspector name them: gates, candidate, states. u units, t steps.
#pragma once

#include <string_view>
#include <vector>

#include "lessons/05_recurrent/study.h"

namespace attn::lessons::recurrent {

enum Part { kInputGate, kForgetGate, kOutputGate, kResetGate, kUpdateGate, kCandidate, kNewShare, kCellState, kSquashedCell, kHiddenState };
inline constexpr int kParts = 10;

struct PartName {
  std::string_view id, label;
  int lstm = -1, gru = -1;  ///< its place among the gates of the cell, or -1
  bool is_gate = false;     ///< 0 to 1

  int block(kernels::Cell cell) const { return cell == kernels::Cell::lstm ? lstm : cell == kernels::Cell::gru ? gru : -1; }
};
/// The cells of a part are the regions id[unit,step].
const PartName& name_of(Part part);

/// [u,t]; without rows where the cell has no such part.
Mat part_of(const Reading& reading, Part part);

/// A letter with its subscript: c and t-1.
struct Letter {
  std::string_view letter, subscript = {};
};
Letter letter_of(kernels::Cell cell, Part part);
/// Of the gates in their order: i f g o, r z n, h.
std::vector<Letter> gate_letters(kernels::Cell cell);
/// Of the sums over the inputs (p_x) or over the states (p_h).
inline Letter sum_letter(bool of_inputs) { return {"p", of_inputs ? "x" : "h"}; }

}  // namespace attn::lessons::recurrent
