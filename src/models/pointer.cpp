#include "models/pointer.h"

#include <array>
#include <cmath>

#include "kernels/softmax.h"
#include "models/transformer_layers.h"
#include "models/transformer_session.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

struct Scored {
  Var q, k;
  TokenRows rows;
};

Scored project(const Pointer& model, Tape& tape, const std::vector<Tokens>& sentences, NetworkRun* run) {
  TransformerPass pass(model.encoder(), tape, {});
  const TokenRows rows = source_rows(tape, sentences, false);
  const Var x = pass.encode(rows, run);
  pass.bring();
  return {model.queries()(tape, x), model.keys()(tape, x), rows};
}

/// The scores [n,n] of sentence i.
Var scores(const Scored& all, Index i) {
  const Index first = all.rows.sentences.first[i], count = all.rows.sentences.length[i];
  const Var product = autodiff::product_bt(autodiff::slice_rows(all.q, first, count), autodiff::slice_rows(all.k, first, count));
  return autodiff::scale(product, 1 / std::sqrt(static_cast<Real>(all.q.cols())));
}

}  // namespace

Pointer::Pointer(const TransformerSettings& settings, Rng& rng)
    : encoder_(settings, rng),
      q_(encoder_.parameters(), "pointer.q", settings.d_model, settings.d_model, rng),
      k_(encoder_.parameters(), "pointer.k", settings.d_model, settings.d_model, rng) {
  CHECK(settings.shape == TransformerShape::encoder && !answers_words(settings), "Pointer: not an encoder without words to answer");
}

Var Pointer::loss(Tape& tape, const std::vector<Tokens>& sentences, const std::vector<std::vector<int>>& places) const {
  CHECK(sentences.size() == places.size() && !sentences.empty(), "Pointer::loss: ", sentences.size(), " sentences, ", places.size(),
        " with places");
  const Scored all = project(*this, tape, sentences, nullptr);
  Var sum;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    CHECK(sentences[i].size() == places[i].size(), "Pointer::loss: sentence ", i, " has ", sentences[i].size(), " tokens and ",
          places[i].size(), " places");
    const Var mean = autodiff::cross_entropy(scores(all, static_cast<Index>(i)), places[i]);
    const Var part = autodiff::scale(mean, static_cast<Real>(places[i].size()) / static_cast<Real>(all.q.rows()));
    sum = sum ? autodiff::add(sum, part) : part;
  }
  return sum;
}

int PointerRun::place(int token) const {
  Index best = 0;
  weights.row(token).maxCoeff(&best);
  return static_cast<int>(best);
}

PointerRun run(const Pointer& model, const Tokens& sentence, autodiff::MakeEngine engine) {
  Tape tape(engine ? engine() : nullptr);
  tape.set_recording(false);
  PointerRun out;
  const Scored all = project(model, tape, {sentence}, &out.encoder);
  const Var products = scores(all, 0);
  tape.bring(std::array{all.q, all.k, products});
  out.q = all.q.value(), out.k = all.k.value(), out.scores = products.value();
  out.weights = kernels::softmax_rows(out.scores);
  return out;
}

}  // namespace attn::models
