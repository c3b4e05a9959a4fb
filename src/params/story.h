// A story: a walked parameter that is a number, not an integer. It is the time of a figure that tells itself, in stops at whole numbers.
// Playing goes on from one stop to the next and rests there; between two stops the picture moves.
#pragma once

#include <algorithm>
#include <cmath>

#include "params/params.h"

namespace attn::params {

/// Where the time of a story with so many stops ends. After its last stop comes one more rest, where the figure is what it is without a
/// story, so that the last sentence stands until the reader goes on.
constexpr int end_of_story(int stops) { return stops + 1; }

inline bool is_story(const Row& row) { return row.walked && row.type == Type::kNumber; }

/// The stop after `time`, and the one before it, within the row's range.
inline double stop_after(const Row& row, double time) { return std::min(std::floor(time + row.step / 2) + 1, row.max); }
inline double stop_before(const Row& row, double time) { return std::max(std::ceil(time - row.step / 2) - 1, row.min); }
/// Whether the story rests at `time`.
inline bool is_stop(const Row& row, double time) { return std::abs(time - std::round(time)) < row.step / 2; }

/// One step on, or back, of a walked parameter: an integer's next value, a story's next stop.
inline double walked_on(const Row& row, double value) { return is_story(row) ? stop_after(row, value) : std::min(value + 1, row.max); }
inline double walked_back(const Row& row, double value) { return is_story(row) ? stop_before(row, value) : std::max(value - 1, row.min); }

}  // namespace attn::params
