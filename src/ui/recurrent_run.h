// What a recurrent cell did over a sequence, as the pictures and the inspector name it: gates, candidate, states, and their formulas.
// u units, t steps, g gates. The formulas are those of kernels/recurrent.h: p and q are the sums over the inputs and over the states.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "ui/expression.h"

namespace attn::ui {

/// A letter with its subscript: c and t-1.
struct Letter {
  std::string_view letter, subscript = {};
};

/// References to one reading of a sequence, a column for each step.
struct RecurrentRun {
  int gates;         ///< g: 1 for the RNN, 3 for the GRU (r z n), 4 for the LSTM (i f g o)
  const Mat &h, &c;  ///< [u,t]; c empty but for the LSTM
  const Mat &h_before, &c_before;
  const Mat& gate_values;  ///< [g u,t]
  const Mat &p, &q;        ///< [t,g u]

  bool is_gru() const { return gates == 3; }
  bool is_lstm() const { return gates == 4; }
  int units() const { return static_cast<int>(h.rows()); }
};

enum RecurrentPart {
  kInputGate,
  kForgetGate,
  kOutputGate,
  kResetGate,
  kUpdateGate,
  kCandidate,
  kNewShare,
  kCellState,
  kSquashedCell,
  kHiddenState
};
inline constexpr int kRecurrentParts = 10;

struct RecurrentPartName {
  std::string_view id, label;
  int lstm = -1, gru = -1;  ///< its place among the gates of the cell, or -1
  bool is_gate = false;     ///< 0 to 1

  int block(const RecurrentRun& run) const { return run.is_lstm() ? lstm : run.is_gru() ? gru : -1; }
};
/// The cells of a part are the regions id[unit,step].
const RecurrentPartName& name_of(RecurrentPart part);
Letter letter_of(const RecurrentRun& run, RecurrentPart part);
/// Of the gates in their order.
std::vector<Letter> gate_letters(const RecurrentRun& run);

/// [u,t]; without rows where the cell has no such part.
Mat part_of(const RecurrentRun& run, RecurrentPart part);

/// A column of the step's data flow, u numbers from top to bottom.
struct FlowColumn {
  std::string_view before;  ///< the sign in front of it; "tanh": it is made from what stands before
  Letter letter;
  std::string_view name;         ///< for the ear
  Mat values;                    ///< [u,1]
  std::vector<std::string> ids;  ///< a region for each number; empty strings: none
  bool is_gate = false;
  std::string_view activation = {};  ///< what makes it from the sums of the step; empty: nothing does
};
/// The step of the cell written out from left to right, `step` from 0.
std::vector<FlowColumn> flow_of(const RecurrentRun& run, int step);
/// Column k of the sums p (`of_inputs`) or q at step t, from inputs x [i,t] and the stacked weights [i+1+u,g u], the bias below Wx.
Explanation explain_sum(const RecurrentRun& run, const Mat& x, const Mat& weights, bool of_inputs, int t, int k);

/// How a part of unit i at step j came about; empty where the cell has none. `title` is followed by unit and step.
Explanation explain_part(const RecurrentRun& run, RecurrentPart part, int i, int j, std::string title);

}  // namespace attn::ui
