// What the width of random vectors does to their dot products, and to the softmax behind.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "charts/weight_columns.h"
#include "lessons/03_scoring/scoring_figures.h"

namespace attn::lessons::scoring {
namespace {

struct Curves {
  std::string_view title;
  const Mat& values;  ///< [scales,widths]
  double low, high;
  bool logarithmic = false;
};

canvas::TextStyle title_style(const canvas::Canvas& canvas) {
  return {.color = canvas.color(canvas::Role::kInk), .size = 12.5f, .font = canvas::Font::kStrong};
}

canvas::Color scale_color(const canvas::Canvas& canvas, int scale) {
  const canvas::Role roles[] = {canvas::Role::kWarning, canvas::Role::kGood, canvas::Role::kMuted};
  return canvas.color(roles[scale]);
}

/// Curves over the width on a logarithmic axis; the chosen scale strong, its value at the chosen width marked.
charts::Axes draw_curves(canvas::Canvas& canvas, canvas::Rect area, const Curves& curves, const WidthPicture& picture) {
  const std::string value = canvas::shown_rounded(curves.values(picture.scale, picture.chosen), 3);
  const canvas::Rect band = area.cut_top(18);
  canvas.text({band.x, band.y + 8}, canvas::elided(canvas, std::string(curves.title) + "  " + value, title_style(canvas), band.width),
              title_style(canvas));
  const charts::Axes axes = charts::draw_axes(
      canvas, area, {.label = "width d", .min = 1, .max = static_cast<double>(picture.widths.back()), .logarithmic = true},
      {.label = "", .min = curves.low, .max = curves.high, .logarithmic = curves.logarithmic}, 11);
  std::vector<double> xs(picture.widths.begin(), picture.widths.end()), ys(xs.size());
  for (int s = 0; s < static_cast<int>(picture.scale_names.size()); ++s) {
    const bool chosen = s == picture.scale;
    if (s == 2 && !chosen) continue;  // the misprint is only drawn when asked for
    for (size_t i = 0; i < xs.size(); ++i)
      ys[i] = std::max<double>(curves.values(s, static_cast<Index>(i)), curves.logarithmic ? curves.low : -1e30);
    charts::draw_curve(canvas, axes, xs, ys, {scale_color(canvas, s), chosen ? 3.0f : 1.5f, s == 1});
  }
  const double x = picture.widths[static_cast<size_t>(picture.chosen)];
  const canvas::Point p = axes.to_pixel(x, std::clamp<double>(curves.values(picture.scale, picture.chosen), curves.low, curves.high));
  canvas.line({p.x, axes.plot.y}, {p.x, axes.plot.bottom()}, {canvas.color(canvas::Role::kAccent).with_alpha(0.5f), 1});
  canvas.circle(p, 4, canvas.color(canvas::Role::kAccent));
  return axes;
}

/// How often scaled scores fall into each of the bins, with the normal density of their variance.
void draw_histogram(canvas::Canvas& canvas, canvas::Rect area, const WidthPicture& picture) {
  const double variance = picture.variance(picture.scale, picture.chosen), spread = std::max(1.0, 3.5 * std::sqrt(variance));
  const canvas::Rect band = area.cut_top(18);
  canvas.text({band.x, band.y + 8},
              canvas::elided(canvas, "Scores, variance " + canvas::shown_rounded(variance, 3), title_style(canvas), band.width),
              title_style(canvas));
  constexpr int kBins = 25;
  std::vector<double> counts(kBins, 0.0);
  for (Index i = 0; i < picture.scores.size(); ++i) {
    const double t = (static_cast<double>(picture.factor) * picture.scores.data()[i] / spread + 1) / 2 * kBins;
    if (t >= 0 && t < kBins) counts[static_cast<size_t>(t)] += 1;
  }
  const double bin = 2 * spread / kBins, density = 1 / (static_cast<double>(picture.scores.size()) * bin);
  const double peak = 1 / std::sqrt(2 * std::numbers::pi * std::max(variance, 1e-9));
  const double top = 1.15 * std::max(peak, *std::max_element(counts.begin(), counts.end()) * density);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "score", .min = -spread, .max = spread},
                                              {.label = "", .min = 0, .max = top, .shows_ticks = false}, 11);
  for (int i = 0; i < kBins; ++i) {
    const canvas::Point a = axes.to_pixel(-spread + i * bin, counts[static_cast<size_t>(i)] * density),
                        b = axes.to_pixel(-spread + (i + 1) * bin, 0);
    canvas.rect({a.x + 0.5f, a.y, std::max(1.0f, b.x - a.x - 1), b.y - a.y}, scale_color(canvas, picture.scale).with_alpha(0.45f));
  }
  std::vector<double> xs, ys;
  for (int i = 0; i <= 60; ++i) {
    xs.push_back(spread * (i / 30.0 - 1));
    ys.push_back(peak * std::exp(-xs.back() * xs.back() / (2 * std::max(variance, 1e-9))));
  }
  charts::draw_curve(canvas, axes, xs, ys, {canvas.color(canvas::Role::kInk), 1.5f});
}

