// What a reader of the lesson on the soft dictionary may set: a query, and m keys, each with a value. All of them are points.
#pragma once

#include "base/mat.h"
#include "kernels/attention.h"
#include "params/params.h"

namespace attn::lessons::pooling {

inline constexpr float kReach = 4;  ///< all coordinates lie in [-kReach, kReach]
inline constexpr int kMostPairs = 12;
inline constexpr double kColdest = 0.01, kHottest = 100;

/// The planes show kPlaneOverscan times the reach, so that marks at the rim are not cut off.
inline constexpr float kPlaneOverscan = 1.1f;

/// Whether a value is a place on a plane, or the colour at that place.
enum class View { points, colours };

struct Params {
  Mat query{{Real(-0.4), Real(0.6)}};  ///< [1,2]
  Mat keys{{Real(-2.4), Real(1.6)}, {Real(0.2), Real(2.6)}, {Real(2.4), Real(0.8)}, {Real(1.4), Real(-2.2)}, {Real(-1.8), Real(-1.4)}};
  Mat values{{Real(-2.8), Real(-1.2)}, {Real(-1.2), Real(2.8)}, {Real(3), Real(1.4)}, {Real(1.4), Real(-2.8)}, {Real(0.4), Real(-0.4)}};
  Real temperature = 1;
  kernels::Score score = kernels::Score::distance;  ///< `distance` or `dot`
  View view = View::points;

  static params::Table<Params> table();
};

/// Adds or removes values until every key has one.
void settle(const Params& before, Params& after);

}  // namespace attn::lessons::pooling
