#include "session/film.h"

#include <algorithm>

#include "base/clock.h"

namespace attn::session {
namespace {

constexpr double kShortestMs = 33, kLongestMs = 400;

}  // namespace

Film::Film(Document& document, Training& training) : document_(document), training_(training), now_(milliseconds) {}

std::string Film::why_not() const {
  if (!exists()) return "There is no film yet: it begins with the first step of training.";
  const bool trains = training_.running() || training_.target(document_.params()) > training_.step();
  if (trains && document_.is_locked("steps")) return "Training is fixed here.";
  return {};
}

void Film::put(int frame) {
  if (training_.running() || training_.target(document_.params()) > training_.step()) {
    training_.pause(document_.for_training());
    document_.note_changed("steps");
  }
  if (frame != at()) {
    training_.show_frame(frame, !playing_);
    document_.make_stale();
  }
  document_.note_view();
}

std::string Film::show(int frame) {
  if (std::string why = why_not(); !why.empty()) return why;
  const int last = static_cast<int>(frames().size()) - 1;
  if (frame < 0 || frame > last) return "The film has frames 0 to " + std::to_string(last) + ".";
  stop();
  put(frame);
  return {};
}

void Film::back() {
  stop();
  if (const int last = static_cast<int>(frames().size()) - 1; at() < last) put(last);
}

double Film::period_ms() const {
  return std::clamp(kWholeMs / std::max(1.0, static_cast<double>(frames().size()) - 1), kShortestMs, kLongestMs);
}

std::string Film::play() {
  if (std::string why = why_not(); !why.empty()) return why;
  playing_ = true;
  const int last = static_cast<int>(frames().size()) - 1;
  put(at() == last ? 0 : at());
  next_at_ = now_() + period_ms();
  return {};
}

void Film::stop() {
  if (!playing_) return;
  playing_ = false;
  training_.measure_again();
  document_.note_view();
}

bool Film::play_on() {
  if (!playing_) return false;
  const int last = static_cast<int>(frames().size()) - 1;
  if (training_.running() || at() >= last) return stop(), true;  // training has shown the present, or the model began anew
  if (now_() < next_at_) return false;
  const int due = 1 + static_cast<int>((now_() - next_at_) / period_ms());  // more than one where drawing takes long
  put(std::min(at() + due, last));
  next_at_ += due * period_ms();
  if (at() == last) stop();
  return true;
}

double Film::rest_ms() const { return playing_ ? std::max(0.0, next_at_ - now_()) : -1; }

}  // namespace attn::session
