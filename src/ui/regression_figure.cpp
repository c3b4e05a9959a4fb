#include "ui/regression_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "ui/handle.h"
#include "ui/number_text.h"
#include "ui/plot.h"

namespace attn::ui {
namespace {

constexpr Index kMostStems = 400;  ///< weights that are drawn one by one

std::vector<double> column(const Mat& m) {
  std::vector<double> out(static_cast<size_t>(m.rows()));
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(m(static_cast<Index>(i), 0));
  return out;
}

std::string number_or_gap(Real value) { return std::isnan(value) ? "none" : shown_rounded(value, 3); }

/// "RMSE 0.31" and the like, one behind the other as far as they fit; returns the height used.
float draw_readouts(Canvas& canvas, Rect area, const RegressionPicture& picture, float size) {
  struct Readout {
    std::string_view id;
    std::string name, value;
    Role role;
  };
  std::vector<Readout> readouts = {
      {"output", "g(" + shown_rounded(picture.query, 3) + ") =", number_or_gap(picture.output), Role::kOutput}};
  if (!std::isnan(picture.rmse)) readouts.push_back({"rmse", "RMSE", number_or_gap(picture.rmse), Role::kInk});
  readouts.push_back({"loo-error", area.width > 420 ? "leave-one-out error" : "left out", number_or_gap(picture.left_out), Role::kInk});
  float x = area.x;
  const float line = 1.6f * size;
  for (const Readout& readout : readouts) {
    const TextStyle name{.color = canvas.color(Role::kMuted), .size = size};
    const TextStyle value{
        .color = canvas.color(canvas.is_hot(readout.id) ? Role::kAccent : readout.role), .size = size, .font = Font::kStrong};
    const float first = canvas.measure(readout.name, name).width + 5, width = first + canvas.measure(readout.value, value).width;
    if (x + width > area.right()) break;
    canvas.text({x, area.y + line / 2}, readout.name, name);
    canvas.text({x + first, area.y + line / 2}, readout.value, value);
    canvas.region(readout.id, {x, area.y, width, line}, Grip::kHover, readout.name);
    x += width + 1.6f * size;
  }
  return line;
}

void draw_density(Canvas& canvas, const Axes& axes, const RegressionPicture& picture) {
  const Mat& counts = picture.density;
  const Real most = std::max(counts.maxCoeff(), Real(1));
  std::vector<Color> colors;
  for (Index i = 0; i < counts.size(); ++i) {
    const float t = std::sqrt(static_cast<float>(counts.data()[i] / most));
    colors.push_back(mix(canvas.color(Role::kBackground), canvas.color(Role::kValue), 0.75f * t));
  }
  canvas.cells(axes.plot, static_cast<int>(counts.rows()), static_cast<int>(counts.cols()), colors);
}

/// Points whose keys matter to the query are larger and stronger.
void draw_points(Canvas& canvas, const Axes& axes, const RegressionPicture& picture, RegressionHand* hand) {
  const Real largest = std::max(picture.weights.maxCoeff(), Real(1e-12));
  const Index n = picture.xs.rows();
  const float room = axes.plot.width / static_cast<float>(std::max<Index>(n, 1)), base = std::clamp(room, 1.2f, 3.0f);
  for (Index i = 0; i < n; ++i) {
    const float share = static_cast<float>(picture.weights(0, i) / largest);
    const Point at = axes.to_pixel(static_cast<double>(picture.xs(i, 0)), static_cast<double>(picture.ys(i, 0)));
    const std::string id = "point[" + std::to_string(i) + "]";
    const bool hot = picture.movable && canvas.is_hot(id);
    const float radius = base + 1.8f * share + (hot ? 2.5f : 0);
    if (hot) draw_mark(canvas, at, Role::kValue, radius + 4, canvas.color(Role::kAccent).with_alpha(0.35f));
    draw_mark(canvas, at, Role::kValue, radius, canvas.color(Role::kValue).with_alpha(0.3f + 0.7f * share));
    if (!picture.movable) continue;
    const Interaction interaction = canvas.region(id, {at.x - 5, at.y - 5, 10, 10}, Grip::kDrag, "data point, drag to move");
    const Point to = moved(interaction, at, axes.plot, 2);
    if (to.x == at.x && to.y == at.y) continue;
    hand->moved = static_cast<int>(i);
    hand->to = {static_cast<float>(axes.x_at(to)), static_cast<float>(axes.y_at(to))};
  }
}

void draw_lines(Canvas& canvas, const Axes& axes, const RegressionPicture& picture) {
  const std::vector<double> grid = column(picture.grid);
  const float mean = axes.y.to_pixel(static_cast<double>(picture.mean));
  canvas.line({axes.plot.x, mean}, {axes.plot.right(), mean}, {canvas.color(Role::kMuted), 1.25f, true});
  if (picture.truth.rows() > 0) draw_curve(canvas, axes, grid, column(picture.truth), {canvas.color(Role::kInk).with_alpha(0.75f), 1.5f});
  draw_curve(canvas, axes, grid, column(picture.fit), {canvas.color(Role::kOutput), 3});
}

float draw_names(Canvas& canvas, Rect area, const RegressionPicture& picture, float size) {
  std::vector<LegendEntry> entries = {{"fit g(x)", canvas.color(Role::kOutput)}};
  if (picture.truth.rows() > 0) entries.push_back({picture.truth_name, canvas.color(Role::kInk).with_alpha(0.75f)});
  entries.push_back({"mean of y", canvas.color(Role::kMuted), LegendEntry::Look::kDashes});
  const bool dense = picture.density.size() > 0;
  entries.push_back({"data", canvas.color(Role::kValue), dense ? LegendEntry::Look::kFill : LegendEntry::Look::kMark, Role::kValue});
  return draw_legend(canvas, area, entries, size);
}

/// The weights under the x axis: a stem for each key, up to the kernel's curve.
void draw_strip(Canvas& canvas, const Axes& axes, Rect strip, const RegressionPicture& picture, float size) {
  const Real top = std::max(picture.weights.maxCoeff(), Real(1e-12));
  Axes below{strip, axes.x, {0, static_cast<double>(top) * 1.4, strip.bottom(), strip.y}};
  draw_area(canvas, below, column(picture.profile_x), column(picture.profile), 0, canvas.color(Role::kKey).with_alpha(0.16f));
  const Index n = picture.weights.cols(), stride = std::max<Index>(1, n / kMostStems);
  const bool lit = canvas.is_hot("weights");
  for (Index i = 0; i < n; i += stride) {
    const float x = axes.x.to_pixel(static_cast<double>(picture.xs(i, 0)));
    const std::string id = "weights[0," + std::to_string(i) + "]";
    const bool hot = canvas.is_hot(id) || canvas.is_hot("point[" + std::to_string(i) + "]");
    const float y = below.y.to_pixel(static_cast<double>(picture.weights(0, i)));
    canvas.line({x, strip.bottom()}, {x, std::min(y, strip.bottom() - 2)},
                {canvas.color(hot || lit ? Role::kAccent : Role::kKey), hot ? 3.0f : 1.25f});
    if (n <= kMostStems)
      canvas.region(id, {x - 2.5f, std::min(y, strip.bottom() - 8), 5, strip.bottom() - std::min(y, strip.bottom() - 8)}, Grip::kHover,
                    "weight of one key");
  }
  canvas.line({strip.x, strip.bottom()}, {strip.right(), strip.bottom()}, {canvas.color(Role::kMuted).with_alpha(0.6f)});
  const float tip = below.y.to_pixel(static_cast<double>(top));
  const TextStyle name{.color = canvas.color(Role::kKey), .size = size - 1, .baseline = Baseline::kTop};
  canvas.text({strip.x + 3, strip.y}, "weights", name);
  if (std::isnan(picture.output)) return;
  canvas.line({strip.x, tip}, {strip.right(), tip}, {canvas.color(Role::kFaint), 1, true});
  const TextStyle tick{.color = canvas.color(Role::kMuted), .size = size - 1, .align = Align::kRight, .baseline = Baseline::kBottom};
  canvas.text({strip.right(), tip - 1}, "largest " + shown_rounded(top, 2), tick);
}

void draw_query(Canvas& canvas, const Axes& axes, Rect strip, const RegressionPicture& picture, float size, RegressionHand* hand) {
  const double q = static_cast<double>(picture.query);
  const float x = axes.x.to_pixel(q);
  const bool answered = !std::isnan(picture.output);
  for (const Rect& part : {axes.plot, strip})  // not through the numbers between them
    canvas.line({x, part.y}, {x, part.bottom()}, {canvas.color(Role::kQuery), 1.75f});
  if (answered) {
    const Point at = axes.to_pixel(q, static_cast<double>(picture.output));
    if (canvas.is_hot("output")) canvas.circle(at, 13, canvas.color(Role::kOutput).with_alpha(0.22f));
    draw_mark(canvas, at, Role::kOutput, 8, canvas.color(Role::kBackground));
    draw_mark(canvas, at, Role::kOutput, 6, canvas.color(Role::kOutput));
  } else {
    const bool right = x < axes.plot.center().x;
    canvas.text(
        {x + (right ? 7.0f : -7.0f), axes.plot.y + size}, "no key in reach: no answer",
        {.color = canvas.color(Role::kWarning), .size = size, .font = Font::kStrong, .align = right ? Align::kLeft : Align::kRight});
  }
  const Point grip{x, strip.bottom()};
  const Interaction interaction =
      draw_handle(canvas, grip, {.id = "query", .label = "query, drag along the axis", .role = Role::kQuery, .radius = 7});
  const Point to = moved(interaction, grip, {strip.x, strip.bottom(), strip.width, 0}, strip.width / 100);
  if (to.x != grip.x) hand->query = static_cast<Real>(axes.x_at(to));
}

}  // namespace

RegressionHand draw_regression(Canvas& canvas, const RegressionPicture& picture) {
  RegressionHand hand{.query = picture.query, .moved = -1, .to = {}};
  Rect all = canvas.bounds();
  const float size = std::clamp(all.width / 58, 11.0f, 14.0f);
  all = all.inset(std::clamp(all.width / 60, 6.0f, 20.0f), 6);
  all.cut_top(draw_readouts(canvas, all, picture, size) + 2);
  all.cut_top(draw_names(canvas, all, picture, size) + 2);
  all.cut_bottom(8);
  const Rect lower = all.cut_bottom(std::clamp(0.2f * all.height, 34.0f, 120.0f));
  const Axes axes = draw_axes(canvas, all, {.label = {}, .min = picture.left, .max = picture.right},
                              {.label = {}, .min = picture.low, .max = picture.high}, size - 1);
  const Rect strip{axes.plot.x, lower.y + 2, axes.plot.width, lower.height - 4};

  canvas.push_clip(axes.plot);
  if (picture.density.size() > 0) draw_density(canvas, axes, picture);
  canvas.pop_clip();
  if (picture.density.size() == 0) draw_points(canvas, axes, picture, &hand);
  draw_lines(canvas, axes, picture);
  draw_strip(canvas, axes, strip, picture, size);
  draw_query(canvas, axes, strip, picture, size, &hand);
  return hand;
}

}  // namespace attn::ui
