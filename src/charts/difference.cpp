#include "charts/difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/plot.h"

namespace attn::charts {
namespace {

using canvas::Role;

constexpr float kFoot = 18, kScale = 150, kAboveFoot = 6, kHighestRow = 34, kWidestCell = 120;
constexpr float kFitting = 0.55f;  ///< the height of a row, relative to its cells' width, at which two decimals and a sign fit
constexpr float kReadable = 14;    ///< in pixels; lower rows have no numbers, and their cells keep their shape

struct Range {
  double min = std::numeric_limits<double>::infinity(), max = -min;
  void add(double v) {
    if (std::isfinite(v)) min = std::min(min, v), max = std::max(max, v);
  }
  bool spans(double ratio) const { return min > 0 && max > ratio * min; }
};

/// Abscissas that grow by ratios: 1, 2, 4, 8.
bool by_ratios(const std::vector<double>& xs) {
  return xs.size() > 3 && xs[0] > 0 && xs.back() > 50 * xs[0] && std::abs(xs[2] / xs[1] - xs[1] / xs[0]) < 0.1 * xs[1] / xs[0];
}

/// Widens a range: a flat one gets some height, others some space at their ends.
AxisSpec axis_of(std::string_view name, Range r, bool logarithmic, double air) {
  if (!(r.max >= r.min)) r = {0, 1};
  if (logarithmic) return {.label = name, .min = r.min, .max = r.max, .logarithmic = true};
  const double pad = r.max > r.min ? air * (r.max - r.min) : 0.5 * std::max(1e-6, std::abs(r.max));
  return {.label = name, .min = r.min - pad, .max = r.max + pad};
}

void shade(canvas::Canvas& canvas, const Axes& axes, const Series& a, const Series& b, double limit) {
  for (size_t i = 0; i + 1 < b.xs.size(); ++i) {
    const double x0 = b.xs[i], x1 = b.xs[i + 1], a0 = height_at(a, x0), a1 = height_at(a, x1), d0 = b.ys[i] - a0, d1 = b.ys[i + 1] - a1;
    if (!std::isfinite(d0) || !std::isfinite(d1)) continue;
    const double t = d0 * d1 < 0 ? d0 / (d0 - d1) : 1;  // where they cross
    const auto piece = [&](double from, double to) {
      const auto at = [&](double s, bool second) {
        return axes.to_pixel(x0 + s * (x1 - x0), second ? b.ys[i] + s * (b.ys[i + 1] - b.ys[i]) : a0 + s * (a1 - a0));
      };
      const canvas::Point corners[] = {at(from, false), at(to, false), at(to, true), at(from, true)};
      const double size = d0 + (from + to) / 2 * (d1 - d0);
      canvas.polygon(corners, canvas.theme().diverging(static_cast<float>(size / limit)));
    };
    piece(0, t);
    if (t < 1) piece(t, 1);
  }
}

/// Writes the curves' names at their ends, moved down where they would overlap.
void draw_ends(canvas::Canvas& canvas, const Axes& axes, std::span<const Series> all) {
  constexpr float kSize = 11, kLine = 13;
  std::vector<const Series*> named;
  for (const Series& s : all)
    if (!s.name.empty() && !s.ys.empty() && std::isfinite(s.ys.back())) named.push_back(&s);
  std::sort(named.begin(), named.end(), [](const Series* x, const Series* y) { return x->ys.back() > y->ys.back(); });
  float top = axes.plot.y + kLine / 2;
  for (const Series* s : named) {
    const float y = std::max(top, axes.y.to_pixel(s->ys.back()) - kLine / 2);
    const canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = kSize, .align = canvas::Align::kRight};
    const float width = canvas.measure(s->name, style).width + 6;
    canvas.rect({axes.plot.right() - width, y - kLine / 2, width, kLine}, canvas.color(Role::kBackground).with_alpha(0.75f), 3);
    canvas.text({axes.plot.right() - 3, y}, s->name, style);
    top = y + kLine;
  }
}

}  // namespace

