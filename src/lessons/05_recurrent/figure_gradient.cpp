// Gradients against distance in time, and clipping.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/05_recurrent/figure_parts.h"
#include "lessons/05_recurrent/figures.h"

namespace attn::lessons::recurrent {
namespace {

/// The largest range of the diagram's vertical axis.
constexpr double kLowest = 1e-12, kHighest = 1e8;

/// The colour of an RNN, a GRU or an LSTM. It comes from the heat maps, because the colours of roles would suggest queries or keys.
canvas::Color cell_color(const canvas::Canvas& canvas, size_t cell) {
  const canvas::Theme& theme = canvas.theme();
  return std::array{theme.diverging(0.8f), theme.sequential(0.55f), theme.sequential(0.9f)}[cell];
}

/// Three digits, but "3.2·10⁻⁵" for small and large numbers.
std::string brief(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 0.001 && size < 10000) return canvas::shown_rounded(value, 3);
  int exponent = static_cast<int>(std::floor(std::log10(size)));
  double digits = value / std::pow(10.0, exponent);
  if (std::abs(digits) >= 9.95) digits /= 10, ++exponent;
  return canvas::shown_fixed(digits, 1) + canvas::times_ten_to(exponent);
}

std::vector<double> row_of(const Mat& m, Index i) {
  std::vector<double> out;
  for (Index j = 0; j < m.cols(); ++j) out.push_back(static_cast<double>(m(i, j)));
  return out;
}

/// Powers of ten that enclose everything that is drawn, within kLowest and kHighest.
void limits(const GradientStudy& g, double* low, double* high) {
  double least = 0.1, most = 10;
  for (const Mat* m : {&g.norm, &g.theory})
    for (Index i = 0; i < m->size(); ++i) {
      const auto v = static_cast<double>(m->data()[i]);
      if (v > 0) least = std::min(least, v), most = std::max(most, v);
    }
  *low = std::pow(10.0, std::floor(std::log10(std::max(least, kLowest))));
  *high = std::pow(10.0, std::ceil(std::log10(std::min(most, kHighest))));
}

/// The handle stands on the line of rho^k, near the line's right end or near the point where the line leaves the diagram.
void draw_radius_handle(canvas::Canvas& canvas, const charts::Axes& axes, const Params& p, Params& edit) {
  const double last = 0.92 * (p.length - 1);
  const double log_rho = std::log(static_cast<double>(p.radius));
  double distance = last;
  if (log_rho != 0) {
    const double limit = log_rho > 0 ? std::log(axes.y.max) : std::log(axes.y.min);
    distance = std::clamp(0.92 * limit / log_rho, last / 10, last);
  }
  const double height = std::clamp(std::pow(static_cast<double>(p.radius), distance), axes.y.min, axes.y.max);
  const canvas::Point at = axes.to_pixel(distance, height);
  const canvas::Interaction hand =
      charts::draw_handle(canvas, at, {.id = "radius", .label = "spectral radius, drag the line up or down", .role = canvas::Role::kInk});
  Real radius = p.radius;
  if (const auto to = charts::dragged_to(hand)) {
    const double at_distance = std::max(axes.x_at(*to), last / 10);
    radius = static_cast<Real>(std::pow(axes.y.to_data(to->y), 1 / at_distance));
  }
  radius += Real(0.01) * static_cast<Real>(hand.nudge_x - hand.nudge_y);
  if (radius == p.radius) return;
  double tidy = 0;
  text_to_number(fixed(static_cast<double>(std::clamp(radius, kLeastRadius, kMostRadius)), 2), &tidy);
  edit.radius = static_cast<Real>(tidy);
}

void draw_distances(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const GradientStudy& g, Params& edit, float size) {
  std::vector<charts::LegendEntry> entries;
  for (size_t c = 0; c < kCellNames.size(); ++c) entries.push_back({kCellNames[c], cell_color(canvas, c)});
  const std::string line = area.width < 460 ? "linear" : "\u03c1 to the power of the distance";
  entries.push_back({line, canvas.color(canvas::Role::kInk), charts::LegendEntry::Look::kDashes});
  area.cut_top(charts::draw_legend(canvas, area, entries, size) + 2);
  double low = 0, high = 0;
  limits(g, &low, &high);
  const double last = std::max<double>(1, static_cast<double>(g.norm.cols() - 1));
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "distance in time, steps back from the loss", .min = 0, .max = last},
                                              {.label = "length of the gradient", .min = low, .max = high, .logarithmic = true}, size - 1);
  std::vector<double> distances;
  for (Index k = 0; k < g.norm.cols(); ++k) distances.push_back(static_cast<double>(k));
  canvas.line(axes.to_pixel(0, 1), axes.to_pixel(last, 1), {canvas.color(canvas::Role::kMuted), 1});
  charts::draw_curve(canvas, axes, distances, row_of(g.theory, 0), {canvas.color(canvas::Role::kInk), 2, true});
  for (Index c = 0; c < g.norm.rows(); ++c) {
    const std::vector<double> lengths = row_of(g.norm, c);
    charts::draw_curve(canvas, axes, distances, lengths, {cell_color(canvas, static_cast<size_t>(c)), 3});
    for (size_t k = 0; k < lengths.size(); ++k) {
      const std::string id = canvas::cell_id("gradient", static_cast<int>(c), static_cast<int>(k));
      const double shown = std::clamp(lengths[k], low, high);
      const canvas::Point at = axes.to_pixel(distances[k], shown);
      if (canvas.is_hot(id)) canvas.circle(at, 6, cell_color(canvas, static_cast<size_t>(c)));
      const float wide = axes.plot.width / static_cast<float>(lengths.size());
      const float left = std::max(at.x - wide / 2, axes.plot.x), right = std::min(at.x + wide / 2, axes.plot.right());
      canvas.region(id, {left, at.y - 5, right - left, 10}, canvas::Grip::kHover, kCellNames[static_cast<size_t>(c)]);
    }
  }
  draw_radius_handle(canvas, axes, p, edit);
}

