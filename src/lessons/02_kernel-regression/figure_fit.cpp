#include "lessons/02_kernel-regression/figure_fit.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/part.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/02_kernel-regression/figure_matrix.h"
#include "lessons/02_kernel-regression/views.h"

namespace attn::lessons::kernel_regression {
namespace {

constexpr Index kMostStems = 400;  ///< up to so many keys, every weight has a stem and a region

constexpr float kBeside = 700;  ///< a figure of this width has the attention matrix beside the data

/// The key whose cell of the attention matrix the hand is on; -1 where it is on none.
Index key_under_hand(const canvas::Canvas& canvas, const KeyColumns& matrix) {
  const canvas::RegionId cell = canvas::parse_region_id(canvas.hot());
  const bool known = cell.name == "matrix" && cell.col >= 0 && cell.col < static_cast<int>(matrix.order.size());
  return known ? matrix.order[static_cast<size_t>(cell.col)] : -1;
}

std::string number_or_gap(Real value) { return std::isnan(value) ? "none" : canvas::shown_rounded(value, 3); }

/// Rounds what the hand sets, so that links stay short.
Real thousandth(double value) { return static_cast<Real>(std::round(value * 1000) / 1000); }

/// "RMSE 0.31" and the like side by side, as many as fit. Returns the height used.
float draw_readouts(canvas::Canvas& canvas, canvas::Rect area, const Result& result, float size) {
  struct Readout {
    std::string_view id;
    std::string name, value;
    canvas::Role role;
  };
  std::vector<Readout> readouts = {
      {"output", "g(" + canvas::shown_rounded(result.query, 3) + ") =", number_or_gap(result.output), canvas::Role::kOutput}};
  if (!std::isnan(result.rmse)) readouts.push_back({"rmse", "RMSE", number_or_gap(result.rmse), canvas::Role::kInk});
  readouts.push_back(
      {"loo-error", area.width > 420 ? "leave-one-out error" : "left out", number_or_gap(result.left_out), canvas::Role::kInk});
  float x = area.x;
  const float line = 1.6f * size;
  for (const Readout& readout : readouts) {
    const canvas::TextStyle name = charts::quiet(canvas, size);
    const canvas::TextStyle value{.color = canvas.color(canvas.is_hot(readout.id) ? canvas::Role::kAccent : readout.role),
                                  .size = size,
                                  .font = canvas::Font::kStrong};
    const float first = canvas.measure(readout.name, name).width + 5, width = first + canvas.measure(readout.value, value).width;
    if (x + width > area.right()) break;
    canvas.text({x, area.y + line / 2}, readout.name, name);
    canvas.text({x + first, area.y + line / 2}, readout.value, value);
    canvas.region(readout.id, {x, area.y, width, line}, canvas::Grip::kHover, readout.name);
    x += width + 1.6f * size;
  }
  return line;
}

void draw_density(canvas::Canvas& canvas, const charts::Axes& axes, const Mat& counts) {
  const Real most = std::max(counts.maxCoeff(), Real(1));
  std::vector<canvas::Color> colors;
  for (Index i = 0; i < counts.size(); ++i) {
    const float t = std::sqrt(static_cast<float>(counts.data()[i] / most));
    colors.push_back(canvas::mix(canvas.color(canvas::Role::kBackground), canvas.color(canvas::Role::kValue), 0.75f * t));
  }
  canvas.cells(axes.plot, static_cast<int>(counts.rows()), static_cast<int>(counts.cols()), colors);
}

/// Draws the data points. The more weight a point's key has for the query, the larger and stronger the point.
void draw_points(canvas::Canvas& canvas, const charts::Axes& axes, const Result& result, Params& edit) {
  const bool movable = result.x.rows() <= kMostMovable;
  const Real largest = std::max(result.answer.weights.maxCoeff(), Real(1e-12));
  const Index n = result.x.rows(), lit = key_under_hand(canvas, result.matrix);
  const float room = axes.plot.width / static_cast<float>(std::max<Index>(n, 1)), base = std::clamp(room, 1.2f, 3.0f);
  for (Index i = 0; i < n; ++i) {
    const float share = static_cast<float>(result.answer.weights(0, i) / largest);
    const canvas::Point at = axes.to_pixel(static_cast<double>(result.x(i, 0)), static_cast<double>(result.y(i, 0)));
    const std::string id = "point[" + std::to_string(i) + "]";
    const bool hot = i == lit || (movable && canvas.is_hot(id));
    const float radius = base + 1.8f * share + (hot ? 2.5f : 0);
    if (hot) charts::draw_mark(canvas, at, canvas::Role::kValue, radius + 4, canvas.color(canvas::Role::kAccent).with_alpha(0.35f));
    charts::draw_mark(canvas, at, canvas::Role::kValue, radius, canvas.color(canvas::Role::kValue).with_alpha(0.3f + 0.7f * share));
    if (!movable) continue;
    const canvas::Interaction interaction =
        canvas.region(id, {at.x - 5, at.y - 5, 10, 10}, canvas::Grip::kDrag, "point " + std::to_string(i + 1) + ", drag to move");
    const auto to = charts::moved(interaction, at, axes.plot, 2);
    if (!to) continue;
    edit.moved.conservativeResize(edit.moved.rows() + 1, 3);
    edit.moved.bottomRows(1) << static_cast<Real>(i), thousandth(axes.x_at(*to)), thousandth(axes.y_at(*to));
  }
}

void draw_lines(canvas::Canvas& canvas, const charts::Axes& axes, const Result& result) {
  const std::vector<double> grid = column(result.grid);
  const float mean = axes.y.to_pixel(static_cast<double>(result.mean));
  canvas.line({axes.plot.x, mean}, {axes.plot.right(), mean}, {canvas.color(canvas::Role::kMuted), 1.25f, true});
  if (result.truth.rows() > 0)
    charts::draw_curve(canvas, axes, grid, column(result.truth), {canvas.color(canvas::Role::kInk).with_alpha(0.75f), 1.5f});
  charts::draw_curve(canvas, axes, grid, column(result.fit), {canvas.color(canvas::Role::kOutput), 3});
}

float draw_names(canvas::Canvas& canvas, canvas::Rect area, const Result& result, float size) {
  std::vector<charts::LegendEntry> entries = {{"fit g(x)", canvas.color(canvas::Role::kOutput)}};
  if (result.truth.rows() > 0) entries.push_back({"truth 2 sin x + x", canvas.color(canvas::Role::kInk).with_alpha(0.75f)});
  entries.push_back({"mean of y", canvas.color(canvas::Role::kMuted), charts::LegendEntry::Look::kDashes});
  const bool dense = result.density.size() > 0;
  entries.push_back({"data", canvas.color(canvas::Role::kValue),
                     dense ? charts::LegendEntry::Look::kFill : charts::LegendEntry::Look::kMark, canvas::Role::kValue});
  return charts::draw_legend(canvas, area, entries, size);
}

/// The weights under the x axis: a stem for each key, up to the kernel's curve.
void draw_strip(canvas::Canvas& canvas, const charts::Axes& axes, canvas::Rect strip, const Result& result, float size) {
  const Real top = std::max(result.answer.weights.maxCoeff(), Real(1e-12));
  charts::Axes below{strip, axes.x, {0, static_cast<double>(top) * 1.4, strip.bottom(), strip.y}};
  charts::draw_area(canvas, below, column(result.profile_x), column(result.profile), 0, canvas.color(canvas::Role::kKey).with_alpha(0.16f));
  const Index n = result.answer.weights.cols(), stride = std::max<Index>(1, n / kMostStems);
  const bool lit = canvas.is_hot("weights");
  for (Index i = 0; i < n; i += stride) {
    const float x = axes.x.to_pixel(static_cast<double>(result.x(i, 0)));
    const std::string id = "weights[0," + std::to_string(i) + "]";
    const bool hot = canvas.is_hot(id) || canvas.is_hot("point[" + std::to_string(i) + "]");
    const float y = below.y.to_pixel(static_cast<double>(result.answer.weights(0, i)));
    canvas.line({x, strip.bottom()}, {x, std::min(y, strip.bottom() - 2)},
                {canvas.color(hot || lit ? canvas::Role::kAccent : canvas::Role::kKey), hot ? 3.0f : 1.25f});
    if (n <= kMostStems)
      canvas.region(id, {x - 2.5f, std::min(y, strip.bottom() - 8), 5, strip.bottom() - std::min(y, strip.bottom() - 8)},
                    canvas::Grip::kHover, "weight of one key");
  }
  canvas.line({strip.x, strip.bottom()}, {strip.right(), strip.bottom()}, {canvas.color(canvas::Role::kMuted).with_alpha(0.6f)});
  const float tip = below.y.to_pixel(static_cast<double>(top));
  const canvas::TextStyle name{.color = canvas.color(canvas::Role::kKey), .size = size - 1, .baseline = canvas::Baseline::kTop};
  canvas.text({strip.x + 3, strip.y}, "weights", name);
  if (std::isnan(result.output)) return;
  canvas.line({strip.x, tip}, {strip.right(), tip}, {canvas.color(canvas::Role::kFaint), 1, true});
  const canvas::TextStyle tick{
      .color = canvas.color(canvas::Role::kMuted), .size = size - 1, .align = canvas::Align::kRight, .baseline = canvas::Baseline::kBottom};
  canvas.text({strip.right(), tip - 1}, "largest " + canvas::shown_rounded(top, 2), tick);
}

void draw_query(canvas::Canvas& canvas, const charts::Axes& axes, canvas::Rect strip, const Result& result, float size, Params& edit) {
  const double q = static_cast<double>(result.query);
  const float x = axes.x.to_pixel(q);
  const bool answered = !std::isnan(result.output);
  for (const canvas::Rect& part : {axes.plot, strip})  // the line spares the numbers between the two
    canvas.line({x, part.y}, {x, part.bottom()}, {canvas.color(canvas::Role::kQuery), 1.75f});
  if (answered) {
    const canvas::Point at = axes.to_pixel(q, static_cast<double>(result.output));
    if (canvas.is_hot("output")) canvas.circle(at, 13, canvas.color(canvas::Role::kOutput).with_alpha(0.22f));
    charts::draw_mark(canvas, at, canvas::Role::kOutput, 8, canvas.color(canvas::Role::kBackground));
    charts::draw_mark(canvas, at, canvas::Role::kOutput, 6, canvas.color(canvas::Role::kOutput));
  } else {
    const bool right = x < axes.plot.center().x;
    canvas.text({x + (right ? 7.0f : -7.0f), axes.plot.y + size}, "no key in reach: no answer",
                {.color = canvas.color(canvas::Role::kWarning),
                 .size = size,
                 .font = canvas::Font::kStrong,
                 .align = right ? canvas::Align::kLeft : canvas::Align::kRight});
  }
  const auto to = charts::draw_axis_handle(
      canvas, axes, q, strip.bottom(), {.id = "query", .label = "query, drag along the axis", .role = canvas::Role::kQuery, .radius = 7});
  if (to) edit.query = std::clamp(thousandth((*to - axes.x.min) / (axes.x.max - axes.x.min)), Real(0), Real(1));
}

void draw_cloud(canvas::Canvas& canvas, const Result& result, Params& edit) {
  canvas::Rect all = canvas.bounds();
  const float size = std::clamp(all.width / 58, 11.0f, 14.0f);
  all = charts::wide_page(canvas, 6);
  all.cut_top(draw_readouts(canvas, all, result, size) + 2);
  all.cut_top(draw_names(canvas, all, result, size) + 2);
  all.cut_bottom(8);
  const canvas::Rect lower = all.cut_bottom(std::clamp(0.2f * all.height, 34.0f, 120.0f));
  const charts::Axes axes = charts::draw_axes(canvas, all, {.label = {}, .min = result.box.left, .max = result.box.right},
                                              {.label = {}, .min = result.box.low, .max = result.box.high}, size - 1);
  const canvas::Rect strip{axes.plot.x, lower.y + 2, axes.plot.width, lower.height - 4};

  canvas.push_clip(axes.plot);
  if (result.density.size() > 0) draw_density(canvas, axes, result.density);
  canvas.pop_clip();
  if (result.density.size() == 0) draw_points(canvas, axes, result, edit);
  draw_lines(canvas, axes, result);
  draw_strip(canvas, axes, strip, result, size);
  draw_query(canvas, axes, strip, result, size, edit);
}

}  // namespace

void draw_fit(canvas::Canvas& canvas, const Params&, const Result& result, Params& edit) {
  canvas::Rect cloud = canvas.bounds();
  if (cloud.width < kBeside) return draw_cloud(canvas, result, edit);
  {
    canvas::PartCanvas beside(canvas, cloud.cut_right(0.42f * cloud.width), {}, /*still=*/false);
    draw_few_rows(beside, result);
  }
  canvas::PartCanvas rest(canvas, cloud, {}, /*still=*/false);
  draw_cloud(rest, result, edit);
}

}  // namespace attn::lessons::kernel_regression
