#include "models/beam.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "kernels/cross_entropy.h"

namespace attn::models {
namespace {

/// The `count` likeliest tokens of a row with their log-probabilities, the best first. Equal ones are ordered by their id.
std::vector<std::pair<int, Real>> likeliest(In logits, In log_softmax, Index row, int count) {
  const auto numbers = logits.row(row);
  std::vector<int> order(static_cast<std::size_t>(numbers.size()));
  std::iota(order.begin(), order.end(), 0);
  const auto taken = std::min(static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(order.size()));
  std::partial_sort(order.begin(), order.begin() + taken, order.end(),
                    [&](int a, int b) { return numbers(a) != numbers(b) ? numbers(a) > numbers(b) : a < b; });
  std::vector<std::pair<int, Real>> out;
  for (std::ptrdiff_t i = 0; i < taken; ++i) {
    const int token = order[static_cast<std::size_t>(i)];
    out.emplace_back(token, log_softmax(row, token));
  }
  return out;
}

/// Marks as kept the `width` best among the nodes from `begin` on and the hypotheses finished so far. Those that are not finished go on.
std::vector<int> cut(Beam* beam, std::size_t begin, int width, const std::vector<int>& finished) {
  std::vector<int> order = finished;
  for (std::size_t i = begin; i < beam->nodes.size(); ++i) order.push_back(static_cast<int>(i));
  const auto node = [&](int i) -> BeamNode& { return beam->nodes[static_cast<std::size_t>(i)]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return node(a).log_probability > node(b).log_probability; });
  std::vector<int> open;
  for (std::size_t i = 0; i < order.size() && i < static_cast<std::size_t>(width); ++i) {
    node(order[i]).kept = true;
    if (!node(order[i]).finished) open.push_back(order[i]);
  }
  return open;
}

/// The finished hypotheses that were kept, and the best one.
std::vector<int> finished_nodes(const Beam& beam) {
  std::vector<int> out;
  for (std::size_t i = 0; i < beam.nodes.size(); ++i)
    if (beam.nodes[i].finished && beam.nodes[i].kept) out.push_back(static_cast<int>(i));
  return out;
}

int best_of(const Beam& beam, const std::vector<int>& among) {
  int best = 0;
  for (int i : among)
    if (best == 0 || beam.nodes[static_cast<std::size_t>(i)].log_probability > beam.nodes[static_cast<std::size_t>(best)].log_probability)
      best = i;
  return best;
}

}  // namespace

Tokens Beam::tokens() const {
  Tokens out;
  for (int i = best; nodes[static_cast<std::size_t>(i)].parent >= 0; i = nodes[static_cast<std::size_t>(i)].parent)
    if (nodes[static_cast<std::size_t>(i)].token != kEndToken) out.push_back(nodes[static_cast<std::size_t>(i)].token);
  std::reverse(out.begin(), out.end());
  return out;
}

Beam search_beam(int width, int max_length, const NextLogits& next) {
  CHECK(width >= 1, "search_beam: a width of ", width);
  Beam beam;
  beam.nodes.push_back({.kept = true});
  std::vector<int> open = {0}, from = {0};
  for (int step = 0; step < max_length && !open.empty(); ++step) {
    std::vector<int> words;
    for (const int i : open) words.push_back(beam.nodes[static_cast<std::size_t>(i)].token);
    const Mat logits = next(words, from);
    Mat log_softmax(logits.rows(), logits.cols());
    kernels::log_softmax_into(logits, log_softmax);
    const std::vector<int> finished = finished_nodes(beam);
    const std::size_t begin = beam.nodes.size();
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const auto& [token, log_probability] : likeliest(logits, log_softmax, static_cast<Index>(i), width)) {
        const Real before = beam.nodes[static_cast<std::size_t>(open[i])].log_probability;
        beam.nodes.push_back({open[i], step + 1, token, before + log_probability, false, token == kEndToken});
      }
    const std::vector<int> kept = cut(&beam, begin, width, finished);
    from.clear();
    for (const int i : kept)
      from.push_back(static_cast<int>(std::find(open.begin(), open.end(), beam.nodes[static_cast<std::size_t>(i)].parent) - open.begin()));
    if (step + 1 == max_length || kept.empty()) {
      const std::vector<int> complete = finished_nodes(beam);
      beam.best = best_of(beam, complete.empty() ? kept : complete);
    }
    open = kept;
  }
  return beam;
}

}  // namespace attn::models