void draw_sample(canvas::Canvas& canvas, canvas::Rect area, const WidthPicture& picture) {
  const canvas::Rect band = area.cut_top(18);
  canvas.text({band.x, band.y + 8}, canvas::elided(canvas, "Weights of one query", title_style(canvas), band.width), title_style(canvas));
  std::vector<std::string> labels;
  for (Index j = 0; j < picture.sample_weights.cols(); ++j)
    labels.push_back(picture.sample_weights.cols() <= 12 ? std::to_string(j + 1) : "");
  charts::draw_weight_columns(canvas, area.inset(2, 2), picture.sample_weights, {.id = "sample-weights", .labels = labels});
}

}  // namespace

int draw_scoring_width(canvas::Canvas& canvas, const WidthPicture& picture, int most) {
  canvas::Rect area = canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 6.0f, 20.0f), 8);
  std::vector<charts::LegendEntry> legend;
  for (int s = 0; s < static_cast<int>(picture.scale_names.size()); ++s)
    if (s < 2 || s == picture.scale)
      legend.push_back({picture.scale_names[static_cast<size_t>(s)], scale_color(canvas, s),
                        s == 1 ? charts::LegendEntry::Look::kDashes : charts::LegendEntry::Look::kLine});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 6);
  const bool wide = area.width >= 480;
  const int columns = wide ? 3 : 2, rows = wide ? 2 : 3;
  const auto place = [&](int i) { return area.cell(i / columns, i % columns, rows, columns).inset(5, 3); };
  const double keys = static_cast<double>(picture.sample_weights.cols());
  draw_histogram(canvas, place(0), picture);
  draw_sample(canvas, place(1), picture);
  const double top = std::max(10.0, 2.0 * picture.variance.row(picture.scale).maxCoeff());
  const charts::Axes axes = draw_curves(canvas, place(2), {"Variance", picture.variance, 0.1, std::max(top, 1024.0), true}, picture);
  draw_curves(canvas, place(3), {"Entropy", picture.entropy, 0, 1.05 * std::log(keys)}, picture);
  draw_curves(canvas, place(4), {"Largest weight", picture.largest, 0, 1}, picture);
  draw_curves(canvas, place(5), {"Gradient norm", picture.gradient, 0, 0.5}, picture);
  const int width = picture.widths[static_cast<size_t>(picture.chosen)];
  const canvas::Point at{axes.x.to_pixel(width), axes.plot.bottom()};
  const canvas::Interaction hand =
      charts::draw_handle(canvas, at, {.id = "width", .label = "width, drag sideways", .role = canvas::Role::kAccent, .radius = 6});
  if (hand.held && hand.delta.x != 0) return std::clamp(static_cast<int>(std::lround(axes.x_at(hand.position))), 1, most);
  return std::clamp(width + hand.nudge_x - hand.nudge_y, 1, most);
}

}  // namespace attn::lessons::scoring