void draw_clip_handle(canvas::Canvas& canvas, const charts::Axes& axes, const Params& p, Params& edit) {
  const float x = std::clamp(axes.x.to_pixel(static_cast<double>(p.clip)), axes.plot.x, axes.plot.right());
  canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, {canvas.color(canvas::Role::kInk), 2});
  const auto to =
      charts::draw_axis_handle(canvas, axes, static_cast<double>(p.clip), axes.plot.y,
                               {.id = "clip", .label = "clipping threshold, drag along the axis", .role = canvas::Role::kInk, .radius = 7});
  if (!to) return;
  double clip = std::clamp(*to, static_cast<double>(kLeastClip), static_cast<double>(kMostClip));
  text_to_number(rounded(clip, 2), &clip);
  edit.clip = static_cast<Real>(clip);
}

/// For each kind of cell a bar as long as its gradient. The part that clipping takes away is pale.
void draw_clipping(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const GradientStudy& g, Params& edit, float size) {
  const canvas::TextStyle strong = charts::strong(canvas, size);
  const canvas::Rect head = area.cut_top(1.7f * size);
  canvas.text({head.x, head.center().y}, canvas::elided(canvas, "Gradient of all weights, clipped at the line", strong, head.width),
              strong);
  double low = 0.01, high = 10;
  for (Index c = 0; c < 3; ++c) {
    const auto v = static_cast<double>(g.length(c, 0));
    if (v > 0) low = std::min(low, v), high = std::max(high, v);
  }
  low = std::pow(10.0, std::floor(std::log10(std::max(low, 1e-6)))), high = std::pow(10.0, std::ceil(std::log10(high)));
  const bool wide = area.width > 420;
  const canvas::Rect numbers = wide ? area.cut_right(std::min(170.0f, 0.34f * area.width)) : canvas::Rect{};
  const canvas::Rect names = area.cut_left(44);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = wide ? "length" : "", .min = low, .max = high, .logarithmic = true},
                                              {.label = "", .min = 0, .max = 1, .shows_ticks = false}, size - 1);
  for (int c = 0; c < 3; ++c) {
    const auto at = static_cast<size_t>(c);
    const canvas::Rect row = axes.plot.cell(c, 0, 3, 1);
    const canvas::Rect lane{row.x, row.y + 0.2f * row.height, row.width, 0.6f * row.height};
    const auto pixel = [&](Real v) { return std::clamp(axes.x.to_pixel(std::max(static_cast<double>(v), low)), lane.x, lane.right()); };
    const canvas::Color color = cell_color(canvas, at);
    canvas.rect({lane.x, lane.y, pixel(g.length(c, 0)) - lane.x, lane.height}, color.with_alpha(0.28f), 2);
    canvas.rect({lane.x, lane.y, pixel(g.clipped(c, 0)) - lane.x, lane.height}, color, 2);
    canvas.text({names.x, lane.center().y}, kCellNames[at], {.color = color, .size = size, .font = canvas::Font::kStrong});
    const std::string before = canvas::cell_id("length-before", c, 0), after = canvas::cell_id("length-after", c, 0);
    const canvas::Rect left{lane.x, lane.y, lane.width / 2, lane.height}, right{lane.center().x, lane.y, lane.width / 2, lane.height};
    canvas.region(before, wide ? left : canvas::Rect{lane.x, lane.y, lane.width, lane.height / 2}, canvas::Grip::kHover,
                  "length of the gradient");
    canvas.region(after, wide ? right : canvas::Rect{lane.x, lane.center().y, lane.width, lane.height / 2}, canvas::Grip::kHover,
                  "length after clipping");
    if (canvas.is_hot(before) || canvas.is_hot(after)) canvas.border(lane, {canvas.color(canvas::Role::kAccent), 1.5f}, 2);
    const canvas::TextStyle quiet = charts::quiet(canvas, size - 1);
    const std::string text = g.clipped(c, 0) < g.length(c, 0)
                                 ? brief(static_cast<double>(g.length(c, 0))) + " \u2192 " + brief(static_cast<double>(g.clipped(c, 0)))
                                 : brief(static_cast<double>(g.length(c, 0))) + ", as it is";
    if (wide) canvas.text({numbers.x + 10, lane.center().y}, canvas::elided(canvas, text, quiet, numbers.width - 10), quiet);
  }
  draw_clip_handle(canvas, axes, p, edit);
}

}  // namespace

void draw_gradient(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  const float size = std::clamp(canvas.bounds().width / 58, 11.0f, 14.0f);
  const canvas::Rect bars = area.cut_bottom(std::clamp(0.34f * area.height, 84.0f, 190.0f));
  area.cut_bottom(10);
  draw_distances(canvas, area, p, r.gradients, edit, size);
  draw_clipping(canvas, bars, p, r.gradients, edit, size);
}

}  // namespace attn::lessons::recurrent
