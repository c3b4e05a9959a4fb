// The sinusoidal encoding as clock hands.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "lessons/08_positions/figure_parts.h"
#include "lessons/08_positions/figures.h"

namespace attn::lessons::positions {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr double kTurn = 2 * std::numbers::pi;
constexpr float kStrongest = 1.25f;  ///< the number with the strongest colour; more than 1, so that a 1 is not too loud

/// Where the clocks stand: in a grid of equal places that makes them as large as possible.
struct Grid {
  int rows = 1, cols = 1;
  float radius = 0, cell = 0;  ///< radius of a face, and height of the two numbers below it
  float caption = 0;           ///< height of the line above a face
};

Grid arrange(Rect area, int clocks) {
  Grid best;
  for (int cols = 1; cols <= clocks; ++cols) {
    if (clocks % cols != 0) continue;
    Grid g{clocks / cols, cols, 0, 0, 0};
    const float width = area.width / static_cast<float>(cols), height = area.height / static_cast<float>(g.rows);
    g.caption = width >= 78 && height >= 110 ? 18.0f : 0.0f;
    g.cell = std::clamp(0.2f * std::min(width, height), 7.0f, 26.0f);
    g.radius = std::min(0.43f * width, (height - g.caption - g.cell - 12) / 2);
    if (g.radius > best.radius) best = g;
  }
  best.radius = std::max(best.radius, 4.0f);
  return best;
}

float height_of(const Grid& g) { return g.caption + 2 * g.radius + 5 + g.cell; }

/// Whether "a turn: 6283 places" has room above each clock.
bool has_words(Rect area, const Grid& g) { return g.caption > 0 && area.width / static_cast<float>(g.cols) >= 118; }

/// The position after this frame: turning a clock's hand moves the position by the angle divided by the hand's rate.
double turned(const canvas::Interaction& hand, Point center, double rate, double position) {
  double to = position + hand.nudge_x - hand.nudge_y;
  if (hand.held && !hand.pressed) {
    const Point now = hand.position - center, before = now - hand.delta;
    double angle = std::atan2(now.x, -now.y) - std::atan2(before.x, -before.y);
    angle -= kTurn * std::round(angle / kTurn);
    to += angle / rate;
  }
  return std::clamp(to, 0.0, kPositions - 1.0);
}

/// Sets the position, rounded to hundredths so that links stay short.
void put_position(double to, const Params& p, Params& edit) {
  if (std::abs(to - static_cast<double>(p.position)) < 1e-9) return;
  double tidy = 0;
  text_to_number(fixed(to, 2), &tidy);
  edit.position = static_cast<Real>(tidy);
}

/// The wedge from noon to the hand.
void draw_wedge(Canvas& canvas, Point center, float radius, double angle, Color color) {
  const double part = angle - kTurn * std::floor(angle / kTurn);
  const int steps = std::max(2, static_cast<int>(std::ceil(part / 0.12)));
  std::vector<Point> fan{center};
  for (int s = 0; s <= steps; ++s) fan.push_back(tip(center, radius, part * s / steps));
  // The wedge is drawn in two halves, because each of them is convex.
  const size_t half = fan.size() / 2;
  std::vector<Point> first(fan.begin(), fan.begin() + static_cast<std::ptrdiff_t>(half) + 1), second{center};
  second.insert(second.end(), fan.begin() + static_cast<std::ptrdiff_t>(half), fan.end());
  for (const auto& piece : {first, second})
    if (piece.size() > 2) canvas.polygon(piece, color);
}

/// How far the tip is right of the centre and above it, in the colours of the two numbers.
void draw_projections(Canvas& canvas, Point center, float radius, double angle) {
  const Point end = tip(center, radius, angle);
  const auto x = static_cast<float>(std::sin(angle)), y = static_cast<float>(std::cos(angle));
  const canvas::Stroke dashes{canvas.color(Role::kMuted).with_alpha(0.6f), 1, true};
  canvas.line(end, {end.x, center.y}, dashes);
  canvas.line(end, {center.x, end.y}, dashes);
  const float width = std::clamp(radius / 14, 2.5f, 6.0f);
  canvas.line(center, {end.x, center.y}, {canvas.theme().diverging(x / kStrongest), width});
  canvas.line(center, {center.x, end.y}, {canvas.theme().diverging(y / kStrongest), width});
}

/// A number of the encoding as a cell.
void draw_number(Canvas& canvas, Rect r, const Result& result, int c) {
  const auto value = static_cast<float>(result.hands.encoding(0, c));
  const Color fill = canvas.theme().diverging(value / kStrongest);
  const std::string id = canvas::cell_id("encoding", 0, c);
  canvas.rect(r, fill, 2);
  canvas.border(r, {canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kFaint), canvas.is_hot(id) ? 2.0f : 1.0f}, 2);
  const canvas::TextStyle style{
      .color = canvas.theme().on(fill), .size = std::min(13.0f, 0.62f * r.height), .align = canvas::Align::kCenter};
  std::string text = canvas::shown_fixed(static_cast<double>(value), 2);
  if (canvas.measure(text, style).width + 3 > r.width) text = canvas::shown_fixed(static_cast<double>(value), 1);
  if (style.size >= 9.5f && canvas.measure(text, style).width + 3 <= r.width) canvas.text(r.center(), text, style);
  canvas.region(id, r, Grip::kHover, c % 2 == 0 ? "sine of the hand's angle" : "cosine of the hand's angle");
}

