#include "lessons/10_transformer/timing.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/clock.h"

namespace attn::lessons::transformer {
namespace {

constexpr std::array<int, 7> kLengths{8, 16, 32, 64, 128, 256, 512};
constexpr double kLongEnough = 1.5;  ///< runs are timed together until they take so many ms, as browsers' clocks tick in tenths of a ms
constexpr int kRounds = 3;           ///< the quickest of so many rounds counts, as other programs take time, too

double milliseconds_of(models::LayerTrial& layer, int runs) {
  const double start = milliseconds();
  for (int k = 0; k < runs; ++k) layer();
  return milliseconds() - start;
}

double microseconds_of(models::LayerKind kind, int n, int width) {
  models::LayerTrial layer(kind, n, width);
  layer();
  int runs = 1;
  double best = milliseconds_of(layer, runs);
  while (best < kLongEnough && runs < 1 << 20) best = milliseconds_of(layer, runs *= 2);
  for (int round = 1; round < kRounds; ++round) best = std::min(best, milliseconds_of(layer, runs));
  return 1000 * best / runs;
}

std::vector<Timing> measure(int width) {
  std::vector<Timing> all;
  for (const int n : kLengths) {
    Timing row{static_cast<double>(n)};
    for (int kind = 0; kind < kTimedKinds; ++kind)
      row[static_cast<size_t>(kind) + 1] = microseconds_of(static_cast<models::LayerKind>(kind), n, width);
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
