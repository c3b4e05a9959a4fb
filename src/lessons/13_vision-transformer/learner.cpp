#include "lessons/13_vision-transformer/learner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autodiff/ops.h"
#include "base/later.h"

namespace attn::lessons::vision_transformer {
namespace {

constexpr std::uint64_t kHeldOutSeed = 1301, kLetteredSeed = 1302, kTrainingSeed = 1303;
constexpr int kStudied = 200, kStudiedAtOnce = 8;  ///< drawings in the study for the reader, and in a piece of it
constexpr int kMostMeasured = 500;                 ///< drawings of a kind that are measured at once

/// A generator for drawing number `index`, so that any can be drawn without those before it.
Rng rng_of(std::uint64_t seed, int index) { return Rng(seed * 1000003 + static_cast<std::uint64_t>(index)); }

tasks::LabelledDrawing draw_one(Task task, tasks::Split split, Rng& rng) {
  return task == Task::digits ? tasks::draw_digit(split, rng) : tasks::draw_relation(split, rng);
}

Index pixels() { return Index(tasks::kDrawingSide) * tasks::kDrawingSide; }

constexpr std::array<Seen, kSeenKinds> kKinds{Seen::held_out, Seen::lettered, Seen::shuffled};

training::Score score_of(Seen kind, const Count& count) {
  if (kind == Seen::lettered) return {"lettered-right", "lettered_images_right", "lettered digits right", count.share()};
  if (kind == Seen::shuffled) return {"shuffled-right", "shuffled_images_right", "drawings with shuffled patches right", count.share()};
  return {"images-right", "held_out_images_right", "drawings right", count.share()};
}

}  // namespace

std::vector<int> patch_order(int number, int patches) {
  std::vector<int> out(static_cast<std::size_t>(patches));
  std::iota(out.begin(), out.end(), 0);
  if (number != 0) Rng(static_cast<std::uint64_t>(number)).shuffle(&out);
  return out;
}

Mat in_order(In image, const std::vector<int>& order) {
  const auto aside = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(order.size())))), side = image.rows() / aside;
  Mat out(image.rows(), image.cols());
  for (Index place = 0; place < aside * aside; ++place) {
    const Index patch = order[static_cast<std::size_t>(place)];
    out.block(place / aside * side, place % aside * side, side, side) = image.block(patch / aside * side, patch % aside * side, side, side);
  }
  return out;
}

bool is_asked(Task task, Seen kind) { return kind != Seen::lettered || task == Task::digits; }

Drawings::Drawings(Index count) : images(count, pixels()), labels(static_cast<std::size_t>(count)) {}

void Drawings::set(Index i, const tasks::LabelledDrawing& drawing) {
  images.row(i) = Eigen::Map<const Mat>(drawing.ink.data(), 1, pixels());
  labels[static_cast<std::size_t>(i)] = drawing.label;
}

tasks::LabelledDrawing held_out_drawing(Task task, int index) {
  Rng rng = rng_of(kHeldOutSeed, index);
  return draw_one(task, tasks::Split::kHeldOut, rng);
}

tasks::LabelledDrawing lettered_drawing(int index) {
  Rng rng = rng_of(kLetteredSeed, index);
  return tasks::draw_lettered_digit(rng);
}

VisionLearner::VisionLearner(const Choice& choice, const training::Plan& plan) : SeededTrainee(plan), choice_(choice) {
  if (choice_.network == Network::convolution)
    convolution_.emplace(convolution_settings(choice_), random().weights);
  else
    transformer_.emplace(vision_settings(choice_), random().weights);
}

Mat VisionLearner::logits(In images) const {
  return transformer_ ? models::logits_of(*transformer_, images) : convolution_->logits(images);
}

Count VisionLearner::count_right(Seen kind, int first, int count) const {
  Drawings drawings(count);
  for (int i = 0; i < count; ++i) {
    const int index = first + i;
    tasks::LabelledDrawing drawing = kind == Seen::lettered ? lettered_drawing(index) : held_out_drawing(choice_.task, index);
    if (kind == Seen::shuffled) drawing.ink = in_order(drawing.ink, patch_order(1 + index, vision_settings(choice_).patches()));
    drawings.set(i, drawing);
  }
  return count_right(drawings);
}

Count VisionLearner::count_right(const Drawings& drawings) const {
  const Mat said = logits(drawings.images);
  Count out{0, static_cast<int>(said.rows())};
  for (Index i = 0; i < said.rows(); ++i) {
    Index best = 0;
    said.row(i).maxCoeff(&best);
    out.right += best == drawings.labels[static_cast<std::size_t>(i)];
  }
  return out;
}

nn::Parameters& VisionLearner::parameters() { return transformer_ ? transformer_->parameters() : convolution_->parameters(); }

void VisionLearner::draw(int) {
  drawn_ = Drawings(batch());
  for (Index i = 0; i < batch(); ++i) {
    Rng& rng = random().examples;
    if (choice_.images == 0) {
      drawn_.set(i, draw_one(choice_.task, tasks::Split::kTraining, rng));
    } else {
      Rng of_one = rng_of(kTrainingSeed, static_cast<int>(rng.below(static_cast<std::uint64_t>(choice_.images))));
      drawn_.set(i, draw_one(choice_.task, tasks::Split::kTraining, of_one));
    }
  }
}

autodiff::Var VisionLearner::loss(autodiff::Tape& tape, int shard) { return later<loss_of_batch>(*this, tape, shard); }

autodiff::Var VisionLearner::loss_of_batch(VisionLearner& self, autodiff::Tape& tape, int shard) {
  const int first = self.first_of(shard), count = self.count_of(shard);
  const auto images = self.drawn_.images.middleRows(first, count);
  const std::span labels = std::span(self.drawn_.labels).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  const autodiff::Var mean =
      self.transformer_ ? self.transformer_->loss(tape, images, labels) : self.convolution_->loss(tape, images, labels);
  return autodiff::scale(mean, static_cast<Real>(count) / static_cast<Real>(self.batch()));
}

double VisionLearner::guessing() const { return std::log(static_cast<double>(classes_of(choice_.task).size())); }

int VisionLearner::held_out(int examples) const { return std::min(examples, kMostMeasured); }

std::vector<training::Score> VisionLearner::measure(int examples) const {
  return {score_of(Seen::held_out, count_right(Seen::held_out, 0, held_out(examples)))};
}

std::vector<training::Score> VisionLearner::evaluate(const training::Effort& effort) const {
  std::vector<training::Score> out;
  for (const Seen kind : kKinds)
    if (is_asked(choice_.task, kind)) out.push_back(score_of(kind, count_right(kind, 0, held_out(effort.examples))));
  return out;
}

bool VisionLearner::study() {
  for (const Seen kind : kKinds) {
    Count& count = studied_[static_cast<std::size_t>(kind)];
    if (!is_asked(choice_.task, kind) || count.asked == kStudied) continue;
    const Count more = count_right(kind, count.asked, kStudiedAtOnce);
    count.right += more.right, count.asked += more.asked;
    return true;
  }
  return false;
}

void VisionLearner::forget_study() { studied_ = {}; }

std::vector<training::Metric> VisionLearner::found() const {
  std::vector<training::Metric> out;
  for (const Seen kind : kKinds)
    if (studied(kind).asked) out.push_back({score_of(kind, {}).name, studied(kind).share()});
  return out;
}

training::Wording VisionLearner::wording() const {
  return {.example = "drawing", .right = "right", .loss = "nats a drawing", .loss_note = "Mean of -ln p of what each drawing shows"};
}

}  // namespace attn::lessons::vision_transformer
