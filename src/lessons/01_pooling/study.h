// The soft dictionary: what a reader may set, and what follows from it. One query among m keys, each with a value; all are points.
#pragma once

#include "base/mat.h"
#include "compute/backend.h"
#include "kernels/attention.h"

namespace attn::lessons::pooling {

inline constexpr float kReach = 4;  ///< all coordinates lie in [-kReach, kReach]
inline constexpr int kMostPairs = 12;
inline constexpr double kColdest = 0.01, kHottest = 100;

/// The planes show a little more than [-kReach, kReach], so that marks at the rim stay whole: this times as much.
inline constexpr float kPlaneOverscan = 1.1f;

/// Whether a value is a place on a plane, or the colour at that place.
enum class View { points, colours };

struct Params {
  Mat query{{Real(-0.4), Real(0.6)}};  ///< [1,2]
  Mat keys{{Real(-2.4), Real(1.6)}, {Real(0.2), Real(2.6)}, {Real(2.4), Real(0.8)}, {Real(1.4), Real(-2.2)}, {Real(-1.8), Real(-1.4)}};
  Mat values{{Real(-2.8), Real(-1.2)}, {Real(-1.2), Real(2.8)}, {Real(3), Real(1.4)}, {Real(1.4), Real(-2.8)}, {Real(0.4), Real(-0.4)}};
  Real temperature = 1;
  kernels::Score score = kernels::Score::distance;  ///< or dot
  View view = View::points;
};

struct Result {
  kernels::Attention attention;  ///< scores and weights [1,m], output [1,2]
  Real entropy = 0;              ///< of the weights, in nats
  Real effective = 0;            ///< exp(entropy), 1 to m
  Mat temperatures;              ///< [t,1], rising in equal ratios from kColdest to kHottest
  Mat sweep, effective_sweep;    ///< the weights there [t,m], and their exp(H) [t,1]
  Mat field;                     ///< [s*s,2], the output for a query at each place of queries_all_over(); empty where values are places
};

/// Every key has a value: the keys decide how many there are.
void settle(const Params& before, Params& after);

Result compute(const Params& p, const compute::Backend& backend);

/// The attention of `query` [n,2] over `keys` and `values` [m,2], scored as `p` says.
kernels::Attention attend(const Params& p, const compute::Backend& backend, In query, In keys, In values, Real temperature);

/// [s*s,2]: the middles of s x s equal cells of the plane of the keys, all that it shows, row by row from the top left.
Mat queries_all_over();

}  // namespace attn::lessons::pooling
