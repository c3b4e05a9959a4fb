#include "lessons/11_language-models/study.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "kernels/softmax.h"
#include "lessons/11_language-models/learner.h"
#include "models/logits.h"

namespace attn::lessons::language_models {
namespace {

/// Writes on from the prompt, until the text is complete, as long as asked for, or as long as the context.
Tokens write_on(const Params& p, const models::Gpt& model, const models::Bending& bending) {
  Tokens tokens = p.given;
  const auto most = std::min(tokens.size() + static_cast<size_t>(p.length), static_cast<size_t>(model.settings().context));
  if (tokens.size() >= most) return tokens;
  Rng rng(static_cast<std::uint64_t>(p.draw));
  models::GptReader reader(model, &bending);
  Mat logits = reader.read(tokens);
  while (true) {
    tokens.push_back(models::choose(logits, choice_of(p, &rng)));
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

/// What logits [1,v] say where the text has `follows`, or nothing (-1).
Next say(const Mat& logits, const models::Choice& drawing, int follows) {
  Next out;
  out.follows = follows;
  const Mat now = kernels::softmax_rows(logits), drawn = models::drawn_from(logits, drawing);
  std::vector<int>& shown = out.candidates = by_size(now);
  shown.resize(std::min<size_t>(kCandidates, shown.size()));
  if (follows >= 0 && std::find(shown.begin(), shown.end(), follows) == shown.end()) shown.back() = follows;
  out.probabilities = out.drawn_from = Mat(static_cast<Index>(shown.size()), 1);
  for (size_t k = 0; k < shown.size(); ++k) {
    out.probabilities(static_cast<Index>(k), 0) = now(0, shown[k]);
    out.drawn_from(static_cast<Index>(k), 0) = drawn(0, shown[k]);
  }
  return out;
}

/// The text that the model writes, and its run over it.
void write_text(const Params& p, const models::Gpt& model, const models::Bending& bending, const compute::Backend& backend, Result* r) {
  Text& text = r->text;
  text.tokens = write_on(p, model, bending);
  if (r->bent) {
    const Tokens whole = write_on(p, model, {});
    for (size_t t = 0; t < text.tokens.size(); ++t) r->changed += t >= whole.size() || whole[t] != text.tokens[t];
  }
  r->run = models::run(model, text.tokens, bending, backend.engine);
  r->probabilities = kernels::softmax_rows(r->run.logits);
  const auto n = static_cast<int>(text.tokens.size());
  text.probability = Mat::Ones(n, 1);
  for (int t = 1; t < n; ++t) text.probability(t, 0) = r->probabilities(t - 1, text.tokens[static_cast<size_t>(t)]);
  r->place = std::clamp(p.place, 1, n) - 1;
}

/// The prompt with its hidden words as the model guesses them, and its run over what it sees.
void fill_in(const Params& p, const models::Gpt& model, const models::Bending& bending, const compute::Backend& backend, Result* r) {
  Text& text = r->text;
  const int mask = p.corpus->mask(), n = static_cast<int>(p.given.size());
  r->place = std::clamp(p.place, 2, std::max(2, n - 1)) - 1;  // the marks at both ends are no words
  Tokens seen = text.tokens = p.given;
  seen[static_cast<size_t>(r->place)] = mask;
  r->run = models::run(model, seen, bending, backend.engine);
  r->probabilities = kernels::softmax_rows(r->run.logits);
  text.probability = Mat::Ones(n, 1);
  for (int t = 0; t < n; ++t) {
    int& token = text.tokens[static_cast<size_t>(t)];
    if (seen[static_cast<size_t>(t)] != mask) continue;
    text.hidden.push_back(t);
    if (token == mask) token = models::likeliest(r->probabilities.row(t).head(mask));  // it fills in a word, never a mark of a gap
    text.probability(t, 0) = r->probabilities(t, token);
  }
  if (!r->bent) return;
  const Mat whole = models::logits_of(model, {&seen, 1});
  for (const int t : text.hidden) r->changed += models::likeliest(whole.row(t)) != models::likeliest(r->run.logits.row(t));
}

/// What a causal model, `left`, says at the place that is looked at.
void look_from_left(const models::Gpt& left, const models::Bending& bending, const models::Choice& drawing, Result* r) {
  if (r->place == 0 || (!r->text.hidden.empty() && r->text.hidden.front() < r->place)) return;  // it has read no further than a gap
  const auto end = r->text.tokens.begin() + r->place;
  const Tokens before(end - std::min(r->place, left.settings().context), end);
  r->left_logits = models::logits_of(left, {&before, 1}, bending).bottomRows(1);
  r->from_left = say(r->left_logits, drawing, is_gap(*r) ? -1 : r->text.tokens[static_cast<size_t>(r->place)]);
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
  r.text.given = static_cast<int>(p.given.size());
  const bool writes = model.settings().causal;
  (writes ? write_text : fill_in)(p, model, bending, backend, &r);
  for (const int token : r.text.tokens) r.text.names.push_back(p.corpus->name(token));
  r.text.read = r.text.names;
  for (const int t : r.text.hidden) r.text.read[static_cast<size_t>(t)] = p.corpus->name(p.corpus->mask());
  r.answer_table = model.parameters().find(model.settings().tied ? "wte.weight" : "lm_head.weight")->value;
  Rng unused(1);
  const models::Choice drawing = choice_of(p, &unused);
  const auto is_at = [&r](int t) { return t < static_cast<int>(r.text.tokens.size()) ? r.text.tokens[static_cast<size_t>(t)] : -1; };
  const bool gap = !writes && p.given[static_cast<size_t>(r.place)] == p.corpus->mask();
  r.next = say(r.run.logits.row(r.place), drawing, gap ? -1 : is_at(writes ? r.place + 1 : r.place));
  look_through(model, &r);
  r.copying = learner.copying(models.trainer.steps(), p.block, bending.cut);
  r.rival_held_out_loss = std::numeric_limits<double>::quiet_NaN();
  if (const training::Trainer* rival = rival_of(models)) {
    const LanguageLearner& other = learner_of(*rival);
    r.rival_held_out_loss = other.held_out_loss();
    if (writes) {
      r.rival = other.copying(rival->steps(), p.block, {});
      r.rival_layers = other.model().settings().layers;
      r.rival_learns = models.twin && rival == &*models.twin;
    } else {
      look_from_left(other.model(), {}, drawing, &r);
    }
  }
  if (writes) look_from_left(model, bending, drawing, &r);
  r.held_out_loss = learner.held_out_loss();
  r.n_gram_loss = learner.n_gram_loss();
  r.agreement = learner.agreement();
  return r;
}

std::string where_said(const Result& r, int t, bool capital) {
  if (t == r.place && is_gap(r)) return capital ? "In the gap" : "in the gap";
  return (r.settings.causal ? capital ? "After " : "after "
          : capital         ? "In the place of "
                            : "in the place of ") +
         quoted(r.text.names[static_cast<size_t>(t)]);
}

bool is_gap(const Result& r) { return !r.settings.causal && r.next.follows < 0; }

std::string head_name(int layer, int head) { return std::to_string(layer + 1) + "." + std::to_string(head + 1); }

}  // namespace attn::lessons::language_models
