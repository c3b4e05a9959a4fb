// A run over one sentence that keeps every intermediate result.
#include <algorithm>
#include <array>

#include "kernels/softmax.h"
#include "models/transformer_decoding.h"
#include "models/transformer_session.h"

namespace attn::models {

TransformerRun run(const Transformer& model, const Tokens& source, const Tokens& target, const Bending& bending,
                   autodiff::MakeEngine engine) {
  const TransformerSettings& s = model.settings();
  const std::string refused = has_decoder(s) ? check_pair(s, source, target) : check_pair(s, source, source);
  CHECK(refused.empty(), "run: ", refused);
  autodiff::Tape tape(engine ? engine() : nullptr);
  tape.set_recording(false);
  TransformerPass pass(model, tape, {.loss = {}, .bending = &bending});
  TransformerRun out;
  TokenRows read;
  autodiff::Var memory, output;
  if (has_encoder(s)) {
    read = source_rows(tape, {&source, 1}, has_decoder(s));
    output = memory = pass.encode(read, &out.encoder);
  }
  if (has_decoder(s)) {
    Tokens given = has_encoder(s) ? Tokens() : source;
    given.push_back(kStartToken);
    given.insert(given.end(), target.begin(), target.end());
    const TokenRows rows = source_rows(tape, {&given, 1}, false);
    output = pass.decode(rows, memory, read.sentences, nullptr, &out.decoder);
  }
  pass.show(pass.words(output), &out.logits);
  pass.bring();
  out.probabilities = kernels::softmax_rows(out.logits);
  return out;
}

HeadVectors encoder_head(TransformerSettings s, const nn::Parameters& parameters, const Tokens& source, int layer, int head,
                         autodiff::MakeEngine engine) {
  CHECK(has_encoder(s) && !source.empty() && layer >= 0 && layer < s.encoder_layers && head >= 0 && head < s.heads, "encoder_head: layer ",
        layer, ", head ", head);
  CHECK(s.positions != PositionKind::learned || static_cast<int>(source.size()) < s.max_length, "encoder_head: ", source.size(), " tokens");
  // The same model with room for the source: only its tables of positions are longer.
  s.max_length = std::max(s.max_length, static_cast<int>(source.size()) + 1);
  Rng unused(1);
  Transformer longer(s, unused);
  for (nn::Parameter& parameter : longer.parameters()) parameter.value = parameters.find(parameter.name)->value;
  autodiff::Tape tape(engine ? engine() : nullptr);
  tape.set_recording(false);
  TransformerPass pass(longer, tape, {});
  const AttentionVars all = pass.encoder_queries_and_keys(source_rows(tape, {&source, 1}, has_decoder(s)), layer);
  const Index width = s.d_model / s.heads;
  tape.bring(std::array{all.q, all.k});
  return {all.q.value().middleCols(head * width, width), all.k.value().middleCols(head * width, width)};
}

}  // namespace attn::models
