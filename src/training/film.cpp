#include "training/film.h"

#include <algorithm>

#include "base/check.h"

namespace attn::training {

std::vector<Mat> copy_of(const nn::Parameters& weights) {
  std::vector<Mat> copy;
  for (const nn::Parameter& one : weights) copy.push_back(one.value);
  return copy;
}

void put_back(const std::vector<Mat>& copy, nn::Parameters* weights) {
  CHECK(copy.size() == weights->size());
  std::size_t i = 0;
  for (nn::Parameter& one : *weights) one.value = copy[i++];
}

void Film::take(const nn::Parameters& weights, int step) {
  if (step % every_ != 0) return;
  const std::size_t each = std::max<std::size_t>(1, static_cast<std::size_t>(weights.count()) * sizeof(Real));
  const std::size_t most = std::clamp<std::size_t>(kMostBytes / each, kLeast, kMost);
  frames_.push_back(copy_of(weights));
  if (frames_.size() < most) return;  // one place is for the present
  std::size_t kept = 0;
  for (std::size_t i = 0; i < frames_.size(); i += 2) std::swap(frames_[kept++], frames_[i]);
  frames_.resize(kept);
  every_ *= 2;
}

void Film::clear() {
  frames_.clear();
  every_ = 1;
}

std::vector<int> Film::steps() const {
  std::vector<int> steps;
  for (std::size_t i = 0; i < frames_.size(); ++i) steps.push_back(static_cast<int>(i) * every_);
  return steps;
}

void Film::put(int frame, nn::Parameters* weights) const { put_back(frames_.at(static_cast<std::size_t>(frame)), weights); }

std::size_t Film::bytes() const {
  std::size_t all = 0;
  for (const std::vector<Mat>& frame : frames_)
    for (const Mat& one : frame) all += static_cast<std::size_t>(one.size()) * sizeof(Real);
  return all;
}

}  // namespace attn::training
