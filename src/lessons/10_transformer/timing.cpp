#include "lessons/10_transformer/timing.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/clock.h"

namespace attn::lessons::transformer {
namespace {

constexpr std::array<int, 7> kLengths{8, 16, 32, 64, 128, 256, 512};
constexpr double kLongest = 3;  ///< ms that one layer is given; at least three runs are made

double best_of_runs(models::LayerKind kind, int n, int width) {
  models::LayerTrial layer(kind, n, width);
  layer();
  double best = std::numeric_limits<double>::infinity();
  const double begin = milliseconds();
  for (int k = 0; k < 3 || milliseconds() - begin < kLongest; ++k) {
    const double start = milliseconds();
    layer();
    best = std::min(best, milliseconds() - start);
  }
  return 1000 * best;
}

std::vector<Timing> measure(int width) {
  std::vector<Timing> all;
  for (const int n : kLengths) {
    Timing row{static_cast<double>(n)};
    for (int kind = 0; kind < kTimedKinds; ++kind)
      row[static_cast<size_t>(kind) + 1] = best_of_runs(static_cast<models::LayerKind>(kind), n, width);
    all.push_back(row);
  }
  return all;
}

}  // namespace

const std::vector<Timing>& timings(int trial, int width) {
  static std::map<std::pair<int, int>, std::vector<Timing>> measured;
  const auto [row, fresh] = measured.try_emplace({trial, width});
  if (fresh && trial > 0) row->second = measure(width);
  return row->second;
}

}  // namespace attn::lessons::transformer
