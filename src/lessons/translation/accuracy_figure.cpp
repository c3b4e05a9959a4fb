#include "lessons/translation/accuracy_figure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"

namespace attn::lessons::translation {
namespace {

std::vector<double> column(const Mat& m, double factor = 1) {
  std::vector<double> out(static_cast<size_t>(m.rows()));
  for (size_t i = 0; i < out.size(); ++i) out[i] = factor * static_cast<double>(m(static_cast<Index>(i), 0));
  return out;
}

/// How near a curve comes to the height `y` between the abscissas `from` and `to`, all in pixels.
float distance_from(const charts::Axes& axes, const AccuracyPicture& picture, const AccuracySeries& series, float from, float to, float y) {
  float nearest = axes.plot.height;
  for (Index i = 0; i + 1 < picture.lengths.rows(); ++i) {
    const auto point = [&](Index k) {
      return axes.to_pixel(static_cast<double>(picture.lengths(k, 0)), 100 * static_cast<double>(series.accuracy(k, 0)));
    };
    const canvas::Point a = point(i), b = point(i + 1);
    if (!std::isfinite(a.y + b.y) || b.x < from || a.x > to) continue;
    const auto above = [&](float x) { return a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y) - y; };
    const float first = above(std::max(from, a.x)), last = above(std::min(to, b.x));
    nearest = first * last <= 0 ? 0 : std::min({nearest, std::abs(first), std::abs(last)});
  }
  return nearest;
}

/// A height, and how near the nearest curve comes to it.
struct Free {
  float y = 0, distance = -1;
};

/// The best height for a line of text between `from` and `to`: the one that all curves stay farthest from. Its distance is negative where
/// the text would leave the plot.
Free free_height(const charts::Axes& axes, const AccuracyPicture& picture, float from, float to, float size) {
  Free best{axes.plot.center().y};
  if (from < axes.plot.x || to > axes.plot.right()) return best;
  for (float y = axes.plot.y + size; y < axes.plot.bottom() - 2.5f * size; y += size) {
    float near = axes.plot.height;
    for (const AccuracySeries& series : picture.series) near = std::min(near, distance_from(axes, picture, series, from, to, y));
    if (near > best.distance) best = {y, near};
  }
  return best;
}

/// The lengths of training as a band with its name inside, and the length of the source on the page as a vertical line.
void draw_lengths(canvas::Canvas& canvas, const charts::Axes& axes, const AccuracyPicture& picture, float size) {
  const auto edge = [&](double x) { return std::clamp(axes.x.to_pixel(x), axes.plot.x, axes.plot.right()); };
  const float left = edge(picture.shortest - 0.5), right = edge(picture.longest + 0.5);
  canvas.rect({left, axes.plot.y, right - left, axes.plot.height}, canvas.color(canvas::Role::kAccent).with_alpha(0.09f));
  const canvas::TextStyle style{.color = canvas.color(canvas::Role::kMuted), .size = size, .baseline = canvas::Baseline::kBottom};
  const std::string_view name = "lengths seen in training";
  const bool fits = canvas.measure(name, style).width < right - left - 10;
  canvas.text({left + 5, axes.plot.bottom() - 4}, fits ? name : "training", style);
  if (picture.now < axes.x.min || picture.now > axes.x.max || picture.now == 0) return;
  const float x = axes.x.to_pixel(picture.now);
  canvas::TextStyle name_style{.color = canvas.color(canvas::Role::kQuery), .size = size};
  canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, {name_style.color, 1.25f, true});
  const float width = canvas.measure("your source", name_style).width + 12;
  const Free left_of = free_height(axes, picture, x - width, x, size), right_of = free_height(axes, picture, x, x + width, size);
  const bool right_side = right_of.distance >= std::min(left_of.distance, 2 * size);  // left only if the right is tight and the left is not
  name_style.align = right_side ? canvas::Align::kLeft : canvas::Align::kRight;
  canvas.text(right_side ? canvas::Point{x + 6, right_of.y} : canvas::Point{x - 6, left_of.y}, "your source", name_style);
}