double height_at(const Series& s, double x) {
  if (s.xs.empty() || x < s.xs.front() || x > s.xs.back()) return std::numeric_limits<double>::quiet_NaN();
  const auto next = static_cast<size_t>(std::lower_bound(s.xs.begin(), s.xs.end(), x) - s.xs.begin());
  if (s.xs[next] == x) return s.ys[next];
  return s.ys[next - 1] + (x - s.xs[next - 1]) / (s.xs[next] - s.xs[next - 1]) * (s.ys[next] - s.ys[next - 1]);
}

void draw_difference_map(canvas::Canvas& canvas, canvas::Rect area, const DifferenceMap& map, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  area.cut_bottom(kFoot + kAboveFoot);
  const float names = map.cols.empty() ? 0 : 20;
  const float wide = std::min(kWidestCell, 0.92f * area.width / static_cast<float>(std::max<Index>(1, map.values.cols())));
  const float highest = std::clamp(kFitting * wide, kReadable - 0.1f, kHighestRow);
  area.height = std::min(area.height, names + highest * static_cast<float>(map.values.rows()));
  canvas::Rect foot{area.x, area.bottom() + kAboveFoot, area.width, kFoot};
  const float row = (area.height - names) / static_cast<float>(std::max<Index>(1, map.values.rows()));
  const Mask known = map.values.array().isFinite().matrix();
  const CellMatrix cells{.id = map.id,
                         .values = map.values,
                         .colors = CellMatrix::Colors::kSigned,
                         .limit = std::max(map.limit, 1e-12f),
                         .allowed = known.all() ? nullptr : &known,
                         .rows = map.rows,
                         .cols = map.cols,
                         .row_role = Role::kInk,
                         .col_role = Role::kInk,
                         .label = map.label,
                         .largest_cell = row < kReadable ? 2 * row : kWidestCell};
  draw_cell_matrix(canvas, area, cells);
  if (map.limit > 0) {
    draw_color_scale(canvas, foot.cut_left(std::min(kScale, 0.45f * foot.width)).inset(0, 2), CellMatrix::Colors::kSigned, map.limit);
    foot.cut_left(10);
  }
  const canvas::TextStyle small = quiet(canvas, 12);
  canvas::draw_hint(canvas, foot, map.note, small);
}

void draw_compared_curves(canvas::Canvas& canvas, canvas::Rect area, std::span<const Series> a, std::span<const Series> b,
                          std::string_view y_name, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  Range xs, ys;
  double limit = 1e-12;
  for (const auto& side : {a, b})
    for (const Series& s : side)
      for (size_t i = 0; i < s.xs.size(); ++i) xs.add(s.xs[i]), ys.add(s.ys[i]);
  for (size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    for (size_t i = 0; i < b[k].xs.size(); ++i)
      if (const double d = std::abs(b[k].ys[i] - height_at(a[k], b[k].xs[i])); std::isfinite(d)) limit = std::max(limit, d);
  const canvas::Color ink = canvas.color(Role::kInk);
  const LegendEntry legend[] = {{.label = "A", .color = ink, .look = LegendEntry::Look::kDashes},
                                {.label = "B", .color = ink},
                                {.label = "B above A", .color = canvas.theme().diverging(0.7f), .look = LegendEntry::Look::kFill},
                                {.label = "B below A", .color = canvas.theme().diverging(-0.7f), .look = LegendEntry::Look::kFill}};
  area.cut_top(draw_legend(canvas, area, legend) + 6);
  const Axes axes =
      draw_axes(canvas, area, axis_of({}, xs, !b.empty() && by_ratios(b[0].xs), 0), axis_of(y_name, ys, ys.spans(1000), 0.05));
  canvas.push_clip(axes.plot.inset(-1, -1));
  for (size_t k = 0; k < std::min(a.size(), b.size()); ++k) shade(canvas, axes, a[k], b[k], limit);
  for (const Series& s : a) draw_curve(canvas, axes, s.xs, s.ys, {ink, 1.25f, true});
  for (const Series& s : b) draw_curve(canvas, axes, s.xs, s.ys, {ink, 1.75f});
  canvas.pop_clip();
  draw_ends(canvas, axes, b);
}

}  // namespace attn::charts
