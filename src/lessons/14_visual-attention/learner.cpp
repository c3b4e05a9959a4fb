#include "lessons/14_visual-attention/learner.h"

#include <algorithm>
#include <cmath>

#include "autodiff/ops.h"
#include "base/later.h"

namespace attn::lessons::visual_attention {
namespace {

using training::Count;

constexpr std::uint64_t kHeldOutSeed = 1401;
constexpr int kStudied = 100, kStudiedAtOnce = 10;   ///< scenes of a number of things in the study for the reader, and in a piece of it
constexpr int kStudiedNouns = 60, kNounsAtOnce = 3;  ///< the same for the scenes whose nouns are looked at, of kMostTold things
constexpr int kMostMeasured = 450;                   ///< scenes that are measured at once
constexpr int kMostNouns = 150;                      ///< scenes of each number of things whose nouns are measured at once

training::Score caption_score(const Count& count) { return {"captions-right", "held_out_captions_right", "captions right", count.share()}; }

training::Score caption_score_of(int things, const Count& count) {
  const std::string number = std::to_string(things);
  return {"captions-right-" + number, "held_out_captions_right_" + number, "captions right of " + counted_things(things), count.share()};
}

training::Score noun_score(const Count& count) {
  return {"nouns-within", "nouns_within", "nouns whose map has its middle in their thing", count.share()};
}

Mat as_row(const Mat& picture) { return Eigen::Map<const Mat>(picture.data(), 1, picture.size()); }

}  // namespace

std::string counted_things(int things) { return things == 1 ? "1 thing" : std::to_string(things) + " things"; }

tasks::Scene held_out_scene(int count, int index) {
  Rng rng((kHeldOutSeed * 10 + static_cast<std::uint64_t>(count)) * 1000003 + static_cast<std::uint64_t>(index));
  return tasks::draw_scene(tasks::Split::kHeldOut, count, rng);
}

Middle middle_of(In weights) {
  Middle out;
  for (Index j = 0; j < weights.cols(); ++j) {
    const auto w = static_cast<double>(weights(0, j));
    out.x += w * (static_cast<double>(j % kAside) + 0.5) * kPlacePixels;
    out.y += w * (static_cast<double>(j / kAside) + 0.5) * kPlacePixels;
  }
  return out;
}

bool lies_within(const Middle& middle, const tasks::Thing& thing) {
  return std::max(std::abs(middle.x - thing.x), std::abs(middle.y - thing.y)) <= tasks::reach_of(thing);
}

CaptionLearner::CaptionLearner(Network network, const training::Plan& plan)
    : SeededTrainee(plan), network_(network), captioner_(captioner_settings(network), random().weights) {}

Count CaptionLearner::captions_right(int things, int first, int count) const {
  Mat pictures(count, captioner_.settings().numbers());
  std::vector<Tokens> truth;
  for (int i = 0; i < count; ++i) {
    const tasks::Scene scene = held_out_scene(things, first + i);
    pictures.row(i) = as_row(scene.picture);
    truth.push_back(tasks::caption_of(scene.things));
  }
  const std::vector<Tokens> said = models::captions_of(captioner_, pictures, kMostWords);
  Count out{0, count};
  for (std::size_t i = 0; i < said.size(); ++i) out.right += said[i] == truth[i];
  return out;
}

Count CaptionLearner::nouns_within(int things, int first, int count) const {
  Count out;
  for (int i = 0; i < count; ++i) {
    const tasks::Scene scene = held_out_scene(things, first + i);
    const Tokens truth = tasks::caption_of(scene.things);
    const models::Telling telling = models::tell(captioner_, scene.picture, {.given = &truth});
    const tasks::Things told = tasks::in_order_of_telling(scene.things);
    for (int k = 0; k < things; ++k)
      out += {lies_within(middle_of(telling.weights.row(tasks::noun_of(k))), told[static_cast<std::size_t>(k)]), 1};
  }
  return out;
}

void CaptionLearner::draw(int) {
  Rng& rng = random().examples;
  pictures_.resize(batch(), captioner_.settings().numbers());
  captions_.clear();
  for (Index i = 0; i < batch(); ++i) {
    // One scene in 31 is empty; the others have one, two or three things alike.
    const auto kind = static_cast<int>(rng.below(10 * tasks::kMostTold + 1));
    const int things = kind == 0 ? 0 : 1 + kind % tasks::kMostTold;
    const tasks::Scene scene = tasks::draw_scene(tasks::Split::kTraining, things, rng);
    pictures_.row(i) = as_row(scene.picture);
    captions_.push_back(tasks::caption_of(scene.things));
  }
  if (captioner_.settings().look != models::Look::hard) return;
  draws_.resize(batch(), tasks::kLongestCaption);
  for (Index i = 0; i < batch(); ++i) {
    const bool softly = rng.below(2) == 0;
    for (Index t = 0; t < draws_.cols(); ++t) draws_(i, t) = softly ? Real(-1) : static_cast<Real>(rng.uniform());
  }
}

autodiff::Var CaptionLearner::loss(autodiff::Tape& tape, int shard) { return later<loss_of_batch>(*this, tape, shard); }

autodiff::Var CaptionLearner::loss_of_batch(CaptionLearner& self, autodiff::Tape& tape, int shard) {
  const int first = self.first_of(shard), count = self.count_of(shard);
  const std::span captions = std::span(self.captions_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  const auto words = [](std::span<const Tokens> all) {
    std::size_t sum = 0;
    for (const Tokens& caption : all) sum += caption.size() + 1;
    return static_cast<Real>(sum);
  };
  const Real share = words(captions) / words(self.captions_);
  models::Captioner::LossOptions options;
  // The penalty is a mean over pictures, the rest one over words.
  if (self.network_ == Network::even) options.evenness = kEvenness * static_cast<Real>(count) / static_cast<Real>(self.batch()) / share;
  if (self.draws_.size() > 0) options.draws = self.draws_.middleRows(first, count);
  return autodiff::scale(self.captioner_.loss(tape, self.pictures_.middleRows(first, count), captions, options), share);
}

double CaptionLearner::guessing() const { return std::log(static_cast<double>(tasks::kSceneWords.size())); }

int CaptionLearner::held_out(int examples) const {
  return std::min(std::max(examples / tasks::kMostTold, 1) * tasks::kMostTold, kMostMeasured);
}

std::vector<training::Score> CaptionLearner::measure(int examples) const {
  Count all;
  for (int things = 1; things <= tasks::kMostTold; ++things) all += captions_right(things, 0, held_out(examples) / tasks::kMostTold);
  return {caption_score(all)};
}

std::vector<training::Score> CaptionLearner::evaluate(const training::Effort& effort) const {
  Count all, nouns;
  std::vector<training::Score> out(1);
  for (int things = 1; things <= tasks::kMostTold; ++things) {
    const int each = held_out(effort.examples) / tasks::kMostTold;
    const Count right = captions_right(things, 0, each);
    all += right;
    out.push_back(caption_score_of(things, right));
    if (attends()) nouns += nouns_within(things, 0, std::min(each, kMostNouns));
  }
  out.front() = caption_score(all);
  if (attends()) out.push_back(noun_score(nouns));
  return out;
}

bool CaptionLearner::study() {
  for (int things = 1; things <= tasks::kMostThings; ++things) {
    Count& count = right_[static_cast<std::size_t>(things - 1)];
    if (count.asked == kStudied) continue;
    count += captions_right(things, count.asked, kStudiedAtOnce);
    return true;
  }
  if (!attends() || nouns_of_ == kStudiedNouns) return false;
  within_ += nouns_within(tasks::kMostTold, nouns_of_, kNounsAtOnce);
  nouns_of_ += kNounsAtOnce;
  return true;
}

void CaptionLearner::forget_study() { right_ = {}, within_ = {}, nouns_of_ = 0; }

std::vector<training::Metric> CaptionLearner::found() const {
  std::vector<training::Metric> out;
  for (int things = 1; things <= tasks::kMostThings; ++things)
    if (studied(things).asked) out.push_back({caption_score_of(things, {}).name, studied(things).share()});
  if (within_.asked) out.push_back({noun_score({}).name, within_.share()});
  return out;
}

training::Wording CaptionLearner::wording() const {
  return {.example = "picture", .right = "told right", .loss = "nats a word", .loss_note = "Mean of -ln p of each word of a caption"};
}

}  // namespace attn::lessons::visual_attention
