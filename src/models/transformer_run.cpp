// A run over one sentence that keeps every intermediate result.
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
  out.logits = pass.words(output).value();
  out.probabilities = kernels::softmax_rows(out.logits);
  return out;
}

}  // namespace attn::models
