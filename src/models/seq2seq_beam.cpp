// Beam search of an encoder-decoder: all kept hypotheses are one batch, whose sources are copies of the one source.
#include <algorithm>

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

}  // namespace

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
  int step = 0;
  return search_beam(width, max_length, [&](const std::vector<int>& words, const std::vector<int>& from) -> Mat {
    std::vector<int> inputs = words, rows = from;
    inputs.resize(copies.size(), kStartToken);
    rows.resize(copies.size(), 0);
    const DecodedStep now = run(run.project(inputs), step ? rearranged(state, rows) : state, step);
    ++step;
    state = now.state;
    return run.words(now.readout).value();
  });
}

}  // namespace attn::models
