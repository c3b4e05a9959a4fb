#include "lessons/05_recurrent/cell_parts.h"

#include <array>

namespace attn::lessons::recurrent {
namespace {

using kernels::Cell;

constexpr std::array<PartName, kParts> kNames{{{"input-gate", "Input gate", 0, -1, true},
                                               {"forget-gate", "Forget gate", 1, -1, true},
                                               {"output-gate", "Output gate", 3, -1, true},
                                               {"reset-gate", "Reset gate", -1, 0, true},
                                               {"update-gate", "Update gate", -1, 1, true},
                                               {"candidate", "Candidate", 2, 2},
                                               {"new-share", "Share of the candidate", -1, -1, true},
                                               {"cell-state", "Cell state"},
                                               {"squashed-cell", "Cell state through tanh"},
                                               {"hidden-state", "Hidden state"}}};

}  // namespace

const PartName& name_of(Part part) { return kNames[part]; }

Mat part_of(const Reading& r, Part part) {
  const int block = name_of(part).block(r.cell);
  if (block >= 0) return r.gates.middleRows(block * r.units(), r.units());
  if (part == kHiddenState) return r.h;
  if (part == kCellState && r.cell == Cell::lstm) return r.c;
  if (part == kSquashedCell && r.cell == Cell::lstm) return r.c.array().tanh();
  if (part == kNewShare && r.cell == Cell::gru) return Real(1) - part_of(r, kUpdateGate).array();
  return Mat(0, r.h.cols());
}

Letter letter_of(Cell cell, Part part) {
  constexpr std::array<std::string_view, kParts> kLetters{"i", "f", "o", "r", "z", "g", "1 \u2212 z", "c", "tanh c", "h"};
  return {part == kCandidate && cell == Cell::gru ? "n" : kLetters[part]};
}

std::vector<Letter> gate_letters(Cell cell) {
  if (cell == Cell::lstm) return {{"i"}, {"f"}, {"g"}, {"o"}};
  if (cell == Cell::gru) return {{"r"}, {"z"}, {"n"}};
  return {{"h"}};
}

}  // namespace attn::lessons::recurrent
