#include "session/playback.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"

namespace attn::session {
namespace {

constexpr double kSlowestMs = 900, kFastestMs = 150, kAllMs = 20000;

/// The time between two steps of a process of so many. It is long enough to read each step, but a long process takes 20 s as a whole.
double period_ms(double steps) { return std::clamp(kAllMs / std::max(1.0, steps), kFastestMs, kSlowestMs); }

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
  next_step_at_ = now_() + period_ms(last_step(*row) - row->min);
  return {};
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
    row->put(next.get(), now + 1);
    take_step(std::move(next), row->id);
  }
  const double last = last_step(*row);  // the process may have become shorter
  next_step_at_ = now_() + period_ms(last - row->min);
  if (const double then = value_of(*row, document_.params()); then >= last || then == now) stop();
  return true;
}

void Playback::follow(const void* next) {
  if (playing_.empty()) return;
  const params::Row* row = params::find(document_.lesson().rows, playing_);
  if (!params::equal(*row, document_.params(), next)) stop();
}

double Playback::rest_ms() const { return playing_.empty() ? -1 : std::max(0.0, next_step_at_ - now_()); }

}  // namespace attn::session
