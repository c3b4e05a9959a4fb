// The picture: for each network what it spells, and below that where the one looks and what the other keeps; below both, how many words
// they get right.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/plot.h"
#include "lessons/prelude/study.h"

namespace attn::lessons::prelude {
namespace {

using canvas::Canvas, canvas::Point, canvas::Rect, canvas::Role, canvas::TextStyle;

constexpr float kWide = 560;  ///< a canvas of at least this width has room for words beside the marks
constexpr float kLargestCell = 36, kSmallCell = 17;

TextStyle style(const Canvas& canvas, Role role, float size, canvas::Font font = canvas::Font::kText) {
  return {.color = canvas.color(role), .size = size, .font = font};
}

/// A letter that a network said, with its middle at `at`. If it is wrong there is a wave below it, which is at least `width` wide.
void draw_said(Canvas& canvas, Point at, const std::string& said, bool right, float size, float width = 0) {
  TextStyle letter = style(canvas, right ? Role::kOutput : Role::kWarning, size, canvas::Font::kStrong);
  letter.align = canvas::Align::kCenter;
  canvas.text(at, said, letter);
  if (right) return;
  constexpr int kTurns = 5;
  const float half = std::max({0.3f * size, 4.0f, width / 2}), y = at.y + (size < 14 ? 0.62f : 0.72f) * size;
  std::vector<Point> wave;
  for (int k = 0; k < kTurns; ++k)
    wave.push_back({at.x + half * (2 * static_cast<float>(k) / (kTurns - 1) - 1), y + (k % 2 == 0 ? 0.06f : -0.06f) * size});
  canvas.polyline(wave, {canvas.color(Role::kWarning), std::max(1.25f, size / 15)});
}

void draw_check(Canvas& canvas, Point at, float size) {
  const std::array<Point, 3> mark = {Point{at.x - 0.35f * size, at.y}, Point{at.x - 0.08f * size, at.y + 0.28f * size},
                                     Point{at.x + 0.42f * size, at.y - 0.34f * size}};
  canvas.polyline(mark, {canvas.color(Role::kGood), std::max(2.0f, size / 8)});
}

/// What the network makes of the word, and how much of it is right.
void draw_word(Canvas& canvas, Rect line, const Spelling& s, std::size_t letters, float size) {
  const std::string count = score_of(s, letters);
  const TextStyle small = style(canvas, Role::kMuted, std::max(11.0f, 0.5f * size));
  const TextStyle large = style(canvas, Role::kOutput, size, canvas::Font::kStrong);
  const auto advance = [&](const std::string& said) { return canvas.measure(said, large).width + 0.08f * size; };
  float total = 0;
  for (const std::string& said : s.said) total += said.empty() || said == "end" ? 0 : advance(said);
  const bool tells = !s.all_right && total + 14 + canvas.measure(count, small).width <= line.width;
  const float scale = std::min(1.0f, (line.width - size) / std::max(total, 1.0f));
  float x = line.x;
  for (std::size_t i = 0; i < s.said.size(); ++i) {
    if (s.said[i].empty() || s.said[i] == "end") break;
    const float width = scale * advance(s.said[i]);
    draw_said(canvas, {x + width / 2, line.center().y}, s.said[i], s.right[i], scale * size, width);
    x += width;
  }
  if (s.all_right) draw_check(canvas, {x + 0.6f * size, line.center().y}, 0.7f * size);
  if (tells) canvas.text({x + 14, line.center().y + 1}, count, small);
}

/// Where things lie in a panel: the letters of the word above, what was said on the left, and a square for each pair of the two.
struct Places {
  Rect cells;
  float letter = 13;  ///< size of the letters along the sides
  int count = 0;
  float cell() const { return cells.width / static_cast<float>(count); }
  Point above(int j) const { return {cells.cell(0, j, count, count).center().x, cells.y - 0.72f * letter - 1}; }
  Point left(int i) const { return {cells.x - std::max(0.95f * letter, 9.0f), cells.cell(i, 0, count, count).center().y}; }
};

constexpr float kScaleRoom = 26;

/// The squares are as large as `area` allows in both directions. At least 22 pixels on the left remain for the letters that were said.
Places places_in(Rect area, int count) {
  Places p;
  p.count = count;
  const auto n = static_cast<float>(count);
  const float cell = std::floor(std::min({kLargestCell, (area.width - 22) / n, (area.height - kScaleRoom) / (n + 1.2f)}));
  p.letter = std::clamp(cell - 2, 10.0f, 17.0f);
  const float side = cell * n, gutter = std::min(area.width - side, std::max(22.0f, 2 * p.letter));
  p.cells = {area.x + gutter, area.y + 1.5f * p.letter, side, side};
  return p;
}

/// Draws a block, which stands for the end of the word: that has no letter.
void draw_end(Canvas& canvas, Point at, float size, Role role) {
  const float half = 0.3f * size;
  canvas.rect({at.x - half, at.y - half, 2 * half, 2 * half}, canvas.color(role), 1.5f);
}

void draw_sides(Canvas& canvas, const Places& p, const Result& r, const Spelling& s) {
  TextStyle letter = style(canvas, Role::kKey, p.letter, canvas::Font::kStrong);
  letter.align = canvas::Align::kCenter;
  for (int j = 0; j + 1 < p.count; ++j) canvas.text(p.above(j), r.source[static_cast<std::size_t>(j)], letter);
  draw_end(canvas, p.above(p.count - 1), p.letter, Role::kKey);
  for (int i = 0; i < p.count; ++i) {
    const std::string& said = s.said[static_cast<std::size_t>(i)];
    if (said == "end" && s.right[static_cast<std::size_t>(i)])
      draw_end(canvas, p.left(i), p.letter, Role::kOutput);
    else if (said == "end")
      draw_end(canvas, p.left(i), p.letter, Role::kWarning);
    else if (!said.empty())
      draw_said(canvas, p.left(i), said, s.right[static_cast<std::size_t>(i)], p.letter);
  }
}

void draw_weights(Canvas& canvas, const Places& p, const Mat& weights) {
  std::vector<canvas::Color> colors;
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j) colors.push_back(canvas.theme().sequential(static_cast<float>(weights(i, j))));
  canvas.cells(p.cells, p.count, p.count, colors);
  std::vector<canvas::Segment> lines;
  for (int k = 1; k < p.count; ++k) {
    const float at = p.cell() * static_cast<float>(k);
    const canvas::Color color = canvas.color(Role::kFaint).with_alpha(0.5f);
    lines.push_back({{p.cells.x + at, p.cells.y}, {p.cells.x + at, p.cells.bottom()}, color});
    lines.push_back({{p.cells.x, p.cells.y + at}, {p.cells.right(), p.cells.y + at}, color});
  }
  canvas.segments(lines);
  canvas.border(p.cells, {canvas.color(Role::kFaint), 1});
  const canvas::Interaction hand =
      canvas.grid("alignment", p.cells, p.count, p.count, canvas::Grip::kHover,
                  "attention weights, a row for each place that is written, a column for each letter of the word");
  if (hand.row < 0 || (!hand.hovered && !hand.selected)) return;
  canvas.border(p.cells.cell(hand.row, hand.col, p.count, p.count), {canvas.color(Role::kAccent), 2});
}

/// Lines from all letters into one state, and from the state to all places.
void draw_state(Canvas& canvas, const Places& p, const Mat& state, bool wide) {
  const int columns = kStateColumns, rows = static_cast<int>(state.size()) / columns;
  const float cell = std::floor(0.6f * p.cells.width / static_cast<float>(columns));
  const Rect box{std::round(p.cells.x + 0.3f * p.cells.width), std::round(p.cells.center().y - 0.5f * cell * static_cast<float>(rows)),
                 cell * static_cast<float>(columns), cell * static_cast<float>(rows)};
  const canvas::Color line = canvas.color(Role::kMuted).with_alpha(0.6f);
  for (int k = 0; k < p.count; ++k) {
    const float share = (static_cast<float>(k) + 0.5f) / static_cast<float>(p.count);
    charts::draw_bond(canvas, {p.above(k).x, p.cells.y + 2}, {box.center().x + 0.3f * (share - 0.5f) * box.width, box.y}, 0.3f, line, true,
                      4);
    charts::draw_bond(canvas, {box.x, box.center().y + 0.5f * (share - 0.5f) * box.height}, {p.cells.x + 1, p.left(k).y}, 0.3f, line, false,
                      4);
  }
  std::vector<canvas::Color> colors;
  for (Index k = 0; k < state.size(); ++k) colors.push_back(canvas.theme().diverging(static_cast<float>(state(0, k))));
  canvas.rect(box, canvas.color(Role::kBackground));
  canvas.cells(box, rows, columns, colors);
  canvas.border(box, {canvas.color(Role::kMuted), 1});
  const canvas::Interaction hand =
      canvas.grid("state", box, rows, columns, canvas::Grip::kHover, "the state, all that is kept of the word");
  if (hand.row >= 0 && (hand.hovered || hand.selected))
    canvas.border(box.cell(hand.row, hand.col, rows, columns), {canvas.color(Role::kAccent), 2});
  const bool tells = wide && p.cells.width >= 240;
  TextStyle note = style(canvas, Role::kMuted, tells ? 13.0f : 11.0f);
  note.align = canvas::Align::kCenter;
  const std::string numbers = std::to_string(state.size()) + " numbers";
  const Rect below{box.x, box.bottom() + 6, box.width, 40};
  canvas::draw_lines(canvas, below,
                     tells ? std::vector<std::string>{numbers + " are all", "it keeps of the word"} : std::vector<std::string>{numbers},
                     note);
}

/// The heights of a panel's parts.
struct Heights {
  float name, word, gap;
  explicit Heights(float width, bool wide)
      : name(wide ? 24.0f : 20.0f), word(wide ? 1.6f * word_size(width, wide) : 30.0f), gap(wide ? 10.0f : 4.0f) {}
  static float word_size(float width, bool wide) { return wide ? std::clamp(width / 13, 22.0f, 36.0f) : 18.0f; }
  float above() const { return name + word + gap; }
};

std::string shown_share(double share) { return std::isfinite(share) ? fixed(100 * share, 0) + " %" : "\u2013"; }

/// One network. If `counts`, the panel says how many words come out right.
void draw_panel(Canvas& canvas, Rect area, const Result& r, Network network, bool wide, bool counts) {
  const Spelling& s = r.of(network);
  const bool attends = network == Network::attention;
  const Heights heights(area.width, wide);
  const float word = Heights::word_size(area.width, wide);
  const Rect head = area.cut_top(heights.name);
  const std::string name = attends ? "With attention" : "Without attention";
  const TextStyle strong = style(canvas, Role::kInk, wide ? 15.0f : 13.0f, canvas::Font::kStrong);
  canvas.text({head.x, head.center().y}, name, strong);
  if (counts) {
    const float x = head.x + canvas.measure(name, strong).width + 10;
    const TextStyle quiet = style(canvas, Role::kMuted, wide ? 14.0f : 12.0f);
    const std::string share = shown_share(share_of(r, network)), whole = share + " of unseen words right";
    const bool fits = x + canvas.measure(whole, quiet).width <= head.right();
    canvas.text({x, head.center().y}, fits ? whole : share, quiet);
  }
  draw_word(canvas, area.cut_top(heights.word), s, r.word.size(), word);
  area.cut_top(heights.gap);
  const Places p = places_in(area, static_cast<int>(r.source.size()));
  draw_sides(canvas, p, r, s);
  if (attends)
    draw_weights(canvas, p, s.weights);
  else
    draw_state(canvas, p, s.translation.encoding.bridge, wide);
  const Rect scale{p.cells.x, p.cells.bottom() + 9, std::min(112.0f, 0.62f * p.cells.width), 11};
  charts::draw_color_scale(canvas, scale, attends ? charts::CellMatrix::Colors::kWeights : charts::CellMatrix::Colors::kSigned);
  if (wide) canvas.text({scale.right() + 12, scale.center().y}, attends ? "weight" : "number", style(canvas, Role::kMuted, 12));
}

void draw_shares(Canvas& canvas, Rect area, const Result& r, bool wide) {
  const canvas::Color ink = canvas.color(Role::kInk), muted = canvas.color(Role::kMuted);
  const std::string with = "with attention " + shown_share(share_of(r, Network::attention)),
                    without = "without " + shown_share(share_of(r, Network::none));
  const std::array<charts::LegendEntry, 2> legend = {
      charts::LegendEntry{.label = with, .color = ink},
      charts::LegendEntry{.label = without, .color = muted, .look = charts::LegendEntry::Look::kDashes}};
  const float size = wide ? 13.0f : 12.0f;
  Rect head = area.cut_top(1.6f * size);
  const std::string title = wide ? "Unseen words spelled right, in percent" : "Unseen words right, in percent";
  const TextStyle strong = style(canvas, Role::kInk, size, canvas::Font::kStrong);
  canvas.text({head.x, head.center().y}, title, strong);
  head.cut_left(canvas.measure(title, strong).width + (wide ? 24.0f : 12.0f));
  if (wide)
    charts::draw_legend(canvas, head, legend, size);
  else
    charts::draw_legend(canvas, area.cut_top(1.5f * size), legend, size);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "step of training", .min = 0, .max = kSteps},
                                              {.label = "", .min = 0, .max = 100}, std::max(11.0f, size - 1));
  std::vector<double> steps, shares[2];
  for (Index i = 0; i < r.curve.rows(); ++i) {
    steps.push_back(static_cast<double>(r.curve(i, 0)));
    for (Index k = 0; k < 2; ++k) shares[k].push_back(100 * static_cast<double>(r.curve(i, k + 1)));
  }
  charts::draw_area(canvas, axes, steps, shares[0], 0, ink.with_alpha(0.07f));
  charts::draw_curve(canvas, axes, steps, shares[1], {muted, 2, true});
  charts::draw_curve(canvas, axes, steps, shares[0], {ink, 2.5f});
  if (steps.empty()) return;
  for (int k = 0; k < 2; ++k)
    if (std::isfinite(shares[k].back())) canvas.circle(axes.to_pixel(steps.back(), shares[k].back()), 3.5f, k == 0 ? ink : muted);
}

}  // namespace

