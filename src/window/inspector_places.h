// The places of an explanation's cells in a figure, and those that a card should not cover.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/regions.h"
#include "formula/cells.h"

namespace attn::window {

/// The handle that a result or an input declares ("key" for "keys"); empty where it declares none.
using HandleOf = std::function<std::string_view(std::string_view result)>;

/// The places of one picture.
class Places {
 public:
  Places(const canvas::Regions& regions, const HandleOf& handle_of) : regions_(regions), handle_of_(handle_of) {}

  /// The place where a cell of a result is drawn: as a cell, as a handle ("key[2]" for "keys[2,0]"), or as the only region of that name.
  /// Empty where the figure does not have it.
  canvas::Rect of(const std::string& cell) const;

  /// The places of those operands that are drawn. Where there are more than some twenty, all operands of a result share one rectangle.
  std::vector<canvas::Rect> of(const std::vector<formula::Operand>& operands) const;

  /// The row and the column of the cell, with room for their names.
  std::vector<canvas::Rect> lines_through(const std::string& cell) const;

  /// Everything that answers to the hand, except what is on the card at `card`.
  std::vector<canvas::Rect> all(canvas::Rect card) const;

  /// Draws a border around the place of an operand, in the operand's colour.
  void mark(canvas::Canvas& canvas, const formula::Operand& operand, bool strong) const;

 private:
  const canvas::Regions& regions_;
  const HandleOf& handle_of_;
};

}  // namespace attn::window