/// "one turn in 63 positions"
std::string period_text(double rate, bool brief) {
  const double period = kTurn / rate;
  const std::string number = period < 100 ? fixed(period, 1) : rounded(std::round(period), 6);
  return brief ? number : "a turn: " + number + " places";
}

void draw_clock(Canvas& canvas, Rect place, const Grid& g, const Params& p, const Result& r, int k, Params& edit) {
  const double angle = static_cast<double>(r.hands.angles(k, 0)), rate = static_cast<double>(r.hands.rates(k, 0));
  const std::string id = "hand[" + std::to_string(k) + "]";
  const float top = place.y + (place.height - height_of(g)) / 2;
  const Point center{place.center().x, top + g.caption + g.radius};
  const bool hot = canvas.is_hot(id);
  if (g.caption > 0) {
    const canvas::TextStyle style = charts::quiet(canvas, 12, canvas::Align::kCenter);
    canvas.text({center.x, top + g.caption / 2 - 2}, period_text(rate, place.width < 118), style);
  }
  draw_face(canvas, center, g.radius);
  const Color ink = canvas.color(hot ? Role::kAccent : Role::kInk);
  draw_wedge(canvas, center, 0.97f * g.radius, angle, canvas.color(Role::kMuted).with_alpha(0.13f));
  if (g.radius >= 24) draw_projections(canvas, center, 0.9f * g.radius, angle);
  draw_clock_hand(canvas, center, 0.9f * g.radius, angle, {ink, std::clamp(g.radius / 22, 1.5f, 3.5f)});
  canvas.circle(center, std::clamp(g.radius / 18, 1.5f, 4.0f), ink);
  const canvas::Interaction hand = canvas.region(id, {center.x - g.radius, center.y - g.radius, 2 * g.radius, 2 * g.radius}, Grip::kDrag,
                                                 "hand " + std::to_string(k) + ", drag to turn");
  put_position(turned(hand, center, rate, static_cast<double>(p.position)), p, edit);
  const float wide = std::min(std::max(2 * g.radius, 96.0f), place.width - 4);
  const Rect left{center.x - wide / 2, top + g.caption + 2 * g.radius + 5, wide / 2 - 1, g.cell};
  draw_number(canvas, left, r, 2 * k);
  draw_number(canvas, {left.right() + 2, left.y, left.width, left.height}, r, 2 * k + 1);
}

