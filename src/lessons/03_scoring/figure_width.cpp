// What the width of random vectors does to their dot products, and to the softmax of those.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "charts/weight_columns.h"
#include "lessons/03_scoring/figures.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role;

struct Curves {
  std::string_view title;
  const Mat& values;  ///< [scales,widths]
  double low, high;
  bool logarithmic = false;
};

Color color_of(const Canvas& canvas, WidthScale scale) {
  constexpr Role kRoles[kWidthScales] = {Role::kInk, Role::kMuted, Role::kWarning};
  return canvas.color(kRoles[static_cast<size_t>(scale)]);
}

/// The scales that have curves. The wrong one, kRoot, has them only while the reader chooses it.
std::vector<WidthScale> drawn_scales(const Params& p) {
  std::vector<WidthScale> scales = {WidthScale::kNone, WidthScale::kInverseRoot};
  if (p.scale == WidthScale::kRoot) scales.push_back(WidthScale::kRoot);
  return scales;
}

/// A title over a chart; takes its line from the top of `area`.
void draw_title(Canvas& canvas, Rect* area, const std::string& title) {
  const Rect band = area->cut_top(18);
  canvas.text({band.x, band.y + 8}, canvas::elided(canvas, title, charts::strong(canvas, 12.5f), band.width),
              charts::strong(canvas, 12.5f));
}

/// Curves against the width on a logarithmic axis. The curve of the chosen scale is strong, and its value at the chosen width is marked.
charts::Axes draw_curves(Canvas& canvas, Rect area, const Curves& curves, const Params& p, const RandomScores& random) {
  const double value = curves.values(static_cast<int>(p.scale), random.chosen);
  draw_title(canvas, &area, std::string(curves.title) + "  " + canvas::shown_rounded(value, 3));
  const charts::Axes axes =
      charts::draw_axes(canvas, area, {.label = "width d", .min = 1, .max = static_cast<double>(random.widths.back()), .logarithmic = true},
                        {.label = "", .min = curves.low, .max = curves.high, .logarithmic = curves.logarithmic}, 11);
  std::vector<double> xs(random.widths.begin(), random.widths.end()), ys(xs.size());
  for (const WidthScale scale : drawn_scales(p)) {
    for (size_t i = 0; i < xs.size(); ++i)
      ys[i] = std::max<double>(curves.values(static_cast<int>(scale), static_cast<Index>(i)), curves.logarithmic ? curves.low : -1e30);
    charts::draw_curve(canvas, axes, xs, ys, {color_of(canvas, scale), scale == p.scale ? 3.0f : 1.5f, scale == WidthScale::kInverseRoot});
  }
  const Point at = axes.to_pixel(p.width, std::clamp(value, curves.low, curves.high));
  canvas.line({at.x, axes.plot.y}, {at.x, axes.plot.bottom()}, {canvas.color(Role::kAccent).with_alpha(0.5f), 1});
  canvas.circle(at, 4, canvas.color(Role::kAccent));
  return axes;
}

/// How often scaled scores fall into each of the bins, with the normal density of their variance.
void draw_histogram(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  const double variance = at_width(p, r, r.random.variance), spread = std::max(1.0, 3.5 * std::sqrt(variance));
  const Mat& scores = r.random.scores[static_cast<size_t>(r.random.chosen)];
  const auto scale = static_cast<Real>(factor(p.scale, p.width));
  draw_title(canvas, &area, "Scores, variance " + canvas::shown_rounded(variance, 3));
  constexpr int kBins = 25;
  std::vector<double> counts(kBins, 0.0);
  for (Index i = 0; i < scores.size(); ++i) {
    const double t = (static_cast<double>(scale) * scores.data()[i] / spread + 1) / 2 * kBins;
    if (t >= 0 && t < kBins) counts[static_cast<size_t>(t)] += 1;
  }
  const double bin = 2 * spread / kBins, density = 1 / (static_cast<double>(scores.size()) * bin);
  const double peak = 1 / std::sqrt(2 * std::numbers::pi * std::max(variance, 1e-9));
  const double top = 1.15 * std::max(peak, *std::max_element(counts.begin(), counts.end()) * density);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "score", .min = -spread, .max = spread},
                                              {.label = "", .min = 0, .max = top, .shows_ticks = false}, 11);
  for (int i = 0; i < kBins; ++i) {
    const Point a = axes.to_pixel(-spread + i * bin, counts[static_cast<size_t>(i)] * density),
                b = axes.to_pixel(-spread + (i + 1) * bin, 0);
    canvas.rect({a.x + 0.5f, a.y, std::max(1.0f, b.x - a.x - 1), b.y - a.y}, color_of(canvas, p.scale).with_alpha(0.45f));
  }
  std::vector<double> xs, ys;
  for (int i = 0; i <= 60; ++i) {
    xs.push_back(spread * (i / 30.0 - 1));
    ys.push_back(peak * std::exp(-xs.back() * xs.back() / (2 * std::max(variance, 1e-9))));
  }
  charts::draw_curve(canvas, axes, xs, ys, {canvas.color(Role::kInk), 1.5f});
}

void draw_sample(Canvas& canvas, Rect area, const Mat& weights) {
  draw_title(canvas, &area, "Weights of one query");
  const std::vector<std::string> labels =
      weights.cols() <= 12 ? numbered("", weights.cols()) : std::vector<std::string>(static_cast<size_t>(weights.cols()));
  charts::draw_weight_columns(canvas, area.inset(2, 2), weights, {.id = "sample-weights", .labels = labels});
}

}  // namespace

void draw_width(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 6.0f, 20.0f), 8);
  std::vector<charts::LegendEntry> legend;
  for (const WidthScale scale : drawn_scales(p))
    legend.push_back({formula_of(scale), color_of(canvas, scale),
                      scale == WidthScale::kInverseRoot ? charts::LegendEntry::Look::kDashes : charts::LegendEntry::Look::kLine});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 6);
  const bool wide = area.width >= 480;
  const int columns = wide ? 3 : 2, rows = wide ? 2 : 3;
  const auto place = [&](int i) { return area.cell(i / columns, i % columns, rows, columns).inset(5, 3); };
  const RandomScores& random = r.random;
  draw_histogram(canvas, place(0), p, r);
  draw_sample(canvas, place(1), r.sample.weights);
  const double top = std::max(1024.0, 2.0 * random.variance.row(static_cast<int>(p.scale)).maxCoeff());
  const charts::Axes axes = draw_curves(canvas, place(2), {"Variance", random.variance, 0.1, top, true}, p, random);
  draw_curves(canvas, place(3), {"Entropy", random.entropy, 0, 1.05 * std::log(static_cast<double>(p.random_keys))}, p, random);
  draw_curves(canvas, place(4), {"Largest weight", random.largest, 0, 1}, p, random);
  draw_curves(canvas, place(5), {"Gradient norm", random.gradient, 0, 0.5}, p, random);
  const Point at{axes.x.to_pixel(p.width), axes.plot.bottom()};
  const canvas::Interaction hand =
      charts::draw_handle(canvas, at, {.id = "width", .label = "width, drag sideways", .role = Role::kAccent, .radius = 6});
  const auto drag = charts::dragged_to(hand);
  const int to = drag ? static_cast<int>(std::lround(axes.x_at(*drag))) : p.width + hand.nudge_x - hand.nudge_y;
  if (to != p.width) edit.width = std::clamp(to, 1, kLargestWidth);
}

}  // namespace attn::lessons::scoring
