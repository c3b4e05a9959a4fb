// Widgets for numbers and booleans: slider, stepper, switch.

#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "canvas/number_text.h"
#include "controls/control_parts.h"
#include "params/story.h"

namespace attn::controls {
namespace {

double rounded_to_step(const params::Row& row, double value) {
  const double step = row.type == params::Type::kInteger ? std::max(1.0, row.step) : row.step;
  if (row.logarithmic || step <= 0) {
    if (row.type == params::Type::kInteger) return std::clamp(std::round(value), row.min, row.max);
    double number = value;
    text_to_number(rounded(value, 3), &number);
    return std::clamp(number, row.min, row.max);
  }
  // The detour by text makes 0.1 + 0.2 come out as 0.3.
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  double number = value;
  text_to_number(fixed(std::round(value / step) * step, digits), &number);
  return std::clamp(number, row.min, row.max);
}

/// Draws the number at the right end of `line`. Pressing it asks for text.
void draw_number(const Control& c, canvas::Rect line) {
  const std::string shown = canvas::with_minus(c.text());
  const std::string id = std::string(c.row.id) + ":value";
  const canvas::TextStyle style{c.ink(), kControlText, canvas::Font::kStrong, canvas::Align::kRight};
  const float width = std::max(28.0f, c.canvas.measure(shown, style).width);
  const canvas::Rect r{line.right() - width, line.y, width, line.height};
  const canvas::Interaction hand = c.canvas.region(id, r, c.grip(canvas::Grip::kClick), c.row.label);
  if (!c.locked && c.canvas.is_hot(id)) c.canvas.rect(r.inset(-4, 0), c.canvas.color(canvas::Role::kSurface), 4);
  c.canvas.text({line.right(), line.center().y}, shown, style);
  if (c.clicked(hand, r))
    c.result.request = {std::string(c.row.id), std::string(c.row.label), c.text(), r.inset(-8, -2), true, false, kControlText};
}

bool draw_round_button(const Control& c, canvas::Rect r, std::string_view sign, bool enabled) {
  const std::string id = std::string(c.row.id) + (sign == "+" ? ":more" : ":less");
  const canvas::Interaction hand =
      c.canvas.region(id, r, enabled ? c.grip(canvas::Grip::kClick) : canvas::Grip::kHover, sign == "+" ? "one more" : "one less");
  const bool lit = enabled && !c.locked && c.canvas.is_hot(id);
  c.canvas.rect(r, c.canvas.color(lit ? canvas::Role::kFaint : canvas::Role::kSurface), 6);
  const canvas::Color ink = c.canvas.color(enabled && !c.locked ? canvas::Role::kInk : canvas::Role::kFaint);
  const canvas::Point m = r.center();
  c.canvas.line({m.x - 4.5f, m.y}, {m.x + 4.5f, m.y}, {ink, 1.5f});
  if (sign == "+") c.canvas.line({m.x, m.y - 4.5f}, {m.x, m.y + 4.5f}, {ink, 1.5f});
  return enabled && c.clicked(hand, r);
}

/// What a button of a walked parameter says and does.
struct WalkButton {
  std::string_view part, text, label;
  bool enabled, main;
};

bool draw_walk_button(const Control& c, canvas::Rect r, const WalkButton& button) {
  const std::string id = std::string(c.row.id).append(button.part);
  const canvas::Interaction hand =
      c.canvas.region(id, r, button.enabled ? c.grip(canvas::Grip::kClick) : canvas::Grip::kHover, button.label);
  const bool works = button.enabled && !c.locked, lit = works && c.canvas.is_hot(id);
  const canvas::Role paper = button.main && works ? canvas::Role::kInk : canvas::Role::kSurface;
  c.canvas.rect(r, c.canvas.color(!lit ? paper : button.main ? canvas::Role::kMuted : canvas::Role::kFaint), 6);
  c.canvas.text(r.center(), button.text,
                {.color = c.canvas.color(!works        ? canvas::Role::kFaint
                                         : button.main ? canvas::Role::kBackground
                                                       : canvas::Role::kInk),
                 .size = kControlText,
                 .font = canvas::Font::kStrong,
                 .align = canvas::Align::kCenter});
  return button.enabled && c.clicked(hand, r);
}

/// Draws the buttons for a step back, for play or pause (emphasised like Train, as the main one), and for a step forward.
void draw_walk(const Control& c, canvas::Rect area) {
  constexpr float kStep = 28, kGap = 5;
  const double value = std::get<double>(c.value());
  const canvas::Rect back = area.cut_left(kStep), on = area.cut_right(kStep);
  if (draw_walk_button(c, back, {":less", "\u2039", "one step back", value > c.row.min, false}))
    c.set(params::walked_back(c.row, std::min(value, c.last)));
  const std::string_view label = c.playing                 ? "stops here"
                                 : params::is_story(c.row) ? value < c.last ? "tells on, to the next stop" : "tells it from the beginning"
                                 : value < c.last          ? "goes on by itself, step by step"
                                                           : "goes through it from the beginning";
  if (draw_walk_button(c, area.inset(kGap, 0), {":play", c.playing ? "Pause" : "Play", label, c.last > c.row.min, true}))
    c.result.play = c.row.id;
  if (draw_walk_button(c, on, {":more", "\u203a", "one step on", value < c.last, false})) c.set(params::walked_on(c.row, value));
}

}  // namespace

bool is_stepped(const params::Row& row) { return row.max - row.min <= 24 && !row.logarithmic && !row.walked; }

params::Row reached(const Control& c) {
  params::Row row = c.row;
  if (row.walked) row.max = c.last;
  return row;
}

double slider_place(const params::Row& row, double value) {
  const double t = row.logarithmic ? std::log(value / row.min) / std::log(row.max / row.min) : (value - row.min) / (row.max - row.min);
  return std::clamp(t, 0.0, 1.0);
}

double slider_value(const params::Row& row, double t) {
  t = std::clamp(t, 0.0, 1.0);
  return rounded_to_step(row, row.logarithmic ? row.min * std::pow(row.max / row.min, t) : row.min + t * (row.max - row.min));
}

double nudged(const params::Row& row, double value, int steps) {
  if (!row.logarithmic)
    return rounded_to_step(row, value + steps * (row.type == params::Type::kInteger ? std::max(1.0, row.step) : row.step));
  const double next = rounded_to_step(row, value * std::pow(1.05, steps));
  const bool moved = next != value || row.type != params::Type::kInteger;
  return moved ? next : std::clamp(value + steps, row.min, row.max);
}

void draw_slider(const Control& c, canvas::Rect area) {
  constexpr float kThumb = 7.5f, kTrack = 4, kSlider = 24, kWalk = 134, kButton = 28;
  draw_number(c, area.cut_top(kControlLine));
  area = area.cut_top(kSlider);
  if (c.row.walked) {
    const canvas::Rect buttons = area.cut_right(kWalk);
    draw_walk(c, {buttons.x, buttons.center().y - kButton / 2, kWalk, kButton});
    area.cut_right(8);
  }
  const params::Row row = reached(c);
  const canvas::Rect track{area.x + kThumb, area.center().y - kTrack / 2, std::max(1.0f, area.width - 2 * kThumb), kTrack};
  const canvas::Interaction hand = c.canvas.region(c.row.id, area, c.grip(canvas::Grip::kDrag), c.row.label);
  const bool follows = hand.pressed || hand.delta.x != 0;  // else the press that restored the default would set a value too
  if (hand.double_clicked)
    c.restore = true;
  else if (hand.held && follows && !c.locked)
    c.set(slider_value(row, static_cast<double>((hand.position.x - track.x) / track.width)));
  if (const int steps = hand.nudge_x - hand.nudge_y; steps != 0) c.set(nudged(row, std::get<double>(c.value()), steps));

  const float t = static_cast<float>(slider_place(row, std::get<double>(c.value())));
  const canvas::Point thumb{track.x + t * track.width, track.center().y};
  const bool hot = !c.locked && c.canvas.is_hot(c.row.id);
  const canvas::Color tone = c.canvas.color(c.locked ? canvas::Role::kFaint : hot ? canvas::Role::kAccent : canvas::Role::kInk);
  c.canvas.rect(track, c.canvas.color(canvas::Role::kFaint), kTrack / 2);
  c.canvas.rect({track.x, track.y, thumb.x - track.x, kTrack},
                c.canvas.color(c.locked ? canvas::Role::kFaint
                               : hot    ? canvas::Role::kAccent
                                        : canvas::Role::kMuted),
                kTrack / 2);
  if (hot) c.canvas.circle(thumb, kThumb + 5, tone.with_alpha(0.15f));
  c.canvas.circle(thumb, kThumb + 1.5f, c.canvas.color(canvas::Role::kBackground));
  c.canvas.circle(thumb, kThumb, tone);
}

void draw_stepper(const Control& c, canvas::Rect area) {
  constexpr float kButton = 28;
  const double value = std::get<double>(c.value());
  const canvas::Rect whole{area.right() - 2 * kButton - 40, area.y, 2 * kButton + 40, area.height};
  const canvas::Interaction hand = c.canvas.region(c.row.id, whole, c.grip(canvas::Grip::kClick), c.row.label);
  canvas::Rect rest = whole;
  if (draw_round_button(c, rest.cut_right(kButton), "+", value < c.row.max)) c.set(nudged(c.row, value, 1));
  if (draw_round_button(c, rest.cut_left(kButton), "-", value > c.row.min)) c.set(nudged(c.row, value, -1));
  if (const int steps = hand.nudge_x - hand.nudge_y; steps != 0) c.set(nudged(c.row, value, steps));
  const std::string id = std::string(c.row.id) + ":value";
  const canvas::Interaction number = c.canvas.region(id, rest, c.grip(canvas::Grip::kClick), c.row.label);
  c.canvas.text(rest.center(), canvas::with_minus(c.text()), {c.ink(), kControlText, canvas::Font::kStrong, canvas::Align::kCenter});
  if (c.clicked(number, rest))
    c.result.request = {std::string(c.row.id), std::string(c.row.label), c.text(), rest.inset(2, 0), true, false, kControlText};
}

void draw_switch(const Control& c, canvas::Rect area) {
  constexpr float kHeight = 22;
  const bool on = std::get<bool>(c.value());
  const canvas::Rect pill{area.right() - kSwitch, area.center().y - kHeight / 2, kSwitch, kHeight};
  const canvas::Interaction hand = c.canvas.region(c.row.id, pill, c.grip(canvas::Grip::kClick), c.row.label);
  if (c.clicked(hand, pill)) c.set(!on);
  const bool now = std::get<bool>(c.value()), hot = !c.locked && c.canvas.is_hot(c.row.id);
  c.canvas.rect(pill,
                now ? c.canvas.color(c.locked ? canvas::Role::kMuted
                                     : hot    ? canvas::Role::kAccent
                                              : canvas::Role::kInk)
                    : c.canvas.color(canvas::Role::kFaint),
                kHeight / 2);
  const canvas::Point knob{now ? pill.right() - kHeight / 2 : pill.x + kHeight / 2, pill.center().y};
  c.canvas.circle(knob, kHeight / 2 - 3, c.canvas.color(canvas::Role::kBackground));
}

}  // namespace attn::controls
