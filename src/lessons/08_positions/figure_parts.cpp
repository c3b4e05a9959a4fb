#include "lessons/08_positions/figure_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"

namespace attn::lessons::positions {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr float kPill = 17, kRail = 11;  ///< heights of a bracket's label, and from there to the line of the places
constexpr float kShades = 24;            ///< shades of either sign in a heat map; more cannot be told apart, and cost bytes in a still
constexpr float kSide = 14;              ///< room at the ends of a ruler

/// A bracket above or below two places, with a label in its middle, which is the region `id`.
struct Bracket {
  std::string_view id, label;
  std::string text;
  float pill_y, line_y;  ///< y of the label's middle, and of the marks
  bool dashed;
};

canvas::Interaction draw_bracket(Canvas& canvas, Rect line, float a, float b, const Bracket& bracket) {
  const bool hot = canvas.is_hot(bracket.id);
  const Color color = canvas.color(hot ? Role::kAccent : Role::kMuted);
  const float gap = bracket.pill_y < bracket.line_y ? -11.0f : 11.0f;
  const std::array<Point, 4> path{Point{a, bracket.line_y + gap}, {a, bracket.pill_y}, {b, bracket.pill_y}, {b, bracket.line_y + gap}};
  canvas.polyline(path, {color.with_alpha(0.7f), 1.5f, bracket.dashed});
  const canvas::TextStyle style{
      .color = canvas.color(hot ? Role::kAccent : Role::kInk), .size = 12, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter};
  const float width = canvas.measure(bracket.text, style).width + 14, half = width / 2;
  const float x = std::clamp((a + b) / 2, line.x - kSide + half, line.right() + kSide - half);
  const Rect pill{x - half, bracket.pill_y - kPill / 2, width, kPill};
  canvas.rect(pill, canvas.color(Role::kBackground), kPill / 2);
  canvas.rect(pill, canvas.color(Role::kSurface), kPill / 2);
  canvas.border(pill, {color, hot ? 1.5f : 1.0f}, kPill / 2);
  canvas.text(pill.center(), bracket.text, style);
  return canvas.region(bracket.id, pill, Grip::kDrag, bracket.label);
}

void draw_line_of_places(Canvas& canvas, Rect line) {
  canvas.line({line.x, line.y}, {line.right(), line.y}, {canvas.color(Role::kMuted).with_alpha(0.6f), 1.5f});
  for (int i = 0; i < kPlaces; ++i) {
    const float x = line.x + line.width / (kPlaces - 1) * static_cast<float>(i);
    canvas.line({x, line.y - 2}, {x, line.y + 3}, {canvas.color(Role::kMuted), 1});
  }
}

/// The numbers of the places. They cover the stem of a bracket that passes through one.
void draw_numbers_of_places(Canvas& canvas, Rect line) {
  const canvas::TextStyle style = charts::quiet(canvas, 11, canvas::Align::kCenter);
  const float cell = line.width / (kPlaces - 1);
  const int stride = cell >= 20 ? 1 : cell >= 10 ? 2 : 5;
  for (int i = 0; i < kPlaces; i += stride) {
    const canvas::Point at{line.x + cell * static_cast<float>(i), line.y + 17};
    const std::string number = std::to_string(i);
    const float half = canvas.measure(number, style).width / 2 + 1;
    canvas.rect({at.x - half, at.y - 6, 2 * half, 12}, canvas.color(Role::kBackground));
    canvas.text(at, number, style);
  }
}

/// `want`, cut so that both places, moved by it, stay on the line.
int common_step(int a, int b, int want) { return std::clamp(want, -std::min(a, b), kPlaces - 1 - std::max(a, b)); }

}  // namespace

Point tip(Point center, float radius, double angle) {
  return {center.x + radius * static_cast<float>(std::sin(angle)), center.y - radius * static_cast<float>(std::cos(angle))};
}

void draw_face(Canvas& canvas, Point center, float radius) {
  canvas.circle(center, radius, canvas.color(Role::kSurface).with_alpha(0.6f));
  canvas.ring(center, radius, {canvas.color(Role::kFaint), 1});
  if (radius < 16) return;
  for (int quarter = 0; quarter < 4; ++quarter) {
    const double angle = quarter * std::numbers::pi / 2;
    canvas.line(tip(center, radius, angle), tip(center, 0.9f * radius, angle), {canvas.color(Role::kMuted).with_alpha(0.7f), 1});
  }
}

void draw_clock_hand(Canvas& canvas, Point center, float radius, double angle, const canvas::Stroke& stroke) {
  canvas.line(center, tip(center, radius, angle), stroke);
  canvas.circle(tip(center, radius, angle), 1.6f * stroke.width, stroke.color);
}

float ruler_height(bool shift) { return kPill + kRail + 24 + (shift ? kPill + 3 : 0); }

