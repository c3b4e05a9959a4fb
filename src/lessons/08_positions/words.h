// The lesson's figures in sentences.
#pragma once

#include <string>
#include <string_view>

#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

/// The position and its hands, the pair's product, and which of the four scores stay, with their numbers.
std::string describe(const Params& p, const Result& r);

/// "sinusoidal positions", "without positions"; and in a word or two.
std::string_view model_name(models::PositionKind kind);
std::string_view short_name(models::PositionKind kind);

}  // namespace attn::lessons::positions