/// "length 12: 17 of 24, 71 %" beside the point under the hand.
void draw_note(canvas::Canvas& canvas, const charts::Axes& axes, canvas::Point at, const std::string& text, float size) {
  const canvas::TextStyle style = charts::strong(canvas, size);
  const float width = canvas.measure(text, style).width;
  const float left = std::clamp(at.x - width / 2, axes.plot.x + 4, std::max(axes.plot.x + 4, axes.plot.right() - width - 4));
  const float y = at.y - 1.6f * size > axes.plot.y ? at.y - 1.6f * size : at.y + 1.6f * size;
  canvas.rect({left - 4, y - 0.8f * size, width + 8, 1.6f * size}, canvas.color(canvas::Role::kBackground).with_alpha(0.9f), 3);
  canvas.text({left, y}, text, style);
}

void draw_series(canvas::Canvas& canvas, const charts::Axes& axes, const AccuracyPicture& picture, const AccuracySeries& series,
                 float size) {
  const bool lit = canvas.is_hot(series.id);
  charts::draw_curve(canvas, axes, column(picture.lengths), column(series.accuracy, 100),
                     {canvas.color(lit ? canvas::Role::kAccent : series.role), lit ? 3.5f : 2.5f, series.dashed});
  for (Index i = 0; i < picture.lengths.rows(); ++i) {
    const auto accuracy = static_cast<double>(series.accuracy(i, 0));
    if (!std::isfinite(accuracy)) continue;
    const std::string id = canvas::cell_id(series.id, static_cast<int>(i), 0);
    const canvas::Point at = axes.to_pixel(static_cast<double>(picture.lengths(i, 0)), 100 * accuracy);
    const bool hot = canvas.hot() == id;
    charts::draw_mark(canvas, at, series.role, hot ? 7.0f : 4.5f, canvas.color(series.role));
    const std::string length = std::to_string(std::lround(static_cast<double>(picture.lengths(i, 0))));
    canvas.region(id, {at.x - 9, at.y - 9, 18, 18}, canvas::Grip::kHover, std::string(series.label) + ", accuracy at length " + length);
    if (!hot) continue;
    const auto total = std::lround(static_cast<double>(series.totals(i, 0)));
    draw_note(canvas, axes, at,
              "length " + length + ": " + std::to_string(std::lround(accuracy * static_cast<double>(total))) + " of " +
                  std::to_string(total) + ", " + fixed(100 * accuracy, 0) + " %",
              size);
  }
}

}  // namespace

void draw_accuracy(canvas::Canvas& canvas, canvas::Rect area, const AccuracyPicture& picture, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const float size = std::clamp(canvas.bounds().width / 58, 11.0f, 15.0f);
  std::vector<charts::LegendEntry> entries;
  for (const AccuracySeries& series : picture.series)
    entries.push_back(
        {series.label, canvas.color(series.role), series.dashed ? charts::LegendEntry::Look::kDashes : charts::LegendEntry::Look::kLine});
  area.cut_top(charts::draw_legend(canvas, area, entries, size) + 4);
  if (!picture.note.empty()) canvas.text({area.x, area.cut_bottom(1.5f * size).center().y}, picture.note, charts::quiet(canvas, size - 1));
  const Index last = picture.lengths.rows() - 1;
  if (last < 0) return;
  const charts::AxisSpec x{.label = "length of the source (words)",
                           .min = static_cast<double>(picture.lengths(0, 0)) - 0.5,
                           .max = static_cast<double>(picture.lengths(last, 0)) + 0.5};
  const charts::Axes axes =
      charts::draw_axes(canvas, area, x, {.label = "held-out sources right to the last word (%)", .min = 0, .max = 103}, size - 1);
  draw_lengths(canvas, axes, picture, size - 1);
  for (const AccuracySeries& series : picture.series) draw_series(canvas, axes, picture, series, size);
}

void draw_accuracy(canvas::Canvas& canvas, const AccuracyPicture& picture, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  draw_accuracy(canvas, charts::wide_page(canvas, 8), picture);
}

}  // namespace attn::lessons::translation