void draw_birth(Canvas& canvas, const Params&, const Result& r, Params&) {
  Rect all = canvas.bounds();
  const bool wide = all.width >= kWide;
  all = all.inset(std::clamp(all.width / 60, 4.0f, 16.0f), 6);
  if (all.height >= 330) {
    const Rect head = all.cut_top(wide ? 34.0f : 24.0f);
    const std::string task = "\u201c" + r.word + "\u201d, spelled backwards" + (wide && r.unseen ? ": a word that neither was shown" : "");
    const TextStyle quiet = style(canvas, Role::kMuted, wide ? 15.0f : 13.0f);
    canvas.text({head.x, head.y + (wide ? 11.0f : 9.0f)}, canvas::elided(canvas, task, quiet, head.width), quiet);
  }
  const float gap = std::clamp(0.05f * all.width, 12.0f, 48.0f), width = 0.5f * (all.width - gap);
  // The panels are as high as their squares can be, and the curves get the rest. Where that would make the squares too small, numbers
  // replace the curves.
  const auto n = static_cast<float>(r.source.size());
  const float above = Heights(width, wide).above(), widest = std::min(kLargestCell, (width - 22) / n);
  const float least = std::clamp(0.27f * all.height, 104.0f, 160.0f);
  const float beside = (all.height - least - 12 - above - kScaleRoom) / (n + 1.2f);
  const bool curves = all.height >= 300 && beside >= std::min(kSmallCell, widest);
  if (curves) {
    const float panel = above + (n + 1.2f) * widest + kScaleRoom + 10;
    draw_shares(canvas, all.cut_bottom(std::clamp(all.height - panel - 12, least, std::max(least, 220.0f))), r, wide);
    all.cut_bottom(12);
  }
  const Rect first = all.cut_left(width);
  all.cut_left(gap);
  draw_panel(canvas, first, r, Network::attention, wide, !curves);
  draw_panel(canvas, all, r, Network::none, wide, !curves);
}

}  // namespace attn::lessons::prelude
