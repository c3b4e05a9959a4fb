// A table of runs: a row each, in columns of what sets them apart, and how far they came.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace attn::charts {

struct RunRow {
  std::string name;                  ///< "2", "now"
  std::string id;                    ///< of the row's region: run_region(2); empty: nothing to press
  std::vector<std::string> differs;  ///< a text for each of RunsPicture::columns
  std::vector<std::string> reached;  ///< a number for each of RunsPicture::numbers
};

struct RunsPicture {
  std::vector<std::string> columns;  ///< what differs: "Optimiser", "Learning rate"
  std::vector<std::string> numbers;  ///< how far: "steps", "loss"
  std::span<const RunRow> rows;
};

/// The height that draw_runs() takes of an area this wide; at most `most`.
float runs_height(const RunsPicture& picture, float most, float size);
/// Draws the head and as many rows as fit, the first ones. Each row with an id is a region, and `ID:remove` a button at its end;
/// `runs:clear` in the head removes all: run_press(). Where columns do not fit, what differs is one text, cut at its end.
void draw_runs(canvas::Canvas& canvas, canvas::Rect area, const RunsPicture& picture, float size,
               canvas::Place caller = canvas::Place::here());

/// The region of run 2's row, "run:2".
std::string run_region(int number);
/// What a press on a region asks for; kNothing where that is none of the table's.
struct RunPress {
  enum class Act { kNothing, kBring, kRemove, kClear } act = Act::kNothing;
  int number = 0;  ///< of the run to bring or to remove
};
RunPress run_press(std::string_view region);

}  // namespace attn::charts
