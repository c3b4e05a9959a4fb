// What the lesson calls its scores, scales and numbers, and describe().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lessons/03_scoring/study.h"

namespace attn::lessons::scoring {

struct ScoreWords {
  std::string_view name, formula;
};
const ScoreWords& words_of(Score score);

/// "q·k / √d".
std::string_view formula_of(WidthScale scale);

/// "k1", "k2", ...
std::vector<std::string> numbered(std::string_view letter, Index count);

std::string describe(const Params& p, const Result& r);

}  // namespace attn::lessons::scoring
