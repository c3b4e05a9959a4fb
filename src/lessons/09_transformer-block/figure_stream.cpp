// A stack of blocks before training: the size of the stream on the way up, and of the gradient on the way back.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/09_transformer-block/figure_parts.h"
#include "lessons/09_transformer-block/figures.h"
#include "lessons/09_transformer-block/words.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role;

constexpr double kLowest = 1e-6, kHighest = 1e8;
constexpr size_t kShapes = 3;  ///< stack k without residual connections looks like stack k - kShapes, which has them
/// Shapes and shades tell stacks apart, because the course's colours stand for queries, keys and values.
struct Look {
  Color color;
  Role shape;
};
Look look_of(const Canvas& canvas, Index kind) {
  const Color ink = canvas.color(Role::kInk), back = canvas.color(Role::kBackground);
  const std::array<Color, kShapes> colors{canvas.color(Role::kAccent), ink, canvas::mix(ink, back, 0.45f)};
  const std::array<Role, kShapes> shapes{Role::kQuery, Role::kKey, Role::kOutput};  // circle, square, triangle
  const size_t at = static_cast<size_t>(kind) % kShapes;
  return {colors[at], shapes[at]};
}

struct Diagram {
  std::string_view id, title;
  const Mat& values;  ///< a row for each stack
  int first;          ///< number of the first column
  bool ratio;         ///< the values are lengths, which may differ by powers of ten
};

charts::AxisSpec axis_of(const Params& p, const Diagram& d) {
  if (!d.ratio) return {.label = "", .min = -0.25, .max = 1.05, .room = 44};
  if (p.curves == Curves::kNorms)
    return {.label = "", .min = 0, .max = std::ceil(1.1 * static_cast<double>(d.values.maxCoeff())), .room = 44};
  const auto power = [](double x, double (*round)(double)) { return std::pow(10.0, round(std::log10(std::clamp(x, kLowest, kHighest)))); };
  return {.label = "",
          .min = power(static_cast<double>(d.values.minCoeff()), std::floor),
          .max = power(static_cast<double>(d.values.maxCoeff()), std::ceil),
          .logarithmic = true,
          .room = 44};
}

void draw_diagram(Canvas& canvas, Rect area, const Params& p, const Diagram& d, std::string_view axis, float size) {
  draw_caption(canvas, area.cut_top(18), d.title, "");
  const charts::AxisSpec upright = axis_of(p, d);
  const int last = std::max(p.depth, d.first + 1);
  const charts::Axes axes = charts::draw_axes(
      canvas, area, {.label = axis, .min = static_cast<double>(d.first), .max = static_cast<double>(last), .whole = true}, upright, size);
  for (Index k = 0; k < d.values.rows(); ++k) {
    const Look look = look_of(canvas, k);
    std::vector<double> xs, ys;
    for (Index j = 0; j < d.values.cols(); ++j) {
      xs.push_back(static_cast<double>(j + d.first));
      ys.push_back(std::clamp(static_cast<double>(d.values(k, j)), upright.min, upright.max));
    }
    charts::draw_curve(canvas, axes, xs, ys, {look.color, k < 3 ? 2.2f : 1.4f, k >= 3});
    for (size_t j = 0; j < xs.size(); ++j) {
      const Point at = axes.to_pixel(xs[j], ys[j]);
      const std::string id = canvas::cell_id(d.id, static_cast<int>(k), static_cast<int>(j));
      const bool hot = canvas.is_hot(id);
      charts::draw_mark(canvas, at, look.shape, hot ? 6.0f : k < 3 ? 3.2f : 2.4f, look.color);
      const float half = std::min(8.0f, axes.plot.width / static_cast<float>(2 * xs.size()));
      const float left = std::max(at.x - half, 0.0f), right = std::min(at.x + half, canvas.bounds().width);
      canvas.region(id, {left, at.y - 5, right - left, 10}, canvas::Grip::kHover, stack_name(p.curves, p.stacks()[static_cast<size_t>(k)]));
    }
  }
}

}  // namespace

void draw_stream(Canvas& canvas, const Params& p, const Result& r, Params&) {
  Rect area = page(canvas);
  const float size = std::clamp(canvas.bounds().width / 62, 10.5f, 13.0f);
  std::vector<charts::LegendEntry> entries;
  const std::span<const StackKind> stacks = p.stacks();
  for (size_t k = 0; k < std::min(kShapes, stacks.size()); ++k) {
    const Look look = look_of(canvas, static_cast<Index>(k));
    entries.push_back({stack_name(p.curves, stacks[k]), look.color, charts::LegendEntry::Look::kMark, look.shape});
  }
  if (p.curves != Curves::kNorms)
    entries.push_back({"dashed: without residual", canvas.color(Role::kMuted), charts::LegendEntry::Look::kDashes});
  area.cut_top(charts::draw_legend(canvas, area, entries, size) + 4);
  const DepthStudy& s = r.depth();
  const Diagram stream{"stream", "Size of the stream (rms)", s.stream, 0, true},
      gradient{"gradient", "Length of the gradient of W\u2082", s.gradient, 1, true},
      likeness{"likeness", "Likeness of the tokens (mean cosine)", s.likeness, 0, false};
  if (p.curves == Curves::kParts) return draw_diagram(canvas, area, p, likeness, "blocks passed", size);
  if (area.width > 1.5f * area.height && area.width > 560) {
    Rect left = area.cut_left(area.width / 2 - 8);
    area.cut_left(16);
    Rect upper = area.cut_top(area.height / 2 - 4);
    area.cut_top(8);
    draw_diagram(canvas, left, p, gradient, "block", size);
    draw_diagram(canvas, upper, p, stream, "", size);
    draw_diagram(canvas, area, p, likeness, "blocks passed", size);
    return;
  }
  if (area.height < 330) {  // a phone
    Rect upper = area.cut_top(0.52f * area.height);
    const Rect left = upper.cut_left(upper.width / 2 - 3);
    upper.cut_left(6);
    draw_diagram(canvas, left, p, gradient, "block", size);
    draw_diagram(canvas, upper, p, stream, "", size);
    draw_diagram(canvas, area, p, likeness, "blocks passed", size);
    return;
  }
  const Rect first = area.cut_top(0.4f * area.height), second = area.cut_top(0.5f * area.height);
  draw_diagram(canvas, first, p, gradient, "block", size);
  draw_diagram(canvas, second, p, stream, "", size);
  draw_diagram(canvas, area, p, likeness, "blocks passed", size);
}

}  // namespace attn::lessons::transformer_block
