#include "lessons/11_language-models/study.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/later.h"
#include "base/text.h"
#include "kernels/softmax.h"
#include "lessons/11_language-models/opened_learner.h"
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

/// How many tokens of a text would be others in the text of the whole model.
int difference(const Tokens& text, const Tokens& whole) {
  int count = 0;
  for (size_t t = 0; t < text.size(); ++t) count += t >= whole.size() || whole[t] != text[t];
  return count;
}

std::shared_ptr<const models::GptRun> nothing_run() {
  static const auto none = std::make_shared<const models::GptRun>();
  return none;
}

/// The likeliest tokens, the first of equal ones first.
std::vector<int> by_size(const Mat& row) {
  std::vector<int> order(static_cast<size_t>(row.cols()));
  std::iota(order.begin(), order.end(), 0);
  const auto end = order.begin() + std::min<std::ptrdiff_t>(kCandidates, row.cols());
  std::partial_sort(order.begin(), end, order.end(),
                    [&row](int a, int b) { return row(0, a) != row(0, b) ? row(0, a) > row(0, b) : a < b; });
  order.erase(end, order.end());
  return order;
}

/// What logits [1,v] say where the text has `follows`, or nothing (-1).
Next say(const Mat& logits, const models::Choice& drawing, int follows) {
  Next out;
  out.follows = follows;
  const Mat now = kernels::softmax_rows(logits), drawn = models::drawn_from(logits, drawing);
  std::vector<int>& shown = out.candidates = by_size(now);
  if (follows >= 0 && std::find(shown.begin(), shown.end(), follows) == shown.end()) shown.back() = follows;
  out.probabilities = out.drawn_from = Mat(static_cast<Index>(shown.size()), 1);
  for (size_t k = 0; k < shown.size(); ++k) {
    out.probabilities(static_cast<Index>(k), 0) = now(0, shown[k]);
    out.drawn_from(static_cast<Index>(k), 0) = drawn(0, shown[k]);
  }
  return out;
}

/// The text that was written, and how likely each token was.
void note_written(const Params& p, Mat probability, Result* r) {
  r->text.tokens = r->run->tokens;
  r->text.probability = std::move(probability);
  r->place = std::clamp(p.place, 1, static_cast<int>(r->text.tokens.size())) - 1;
}

/// The same of a run over a text with hidden places: the words that the model takes them for, by the logits [1,v] that `said` knows of
/// each.
template <class Said>
void note_guessed(const Params& p, const Tokens& seen, Said said, Result* r) {
  Text& text = r->text;
  const int mask = p.corpus->mask(), n = static_cast<int>(seen.size());
  r->place = place_asked(p);
  text.tokens = p.given;
  text.probability = Mat::Ones(n, 1);
  for (int t = 0; t < n; ++t) {
    int& token = text.tokens[static_cast<size_t>(t)];
    if (seen[static_cast<size_t>(t)] != mask) continue;
    text.hidden.push_back(t);
    Mat chances = kernels::softmax_rows(said(t));
    const Mat whole = chances;
    if (token == mask) {  // it fills in a word, never a mark
      for (Index v = 0; v < chances.cols(); ++v)
        if (p.corpus->is_mark(static_cast<int>(v))) chances(0, v) = -1;
      token = models::likeliest(chances);
    }
    text.probability(t, 0) = whole(0, token);
  }
}

/// The text that the model writes, and its run over it.
void write_text(const Params& p, const models::Gpt& model, const models::Bending& bending, const compute::Backend& backend, Result* r) {
  Tokens tokens = write_on(p, model, bending);
  if (r->bent) r->changed = difference(tokens, write_on(p, model, {}));
  r->run = std::make_shared<const models::GptRun>(models::run(model, tokens, bending, backend.engine));
  const auto n = static_cast<Index>(tokens.size());
  Mat probability = Mat::Ones(n, 1);
  for (Index t = 1; t < n; ++t) probability(t, 0) = kernels::softmax_rows(r->run->logits.row(t - 1))(0, tokens[static_cast<size_t>(t)]);
  note_written(p, std::move(probability), r);
}

