// A reader's own points from a text with separated columns: what spreadsheets, notebooks and people produce.
//
// The separator is found from the text: a semicolon where there is one, else a tab, else a comma, else white space. Except where the
// comma separates, it may stand for the decimal point ("1,5; 2,25"). The first line may name the columns. Empty lines and lines that
// begin with `#` are passed over, numbers may be quoted, a byte order mark and all line ends are understood. The first two columns count.
//
// A line that is not a pair of numbers is left out and named by its number; when such lines outnumber the good ones, the text is not
// the table it was taken for, and nothing of it is kept.
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

/// Never fails otherwise than by an explaining message; any bytes may be passed.
Csv parse_csv(std::string_view text);

}  // namespace attn::tasks