/// All whole positions as columns, below the handle at the present position.
void draw_waves(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const Rect rail = area.cut_top(20), foot = area.cut_bottom(15);
  const Rect cells = area;
  const int d = p.width();
  std::vector<Color> colors;
  for (Index c = 0; c < r.hands.waves.size(); ++c)
    colors.push_back(canvas.theme().diverging(static_cast<float>(r.hands.waves.data()[c]) / kStrongest));
  canvas.cells(cells, d, kPositions, colors);
  canvas.border(cells, {canvas.color(canvas.is_hot("waves") ? Role::kAccent : Role::kFaint), 1});
  const float cell = cells.width / kPositions;
  const auto x_of = [&](double position) { return cells.x + cell * (static_cast<float>(position) + 0.5f); };
  canvas::TextStyle style = charts::quiet(canvas, 11, canvas::Align::kCenter);
  for (int i = 0; i < kPositions; i += 10) canvas.text({x_of(i), foot.y + 9}, std::to_string(i), style);
  const float words = canvas.measure("position", style).width;
  if (x_of(kPositions - 4) + 12 < cells.right() - words) {
    style.align = canvas::Align::kRight;
    canvas.text({cells.right(), foot.y + 9}, "position", style);
  }
  const canvas::Interaction ground = canvas.grid("waves", cells, d, kPositions, Grip::kDrag, "encodings of all positions, a column each");
  if (ground.held && ground.col >= 0) put_position(ground.col, p, edit);
  const float x = x_of(static_cast<double>(p.position));
  canvas.border({x - cell / 2 - 1.5f, cells.y - 1.5f, cell + 3, cells.height + 3}, {canvas.color(Role::kBackground), 3}, 1);
  canvas.border({x - cell / 2 - 1.5f, cells.y - 1.5f, cell + 3, cells.height + 3}, {canvas.color(Role::kInk), 1.5f}, 1);
  const Point grip{x, rail.y + 9};
  canvas.line(grip, {x, cells.y - 2}, {canvas.color(Role::kInk), 1.5f});
  const canvas::Interaction hand =
      charts::draw_handle(canvas, grip, {.id = "position", .label = "the position, drag along the row", .role = Role::kInk, .radius = 7});
  double to = static_cast<double>(p.position) + hand.nudge_x;
  if (hand.held && !hand.pressed && hand.delta.x != 0) to = static_cast<double>((hand.position.x - hand.grab.x - cells.x) / cell - 0.5f);
  put_position(std::clamp(to, 0.0, kPositions - 1.0), p, edit);
}

}  // namespace

void draw_hands(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const float size = std::clamp(canvas.bounds().width / 50, 13.0f, 17.0f);
  Rect head = area.cut_top(size + 10);
  float waves = std::clamp(0.25f * area.height, 60.0f, 210.0f);
  const Grid g = arrange({area.x, area.y, area.width, area.height - waves - 4}, p.pairs());
  // Height that the clocks cannot use goes to the rows below.
  const float rows = static_cast<float>(g.rows), needed = rows * (height_of(g) + 14);
  waves = std::max(waves, std::min(area.height - needed - 4, 0.5f * area.height));
  const Rect all = area.cut_bottom(waves);
  area.cut_bottom(4);

  canvas.text({head.x, head.center().y}, "position " + rounded(static_cast<double>(p.position), 4), charts::strong(canvas, size));
  head.cut_left(canvas.measure("position 88.88", charts::strong(canvas, size)).width + 10);
  const canvas::TextStyle hint = charts::quiet(canvas, 12, canvas::Align::kRight);
  const char* words = has_words(area, g) ? "turn a hand, or drag the position below; under each hand its sine and cosine"
                      : g.caption > 0    ? "over each hand the positions of a turn, under it sine and cosine"
                                         : "under each hand its sine and cosine";
  if (canvas.measure(words, hint).width > head.width)
    words = g.caption > 0 ? "above: positions a turn; below: sin, cos" : "below: sin, cos";
  canvas.text({head.right(), head.center().y}, canvas::elided(canvas, words, hint, head.width), hint);
  for (int k = 0; k < p.pairs(); ++k) draw_clock(canvas, area.cell(k / g.cols, k % g.cols, g.rows, g.cols), g, p, r, k, edit);
  draw_waves(canvas, all, p, r, edit);
}

}  // namespace attn::lessons::positions