/// The prompt with its hidden words as the model guesses them, and its run over what it sees.
void fill_in(const Params& p, const models::Gpt& model, const models::Bending& bending, const compute::Backend& backend, Result* r) {
  Tokens seen = p.given;
  seen[static_cast<size_t>(place_asked(p))] = p.corpus->mask();
  r->run = std::make_shared<const models::GptRun>(models::run(model, seen, bending, backend.engine));
  note_guessed(
      p, seen, [r](int t) { return Mat(r->run->logits.row(t)); }, r);
  if (!r->bent) return;
  const Mat whole = models::logits_of(model, {&seen, 1});
  for (const int t : r->text.hidden) r->changed += models::likeliest(whole.row(t)) != models::likeliest(r->run->logits.row(t));
}

/// What a causal model has said of the place that is looked at, in logits [1,v], from what stands before.
void look_from_left(const Mat& logits, const models::Choice& drawing, Result* r) {
  r->left_logits = logits;
  r->from_left = say(logits, drawing, is_gap(*r) ? -1 : r->text.tokens[static_cast<size_t>(r->place)]);
}

/// The same of another model.
void look_from_left(const models::Gpt& left, const models::Choice& drawing, Result* r) {
  if (r->place == 0 || (!r->text.hidden.empty() && r->text.hidden.front() < r->place)) return;  // it has read no further than a gap
  const auto end = r->text.tokens.begin() + r->place;
  const Tokens before(end - std::min(r->place, left.settings().context), end);
  look_from_left(models::next_logits_of(left, {&before, 1}), drawing, r);
}

/// What the model would answer if each layer were its last.
void look_through(const models::Gpt& model, Result* r) {
  const auto layers = static_cast<Index>(r->run->layers.size()), n = r->run->logits.rows();
  r->lens_token = r->lens_probability = Mat(layers + 1, n);
  for (Index l = 0; l <= layers; ++l) {
    const Mat logits = l == layers ? r->run->logits : models::lens(model, r->run->layers[static_cast<size_t>(l)].input);
    const Mat p = kernels::softmax_rows(logits);
    for (Index t = 0; t < n; ++t) {
      Index best = 0;
      r->lens_probability(l, t) = p.row(t).maxCoeff(&best);
      r->lens_token(l, t) = static_cast<Real>(best);
    }
    r->lens_logits.push_back(logits);
  }
}

/// The likeliest tokens of each layer at the place that is looked at.
void look_at_candidates(Result* r) {
  for (int l = 0; l <= static_cast<int>(r->run->layers.size()); ++l) {
    const Mat p = kernels::softmax_rows(lens_logits_at(*r, l, r->place));
    std::vector<LensCandidate>& best = r->lens_best.emplace_back();
    for (const int token : by_size(p)) best.push_back({token, p(0, token)});
  }
}

/// The names of the text, and what is said at the place that is looked at, by the logits [1,v] that `said` knows of each.
template <class Said>
void look_at_place(const Params& p, Said said, Result* r) {
  for (const int token : r->text.tokens) r->text.names.push_back(p.corpus->name(token));
  r->text.read = r->text.names;
  for (const int t : r->text.hidden) r->text.read[static_cast<size_t>(t)] = p.corpus->name(p.corpus->mask());
  Rng unused(1);
  const models::Choice drawing = choice_of(p, &unused);
  const auto is_at = [r](int t) { return t < static_cast<int>(r->text.tokens.size()) ? r->text.tokens[static_cast<size_t>(t)] : -1; };
  const bool writes = r->settings.causal, gap = !writes && p.given[static_cast<size_t>(r->place)] == p.corpus->mask();
  r->next = say(said(r->place), drawing, gap ? -1 : is_at(writes ? r->place + 1 : r->place));
  if (writes && r->place > 0) look_from_left(said(r->place - 1), drawing, r);
}

