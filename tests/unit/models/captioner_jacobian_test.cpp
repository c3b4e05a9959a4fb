// The gradients of a whole network that tells pictures against central differences, in double precision. Those of a hard look are, on the
// average over all draws, the gradients of what is to be expected.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "unit/jacobian.h"
#include "unit/models/captioner_kinds.h"

namespace attn::models {
namespace {

using test::gradient_matches;
using test::gradients_of;
using test::make_captioner;
using test::random_pictures;
using test::small_captioner;

const std::vector<Tokens> kTwoCaptions{{3, 1}, {4}};
constexpr int kPlaces = 4, kTold = 3 + 2;

bool is_of(const nn::Parameter& p, const char* layer) { return p.name.starts_with(layer); }

double value_of(const Captioner& model, In images, std::span<const Tokens> captions, const Captioner::LossOptions& options) {
  autodiff::Tape tape;
  return model.loss(tape, images, captions, options).value()(0, 0);
}

std::vector<Mat> loss_gradients(Captioner* model, In images, std::span<const Tokens> captions, const Captioner::LossOptions& options) {
  return gradients_of(model, [&](autodiff::Tape& tape) { return model->loss(tape, images, captions, options); });
}

void expect_all_gradients(const CaptionerSettings& settings, const Captioner::LossOptions& options) {
  Captioner model = make_captioner(settings);
  const Mat images = random_pictures(2, settings.side);
  loss_gradients(&model, images, kTwoCaptions, options);
  for (nn::Parameter& p : model.parameters()) {
    EXPECT_TRUE(gradient_matches(&p.value, p.gradient, [&] { return value_of(model, images, kTwoCaptions, options); })) << p.name;
    EXPECT_GT(p.gradient.norm(), 0) << p.name;
  }
}

TEST(CaptionerJacobian, OfASoftLook) { expect_all_gradients(small_captioner(Look::soft), {}); }
TEST(CaptionerJacobian, OfASoftLookThatIsToBeEven) { expect_all_gradients(small_captioner(Look::soft), {.evenness = 0.8}); }
TEST(CaptionerJacobian, OfASoftLookThatIsRemembered) {
  expect_all_gradients(small_captioner(Look::soft, true), {});
  expect_all_gradients(small_captioner(Look::soft, true), {.evenness = 0.8});
}
TEST(CaptionerJacobian, WithoutALook) {
  expect_all_gradients(small_captioner(Look::none), {});
  expect_all_gradients(small_captioner(Look::none, true), {});
}

// ---- a hard look, whose draws are given ------------------------------------------------------------------------------------------------

/// What a hard look learns from as a function whose gradient is the usual one: what the score function weighs, and what the expectation is
/// compared with, are the numbers that they were in the beginning.
class ScoreSurrogate {
 public:
  ScoreSurrogate(const Captioner& model, const Mat& images, const Captioner::LossOptions& options)
      : model_(model), images_(images), options_(options) {
    for (Index i = 0; i < images.rows(); ++i) {
      if (options.draws(i, 0) < 0) continue;
      const Tokens& words = kTwoCaptions[static_cast<std::size_t>(i)];
      Drawn drawn{.image = i, .bent = {}, .first = test::told_by_draws(model, images.row(i), words, options.draws.row(i)), .rewards = {}};
      drawn.rewards = test::log_likelihoods(drawn.first);
      for (Index t = 0; t < drawn.first.used.rows(); ++t) drawn.bent[static_cast<int>(t)] = drawn.first.used.row(t);
      drawn_.push_back(drawn);
    }
  }

  double operator()() const {
    double sum = value_of(model_, images_, kTwoCaptions, options_);
    const Mat &w = model_.parameters().find("baseline.w")->value, &b = model_.parameters().find("baseline.b")->value;
    for (const Drawn& drawn : drawn_) {
      const Tokens& words = kTwoCaptions[static_cast<std::size_t>(drawn.image)];
      const Mat weights = tell(model_, images_.row(drawn.image), {.bent = drawn.bent, .given = &words}).weights;
      for (Index t = 0; t < weights.rows(); ++t) {
        const double reward = drawn.rewards[static_cast<std::size_t>(t)], advantage = reward - drawn.first.expected(t, 0);
        const double chosen = weights.row(t).dot(drawn.first.used.row(t)), expected = (drawn.first.states.row(t) * w)(0, 0) + b(0, 0);
        sum += (-options_.score_weight * advantage * std::log(chosen) + 0.5 * (expected - reward) * (expected - reward)) / kTold;
      }
    }
    return sum;
  }

