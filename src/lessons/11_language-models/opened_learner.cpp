#include "lessons/11_language-models/opened_learner.h"

#include <cmath>

#include "base/text.h"

namespace attn::lessons::language_models {

bool OpenedLearner::attend(const Params& p) {
  if (!model_) return false;
  bool changed = false;
  if (Request request = request_of(p); !reading_ || reading_->request() != request) {
    reading_.emplace(model_->model, std::move(request), model_->corpus->end());
    lens_place_ = -1;
    changed = true;
  }
  const models::Bending bending = bending_of(p);
  if (!copy_walk_ || block_ != p.block || copy_cut_ != bending.cut) {
    copy_walk_.emplace(model_->model, *model_->corpus, p.block, bending);
    block_ = p.block, copy_cut_ = bending.cut;
    changed = true;
  }
  return changed;
}

const Reading* OpenedLearner::reading(const Params& p) const {
  return reading_ && reading_->request() == request_of(p) ? &*reading_ : nullptr;
}

const Copying* OpenedLearner::copying(const Params& p) const {
  return copy_walk_ && block_ == p.block && copy_cut_ == bending_of(p).cut ? &copy_walk_->copying() : nullptr;
}

bool OpenedLearner::study() {
  if (!reading_) return false;
  // The text first, then the test of copying, and last what each layer would say, which takes longest.
  if (!reading_->run()) return reading_->advance();
  if (copy_walk_->advance()) return true;
  return reading_->advance();
}

bool OpenedLearner::is_done() const { return !reading_ || (reading_->share() == 1 && copy_walk_->share() == 1); }

const Mat& OpenedLearner::lens_at(int place) const {
  if (lens_place_ == place) return lens_;
  const auto& layers = reading_->run()->layers;
  Mat streams(static_cast<Index>(layers.size()), model_->model.settings().width);
  for (size_t l = 0; l < layers.size(); ++l) streams.row(static_cast<Index>(l)) = layers[l].input.row(place);
  lens_place_ = place;
  return lens_ = models::lens(model_->model, streams);
}

std::string OpenedLearner::studying() const {
  if (!reading_) return {};
  // In tens: whoever hears of it brings the whole page up to date.
  const auto percent = [](double share) { return std::to_string(10 * static_cast<int>(std::floor(10 * share))) + " %."; };
  if (!reading_->run()) return "The model reads, " + percent(reading_->share());
  if (copy_walk_->share() < 1) return "The model is tested on copying, " + percent(copy_walk_->share());
  return "Every layer is asked what it would say, " + percent(2 * (reading_->share() - 0.5));
}

}  // namespace attn::lessons::language_models
