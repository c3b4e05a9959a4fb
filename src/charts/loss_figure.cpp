#include "charts/loss_figure.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"

namespace attn::charts {
namespace {

std::vector<double> column(const Mat& m, Index j, double factor = 1) {
  std::vector<double> out(static_cast<size_t>(m.rows()));
  for (size_t i = 0; i < out.size(); ++i) out[i] = factor * static_cast<double>(m(static_cast<Index>(i), j));
  return out;
}

double largest_finite(const Mat& m, double at_least) {
  double most = at_least;
  for (Index i = 0; i < m.rows(); ++i)
    if (std::isfinite(m(i, 1))) most = std::max(most, static_cast<double>(m(i, 1)));
  return most;
}

/// Draws wrapped lines at the foot of `area` and returns their height.
float draw_note(canvas::Canvas& canvas, canvas::Rect area, std::string_view note, const canvas::TextStyle& style) {
  const std::vector<std::string> lines = canvas::wrapped(canvas, note, style, area.width);
  const float height = 1.35f * style.size * static_cast<float>(lines.size());
  canvas::draw_lines(canvas, area.cut_bottom(height), lines, style);
  return height + 4;
}

/// What is written above a diagram, and the dashed line across it.
struct Heading {
  std::string_view title, brief;           ///< `brief` is used where there is no room for the title
  std::string value;                       ///< at the last step
  canvas::Role role = canvas::Role::kInk;  ///< colours the value
  std::string_view level = {};             ///< the dashed line's name; empty: none
};

constexpr float kDash = 16;       ///< length of the dashed line's sample
constexpr double kNoSteps = 100;  ///< where the axis of the steps ends before the first step

/// Draws name, dashed line and value side by side above the diagram, where no curve runs through them.
void draw_heading(canvas::Canvas& canvas, canvas::Rect band, const Heading& heading, float size) {
  canvas::TextStyle value{.color = canvas.color(heading.role), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kRight};
  const float y = band.center().y;
  canvas.text({band.right(), y}, heading.value, value);
  band.cut_right(canvas.measure(heading.value, value).width + 10);
  const canvas::TextStyle small = quiet(canvas, size - 1), name{.color = canvas.color(canvas::Role::kInk), .size = size - 1};
  const float level = heading.level.empty() ? 0 : canvas.measure(heading.level, small).width + kDash + 16;
  const bool fits = canvas.measure(heading.title, name).width + level <= band.width;
  const std::string title = canvas::elided(canvas, fits ? heading.title : heading.brief, name, band.width - level);
  canvas.text({band.x, y}, title, name);
  if (heading.level.empty()) return;
  const float x = band.x + canvas.measure(title, name).width + 12;
  canvas.line({x, y}, {x + kDash, y}, {canvas.color(canvas::Role::kMuted), 1.25f, true});
  canvas.text({x + kDash + 4, y}, heading.level, small);
}

void draw_level(canvas::Canvas& canvas, const Axes& axes, double y) {
  if (y <= axes.y.min || y > axes.y.max) return;
  const float at = axes.y.to_pixel(y);
  canvas.line({axes.plot.x, at}, {axes.plot.right(), at}, {canvas.color(canvas::Role::kMuted), 1.25f, true});
}

void draw_series(canvas::Canvas& canvas, const Axes& axes, const Mat& values, std::string_view id, std::string_view label,
                 canvas::Role role) {
  const bool hot = canvas.is_hot(id);
  draw_curve(canvas, axes, column(values, 0), column(values, 1), {canvas.color(hot ? canvas::Role::kAccent : role), hot ? 3.0f : 2.0f});
  if (values.rows() > 0) canvas.region(id, axes.plot, canvas::Grip::kHover, label);
}

void draw_checks(canvas::Canvas& canvas, const Axes& axes, const Mat& held_out) {
  draw_curve(canvas, axes, column(held_out, 0), column(held_out, 1, 100), {canvas.color(canvas::Role::kOutput), 2});
  for (Index i = 0; i < held_out.rows(); ++i) {
    const canvas::Point at = axes.to_pixel(static_cast<double>(held_out(i, 0)), 100 * static_cast<double>(held_out(i, 1)));
    const std::string id = canvas::cell_id("held-out", static_cast<int>(i), 0);
    if (held_out.rows() <= 40 || canvas.hot() == id)
      draw_mark(canvas, at, canvas::Role::kOutput, 3.5f, canvas.color(canvas::Role::kOutput));
    canvas.region(id, {at.x - 5, at.y - 7, 10, 14}, canvas::Grip::kHover, "right ones among held-out examples");
  }
}

/// The last number of a table up to the shown step, or nothing where there is none.
std::string last_of(const Mat& values, int shown, int digits, double factor, std::string_view unit) {
  Index last = values.rows() - 1;
  while (shown >= 0 && last >= 0 && values(last, 0) > static_cast<Real>(shown)) --last;
  if (last < 0 || !std::isfinite(values(last, 1))) return {};
  const double value = factor * static_cast<double>(values(last, 1));
  return (unit.empty() ? canvas::shown_rounded(value, digits) : fixed(value, digits)) + std::string(unit);
}

/// The width that the numbers of vertical axes from 0 to each of `tops` need.
float widest_number(const canvas::Canvas& canvas, std::initializer_list<double> tops, const canvas::TextStyle& style) {
  float widest = 0;
  for (const double top : tops)
    for (int most = 2; most <= 8; ++most) {
      const std::vector<double> ticks = nice_ticks(0, top, most);
      const double step = ticks.size() > 1 ? ticks[1] : 1;
      for (const double tick : ticks) widest = std::max(widest, canvas.measure(tick_label(tick, step), style).width);
    }
  return widest;
}

double last_step(const Mat& m) { return m.rows() > 0 ? static_cast<double>(m(m.rows() - 1, 0)) : 0; }

void draw_earlier(canvas::Canvas& canvas, const Axes& axes, const LossPicture& picture, const Mat& (*of)(const EarlierCurves&),
                  double factor) {
  const canvas::Color grey = canvas::mix(canvas.color(canvas::Role::kBackground), canvas.color(canvas::Role::kMuted), 0.55f);
  canvas.push_clip(axes.plot);
  for (const bool lit : {false, true})
    for (const EarlierCurves& run : picture.earlier)
      if (run.lit == lit)
        draw_curve(canvas, axes, column(of(run), 0), column(of(run), 1, factor),
                   {lit ? canvas.color(canvas::Role::kAccent) : grey, lit ? 2.5f : 1.5f});
  canvas.pop_clip();
}

/// Writes each run's name at the end of its curve, unless another name is there.
void draw_names(canvas::Canvas& canvas, const Axes& axes, const LossPicture& picture, float size) {
  std::vector<canvas::Point> taken;
  for (const EarlierCurves& run : picture.earlier) {
    const Index last = run.losses.rows() - 1;
    if (last < 0 || !std::isfinite(run.losses(last, 1))) continue;
    canvas::Point at = axes.to_pixel(static_cast<double>(run.losses(last, 0)), static_cast<double>(run.losses(last, 1)));
    if (at.y < axes.plot.y || at.y > axes.plot.bottom()) continue;
    at.x += 4;
    if (std::any_of(taken.begin(), taken.end(),
                    [&](canvas::Point p) { return std::abs(p.x - at.x) < size && std::abs(p.y - at.y) < size; }))
      continue;
    taken.push_back(at);
    canvas.text(at, run.name, {.color = canvas.color(run.lit ? canvas::Role::kAccent : canvas::Role::kMuted), .size = size});
  }
}

/// Three diagrams over the same steps, in equal parts of the height. The lowest has the numbers of the steps.
void draw_diagrams(canvas::Canvas& canvas, canvas::Rect area, const LossPicture& picture, float size) {
  const bool begun = picture.losses.rows() > 0 || !picture.earlier.empty();
  double steps = begun ? std::max(last_step(picture.losses), 2.0) : kNoSteps;
  double loss_top = largest_finite(picture.losses, std::max(picture.guessing, 0.1));
  double norm_top = largest_finite(picture.gradient_norms, std::max(1.2 * picture.clip, 0.1));
  const double fair_loss = 1.5 * loss_top, fair_norm = 2 * norm_top;  // earlier curves that ran away leave the picture
  for (const EarlierCurves& run : picture.earlier) {
    steps = std::max(steps, last_step(run.losses));
    loss_top = std::max(loss_top, std::min(fair_loss, largest_finite(run.losses, 0)));
    norm_top = std::max(norm_top, std::min(fair_norm, largest_finite(run.gradient_norms, 0)));
  }
  loss_top *= 1.05, norm_top *= 1.1;
  const float room = widest_number(canvas, {104, loss_top, norm_top}, quiet(canvas, size - 1)) + 6;
  const float foot = 2.5f * size, gap = 0.5f * size, each = (area.height - foot - 2 * gap) / 3;
  const auto axes_below = [&](const Heading& heading, double top, bool lowest) {
    canvas::Rect part = area.cut_top(each + (lowest ? foot : 0));
    area.cut_top(gap);
    draw_heading(canvas, part.cut_top(1.3f * size), heading, size);
    const AxisSpec x{.label = lowest ? "training step" : "", .min = 0, .max = steps, .shows_ticks = lowest, .room = 14};
    return draw_axes(canvas, part, x, {.label = {}, .min = 0, .max = top, .room = room}, size - 1);
  };
  const std::string examples = "held-out " + std::string(picture.example) + "s ";
  const std::string checks = examples + std::string(picture.right) + " (%)", brief = examples + "right (%)",
                    loss = "loss (" + std::string(picture.loss_unit) + "), mean of 20 steps";
  const Axes shares = axes_below(
      {.title = checks, .brief = brief, .value = last_of(picture.held_out, picture.shown, 0, 100, " %"), .role = canvas::Role::kOutput},
      104, false);
  draw_earlier(
      canvas, shares, picture, [](const EarlierCurves& run) -> const Mat& { return run.held_out; }, 100);
  draw_checks(canvas, shares, picture.held_out);
  const Axes losses = axes_below({.title = loss,
                                  .brief = "loss, mean of 20 steps",
                                  .value = last_of(picture.losses, picture.shown, 3, 1, {}),
                                  .level = picture.guessing > 0 ? "guessing" : ""},
                                 loss_top, false);
  draw_level(canvas, losses, picture.guessing);
  draw_earlier(
      canvas, losses, picture, [](const EarlierCurves& run) -> const Mat& { return run.losses; }, 1);
  draw_names(canvas, losses, picture, size - 2);
  draw_series(canvas, losses, picture.losses, "loss-curve", "loss, the mean of the last 20 steps", canvas::Role::kInk);
  const Axes norms = axes_below({.title = "gradient norm, mean of 20 steps",
                                 .brief = "gradient norm, mean of 20",
                                 .value = last_of(picture.gradient_norms, picture.shown, 3, 1, {}),
                                 .role = canvas::Role::kKey,
                                 .level = picture.clip > 0 ? "cut here" : ""},
                                norm_top, true);
  draw_level(canvas, norms, picture.clip);
  draw_earlier(
      canvas, norms, picture, [](const EarlierCurves& run) -> const Mat& { return run.gradient_norms; }, 1);
  draw_series(canvas, norms, picture.gradient_norms, "gradient-norm", "gradient norm before clipping, the mean of the last 20 steps",
              canvas::Role::kKey);
  if (picture.shown < 0) return;
  for (const Axes* axes : {&shares, &losses, &norms}) {
    const float x = axes->x.to_pixel(picture.shown);
    canvas.line({x, axes->plot.y}, {x, axes->plot.bottom()}, {canvas.color(canvas::Role::kAccent), 1.5f});
  }
}

}  // namespace

void draw_training(canvas::Canvas& canvas, canvas::Rect area, const LossPicture& picture, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const float size = std::clamp(std::min(canvas.bounds().width / 58, canvas.bounds().height / 26), 11.0f, 14.0f);
  if (!picture.note.empty()) area.cut_bottom(draw_note(canvas, area, picture.note, quiet(canvas, size - 1)));
  if (picture.losses.rows() == 0 && picture.earlier.empty()) {
    const canvas::TextStyle words = quiet(canvas, size);
    area.cut_top(6 + canvas::draw_paragraph(canvas, area,
                                            "Nothing has been trained yet on this page. Press Train: accuracy, loss and gradient norm are "
                                            "drawn here step by step.",
                                            words));
  }
  draw_diagrams(canvas, area, picture, size);
}

void draw_training(canvas::Canvas& canvas, const LossPicture& picture, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::Rect all = canvas.bounds();
  draw_training(canvas, all.inset(std::clamp(all.width / 60, 6.0f, 20.0f), 8), picture);
}

}  // namespace attn::charts
