#include "lessons/02_kernel-regression/figure_widths.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/02_kernel-regression/views.h"

namespace attn::lessons::kernel_regression {
namespace {

double largest_error(const WidthErrors& errors) {
  double most = 0;
  for (const Mat* curve : {&errors.leave_one_out, &errors.training, &errors.truth})
    for (Index i = 0; i < curve->rows(); ++i)
      if (!std::isnan((*curve)(i, 0))) most = std::max(most, static_cast<double>((*curve)(i, 0)));
  return most > 0 ? most * 1.06 : 1;
}

/// A name beside its point, on the side where there is room.
void draw_note(canvas::Canvas& canvas, const charts::Axes& axes, canvas::Point at, const std::string& text, canvas::Role role, float size) {
  canvas::TextStyle style{.color = canvas.color(role), .size = size, .font = canvas::Font::kStrong};
  const float width = canvas.measure(text, style).width;
  const float left = std::clamp(at.x - width / 2, axes.plot.x + 2, std::max(axes.plot.x + 2, axes.plot.right() - width - 2));
  const canvas::Rect box{left - 3, at.y - 0.65f * size, width + 6, 1.3f * size};
  canvas.rect(box, canvas.color(canvas::Role::kBackground).with_alpha(0.85f), 3);
  canvas.text({left, at.y}, text, style);
}

void draw_path(canvas::Canvas& canvas, const charts::Axes& axes, const Descent& path) {
  for (Index i = 0; i + 1 < path.widths.rows(); ++i) {
    if (std::isnan(path.errors(i, 0))) continue;
    const canvas::Point at = axes.to_pixel(static_cast<double>(path.widths(i, 0)), static_cast<double>(path.errors(i, 0)));
    canvas.ring(at, i == 0 ? 5 : 3, {canvas.color(canvas::Role::kInk), 1.5f});
  }
}

/// The best width, with its name clear of the line at the width in use (pixel `used`).
void draw_minimum(canvas::Canvas& canvas, const charts::Axes& axes, const BestWidth& best, float used, float size) {
  if (std::isnan(best.width)) return;
  const canvas::Point at = axes.to_pixel(static_cast<double>(best.width), static_cast<double>(best.error));
  canvas.ring(at, 7, {canvas.color(canvas.is_hot("best-width") ? canvas::Role::kAccent : canvas::Role::kInk), 2.5f});
  canvas.region("best-width", {at.x - 8, at.y - 8, 16, 16}, canvas::Grip::kHover, "width with the least leave-one-out error");
  const std::string text = "minimum " + canvas::shown_rounded(best.error, 3) + " at width " + canvas::shown_rounded(best.width, 3);
  const float half = canvas.measure(text, charts::strong(canvas, size)).width / 2 + 6;
  const float middle = std::abs(at.x - used) < half ? used + (at.x < used && used - 2 * half > axes.plot.x ? -half : half) : at.x;
  draw_note(canvas, axes, {middle, at.y - 10 - size}, text, canvas::Role::kInk, size);
}

bool has_descended(const Result& result) { return result.path.widths.rows() > 1; }

float used_x(const charts::Axes& axes, const Result& result) {
  return std::clamp(axes.x.to_pixel(static_cast<double>(result.width)), axes.plot.x, axes.plot.right());
}

/// The line at the width in use. It is drawn before the texts that stand over the curves.
void draw_used_width(canvas::Canvas& canvas, const charts::Axes& axes, const Result& result) {
  const canvas::Stroke stroke{canvas.color(canvas::Role::kInk), 1.75f};
  const float used = used_x(axes, result);
  if (has_descended(result))
    charts::draw_rule(canvas, axes, axes.x.to_data(used), "now " + canvas::shown_rounded(static_cast<double>(result.width), 3), stroke);
  else
    canvas.line({used, axes.plot.y}, {used, axes.plot.bottom()}, stroke);
}

/// The point at the width in use, and the handle at the start of the descent.
void draw_handle_at_width(canvas::Canvas& canvas, const charts::Axes& axes, const Result& result, float size, Params& edit) {
  if (!std::isnan(result.left_out))
    canvas.circle({used_x(axes, result), axes.y.to_pixel(static_cast<double>(result.left_out))}, 5, canvas.color(canvas::Role::kInk));
  const auto start = static_cast<double>(result.path.widths(0, 0));
  const float bottom = axes.plot.bottom(), x = std::clamp(axes.x.to_pixel(start), axes.plot.x, axes.plot.right());
  auto width = charts::draw_axis_handle(
      canvas, axes, start, bottom,
      {.id = "width", .label = "width of the kernel, drag along the axis", .role = canvas::Role::kInk, .radius = 7});
  if (has_descended(result)) draw_note(canvas, axes, {x, bottom - 1.7f * size}, "start", canvas::Role::kInk, size);
  if (width && text_to_number(rounded(*width, 3), &*width)) edit.width = static_cast<Real>(*width);
}

/// How many points the errors are taken over; empty where it is all of them.
std::string note_of(const Result& result) {
  const Index used = result.problem.x.rows(), all = result.x.rows();
  return used == all ? std::string() : "Errors over " + std::to_string(used) + " of the " + std::to_string(all) + " points.";
}

}  // namespace

void draw_widths(canvas::Canvas& canvas, const Params&, const Result& result, Params& edit) {
  canvas::Rect all = canvas.bounds();
  const float size = std::clamp(all.width / 58, 11.0f, 14.0f);
  all = charts::wide_page(canvas, 6);
  std::vector<charts::LegendEntry> entries = {{"leave-one-out", canvas.color(canvas::Role::kKey)},
                                              {"training", canvas.color(canvas::Role::kMuted), charts::LegendEntry::Look::kDashes}};
  if (result.errors.truth.rows() > 0) entries.push_back({"against the true curve", canvas.color(canvas::Role::kOutput)});
  all.cut_top(charts::draw_legend(canvas, all, entries, size) + 4);
  if (const std::string note = note_of(result); !note.empty())
    canvas.text({all.x, all.cut_bottom(1.4f * size).center().y}, note, charts::quiet(canvas, size - 1));
  all.cut_bottom(4);
  const Index last = result.errors.widths.rows() - 1;
  const charts::Axes axes =
      charts::draw_axes(canvas, all,
                        {.label = "width",
                         .min = static_cast<double>(result.errors.widths(0, 0)),
                         .max = static_cast<double>(result.errors.widths(last, 0)),
                         .logarithmic = true},
                        {.label = "error (root mean square)", .min = 0, .max = largest_error(result.errors)}, size - 1);
  const std::vector<double> widths = column(result.errors.widths);
  charts::draw_curve(canvas, axes, widths, column(result.errors.training), {canvas.color(canvas::Role::kMuted), 1.75f, true});
  if (result.errors.truth.rows() > 0)
    charts::draw_curve(canvas, axes, widths, column(result.errors.truth), {canvas.color(canvas::Role::kOutput), 2});
  charts::draw_curve(canvas, axes, widths, column(result.errors.leave_one_out), {canvas.color(canvas::Role::kKey), 3});
  draw_path(canvas, axes, result.path);
  draw_used_width(canvas, axes, result);
  draw_minimum(canvas, axes, result.best, used_x(axes, result), size);
  draw_handle_at_width(canvas, axes, result, size, edit);
}

}  // namespace attn::lessons::kernel_regression
