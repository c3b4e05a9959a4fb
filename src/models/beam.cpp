// Beam search: all kept hypotheses are one batch, whose sources are copies of the one source.
#include <algorithm>
#include <numeric>

#include "kernels/cross_entropy.h"
#include "models/seq2seq_layers.h"
#include "models/translation.h"

namespace attn::models {
namespace {

using autodiff::Var;

Var rows_from(Var rows, const std::vector<int>& from) { return rows ? autodiff::gather_rows(rows, from) : rows; }

DecoderState rearranged(const DecoderState& state, const std::vector<int>& from) {
  DecoderState out;
  for (std::size_t l = 0; l < state.layers.size(); ++l)
    out.layers[l] = {rows_from(state.layers[l].h, from), rows_from(state.layers[l].c, from)};
  out.fed = rows_from(state.fed, from);
  return out;
}

/// The `count` likeliest tokens of a row and their log-probabilities, best first; equal ones by their id.
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

/// Of the nodes from `begin` on and the finished hypotheses so far, marks the `width` best as kept; those not finished go on.
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

Beam beam_search(const Seq2Seq& model, const Tokens& source, int width, int max_length, const Mat* bridge) {
  CHECK(width >= 1, "beam_search: a width of ", width);
  const std::vector<Tokens> copies(static_cast<std::size_t>(width), source);
  autodiff::Tape tape;
  tape.set_recording(false);
  Encoded encoded = encode(model, tape, copies);
  for (Index l = 0; bridge && l < model.settings().depth; ++l)
    encoded.bridge[static_cast<std::size_t>(l)] = tape.constant(bridge->row(l).replicate(width, 1));
  DecoderRun run(model, tape, encoded, std::max(1, max_length));
  DecoderState state = run.first_state();
  Beam beam;
  beam.nodes.push_back({.kept = true});
  std::vector<int> open = {0};
  for (int step = 0; step < max_length && !open.empty(); ++step) {
    std::vector<int> inputs(copies.size(), kStartToken);
    for (std::size_t i = 0; i < open.size(); ++i) inputs[i] = beam.nodes[static_cast<std::size_t>(open[i])].token;
    const DecodedStep now = run(run.project(inputs), state, step);
    const Mat logits = run.words(now.readout).value();
    Mat log_softmax(logits.rows(), logits.cols());
    kernels::log_softmax_into(logits, log_softmax);
    const std::vector<int> finished = finished_nodes(beam);
    const std::size_t begin = beam.nodes.size();
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const auto& [token, log_probability] : likeliest(logits, log_softmax, static_cast<Index>(i), width)) {
        const Real before = beam.nodes[static_cast<std::size_t>(open[i])].log_probability;
        beam.nodes.push_back({open[i], step + 1, token, before + log_probability, false, token == kEndToken});
      }
    const std::vector<int> next = cut(&beam, begin, width, finished);
    std::vector<int> from(copies.size(), 0);
    for (std::size_t i = 0; i < next.size(); ++i)
      from[i] = static_cast<int>(std::find(open.begin(), open.end(), beam.nodes[static_cast<std::size_t>(next[i])].parent) - open.begin());
    state = rearranged(now.state, from);
    const bool limit = step + 1 == max_length;
    if (limit || next.empty()) {
      const std::vector<int> complete = finished_nodes(beam);
      beam.best = best_of(beam, complete.empty() ? next : complete);
    }
    open = next;
  }
  return beam;
}

}  // namespace attn::models
