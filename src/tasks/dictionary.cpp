// Keys with values, and nodes that ask for a value: attention has to rank the keys differently for each node that asks.
#include <numeric>

#include "tasks/graphs.h"

namespace attn::tasks {
namespace {

std::vector<int> draw_values(int keys, Rng& rng) {
  std::vector<int> values(static_cast<std::size_t>(keys));
  std::iota(values.begin(), values.end(), 0);
  rng.shuffle(&values);
  return values;
}

}  // namespace

GraphExample draw_dictionary(int keys, Split split, Rng& rng) {
  std::vector<int> values = draw_values(keys, rng);
  while (split_of(values) != split) values = draw_values(keys, rng);
  GraphExample out;
  out.kind = TieKind::one_way;
  out.features = Mat::Zero(2 * keys, 2 * keys);
  out.classes.assign(static_cast<std::size_t>(2 * keys), -1);
  for (int key = 0; key < keys; ++key) {
    const int value = values[static_cast<std::size_t>(key)], asking = keys + key;
    out.features(key, key) = out.features(key, keys + value) = 1;
    out.features(asking, key) = 1;
    out.classes[static_cast<std::size_t>(asking)] = value;
    for (int other = 0; other < keys; ++other) out.ties.push_back({asking, other});
  }
  return out;
}

}  // namespace attn::tasks
