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

void Film::begin(const nn::Parameters& weights) {
  if (frames_.empty() && !follows_) take(weights, 0);
}

void Film::take(const nn::Parameters& weights, int step) {
  if (step % every_ == 0) take({step, copy_of(weights)});
}

void Film::take(Frame frame) {
  if (frame.step % every_ != 0) return;
  frames_.push_back(std::move(frame));
  Index each = beside_;
  for (const Mat& one : frames_.back().weights) each += one.size();
  const std::size_t bytes = std::max<std::size_t>(static_cast<std::size_t>(each) * sizeof(Real), 1);
  const int most = static_cast<int>(std::clamp<std::size_t>(kMostBytes / bytes, kLeast, kMost));
  const int all = elsewhere_ + static_cast<int>(frames_.size());
  if (all < most) return;  // one place is for the present
  drop_every_second();
  if (follows_) elsewhere_ = (all + 1) / 2 - static_cast<int>(frames_.size());
}

void Film::drop_every_second() {
  every_ *= 2;
  std::erase_if(frames_, [this](const Frame& one) { return one.step % every_ != 0; });
}

void Film::clear() {
  const Index beside = beside_;
  *this = {};
  beside_ = beside;
}

void Film::pack_place(Packing& packing) {
  int count = elsewhere_ + static_cast<int>(frames_.size());
  packing.number(&every_), packing.number(&count);
  if (packing.writes()) return;
  frames_.clear();
  elsewhere_ = count, follows_ = true;
}

void Film::hand_over(Packing& packing, const nn::Parameters& weights) {
  std::size_t count = frames_.size();
  int every = every_;
  packing.number(&count), packing.number(&every);
  while (every_ < every) drop_every_second();  // frames that were dropped over there never come here
  for (std::size_t i = 0; i < count; ++i) {
    Frame frame = packing.writes() ? std::move(frames_[i]) : Frame{0, copy_of(weights)};
    packing.number(&frame.step);
    for (Mat& one : frame.weights) packing.numbers(&one);
    if (!packing.writes()) take(std::move(frame));
  }
  if (!packing.writes()) return;
  elsewhere_ += static_cast<int>(count);
  frames_.clear();
}

std::vector<int> Film::steps() const {
  std::vector<int> steps;
  for (const Frame& frame : frames_) steps.push_back(frame.step);
  return steps;
}

void Film::put(int frame, nn::Parameters* weights) const { put_back(frames_.at(static_cast<std::size_t>(frame)).weights, weights); }

std::size_t Film::bytes() const {
  std::size_t all = 0;
  for (const Frame& frame : frames_)
    for (const Mat& one : frame.weights) all += static_cast<std::size_t>(one.size()) * sizeof(Real);
  return all;
}

}  // namespace attn::training
