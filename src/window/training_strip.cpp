#include "window/training_strip.h"

#include <cmath>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "session/training_buttons.h"

namespace attn::window {
namespace {

using canvas::Role;

constexpr float kSize = 13, kSmall = 12, kRow = 32, kGap = 6, kWide = 520, kButton = 82, kSwitch = 104;

bool draw_button(canvas::Canvas& canvas, std::string_view id, canvas::Rect r, std::string_view label, bool enabled, bool strong = false) {
  const canvas::Interaction hand = canvas.region(id, r, enabled ? canvas::Grip::kClick : canvas::Grip::kHover, label);
  const bool main = strong && enabled;
  const Role paper = main ? Role::kInk : Role::kSurface;
  canvas.rect(r, canvas::mix(canvas.color(paper), canvas.color(main ? Role::kMuted : Role::kFaint), hand.hovered && enabled ? 0.6f : 0.0f),
              6);
  canvas.text(r.center(), label,
              {.color = canvas.color(main      ? Role::kBackground
                                     : enabled ? Role::kInk
                                               : Role::kMuted)
                            .with_alpha(enabled ? 1.0f : 0.6f),
               .size = kSize,
               .font = strong ? canvas::Font::kStrong : canvas::Font::kText,
               .align = canvas::Align::kCenter});
  return enabled && hand.released && hand.hovered;
}

/// Two halves, the chosen one filled; a press anywhere takes the other.
bool draw_speed(canvas::Canvas& canvas, canvas::Rect r, const session::TrainingButtons& buttons, session::Training::Speed speed) {
  const canvas::Interaction hand =
      canvas.region("train:speed", r, canvas::Grip::kClick, "speed of training: slow enough to watch, or fast");
  canvas.rect(r, canvas.color(Role::kSurface), 6);
  for (const bool fast : {false, true}) {
    const canvas::Rect half = r.cell(0, fast ? 1 : 0, 1, 2);
    const bool chosen = fast == (speed == session::Training::Speed::kFast);
    if (chosen) canvas.rect(half.inset(2, 2), canvas.color(canvas.theme().dark() ? Role::kFaint : Role::kBackground), 5);
    canvas.text(half.center(), fast ? buttons.fast : buttons.slow,
                {.color = canvas.color(chosen || hand.hovered ? Role::kInk : Role::kMuted),
                 .size = kSize,
                 .font = chosen ? canvas::Font::kStrong : canvas::Font::kText,
                 .align = canvas::Align::kCenter});
  }
  return hand.released && hand.hovered;
}

void draw_buttons(canvas::Canvas& canvas, session::Session& session, const session::Training::Status& status, canvas::Rect row) {
  const session::TrainingButtons buttons = session::training_buttons(session);
  const float width = std::min(kButton, (row.width - 3 * kGap - kSwitch) / 3);
  const auto next = [&](float w) {
    const canvas::Rect r = row.cut_left(w);
    row.cut_left(kGap);
    return r;
  };
  if (draw_button(canvas, "train:run", next(width), buttons.run, buttons.can_run, true)) session.run(!buttons.under_way);
  if (draw_button(canvas, "train:step", next(width), buttons.step, buttons.can_step)) session.train(1);
  if (draw_button(canvas, "train:reset", next(width), buttons.reset, buttons.can_reset)) session.restart_training();
  if (draw_speed(canvas, next(kSwitch), buttons, status.speed))
    session.set_training_speed(status.speed == session::Training::Speed::kFast ? session::Training::Speed::kSlow
                                                                               : session::Training::Speed::kFast);
}

}  // namespace

float draw_training_strip(canvas::Canvas& canvas, session::Session& session, canvas::Rect area) {
  const float top = area.y;
  const bool wide = area.width >= kWide;
  const session::Training::Status status = session.training_status();
  canvas::Rect row = area.cut_top(kRow);
  draw_buttons(canvas, session, status, wide ? row.cut_left(3 * kButton + kSwitch + 4 * kGap) : row);
  if (wide)
    row.cut_left(2 * kGap);
  else
    row = area.cut_top(24);
  canvas.text({row.x, row.center().y}, session::progress_text(status, session.metrics()),
              {.color = canvas.color(Role::kInk), .size = kSize});
  area.cut_top(4);
  constexpr float kLine = kSmall * 1.35f;  // kept free, so that the figure stands still when a sentence comes
  const Role role = status.halt == course::Halt::kDiverged ? Role::kWarning : Role::kMuted;
  const float said = canvas::draw_paragraph(canvas, area, status.sentence, {.color = canvas.color(role), .size = kSmall});
  return area.y - top + std::max(said, kLine);
}

}  // namespace attn::window
