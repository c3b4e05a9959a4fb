// What a network that tells pictures learns from: the mean over words, whatever is told beside them, and what its options add.
#include <algorithm>
#include <cmath>
#include <vector>

#include "unit/compare.h"
#include "unit/models/captioner_kinds.h"

namespace attn::models {
namespace {

using test::close;
using test::gradients_of;
using test::log_likelihoods;
using test::make_captioner;
using test::random_pictures;
using test::small_captioner;

const std::vector<Tokens> kCaptions{{3, 1, 4}, {}, {2, 5}};  // of different lengths

Real loss_value(const Captioner& model, In images, std::span<const Tokens> captions, const Captioner::LossOptions& options = {}) {
  autodiff::Tape tape;
  return model.loss(tape, images, captions, options).value()(0, 0);
}

double surprise(const Telling& telling) {
  double sum = 0;
  for (const double log_likelihood : log_likelihoods(telling)) sum -= log_likelihood;
  return sum;
}

TEST(CaptionerLoss, IsTheMeanSurpriseOfWordsAndEnds) {
  for (CaptionerSettings s : test::captioner_kinds()) {
    // Without draws a hard look learns softly: with the same weights it is a soft one's loss.
    const bool hard = s.look == Look::hard;
    const Captioner model = make_captioner(s);
    s.look = hard ? Look::soft : s.look;
    Captioner told_by = make_captioner(s);
    for (nn::Parameter& p : told_by.parameters()) p.value = model.parameters().find(p.name)->value;
    const Mat images = random_pictures(3, s.side);
    double sum = 0;
    for (Index i = 0; i < 3; ++i) sum += surprise(tell(told_by, images.row(i), {.given = &kCaptions[static_cast<std::size_t>(i)]}));
    EXPECT_NEAR(loss_value(model, images, kCaptions), sum / (4 + 1 + 3), 1e-5) << static_cast<int>(s.look) << hard << s.remembers;
  }
}

/// Neither the value nor a gradient knows what else is in the batch: both are the means of those of each, weighted by how many words it
/// has.
TEST(CaptionerLoss, OfABatchIsThatOfEachAndInAnyOrder) {
  const Mat images = random_pictures(3, 8);
  for (const CaptionerSettings& s : test::captioner_kinds()) {
    Captioner model = make_captioner(s);
    const bool hard = s.look == Look::hard;
    const Mat draws = hard ? (Mat(3, 4) << 0.3, 0.8, 0.1, 0.6, -1, -1, -1, -1, 0.9, 0.2, 0.5, 0.4).finished() : Mat();
    const auto gradients = [&](const std::vector<int>& chosen) {
      Mat its_images(static_cast<Index>(chosen.size()), images.cols()), its_draws(hard ? its_images.rows() : 0, hard ? 4 : 0);
      std::vector<Tokens> captions;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        its_images.row(static_cast<Index>(i)) = images.row(chosen[i]);
        if (hard) its_draws.row(static_cast<Index>(i)) = draws.row(chosen[i]);
        captions.push_back(kCaptions[static_cast<std::size_t>(chosen[i])]);
      }
      std::vector<Mat> out;
      Real value = 0;
      out = gradients_of(&model, [&](autodiff::Tape& tape) {
        const autodiff::Var loss = model.loss(tape, its_images, captions, {.draws = its_draws});
        value = loss.value()(0, 0);
        return loss;
      });
      out.push_back(Mat::Constant(1, 1, value));
      return out;
    };
    const std::vector<Mat> all = gradients({0, 1, 2}), turned = gradients({2, 0, 1});
    const std::vector<Mat> each[3] = {gradients({0}), gradients({1}), gradients({2})};
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_TRUE(close(turned[i], all[i])) << i;
      EXPECT_TRUE(close(all[i], (4 * each[0][i] + 1 * each[1][i] + 3 * each[2][i]) / 8)) << i;
    }
  }
}

TEST(CaptionerLoss, WithEvennessAsksThatEachPlaceIsLookedAtOnce) {
  const Mat images = random_pictures(3, 8);
  for (const bool remembers : {false, true}) {
    const Captioner model = make_captioner(small_captioner(Look::soft, remembers));
    double missing = 0;
    for (Index i = 0; i < 3; ++i) {
      const Telling telling = tell(model, images.row(i), {.given = &kCaptions[static_cast<std::size_t>(i)]});
      missing += static_cast<double>((telling.weights.colwise().sum().array() - 1).square().mean()) / 3;
    }
    EXPECT_GT(missing, 0.01);
    EXPECT_NEAR(loss_value(model, images, kCaptions, {.evenness = Real(0.7)}), loss_value(model, images, kCaptions) + 0.7 * missing, 1e-5);
  }
}

TEST(CaptionerLoss, WithDrawsIsTheSurpriseAtThePlacesThatAreDrawn) {
  const Mat images = random_pictures(3, 8);
  for (const bool remembers : {false, true}) {
    const Captioner model = make_captioner(small_captioner(Look::hard, remembers));
    std::vector<Real> values;
    for (const std::uint64_t seed : {1, 2, 3}) {
      Rng rng(seed);
      const Mat draws = uniform_matrix(3, 5, rng, 0, 1);
      double sum = 0;
      for (Index i = 0; i < 3; ++i)
        sum += surprise(test::told_by_draws(model, images.row(i), kCaptions[static_cast<std::size_t>(i)], draws.row(i)));
      for (const double score_weight : {0.0, 0.5, 3.0}) {
        values.push_back(loss_value(model, images, kCaptions, {.draws = draws, .score_weight = static_cast<Real>(score_weight)}));
        EXPECT_NEAR(values.back(), sum / 8, 1e-5) << "its other terms pass gradients only";
      }
    }
    EXPECT_GT(*std::max_element(values.begin(), values.end()) - *std::min_element(values.begin(), values.end()), 1e-3);
  }
}

