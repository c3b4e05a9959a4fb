#include "window/training_strip.h"

#include <algorithm>
#include <string>

#include "canvas/paragraph.h"
#include "session/training_buttons.h"
#include "window/film_strip.h"

namespace attn::window {
namespace {

using canvas::Role;

constexpr float kSize = 13, kSmall = 12, kRow = 32, kGap = 6, kWide = 520, kButton = 82, kLeastButton = 74, kSwitch = 104;
constexpr float kProgress = 215, kFilm = 150, kFilmMost = 320;  ///< widths: of the progress in words, of the film beside it

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

/// Draws the two halves of the switch of speeds, with the chosen one filled. A press anywhere on it chooses the other.
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

void draw_buttons(canvas::Canvas& canvas, session::OpenModel& model, const params::Row* clock, const session::TrainingButtons& buttons,
                  canvas::Rect row) {
  const float width = (row.width - 2 * kGap) / 3;
  const auto next = [&] {
    const canvas::Rect r = row.cut_left(width);
    row.cut_left(kGap);
    return r;
  };
  // Where there is a process that can play, playing it is the main action.
  if (draw_button(canvas, "train:run", next(), buttons.run, buttons.can_run, clock == nullptr))
    buttons.under_way ? model.run(false) : model.press(false);
  if (draw_button(canvas, "train:step", next(), buttons.step, buttons.can_step)) model.press(true);
  if (draw_button(canvas, "train:reset", next(), buttons.reset, buttons.can_reset)) model.restart();
}

}  // namespace

float draw_training_strip(canvas::Canvas& canvas, session::Session& session, canvas::Rect area) {
  const float top = area.y;
  const bool wide = area.width >= kWide;
  const session::Training::Status status = session.model().status();
  const session::TrainingButtons buttons = session::training_buttons(session.model());
  canvas::Rect row = area.cut_top(kRow);
  canvas::Rect speed;
  if (row.width < 3 * kLeastButton + kSwitch + 3 * kGap) {  // the labels need the whole row
    draw_buttons(canvas, session.model(), session.figures().clock(), buttons, row);
    area.cut_top(kGap);
    row = area.cut_top(kRow);
    speed = row.cut_right(kSwitch);
    row.cut_right(kGap);
  } else {
    const float width = std::min(3 * kButton + 2 * kGap, row.width - kSwitch - kGap);
    draw_buttons(canvas, session.model(), session.figures().clock(), buttons, row.cut_left(width));
    row.cut_left(kGap);
    speed = row.cut_left(kSwitch);
    row.cut_left(3 * kGap);
    if (!wide) row = area.cut_top(24);
  }
  if (draw_speed(canvas, speed, buttons, status.speed))
    session.model().set_speed(status.speed == session::Training::Speed::kFast ? session::Training::Speed::kSlow
                                                                              : session::Training::Speed::kFast);
  if (session.film().exists()) {
    const bool beside = row.width >= kProgress + kFilm;
    if (!beside) area.cut_top(kGap);
    draw_film(canvas, session.film(), beside ? row.cut_right(std::min(kFilmMost, row.width - kProgress)) : area.cut_top(kRow));
  }
  const std::string progress = session::progress_text(status, session.results().metrics());
  canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = kSize};
  if (canvas.measure(progress, style).width > row.width) style.size = kSmall;
  canvas.text({row.x, row.center().y}, progress, style);
  area.cut_top(4);
  constexpr float kLine = kSmall * 1.35f;  // kept free, so that the figure does not move when a sentence appears
  const Role role = status.halt == course::Halt::kDiverged ? Role::kWarning : Role::kMuted;
  const float said = canvas::draw_paragraph(canvas, area, status.sentence, {.color = canvas.color(role), .size = kSmall});
  return area.y - top + std::max(said, kLine);
}

}  // namespace attn::window