 private:
  struct Drawn {
    Index image;
    std::map<int, Mat> bent;
    Telling first;
    std::vector<double> rewards;
  };
  const Captioner& model_;
  const Mat& images_;
  const Captioner::LossOptions& options_;
  std::vector<Drawn> drawn_;
};

TEST(CaptionerJacobian, OfAHardLookWithGivenDraws) {
  const Mat both = (Mat(2, 3) << 0.3, 0.85, 0.1, 0.55, 0.2, 0).finished(), one = (Mat(2, 3) << -1, 0, 0, 0.55, 0.2, 0).finished();
  for (const bool remembers : {false, true})
    for (const Mat& draws : {both, one})
      for (const double evenness : {0.0, 0.8}) {
        Captioner model = make_captioner(small_captioner(Look::hard, remembers));
        const Mat images = random_pictures(2, 8);
        const Captioner::LossOptions options{.evenness = evenness, .draws = draws, .score_weight = 0.7};
        loss_gradients(&model, images, kTwoCaptions, options);
        const ScoreSurrogate surrogate(model, images, options);
        for (nn::Parameter& p : model.parameters()) {
          EXPECT_TRUE(gradient_matches(&p.value, p.gradient, surrogate)) << p.name << remembers << evenness;
          EXPECT_GT(p.gradient.norm(), 0) << p.name;
        }
      }
}

// ---- the average over all draws --------------------------------------------------------------------------------------------------------

const Tokens kOneWord{3};  // and its end: two draws

/// The mean surprise of a caption that is to be expected of all draws, each place by its weight.
double expected_surprise(const Captioner& model, const Mat& image) {
  const Telling telling = tell(model, image, {.given = &kOneWord});
  const Tokens targets = test::with_end(kOneWord);
  double sum = 0;
  for (int t = 0; t < 2; ++t) {
    const Mat by_place = told_by_place(model, telling, t);
    for (Index place = 0; place < kPlaces; ++place)
      sum -= telling.weights(t, place) * by_place(place, targets[static_cast<std::size_t>(t)]);
  }
  return sum / 2;
}

/// The gradients of the loss for each pair of places that can be drawn, by the probability of the pair.
std::vector<Mat> average_gradients(Captioner* model, const Mat& image, double score_weight) {
  const Mat weights = tell(*model, image, {.given = &kOneWord}).weights;
  const auto middle = [&](int t, int place) { return weights.row(t).head(place).sum() + weights(t, place) / 2; };
  std::vector<Mat> sum;
  for (int first = 0; first < kPlaces; ++first)
    for (int second = 0; second < kPlaces; ++second) {
      const Mat draws = (Mat(1, 2) << middle(0, first), middle(1, second)).finished();
      const auto gradients = loss_gradients(model, image, std::span(&kOneWord, 1), {.draws = draws, .score_weight = score_weight});
      for (std::size_t i = 0; i < gradients.size(); ++i) {
        const Mat share = weights(0, first) * weights(1, second) * gradients[i];
        if (sum.size() <= i)
          sum.push_back(share);
        else
          sum[i] += share;
      }
    }
  return sum;
}

/// With a weight of 1 this holds for every parameter, since what passes through the places and what the score function adds are the two
/// parts of the gradient of an expectation. The baseline may expect anything.
TEST(HardLookJacobian, TheAverageGradientIsThatOfTheExpectedLoss) {
  const Mat image = random_pictures(1, 8);
  for (const double baseline : {0.0, -1.5, 20.0}) {
    Captioner model = make_captioner(small_captioner(Look::hard));
    model.parameters().find("baseline.b")->value(0, 0) += baseline;
    const std::vector<Mat> average = average_gradients(&model, image, 1);
    std::size_t i = 0;
    for (nn::Parameter& p : model.parameters()) {
      const Mat& gradient = average[i++];
      if (is_of(p, "baseline")) continue;
      EXPECT_TRUE(gradient_matches(&p.value, gradient, [&] { return expected_surprise(model, image); })) << p.name << baseline;
      EXPECT_GT(gradient.norm(), 1e-6) << p.name;
    }
  }
}

/// The parameters of the alignment hear of the words by the score function alone.
TEST(HardLookJacobian, ALesserWeightScalesWhatTheScoreFunctionAdds) {
  const Mat image = random_pictures(1, 8);
  for (const double score_weight : {0.0, 0.5, 2.0}) {
    Captioner model = make_captioner(small_captioner(Look::hard));
    const std::vector<Mat> average = average_gradients(&model, image, score_weight);
    std::size_t i = 0;
    for (nn::Parameter& p : model.parameters()) {
      const Mat& gradient = average[i++];
      if (!is_of(p, "alignment")) continue;
      EXPECT_TRUE(gradient_matches(&p.value, gradient, [&] { return score_weight * expected_surprise(model, image); })) << p.name;
    }
  }
}

/// Where it expects the average of its rewards, the baseline moves no more.
TEST(HardLookJacobian, TheBaselineLearnsTheExpectedReward) {
  const Mat image = random_pictures(1, 8);
  Captioner model = make_captioner(small_captioner(Look::hard));
  model.parameters().find("baseline.w")->value.setZero();
  Mat& b = model.parameters().find("baseline.b")->value;
  const auto moves = [&] {
    const std::vector<Mat> average = average_gradients(&model, image, 1);
    std::size_t i = 0;
    for (const nn::Parameter& p : model.parameters()) {
      if (p.name == "baseline.b") return average[i](0, 0);
      ++i;
    }
    return 0.0;
  };
  b(0, 0) = -expected_surprise(model, image);
  EXPECT_NEAR(moves(), 0, 1e-12);
  b(0, 0) += 0.25;
  EXPECT_NEAR(moves(), 0.25, 1e-12);
}

}  // namespace
}  // namespace attn::models
