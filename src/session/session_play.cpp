// The part of a session that lets a process play: a walked parameter that moves on by itself.
#include <algorithm>
#include <cmath>

#include "session/session.h"

namespace attn::session {
namespace {

constexpr double kSlowestMs = 900, kFastestMs = 150, kAllMs = 20000;

/// Between two of so many steps: slow enough to read each, but for long processes, which take 20 s as a whole.
double period_ms(double steps) { return std::clamp(kAllMs / std::max(1.0, steps), kFastestMs, kSlowestMs); }

double value_of(const params::Row& row, const void* params) { return std::get<double>(row.get(params)); }

}  // namespace

const params::Row* Session::clock() const {
  for (const std::string_view id : current_figure().controls) {
    const params::Row* row = params::find(lesson_->rows, id);
    if (row && row->walked && params::matters(*row, params())) return row;
  }
  return nullptr;
}

double Session::last_step(const params::Row& clock) {
  const double last = lesson_->last_step ? lesson_->last_step(params(), result(), clock.id) : clock.max;
  return std::clamp(last, clock.min, clock.max);
}

std::string Session::play(std::string_view id) {
  std::string why;
  const params::Row* row = find_writable(id, &why);
  if (!row) return why;
  if (!row->walked) return std::string(row->label) + " is no time that could play.";
  stop();
  play_recorded_ = false;
  playing_ = row->id;
  change_.view = true;
  next_step_at_ = now_();
  const bool from_beginning = value_of(*row, params()) >= last_step(*row);
  if (!from_beginning) return play_on(), std::string();
  course::Lesson::Params next = draft();
  row->put(next.get(), row->min);
  take_step(std::move(next), row->id);
  next_step_at_ = now_() + period_ms(last_step(*row) - row->min);
  return {};
}

void Session::stop() {
  if (playing_.empty()) return;
  playing_.clear();
  change_.view = true;
}

/// Puts `next` in the place of the parameters without ending what plays.
void Session::take_step(course::Lesson::Params next, std::string_view id) {
  lesson_->settle(params(), next.get());
  course::Lesson::Params before = params_;
  playing_.clear();
  const bool moved = replace(std::move(next), Origin::kUi);
  playing_ = id;
  if (moved && !std::exchange(play_recorded_, true)) history_.push(std::move(before));
}

bool Session::play_on() {
  if (playing_.empty() || now_() < next_step_at_) return false;
  const params::Row* row = params::find(lesson_->rows, playing_);
  const double now = value_of(*row, params());
  if (now < last_step(*row)) {
    course::Lesson::Params next = draft();
    row->put(next.get(), now + 1);
    take_step(std::move(next), row->id);
  }
  const double last = last_step(*row);  // the process may have become shorter
  next_step_at_ = now_() + period_ms(last - row->min);
  if (const double then = value_of(*row, params()); then >= last || then == now) stop();
  return true;
}

double Session::rest_ms() const { return playing_.empty() ? -1 : std::max(0.0, next_step_at_ - now_()); }

}  // namespace attn::session
