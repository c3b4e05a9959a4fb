// Where the cells of an explanation are in a figure, and what a card had better not cover.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/regions.h"
#include "formula/cells.h"

namespace attn::window {

/// The handle that a result or an input is declared to have ("key" for "keys"); empty without one.
using HandleOf = std::function<std::string_view(std::string_view result)>;

/// The places of one picture.
class Places {
 public:
  Places(const canvas::Regions& regions, const HandleOf& handle_of) : regions_(regions), handle_of_(handle_of) {}

  /// Where the cell of a result is drawn: as a cell, as a handle ("key[2]" for "keys[2,0]"), or as the one thing of that name; empty where
  /// the figure has it nowhere.
  canvas::Rect of(const std::string& cell) const;

  /// The operands that are drawn; of more than some twenty one rectangle for all of a result.
  std::vector<canvas::Rect> of(const std::vector<formula::Operand>& operands) const;

  /// The cell with its row and its column, and room for their names.
  std::vector<canvas::Rect> lines_through(const std::string& cell) const;

  /// Everything that answers to the hand, but for what lies on the card at `card`.
  std::vector<canvas::Rect> all(canvas::Rect card) const;

  /// Draws a border in its colour around the place of an operand.
  void mark(canvas::Canvas& canvas, const formula::Operand& operand, bool strong) const;

 private:
  const canvas::Regions& regions_;
  const HandleOf& handle_of_;
};

}  // namespace attn::window
