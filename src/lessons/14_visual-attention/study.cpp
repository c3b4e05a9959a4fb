#include "lessons/14_visual-attention/study.h"

#include <algorithm>
#include <cmath>

#include "kernels/softmax.h"
#include "training/models.h"

namespace attn::lessons::visual_attention {
namespace {

Told told_by(const models::Captioner& captioner, const Mat& picture, const Tokens& truth) {
  Told out{models::tell(captioner, picture, {.most = kMostWords})};
  out.right = out.telling.words == truth && out.telling.ended;
  return out;
}

int best_of(In row) {
  Index best = 0;
  row.row(0).maxCoeff(&best);
  return static_cast<int>(best);
}

Draws unknown_draws() {
  Draws out;
  out.weights = out.gain = Mat::Constant(1, kPlaces, kUnknown), out.by_place.assign(kPlaces, 0);
  for (Real* number :
       {&out.expected, &out.best, &out.missed, &out.alone, &out.together, &out.signal, &out.plain, &out.less_expected, &out.less_best})
    *number = kUnknown;
  return out;
}

/// What the places say at a word, and what drawing them does to the gradient.
Draws draws_at(const models::Captioner& captioner, const models::Telling& telling, int shown) {
  Draws out;
  out.word = std::min(shown, static_cast<int>(telling.logits.rows()) - 1);
  out.weights = telling.weights.row(out.word);
  out.said = best_of(telling.logits.row(out.word));
  const Mat by_place = models::told_by_place(captioner, telling, out.word);
  out.gain = by_place.col(out.said).transpose();
  out.expected = telling.expected.rows() > 0 ? telling.expected(out.word, 0) : 0;
  // The gradient of ln p(s) for the scores is 1 at the place s that was drawn, less the weights.
  out.together = kernels::softmax_rows(telling.logits.row(out.word))(0, out.said);
  double weighted = 0, lengths = 0, missed = 0, alone = 0;
  const double square = static_cast<double>(out.weights.squaredNorm());
  Eigen::Matrix<double, 1, Eigen::Dynamic> mean = Eigen::Matrix<double, 1, Eigen::Dynamic>::Zero(kPlaces);
  const auto length = [&](Index j) { return 1 - 2 * static_cast<double>(out.weights(0, j)) + square; };  // of one minus the weights
  for (Index j = 0; j < kPlaces; ++j) {
    const double w = static_cast<double>(out.weights(0, j)), gain = static_cast<double>(out.gain(0, j));
    out.by_place.push_back(best_of(by_place.row(j)));
    missed += out.by_place.back() == out.said ? 0 : w, alone += w * std::exp(gain);
    weighted += w * gain * length(j), lengths += w * length(j);
    mean -= w * gain * out.weights.cast<double>();
    mean(j) += w * gain;
  }
  const double signal = mean.squaredNorm();
  const auto variance = [&](double baseline) {
    double sum = 0;
    for (Index j = 0; j < kPlaces; ++j)
      sum += static_cast<double>(out.weights(0, j)) * std::pow(static_cast<double>(out.gain(0, j)) - baseline, 2) * length(j);
    return static_cast<Real>(std::max(0.0, sum - signal));
  };
  out.best = static_cast<Real>(lengths > 0 ? weighted / lengths : 0);
  out.missed = static_cast<Real>(missed), out.alone = static_cast<Real>(alone), out.signal = static_cast<Real>(signal);
  out.plain = variance(0), out.less_expected = variance(static_cast<double>(out.expected));
  out.less_best = variance(static_cast<double>(out.best));
  return out;
}

/// What the networks tell, what they were measured at, and what their places say.
void note_networks(const Params& p, const training::Models& models, Result* r) {
  r->right = Mat::Constant(kNetworks, tasks::kMostThings, kUnknown), r->within = Mat::Constant(kNetworks, 1, kUnknown);
  r->draws.fill(unknown_draws());
  const auto note = [&](const CaptionLearner& learner) {
    const auto place = static_cast<std::size_t>(learner.network());
    const auto row = static_cast<Index>(place);
    for (int things = 1; things <= tasks::kMostThings; ++things)
      if (const training::Count& count = learner.studied(things); count.asked) r->right(row, things - 1) = static_cast<Real>(count.share());
    if (const training::Count& count = learner.studied_nouns(); count.asked) r->within(row, 0) = static_cast<Real>(count.share());
    r->all[place] = told_by(learner.captioner(), r->picture, r->truth);
    if (place < r->draws.size()) r->draws[place] = draws_at(learner.captioner(), r->all[place]->telling, p.word - 1);
  };
  for (const auto& [name, trainer] : models.beside) note(learner_of(trainer));
  note(learner_of(models.trainer));
}

}  // namespace

std::string_view word_at(const models::Telling& telling, Index t) {
  const auto place = static_cast<std::size_t>(t);
  return tasks::kSceneWords[place < telling.words.size() ? static_cast<std::size_t>(telling.words[place]) : std::size_t{tasks::kSceneEnd}];
}

std::string_view Result::word_at(Index t) const { return visual_attention::word_at(telling, t); }

Mat received(const models::Telling& telling) { return telling.used.colwise().sum(); }

Real spread_of(In weights) {
  double entropy = 0;
  for (Index j = 0; j < weights.cols(); ++j)
    if (const auto w = static_cast<double>(weights(0, j)); w > 0) entropy -= w * std::log(w);
  return static_cast<Real>(std::exp(entropy));
}

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  Result r;
  r.things = things_of(p);
  r.in_order = tasks::in_order_of_telling(r.things);
  r.truth = tasks::caption_of(r.things);
  r.clear = tasks::is_clear(r.things);
  r.picture = tasks::picture_of(r.things);
  const CaptionLearner& learner = learner_of(models.trainer);
  const models::Captioner& captioner = learner.captioner();
  Rng rng(static_cast<std::uint64_t>(p.draw));
  models::TellOptions options{.most = kMostWords, .bent = bent_maps(p), .engine = backend.engine};
  if (p.draw > 0) options.draws = &rng;
  r.telling = models::tell(captioner, r.picture, options);
  r.words = r.telling.words;
  r.probabilities = kernels::softmax_rows(r.telling.logits);
  if (r.attends()) {
    const auto number = [&](std::string_view name) -> const Mat& { return captioner.parameters().find(name)->value; };
    r.queries = r.telling.states * number("alignment.wq"), r.keys = r.telling.annotations * number("alignment.wk");
    r.scorer = number("alignment.v").transpose();
  }
  r.word = std::min(p.word, static_cast<int>(r.steps())) - 1;
  note_networks(p, models, &r);
  return r;
}

}  // namespace attn::lessons::visual_attention
