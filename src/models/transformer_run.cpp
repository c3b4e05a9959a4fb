// One run over a sentence with every intermediate.
#include "kernels/softmax.h"
#include "models/transformer_decoding.h"
#include "models/transformer_session.h"

namespace attn::models {
namespace {

using autodiff::Var;

Mat value_or_empty(Var x) { return x ? Mat(x.value()) : Mat(); }

/// The numbers of one sentence's heads.
std::vector<Mat> by_head(const Real* numbers, int heads, Index n, Index m) {
  std::vector<Mat> out;
  for (int h = 0; h < heads; ++h) out.emplace_back(Eigen::Map<const Mat>(numbers + h * n * m, n, m));
  return out;
}

AttentionRun read_attention(const AttentionVars& vars, int heads) {
  if (!vars.q) return {};
  const Index n = vars.q.rows(), m = vars.k.rows();
  return {.q = vars.q.value(),
          .k = vars.k.value(),
          .v = vars.v.value(),
          .scores = by_head(vars.scores, heads, n, m),
          .weights = by_head(vars.weights, heads, n, m),
          .concat = vars.concat.value(),
          .output = vars.output.value()};
}

BlockRun read_block(const BlockVars& vars, int heads) {
  return {.input = vars.input.value(),
          .self_normed = vars.self_normed.value(),
          .self = read_attention(vars.self, heads),
          .after_self = vars.after_self.value(),
          .cross_normed = value_or_empty(vars.cross_normed),
          .cross = read_attention(vars.cross, heads),
          .after_cross = value_or_empty(vars.after_cross),
          .feed_normed = vars.feed_normed.value(),
          .hidden = vars.hidden.value(),
          .feed = vars.feed.value(),
          .output = vars.output.value()};
}

NetworkRun read_network(const NetworkVars& vars, const TokenRows& rows, int heads) {
  NetworkRun out{.tokens = Tokens(rows.ids.begin(), rows.ids.end()),
                 .embedded = vars.embedded.value(),
                 .positions = Mat::Zero(vars.embedded.rows(), vars.embedded.cols()),
                 .input = vars.input.value(),
                 .layers = {},
                 .output = vars.output.value()};
  if (vars.positions) out.positions = vars.positions.value();
  for (const BlockVars& block : vars.blocks) out.layers.push_back(read_block(block, heads));
  return out;
}

}  // namespace

TransformerRun run(const Transformer& model, const Tokens& source, const Tokens& target, const Bending& bending) {
  const TransformerSettings& s = model.settings();
  const std::string refused = has_decoder(s) ? check_pair(s, source, target) : check_pair(s, source, source);
  CHECK(refused.empty(), "run: ", refused);
  autodiff::Tape tape;
  tape.set_recording(false);
  TransformerPass pass(model, tape, {.loss = {}, .bending = &bending, .show = true});
  TransformerRun out;
  TokenRows read;
  Var memory, output;
  if (has_encoder(s)) {
    read = source_rows(tape, {&source, 1}, has_decoder(s));
    const NetworkVars vars = pass.encode(read);
    out.encoder = read_network(vars, read, s.heads);
    output = memory = vars.output;
  }
  if (has_decoder(s)) {
    Tokens given = has_encoder(s) ? Tokens() : source;
    given.push_back(kStartToken);
    given.insert(given.end(), target.begin(), target.end());
    const TokenRows rows = source_rows(tape, {&given, 1}, false);
    const NetworkVars vars = pass.decode(rows, memory, read.sentences);
    out.decoder = read_network(vars, rows, s.heads);
    output = vars.output;
  }
  out.logits = pass.words(output).value();
  out.probabilities = kernels::softmax_rows(out.logits);
  return out;
}

}  // namespace attn::models
