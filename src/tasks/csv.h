// Reads a reader's own points from a text with separated columns, as spreadsheets, notebooks and people produce it.
//
// The separator is guessed from the text: a semicolon where there is one, else a tab, else a comma, else white space. Except where the
// comma is the separator, it may be used as the decimal point ("1,5; 2,25"). The first line may name the columns. Empty lines and lines
// that begin with `#` are ignored, numbers may be quoted, and a byte order mark and all kinds of line ends are accepted. Only the first two
// columns are used.
//
// A line that is not a pair of numbers is left out, and a message gives its number. When such lines outnumber the good ones, the text is
// probably no table of points, and nothing of it is kept.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"

namespace attn::tasks {

inline constexpr int kMaxCsvPoints = 100000;  ///< longer tables are refused
inline constexpr double kMaxCsvNumber = 1e6;  ///< larger magnitudes make a bad line

struct Csv {
  Mat points;                         ///< [m, 2]: x, y in the order of the text; no rows when the text was refused
  std::vector<std::string> messages;  ///< sentences for the reader: what was taken, which lines were left out, or why nothing was kept
  bool accepted() const { return points.rows() > 0; }
};

/// Any bytes may be passed. Where it cannot read them, the messages say why; it fails in no other way.
Csv parse_csv(std::string_view text);

}  // namespace attn::tasks
