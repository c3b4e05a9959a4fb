// The lesson's figures in sentences.
#pragma once

#include <string>

#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

/// The position and its hands, the pair's product, and which of the four scores stay, with their numbers.
std::string describe(const Params& p, const Result& r);

}  // namespace attn::lessons::positions
