// What the lesson says about its figures, in sentences.
#pragma once

#include <string>
#include <string_view>

#include "lessons/08_positions/study.h"

namespace attn::lessons::positions {

/// Says, with numbers, where the hands stand, how large the pair's dot product is, and which of the four scores stay.
std::string describe(const Params& p, const Result& r);
/// The same for the words that are swapped.
std::string describe_swap(const Params& p, const Result& r);

/// "sinusoidal positions", "without positions", and the same in a word or two.
std::string_view model_name(models::PositionKind kind);
std::string_view short_name(models::PositionKind kind);

}  // namespace attn::lessons::positions
