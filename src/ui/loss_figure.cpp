#include "ui/loss_figure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "ui/handle.h"
#include "ui/paragraph.h"
#include "ui/plot.h"
#include "ui/regions.h"

namespace attn::ui {
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

/// One line across a diagram with its name at the right end.
void draw_level(Canvas& canvas, const Axes& axes, double y, std::string_view name, float size) {
  if (y <= axes.y.min || y > axes.y.max) return;
  const float at = axes.y.to_pixel(y);
  canvas.line({axes.plot.x, at}, {axes.plot.right(), at}, {canvas.color(Role::kMuted), 1.25f, true});
  canvas.text({axes.plot.right() - 3, at - 2}, name,
              {.color = canvas.color(Role::kMuted), .size = size, .align = Align::kRight, .baseline = Baseline::kBottom});
}

/// A curve of numbers per step with the last one written at its head.
void draw_series(Canvas& canvas, const Axes& axes, const Mat& values, std::string_view id, std::string_view label, Role role, float size) {
  const bool hot = canvas.is_hot(id);
  draw_curve(canvas, axes, column(values, 0), column(values, 1), {canvas.color(hot ? Role::kAccent : role), hot ? 3.0f : 2.0f});
  canvas.region(id, axes.plot, Grip::kHover, label);
  const Index last = values.rows() - 1;
  if (last < 0 || !std::isfinite(values(last, 1))) return;
  canvas.text({axes.plot.right() - 3, axes.plot.y - 3}, rounded(static_cast<double>(values(last, 1)), 3),
              {.color = canvas.color(role), .size = size, .font = Font::kStrong, .align = Align::kRight, .baseline = Baseline::kBottom});
}

void draw_checks(Canvas& canvas, const Axes& axes, const Mat& held_out, float size) {
  draw_curve(canvas, axes, column(held_out, 0), column(held_out, 1, 100), {canvas.color(Role::kOutput), 2});
  for (Index i = 0; i < held_out.rows(); ++i) {
    const Point at = axes.to_pixel(static_cast<double>(held_out(i, 0)), 100 * static_cast<double>(held_out(i, 1)));
    const std::string id = cell_id("held-out", static_cast<int>(i), 0);
    if (held_out.rows() <= 40 || canvas.hot() == id) draw_mark(canvas, at, Role::kOutput, 3.5f, canvas.color(Role::kOutput));
    canvas.region(id, {at.x - 5, at.y - 7, 10, 14}, Grip::kHover, "exact matches on held-out examples");
  }
  if (held_out.rows() == 0) return;
  canvas.text(
      {axes.plot.right() - 3, axes.plot.y - 3}, fixed(100 * static_cast<double>(held_out(held_out.rows() - 1, 1)), 0) + " %",
      {.color = canvas.color(Role::kOutput), .size = size, .font = Font::kStrong, .align = Align::kRight, .baseline = Baseline::kBottom});
}

}  // namespace

void draw_training(Canvas& canvas, Rect area, const LossPicture& picture) {
  const float size = std::clamp(canvas.bounds().width / 58, 11.0f, 14.0f);
  if (!picture.note.empty())
    canvas.text({area.x, area.cut_bottom(1.5f * size).center().y}, picture.note, {.color = canvas.color(Role::kMuted), .size = size - 1});
  const Index last = picture.losses.rows() - 1;
  if (last < 0) {
    area.cut_top(0.35f * area.height);
    draw_paragraph(canvas, area.inset(0.1f * area.width, 0), "Nothing has been trained yet on this page. Press Train to begin.",
                   {.color = canvas.color(Role::kMuted), .size = size + 2});
    return;
  }
  const double steps = std::max(static_cast<double>(picture.losses(last, 0)), 2.0);
  const AxisSpec hidden{.label = {}, .min = 0, .max = steps, .shows_ticks = false};
  const float height = area.height;
  const Rect accuracy = area.cut_top(0.28f * height), norm = area.cut_bottom(0.3f * height);
  area = area.inset(0, 0.7f * size);
  draw_checks(canvas,
              draw_axes(canvas, accuracy, hidden, {.label = "held-out sources right to the last word (%)", .min = 0, .max = 104}, size - 1),
              picture.held_out, size);
  const double top = 1.05 * largest_finite(picture.losses, std::max(picture.guessing, 0.1));
  const Axes losses = draw_axes(canvas, area, hidden, {.label = "loss (nats a word)", .min = 0, .max = top}, size - 1);
  draw_level(canvas, losses, picture.guessing, "guessing", size - 1);
  draw_series(canvas, losses, picture.losses, "loss-curve", "loss of each batch", Role::kInk, size);
  const double norm_top = 1.1 * largest_finite(picture.gradient_norms, std::max(1.3 * picture.clip, 0.1));
  const Axes norms = draw_axes(canvas, norm, {.label = "training step", .min = 0, .max = steps},
                               {.label = "gradient norm", .min = 0, .max = norm_top}, size - 1);
  draw_level(canvas, norms, picture.clip, "cut here", size - 1);
  draw_series(canvas, norms, picture.gradient_norms, "gradient-norm", "gradient norm before clipping", Role::kKey, size);
}

void draw_training(Canvas& canvas, const LossPicture& picture) {
  const Rect all = canvas.bounds();
  draw_training(canvas, all.inset(std::clamp(all.width / 60, 6.0f, 20.0f), 8), picture);
}

}  // namespace attn::ui
