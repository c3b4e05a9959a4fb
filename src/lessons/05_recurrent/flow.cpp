#include "lessons/05_recurrent/flow.h"

#include "canvas/regions.h"

namespace attn::lessons::recurrent {
namespace {

using kernels::Cell;

FlowColumn part_column(const Reading& r, int step, Part part, std::string_view sign, bool earlier = false) {
  step -= earlier;
  const PartName& name = name_of(part);
  FlowColumn column{sign, letter_of(r.cell, part), name.label, Mat::Zero(r.units(), 1), {}, name.is_gate};
  if (step >= 0) column.values = part_of(r, part).col(step);
  if (earlier || part == kCellState || part == kHiddenState) column.letter.subscript = earlier ? "t\u22121" : "t";
  for (int i = 0; i < r.units(); ++i) column.ids.push_back(step < 0 ? "" : canvas::cell_id(name.id, i, step));
  const bool from_sums = name.block(r.cell) >= 0 && !(r.cell == Cell::gru && part == kCandidate);
  if (from_sums) column.activation = name.is_gate ? "\u03c3" : "tanh";
  return column;
}

/// p_x or p_h of one gate.
FlowColumn sum_column(const Reading& r, int step, bool of_inputs, int block, std::string_view sign) {
  const Mat& sums = of_inputs ? r.input_product : r.recurrent_product;
  const int u = r.units();
  FlowColumn column{sign, sum_letter(of_inputs), "sum", sums.row(step).segment(block * u, u).transpose(), {}, false, " "};
  for (int i = 0; i < u; ++i) column.ids.push_back(canvas::cell_id(of_inputs ? "input-product" : "recurrent-product", step, block * u + i));
  return column;
}

}  // namespace

std::vector<FlowColumn> flow_of(const Reading& r, int step) {
  const auto part = [&](Part p, std::string_view sign, bool earlier = false) { return part_column(r, step, p, sign, earlier); };
  const auto sum = [&](bool of_inputs, int block, std::string_view sign) { return sum_column(r, step, of_inputs, block, sign); };
  if (r.cell == Cell::lstm)
    return {part(kCellState, "", true), part(kForgetGate, "\u00b7"), part(kInputGate, "+"),       part(kCandidate, "\u00b7"),
            part(kCellState, "="),      part(kSquashedCell, "tanh"), part(kOutputGate, "\u00b7"), part(kHiddenState, "=")};
  if (r.cell == Cell::gru)
    return {sum(true, 2, ""),
            part(kResetGate, "+"),
            sum(false, 2, "\u00b7"),
            part(kCandidate, "tanh"),
            part(kNewShare, "\u00b7"),
            part(kUpdateGate, "+"),
            part(kHiddenState, "\u00b7", true),
            part(kHiddenState, "=")};
  return {sum(true, 0, ""), sum(false, 0, "+"), part(kHiddenState, "tanh")};
}

}  // namespace attn::lessons::recurrent
