// The window of local attention over one step's weights, and the weights that a softmax over all positions would have given.
#include <algorithm>
#include <array>
#include <cmath>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "lessons/07_alignment/figures.h"
#include "lessons/07_alignment/words.h"
#include "lessons/translation/source_text.h"

namespace attn::lessons::alignment {
namespace {

using models::AlignmentReach;

std::string foot_of(const Params& p, const Result& r) {
  if (!r.trained) return warning(r);
  const std::string centre = canvas::shown_fixed(step_of(r).centre + 1, 1), window = std::to_string(p.model.window);
  if (p.model.reach == AlignmentReach::global) return "global: every position is within reach";
  if (p.model.reach == AlignmentReach::local_m)
    return "local-m: the centre is the step\u2019s own number, " + canvas::shown_fixed(step_of(r).centre + 1, 0) + "; D = " + window;
  return "local-p: predicted centre " + centre + ", D = " + window + ", \u03c3 = " + canvas::shown_rounded(step_of(r).deviation, 2);
}

/// The window as a band, its centre as a vertical line and, for local-p, the Gaussian about that.
void draw_reach(canvas::Canvas& canvas, const charts::Axes& axes, const Params& p, const Result& r) {
  if (p.model.reach == AlignmentReach::global) return;
  const double centre = static_cast<double>(step_of(r).centre) + 1, reach = p.model.window, last = axes.x.max;
  const double edge = p.model.reach == AlignmentReach::local_m ? reach + 0.5 : reach;  // local-m reaches whole words
  const float from = axes.x.to_pixel(std::clamp(centre - edge, axes.x.min, last)),
              to = axes.x.to_pixel(std::clamp(centre + edge, axes.x.min, last));
  canvas.rect({from, axes.plot.y, std::max(0.0f, to - from), axes.plot.height}, canvas.color(canvas::Role::kAccent).with_alpha(0.08f));
  charts::draw_rule(canvas, axes, std::clamp(centre, axes.x.min, last), "p", {canvas.color(canvas::Role::kAccent), 1.5f});
  if (p.model.reach != AlignmentReach::local_p) return;
  constexpr int kPoints = 121;
  std::array<double, kPoints> xs, ys;
  const auto sigma = static_cast<double>(step_of(r).deviation);
  for (size_t i = 0; i < kPoints; ++i) {
    xs[i] = axes.x.min + (last - axes.x.min) * static_cast<double>(i) / (kPoints - 1);
    const double far = xs[i] - centre;
    ys[i] = std::abs(far) > reach ? 0 : std::exp(-far * far / (2 * sigma * sigma));
  }
  charts::draw_curve(canvas, axes, xs, ys, {canvas.color(canvas::Role::kAccent), 1.75f});
}

void draw_bars(canvas::Canvas& canvas, const charts::Axes& axes, const Result& r) {
  const auto m = static_cast<int>(r.sentence.source.size());
  const float pitch = axes.plot.width / static_cast<float>(m), width = std::min(0.56f * pitch, 46.0f);
  for (int j = 0; j < m; ++j) {
    const float x = axes.x.to_pixel(j + 1), all = axes.y.to_pixel(static_cast<double>(r.at.softmax(0, j)));
    const float own = axes.y.to_pixel(static_cast<double>(r.weights(r.step, j)));
    canvas.rect({x - width / 2, own, width, axes.plot.bottom() - own}, canvas.color(canvas::Role::kQuery).with_alpha(0.75f), 2);
    canvas.border({x - width / 2 - 3, all, width + 6, axes.plot.bottom() - all}, {canvas.color(canvas::Role::kMuted), 1.25f, true}, 2);
  }
  const canvas::Interaction hand = canvas.grid("weights", axes.plot, 1, m, canvas::Grip::kHover, "weights of this step");
  if (hand.row >= 0) canvas.border(axes.plot.cell(0, hand.col, 1, m), {canvas.color(canvas::Role::kAccent), 1.5f}, 2);
}

}  // namespace

void draw_window(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  const canvas::Rect foot = area.cut_bottom(20);
  canvas.text({foot.x, foot.center().y}, canvas::elided(canvas, foot_of(p, r), charts::quiet(canvas, 12), foot.width),
              charts::quiet(canvas, 12));
  if (r.weights.size() == 0) return;
  const std::array<charts::LegendEntry, 3> legend{
      {{"weights in use", canvas.color(canvas::Role::kQuery).with_alpha(0.75f), charts::LegendEntry::Look::kFill},
       {"softmax over all positions", canvas.color(canvas::Role::kMuted), charts::LegendEntry::Look::kDashes},
       {"Gaussian about p", canvas.color(canvas::Role::kAccent), charts::LegendEntry::Look::kLine}}};
  const size_t entries = p.model.reach == AlignmentReach::local_p ? 3 : 2;
  area.cut_top(charts::draw_legend(canvas, area, std::span(legend).first(entries)) + 6);
  const auto m = static_cast<double>(r.sentence.source.size());
  canvas::TextStyle style{.color = canvas.color(canvas::Role::kKey), .size = 12, .align = canvas::Align::kCenter};
  float widest = 0;
  for (const std::string& name : r.sentence.source) widest = std::max(widest, canvas.measure(name, style).width);
  const canvas::Rect names = area.cut_bottom(std::min(std::max(46.0f, widest + 8), 0.3f * area.height));
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "", .min = 0.5, .max = m + 0.5, .shows_ticks = false},
                                              {.label = "weight", .min = 0, .max = 1});
  draw_reach(canvas, axes, p, r);
  draw_bars(canvas, axes, r);
  const float pitch = axes.plot.width / static_cast<float>(m);
  if (widest > pitch) style.angle = -90, style.align = canvas::Align::kRight, style.size = std::clamp(pitch - 1, 8.0f, 12.0f);
  for (size_t j = 0; j < r.sentence.source.size(); ++j) {
    const std::string name = canvas::elided(canvas, r.sentence.source[j], style, widest > pitch ? names.height - 4 : pitch);
    canvas.text({axes.x.to_pixel(static_cast<double>(j) + 1), names.y + (widest > pitch ? 2.0f : 9.0f)}, name, style);
  }
}

}  // namespace attn::lessons::alignment
