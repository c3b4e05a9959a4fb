#include "app/training_strip.h"

#include <cmath>

#include "base/text.h"
#include "ui/paragraph.h"

namespace attn::app {
namespace {

using ui::Role;

constexpr float kSize = 13, kSmall = 12, kRow = 32, kGap = 6, kWide = 520, kButton = 66, kSwitch = 104;

bool draw_button(ui::Canvas& canvas, std::string_view id, ui::Rect r, std::string_view label, bool enabled, bool strong = false) {
  const ui::Interaction hand = canvas.region(id, r, enabled ? ui::Grip::kClick : ui::Grip::kHover, label);
  const float tint = !enabled ? 0.0f : hand.hovered ? 0.6f : strong ? 0.35f : 0.0f;
  canvas.rect(r, ui::mix(canvas.color(Role::kSurface), canvas.color(Role::kFaint), tint), 6);
  canvas.text(r.center(), label,
              {.color = canvas.color(enabled ? Role::kInk : Role::kMuted).with_alpha(enabled ? 1.0f : 0.6f),
               .size = kSize,
               .font = strong ? ui::Font::kStrong : ui::Font::kText,
               .align = ui::Align::kCenter});
  return enabled && hand.released && hand.hovered;
}

/// Two halves, the chosen one filled; a press anywhere takes the other.
bool draw_speed(ui::Canvas& canvas, ui::Rect r, const TrainingButtons& buttons, Training::Speed speed) {
  const ui::Interaction hand = canvas.region("train:speed", r, ui::Grip::kClick, "speed of training: slow enough to watch, or fast");
  canvas.rect(r, canvas.color(Role::kSurface), 6);
  for (const bool fast : {false, true}) {
    const ui::Rect half = r.cell(0, fast ? 1 : 0, 1, 2);
    const bool chosen = fast == (speed == Training::Speed::kFast);
    if (chosen) canvas.rect(half.inset(2, 2), canvas.color(Role::kBackground), 5);
    canvas.text(half.center(), fast ? buttons.fast : buttons.slow,
                {.color = canvas.color(chosen || hand.hovered ? Role::kInk : Role::kMuted),
                 .size = kSize,
                 .font = chosen ? ui::Font::kStrong : ui::Font::kText,
                 .align = ui::Align::kCenter});
  }
  return hand.released && hand.hovered;
}

void draw_buttons(ui::Canvas& canvas, Session& session, const Training::Status& status, ui::Rect row) {
  const TrainingButtons buttons = training_buttons(session);
  const float width = std::min(kButton, (row.width - 3 * kGap - kSwitch) / 3);
  const auto next = [&](float w) {
    const ui::Rect r = row.cut_left(w);
    row.cut_left(kGap);
    return r;
  };
  if (draw_button(canvas, "train:run", next(width), buttons.run, buttons.can_run, true)) session.run(!buttons.under_way);
  if (draw_button(canvas, "train:step", next(width), buttons.step, buttons.can_step)) session.train(1);
  if (draw_button(canvas, "train:reset", next(width), buttons.reset, buttons.can_reset)) session.restart_training();
  if (draw_speed(canvas, next(kSwitch), buttons, status.speed))
    session.set_training_speed(status.speed == Training::Speed::kFast ? Training::Speed::kSlow : Training::Speed::kFast);
}

}  // namespace

TrainingButtons training_buttons(const Session& session) {
  const Training::Status status = session.training_status();
  const bool locked = session.is_locked("steps");
  const bool possible = status.halt != course::Halt::kDiverged && status.step < status.limit && !locked;
  TrainingButtons buttons;
  buttons.under_way = status.running || status.phase == Training::Phase::kTraining;
  if (buttons.under_way) buttons.run = "Pause";
  buttons.can_run = buttons.under_way || possible;
  buttons.can_step = possible && !buttons.under_way;
  buttons.can_reset = (status.step > 0 || session.lacks_weights()) && !locked;
  return buttons;
}

std::string progress_text(const Training::Status& status, const std::vector<course::Metric>& metrics) {
  std::string text = "Step " + std::to_string(status.step);
  for (const course::Metric& m : metrics)
    if (m.name == "loss" && std::isfinite(m.value)) text += ", loss " + rounded(m.value, 3);
  return text;
}

float draw_training_strip(ui::Canvas& canvas, Session& session, ui::Rect area) {
  const float top = area.y;
  const bool wide = area.width >= kWide;
  const Training::Status status = session.training_status();
  ui::Rect row = area.cut_top(kRow);
  draw_buttons(canvas, session, status, wide ? row.cut_left(3 * kButton + kSwitch + 4 * kGap) : row);
  if (wide)
    row.cut_left(2 * kGap);
  else
    row = area.cut_top(24);
  canvas.text({row.x, row.center().y}, progress_text(status, session.metrics()), {.color = canvas.color(Role::kInk), .size = kSize});
  area.cut_top(4);
  constexpr float kLine = kSmall * 1.35f;  // kept free, so that the figure stands still when a sentence comes
  const Role role = status.halt == course::Halt::kDiverged ? Role::kWarning : Role::kMuted;
  const float said = ui::draw_paragraph(canvas, area, status.sentence, {.color = canvas.color(role), .size = kSmall});
  return area.y - top + std::max(said, kLine);
}

}  // namespace attn::app
