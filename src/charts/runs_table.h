// A table of training runs. Each has a row, with the settings in which the runs differ and the numbers that say how far it came.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace attn::charts {

struct RunRow {
  std::string name;                  ///< "2", "now"
  std::string id;                    ///< of the row's region, run_region(2); empty where it cannot be pressed
  std::vector<std::string> differs;  ///< a text for each of RunsPicture::columns
  std::vector<std::string> reached;  ///< a number for each of RunsPicture::numbers
};

struct RunsPicture {
  std::vector<std::string> columns;  ///< the settings that differ: "Optimiser", "Learning rate"
  std::vector<std::string> numbers;  ///< the names of the numbers: "steps", "loss"
  std::span<const RunRow> rows;
};

/// The height that draw_runs() needs, at most `most`.
float runs_height(const RunsPicture& picture, float most, float size);
/// Draws the head and as many of the first rows as fit. Each row with an id is a region, with a button `ID:remove` at its end. The button
/// `runs:clear` in the head removes all. run_press() says what a press means. Where the columns do not fit, what differs is written as one
/// text, cut at its end.
void draw_runs(canvas::Canvas& canvas, canvas::Rect area, const RunsPicture& picture, float size,
               canvas::Place caller = canvas::Place::here());

/// The region of run 2's row, "run:2".
std::string run_region(int number);
/// What a press on a region asks for; kNothing where the region is not one of the table's.
struct RunPress {
  enum class Act { kNothing, kBring, kRemove, kClear } act = Act::kNothing;
  int number = 0;  ///< of the run to bring or to remove
};
RunPress run_press(std::string_view region);

}  // namespace attn::charts
