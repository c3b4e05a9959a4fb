#include "lessons/11_language-models/study.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/softmax.h"
#include "lessons/11_language-models/learner.h"
#include "models/logits.h"

namespace attn::lessons::language_models {
namespace {

constexpr int kSequences = 16;  ///< of the test of copying

/// Writes on from the prompt, until the text is complete, as long as asked for, or as long as the context.
Tokens write_on(const Params& p, const models::Gpt& model, const models::Bending& bending) {
  Tokens tokens = p.given;
  const auto most = std::min(tokens.size() + static_cast<size_t>(p.length), static_cast<size_t>(model.settings().context));
  if (tokens.size() >= most) return tokens;
  Rng rng(static_cast<std::uint64_t>(p.draw));
  models::GptReader reader(model, &bending);
  Mat logits = reader.read(tokens);
  while (true) {
    tokens.push_back(models::choose(logits, {p.temperature, p.top_k, p.top_p, &rng}));
    if (tokens.size() >= most || tokens.back() == p.corpus->end()) return tokens;
    logits = reader.read(std::span(tokens).last(1));
  }
}

std::vector<int> by_size(const Mat& row) {
  std::vector<int> order(static_cast<size_t>(row.cols()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&row](int a, int b) { return row(0, a) > row(0, b); });
  return order;
}

void look_at_next(const Params& p, Result* r) {
  r->next.follows = r->place + 1 < static_cast<int>(r->text.tokens.size()) ? r->text.tokens[static_cast<size_t>(r->place) + 1] : -1;
  const Mat now = r->probabilities.row(r->place);
  Rng unused(1);
  const Mat drawn = models::drawn_from(r->run.logits.row(r->place), {p.temperature, p.top_k, p.top_p, &unused});
  std::vector<int>& shown = r->next.candidates = by_size(now);
  shown.resize(std::min<size_t>(kCandidates, shown.size()));
  if (r->next.follows >= 0 && std::find(shown.begin(), shown.end(), r->next.follows) == shown.end()) shown.back() = r->next.follows;
  r->next.probabilities = r->next.drawn_from = Mat(static_cast<Index>(shown.size()), 1);
  for (size_t k = 0; k < shown.size(); ++k) {
    r->next.probabilities(static_cast<Index>(k), 0) = now(0, shown[k]);
    r->next.drawn_from(static_cast<Index>(k), 0) = drawn(0, shown[k]);
  }
}

/// What the model would answer if each layer were its last.
void look_through(const models::Gpt& model, Result* r) {
  const auto layers = static_cast<Index>(r->run.layers.size()), n = r->run.logits.rows();
  r->lens_token = r->lens_probability = Mat(layers + 1, n);
  for (Index l = 0; l <= layers; ++l) {
    const Mat logits = l == layers ? r->run.logits : models::lens(model, r->run.layers[static_cast<size_t>(l)].input);
    const Mat p = l == layers ? r->probabilities : kernels::softmax_rows(logits);
    for (Index t = 0; t < n; ++t) {
      Index best = 0;
      r->lens_probability(l, t) = p.row(t).maxCoeff(&best);
      r->lens_token(l, t) = static_cast<Real>(best);
    }
    r->lens_logits.push_back(logits);
  }
}

/// The model that stands beside: the twin while both learn, else the shipped one.
const training::Trainer* rival_of(const training::Models& models) {
  if (models.twin && !models.trainer.loaded()) return &*models.twin;
  return models.beside.empty() ? nullptr : &models.beside.begin()->second;
}

}  // namespace

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  Result r;
  const LanguageLearner& learner = learner_of(models.trainer);
  const models::Gpt& model = learner.model();
  const models::Bending bending = bending_of(p);
  r.corpus = p.corpus.get();
  r.settings = model.settings(), r.weights = model.parameters().count();
  r.trained = models.trainer.loaded() || models.trainer.steps() > 0;
  r.provenance = models.trainer.provenance();
  r.losses = training::thinned(models.trainer.losses());
  r.bent = !bending.cut.empty();
  r.text.tokens = write_on(p, model, bending);
  r.text.given = static_cast<int>(p.given.size());
  for (const int token : r.text.tokens) r.text.names.push_back(p.corpus->name(token));
  if (r.bent) {
    const Tokens whole = write_on(p, model, {});
    for (size_t t = 0; t < r.text.tokens.size(); ++t) r.changed += t >= whole.size() || whole[t] != r.text.tokens[t];
  }
  r.run = models::run(model, r.text.tokens, bending, backend.engine);
  r.answer_table = model.parameters().find(model.settings().tied ? "wte.weight" : "lm_head.weight")->value;
  r.probabilities = kernels::softmax_rows(r.run.logits);
  const auto n = static_cast<int>(r.text.tokens.size());
  r.text.probability = Mat::Ones(n, 1);
  for (int t = 1; t < n; ++t) r.text.probability(t, 0) = r.probabilities(t - 1, r.text.tokens[static_cast<size_t>(t)]);
  r.place = std::clamp(p.place, 1, n) - 1;
  look_at_next(p, &r);
  look_through(model, &r);
  r.copying = test_copying(model, *p.corpus, p.block, kSequences, bending);
  if (const training::Trainer* rival = rival_of(models)) {
    const models::Gpt& other = learner_of(*rival).model();
    r.rival = test_copying(other, learner_of(*rival).corpus(), p.block, kSequences);
    r.rival_layers = other.settings().layers;
    r.rival_learns = models.twin && rival == &*models.twin;
  }
  r.held_out_loss = learner.held_out_loss();
  r.n_gram_loss = learner.n_gram_loss();
  r.agreement = learner.agreement();
  return r;
}

std::string head_name(int layer, int head) { return std::to_string(layer + 1) + "." + std::to_string(head + 1); }

}  // namespace attn::lessons::language_models