void draw_ruler(Canvas& canvas, Rect area, const Params& p, bool shift, Params& edit) {
  const Rect line{area.x + kSide, area.y + kPill / 2 + kRail + 9, area.width - 2 * kSide, 0};
  const charts::Scale places{.min = 0, .max = kPlaces - 1, .from = line.x, .to = line.right()};
  const auto x_of = [&places](int place) { return places.to_pixel(place); };
  const auto moved_by = [&](const canvas::Interaction& hand, int i, int j) {
    int step = hand.nudge_x;
    if (const auto to = charts::dragged_to(hand))
      step += static_cast<int>(std::lround((to->x - (x_of(i) + x_of(j)) / 2) / line.width * (kPlaces - 1)));
    return common_step(i, j, step);
  };
  const float top = area.y + kPill / 2 + 0.5f;
  draw_line_of_places(canvas, line);
  if (shift) {
    const float bottom = line.y + 17 + 8 + kPill / 2;
    const int i = p.query_at + p.shift, j = p.key_at + p.shift;
    const std::string text = "both " + canvas::with_minus(std::to_string(p.shift)) + " further";
    const canvas::Interaction hand = draw_bracket(canvas, line, x_of(i), x_of(j),
                                                  {"shift", "both words so far on, drag to change", text, bottom, line.y, /*dashed=*/true});
    for (const auto& [place, role] : {std::pair(i, Role::kQuery), std::pair(j, Role::kKey)}) {
      charts::draw_mark(canvas, {x_of(place), line.y}, role, 7, canvas.color(Role::kBackground));
      charts::draw_mark_outline(canvas, {x_of(place), line.y}, role, 6.5f, {canvas.color(role), 1.5f});
    }
    if (const int step = moved_by(hand, i, j); step != 0) edit.shift = p.shift + step;
  }
  draw_numbers_of_places(canvas, line);
  const std::string offset = "offset " + canvas::with_minus(std::to_string(p.key_at - p.query_at));
  const canvas::Interaction both = draw_bracket(canvas, line, x_of(p.query_at), x_of(p.key_at),
                                                {"pair", "the offset of the two, drag to move both", offset, top, line.y, false});
  const auto key = charts::draw_step_handle(
      canvas, places, p.key_at, line.y, {.id = "key-at", .label = "the word that answers, drag to move", .role = Role::kKey, .radius = 8});
  const auto query = charts::draw_step_handle(canvas, places, p.query_at, line.y,
                                              {.id = "query-at",
                                               .label = "the word that asks, drag to move",
                                               .role = Role::kQuery,
                                               .radius = p.query_at == p.key_at ? 5.0f : 8.0f});
  if (query) edit.query_at = *query;
  if (key) edit.key_at = *key;
  if (const int step = moved_by(both, p.query_at, p.key_at); step != 0) edit.query_at = p.query_at + step, edit.key_at = p.key_at + step;
}

Rect draw_pair_map(Canvas& canvas, Rect area, const Params& p, const PairMap& map, Params& edit) {
  const bool names = map.names && std::min(area.width, area.height) > 90;
  const float margin = names ? 20.0f : 0.0f;
  const float side = std::max(20.0f, std::min(area.width, area.height) - margin);
  const Rect cells{area.x + margin, area.y + margin, side, side};
  std::vector<Color> colors;
  for (Index c = 0; c < map.values.size(); ++c) {
    const float full = static_cast<float>(map.values.data()[c]) / map.limit;
    colors.push_back(canvas.theme().diverging(std::round(kShades * full) / kShades));
  }
  canvas.cells(cells, kPlaces, kPlaces, colors);
  const float cell = side / kPlaces;
  const Color fine = canvas.color(Role::kInk).with_alpha(0.55f);
  const int offset = p.key_at - p.query_at, first = std::max(0, -offset), last = std::min(kPlaces, kPlaces - offset);
  const auto corner = [&](int i, int j) { return Point{cells.x + cell * static_cast<float>(j), cells.y + cell * static_cast<float>(i)}; };
  canvas.push_clip(cells);
  canvas.line(corner(first, first + offset + 1), corner(last, last + offset + 1), {fine, 1});
  canvas.line(corner(first + 1, first + offset), corner(last + 1, last + offset), {fine, 1});
  canvas.pop_clip();
  canvas.border(cells, {canvas.color(canvas.is_hot(map.id) ? Role::kAccent : Role::kMuted), 1});
  const auto mark = [&](int i, int j, bool moved) {
    const Rect at = cells.cell(i, j, kPlaces, kPlaces).inset(-2, -2);
    canvas.border(at, {canvas.color(Role::kBackground), 4}, 2);
    canvas.border(at, {canvas.color(moved ? Role::kMuted : Role::kInk), 2}, 2);
  };
  if (map.shift) mark(p.query_at + p.shift, p.key_at + p.shift, true);
  mark(p.query_at, p.key_at, false);
  if (names) {
    canvas::TextStyle style = charts::quiet(canvas, 11);
    for (const int i : {0, 8, 16, kPlaces - 1}) {
      style.color = canvas.color(Role::kKey), style.align = canvas::Align::kCenter;
      canvas.text({cells.cell(0, i, kPlaces, kPlaces).center().x, cells.y - 9}, std::to_string(i), style);
      style.color = canvas.color(Role::kQuery), style.align = canvas::Align::kRight;
      canvas.text({cells.x - 5, cells.cell(i, 0, kPlaces, kPlaces).center().y}, std::to_string(i), style);
    }
  }
  const canvas::Interaction hand =
      canvas.grid(map.id, cells, kPlaces, kPlaces, Grip::kDrag, "a row for each place of the word that asks, drag to move the pair");
  if (hand.held && hand.row >= 0 && hand.col >= 0) edit.query_at = hand.row, edit.key_at = hand.col;
  return cells;
}

}  // namespace attn::lessons::positions
