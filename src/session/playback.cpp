#include "session/playback.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "params/story.h"

namespace attn::session {
namespace {

constexpr double kSlowestMs = 900, kFastestMs = 150, kAllMs = 20000;
constexpr double kStopMs = 1400;  ///< how long a story takes from one stop to the next

/// The time between two steps of a process of so many. It is long enough to read each step, but a long process takes 20 s as a whole.
double period_ms(double steps) { return std::clamp(kAllMs / std::max(1.0, steps), kFastestMs, kSlowestMs); }

/// The same for a story moves, and for a process steps.
double period_ms(const params::Row& clock, double last) {
  return params::is_story(clock) ? kStopMs * clock.step : period_ms(last - clock.min);
}

double value_of(const params::Row& row, const void* params) { return std::get<double>(row.get(params)); }

}  // namespace

Playback::Playback(Document& document, Results& results) : document_(document), results_(results), now_(milliseconds) {}

double Playback::last_step(const params::Row& clock) {
  const course::Lesson& lesson = document_.lesson();
  const double last = lesson.last_step ? lesson.last_step(document_.params(), results_.get(), clock.id) : clock.max;
  return std::clamp(last, clock.min, clock.max);
}

std::string Playback::play(std::string_view id) {
  std::string why;
  const params::Row* row = document_.writable(id, &why);
  if (!row) return why;
  if (!row->walked) return std::string(row->label) + " is no time that could play.";
  stop();
  recorded_ = false;
  playing_ = row->id;
  document_.note_view();
  next_step_at_ = now_();
  const bool from_beginning = value_of(*row, document_.params()) >= last_step(*row);
  if (!from_beginning) return play_on(), std::string();
  course::Lesson::Params next = document_.draft();
  row->put(next.get(), row->min);
  take_step(std::move(next), row->id);
  next_step_at_ = now_() + period_ms(*row, last_step(*row));
  return {};
}

void Playback::go_on(const params::Row& clock) {
  if (playing_ != clock.id) return void(play(clock.id));
  if (params::is_story(clock)) {
    course::Lesson::Params next = document_.draft();
    clock.put(next.get(), params::stop_after(clock, value_of(clock, document_.params())));
    take_step(std::move(next), clock.id);
  }
  stop();
}

void Playback::begin_story(const params::Row* clock) {
  if (is_telling(clock) && value_of(*clock, document_.params()) <= clock->min) play(clock->id);
}

bool Playback::is_telling(const params::Row* clock) const {
  return clock && params::is_story(*clock) && value_of(*clock, document_.params()) < clock->max;
}

void Playback::stop() {
  if (playing_.empty()) return;
  playing_.clear();
  document_.note_view();
}

/// Replaces the parameters by `next` without ending the playing.
void Playback::take_step(course::Lesson::Params next, std::string_view id) {
  document_.lesson().settle(document_.params(), next.get());
  course::Lesson::Params before = document_.shared_params();
  playing_.clear();
  const bool moved = document_.replace(std::move(next), Origin::kUi);
  playing_ = id;
  if (moved && !std::exchange(recorded_, true)) document_.history().push(std::move(before));
}

bool Playback::play_on() {
  if (playing_.empty() || now_() < next_step_at_) return false;
  const params::Row* row = params::find(document_.lesson().rows, playing_);
  const double now = value_of(*row, document_.params());
  if (now < last_step(*row)) {
    course::Lesson::Params next = document_.draft();
    row->put(next.get(), next_value(*row, now));
    take_step(std::move(next), row->id);
  }
  const double last = last_step(*row);  // the process may have become shorter
  next_step_at_ = now_() + period_ms(*row, last);
  const double then = value_of(*row, document_.params());
  if (then >= last || then == now || (params::is_story(*row) && params::is_stop(*row, then))) stop();
  return true;
}

/// The value that follows on `now` while the parameter plays.
double Playback::next_value(const params::Row& clock, double now) const {
  if (!params::is_story(clock)) return now + 1;
  return jumps_ ? params::stop_after(clock, now) : std::round(now / clock.step + 1) * clock.step;
}

void Playback::follow(const void* next) {
  if (playing_.empty()) return;
  const params::Row* row = params::find(document_.lesson().rows, playing_);
  const bool story = params::is_story(*row);
  for (const params::Row& other : document_.lesson().rows)
    if ((story || &other == row) && !params::equal(other, document_.params(), next)) return stop();
}

double Playback::rest_ms() const { return playing_.empty() ? -1 : std::max(0.0, next_step_at_ - now_()); }

}  // namespace attn::session