/// So do rows whose draws are negative, whatever else is drawn.
TEST(CaptionerLoss, RowsWithoutDrawsLookSoftly) {
  const Mat images = random_pictures(3, 8);
  for (const bool remembers : {false, true}) {
    Captioner model = make_captioner(small_captioner(Look::hard, remembers));
    const Mat none = Mat::Constant(3, 4, Real(-1));
    EXPECT_NEAR(loss_value(model, images, kCaptions, {.draws = none}), loss_value(model, images, kCaptions), 1e-6);
    const auto softly = gradients_of(&model, [&](autodiff::Tape& tape) { return model.loss(tape, images, kCaptions); });
    const auto with_none = gradients_of(&model, [&](autodiff::Tape& tape) { return model.loss(tape, images, kCaptions, {.draws = none}); });
    for (std::size_t i = 0; i < softly.size(); ++i) EXPECT_TRUE(close(with_none[i], softly[i])) << i;
  }
}

/// As far as the words are concerned no gradient passes through the place that is drawn: it is the score function that moves the weights.
TEST(CaptionerLoss, OnlyTheScoreFunctionMovesTheWeightsOfAHardLook) {
  const Mat images = random_pictures(3, 8), draws = Mat::Constant(3, 4, Real(0.4));
  Captioner model = make_captioner(small_captioner(Look::hard));
  for (const double score_weight : {0.0, 0.5, 1.0}) {
    gradients_of(&model, [&](autodiff::Tape& tape) {
      return model.loss(tape, images, kCaptions, {.draws = draws, .score_weight = static_cast<Real>(score_weight)});
    });
    for (const char* name : {"alignment.wq", "alignment.wk", "alignment.v"})
      EXPECT_EQ(model.parameters().find(name)->gradient.norm() > 0, score_weight > 0) << name;
    EXPECT_GT(model.parameters().find("baseline.w")->gradient.norm(), 0);
  }
}

TEST(CaptionerLoss, AFewStepsLessenIt) {
  const Mat images = random_pictures(3, 8);
  for (const CaptionerSettings& s : test::captioner_kinds()) {
    Rng rng(3);
    Captioner model(s, rng);
    const Real before = loss_value(model, images, kCaptions);
    test::learn(&model, images, kCaptions, 60);
    EXPECT_LT(loss_value(model, images, kCaptions), before / 2) << static_cast<int>(s.look) << s.remembers;
  }
}

#ifdef GTEST_HAS_DEATH_TEST
#if GTEST_HAS_DEATH_TEST
TEST(CaptionerDeathTest, MisuseIsSaid) {
  const Captioner soft = make_captioner(small_captioner(Look::soft)), hard = make_captioner(small_captioner(Look::hard)),
                  none = make_captioner(small_captioner(Look::none));
  const Mat images = random_pictures(3, 8), larger = random_pictures(3, 12);
  EXPECT_DEATH(loss_value(soft, larger, kCaptions), "images of 432 numbers, not 192");
  EXPECT_DEATH(loss_value(soft, images.topRows(2), kCaptions), "2 images, 3 captions");
  EXPECT_DEATH(loss_value(soft, Mat(0, 192), {}), "0 images, 0 captions");
  EXPECT_DEATH(loss_value(none, images, kCaptions, {.evenness = 1}), "nothing to be even");
  EXPECT_DEATH(loss_value(soft, images, kCaptions, {.draws = Mat::Zero(3, 4)}), "draws are \\[3,4\\] for 3 captions of 4 words");
  EXPECT_DEATH(loss_value(hard, images, kCaptions, {.draws = Mat::Zero(3, 3)}), "draws are \\[3,3\\] for 3 captions of 4 words");
  EXPECT_DEATH(loss_value(hard, images, kCaptions, {.draws = Mat::Zero(2, 4)}), "draws are \\[2,4\\]");
  EXPECT_DEATH(tell(soft, larger.row(0)), "an image of 432 numbers, not 192");
  EXPECT_DEATH(tell(soft, images.row(0), {.bent = {{0, Mat::Zero(1, 3)}}}), "bent weights are \\[1,3\\] for 4 places");
  EXPECT_DEATH(tell(soft, images.row(0), {.bent = {{0, Mat::Zero(4, 1)}}}), "bent weights are \\[4,1\\] for 4 places");
  EXPECT_DEATH(captions_of(soft, larger, 3), "images of 432 numbers");
  const Telling telling = tell(soft, images.row(0), {.given = &kCaptions[0]});
  EXPECT_DEATH(told_by_place(soft, telling, 4), "word 4 of 4");
  EXPECT_DEATH(told_by_place(soft, telling, -1), "word -1 of 4");
  Rng rng(1);
  EXPECT_DEATH(Captioner({.side = 10}, rng), "a side of 10");
  EXPECT_DEATH(Captioner({.words = 1}, rng), "1 words");
}
#endif
#endif

}  // namespace
}  // namespace attn::models