/// What a published model has made of the request so far.
Result compute_opened(const Params& p, const OpenedLearner& stage) {
  Result r;
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  r.corpus = p.corpus.get();
  r.opens = true;
  r.run = nothing_run();
  r.held_out_loss = r.n_gram_loss = r.rival_held_out_loss = kUnknown;
  r.opened = stage.model();
  if (!r.opened) {
    r.progress = "This model is not open any more: open its files again.";
    r.settings = settings_of(p);
    return r;
  }
  r.settings = r.opened->model.settings(), r.weights = models::count_weights(r.settings);
  r.trained = true;
  r.provenance = "opened from your files";
  r.bent = p.cut.rows() > 0;
  r.text.given = static_cast<int>(p.given.size());
  r.progress = stage.is_done() ? std::string() : stage.studying();
  if (const Copying* copying = stage.copying(p)) r.copying = *copying;
  const Reading* reading = stage.reading(p);
  if (!reading || !reading->run() || (r.bent && reading->uncut().empty())) {
    r.draft = p.corpus->write(reading ? reading->tokens() : p.given);
    return r;
  }
  r.run = reading->run();
  const auto said = [reading](int t) { return reading->logits_at(t); };
  r.settings.causal ? note_written(p, reading->probability(), &r) : note_guessed(p, reading->tokens(), said, &r);
  if (r.bent && r.settings.causal) r.changed = difference(r.text.tokens, reading->uncut());
  if (r.bent && !r.settings.causal)
    for (const int t : r.text.hidden) r.changed += reading->uncut()[static_cast<size_t>(t)] != reading->likeliest()[static_cast<size_t>(t)];
  look_at_place(p, said, &r);
  r.logits_here = said(r.place);
  r.lens_token = reading->lens_token(), r.lens_probability = reading->lens_probability();
  if (r.lens_token.rows() > 0) {
    r.lens_here = stage.lens_at(r.place);
    look_at_candidates(&r);
  }
  return r;
}

/// The model that stands beside: the twin while both learn, else the shipped one.
const training::Trainer* rival_of(const training::Models& models) {
  if (!models.twins.empty() && !models.trainer.loaded()) return &models.twins.front();
  return models.beside.empty() ? nullptr : &models.beside.begin()->second;
}

}  // namespace

Mat logits_at(const Result& r, int t) {
  if (has_all_logits(r)) return r.run->logits.row(t);
  return t == r.place ? r.logits_here : models::answers(r.opened->model, r.run->output.row(t));
}

Mat lens_logits_at(const Result& r, int l, int t) {
  if (l == static_cast<int>(r.run->layers.size())) return logits_at(r, t);
  if (!r.opened) return r.lens_logits[static_cast<size_t>(l)].row(t);
  return t == r.place ? Mat(r.lens_here.row(l)) : models::lens(r.opened->model, r.run->layers[static_cast<size_t>(l)].input.row(t));
}

Mat answer_row(const Result& r, int token) { return r.opened ? r.opened->model.answer_row(token) : Mat(r.answer_table.row(token)); }
Real answer_bias(const Result& r, int token) { return r.opened ? r.opened->model.answer_bias(token) : Real(0); }

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  if (const OpenedLearner* stage = opened_of(models.trainer)) return later<compute_opened>(p, *stage);  // with its code it came
  Result r;
  const bool tunes = p.reads == Reads::labelled;
  const training::Trainer& trainer = tunes ? tuned_of(models, p.labels(), true) : models.trainer;
  const LanguageLearner& learner = learner_of(trainer);
  const models::Gpt& model = learner.model();
  const models::Bending bending = bending_of(p);
  r.corpus = p.corpus.get();
  r.settings = model.settings(), r.weights = model.parameters().count();
  if (tunes) r.tuning = study_tuning(p, models);
  r.trained = models.trainer.loaded() || models.trainer.steps() > 0;
  r.provenance = models.trainer.provenance();
  r.losses = training::thinned(trainer.losses());
  r.step = trainer.steps();
  if (!tunes) r.prepared = learner.prepared(), r.models = &models;
  r.bent = !bending.cut.empty();
  r.text.given = static_cast<int>(p.given.size());
  const bool writes = model.settings().causal;
  (writes ? write_text : fill_in)(p, model, bending, backend, &r);
  r.answer_table = model.parameters().find(model.settings().tied ? "wte.weight" : "lm_head.weight")->value;
  look_at_place(
      p, [&r](int t) { return Mat(r.run->logits.row(t)); }, &r);
  look_through(model, &r);
  look_at_candidates(&r);
  r.copying = learner.copying(models.trainer.steps(), p.block, bending.cut);
  r.rival_held_out_loss = std::numeric_limits<double>::quiet_NaN();
  if (const training::Trainer* rival = tunes ? nullptr : rival_of(models)) {
    const LanguageLearner& other = learner_of(*rival);
    r.rival_held_out_loss = other.held_out_loss();
    if (writes) {
      r.rival = other.copying(rival->steps(), p.block, {});
      r.rival_layers = other.model().settings().layers;
      r.rival_learns = !models.twins.empty() && rival == &models.twins.front();
    } else {
      Rng unused(1);
      look_from_left(other.model(), choice_of(p, &unused), &r);
    }
  }
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
