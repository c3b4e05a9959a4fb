// Small networks that tell pictures, for tests.
#pragma once

#include <cmath>
#include <vector>

#include "models/captioner.h"
#include "nn/adam.h"
#include "unit/models/vision_kinds.h"

namespace attn::test {

/// Four places.
inline models::CaptionerSettings small_captioner(models::Look look, bool remembers = false) {
  return {.side = 8, .channels = 2, .width = 4, .units = 5, .embedding = 3, .hidden = 3, .words = 6, .look = look, .remembers = remembers};
}

/// Every look, with and without what it remembers.
inline std::vector<models::CaptionerSettings> captioner_kinds() {
  std::vector<models::CaptionerSettings> out;
  for (const models::Look look : {models::Look::soft, models::Look::hard, models::Look::none})
    for (const bool remembers : {false, true}) out.push_back(small_captioner(look, remembers));
  return out;
}

inline models::Captioner make_captioner(const models::CaptionerSettings& settings, std::uint64_t seed = 3) {
  Rng rng(seed);
  models::Captioner model(settings, rng);
  shake(&model, rng);
  return model;
}

/// Pictures as rows [b, 3 s s].
inline Mat random_pictures(Index count, int side, std::uint64_t seed = 5) {
  Rng rng(seed);
  return uniform_matrix(count, Index(side) * side * 3, rng, 0, 1);
}

/// Weights [1,n] that are all on one place.
inline Mat all_on(int place, Index places) {
  Mat out = Mat::Zero(1, places);
  out(0, place) = 1;
  return out;
}

/// The place that a number in [0,1) draws: the first at which the sum of weights exceeds it.
inline int place_of(const Mat& weights, double draw) {
  int place = 0;
  for (double sum = static_cast<double>(weights(0, 0)); sum <= draw; sum += static_cast<double>(weights(0, ++place))) continue;
  return place;
}

/// How a picture is told with these words by a hard look whose places are drawn by `draws` [1, t].
inline models::Telling told_by_draws(const models::Captioner& model, const Mat& image, const Tokens& words, const Mat& draws) {
  models::TellOptions options{.given = &words};
  for (int t = 0; t <= static_cast<int>(words.size()); ++t) {
    const Mat weights = models::tell(model, image, options).weights.row(t);
    options.bent[t] = all_on(place_of(weights, static_cast<double>(draws(0, t))), weights.cols());
  }
  return models::tell(model, image, options);
}

/// The targets of a telling: its words and then the end.
inline Tokens with_end(Tokens words) {
  words.push_back(0);
  return words;
}

/// ln p of each word of a telling, its end included.
inline std::vector<double> log_likelihoods(const models::Telling& telling) {
  std::vector<double> out;
  const Tokens targets = with_end(telling.words);
  for (Index t = 0; t < telling.logits.rows(); ++t) {
    const auto row = telling.logits.row(t).cast<double>().eval();
    out.push_back(row(targets[static_cast<std::size_t>(t)]) - std::log(row.array().exp().sum()));
  }
  return out;
}

/// The gradients of a loss, a parameter after the other. Those that the parameters had are forgotten.
template <class Loss>
std::vector<Mat> gradients_of(models::Captioner* model, const Loss& loss) {
  autodiff::Tape tape;
  model->parameters().zero_gradients();
  tape.backward(loss(tape));
  std::vector<Mat> out;
  for (const nn::Parameter& p : model->parameters()) out.push_back(p.gradient);
  return out;
}

/// Some steps of training; a hard look draws its places, but for one row in each step.
inline void learn(models::Captioner* model, const Mat& images, const std::vector<Tokens>& captions, int steps) {
  Rng rng(3);
  nn::Adam adam(model->parameters(), {});
  const bool hard = model->settings().look == models::Look::hard;
  for (int step = 0; step < steps; ++step) {
    Mat draws = hard ? uniform_matrix(images.rows(), 8, rng, 0, 1) : Mat();
    if (hard) draws.row(step % images.rows()).setConstant(-1);
    gradients_of(model, [&](autodiff::Tape& tape) { return model->loss(tape, images, captions, {.draws = draws}); });
    adam.step(Real(0.02), Real(1));
  }
}

}  // namespace attn::test
