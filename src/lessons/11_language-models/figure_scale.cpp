// Loss against scale: three diagrams with logarithmic axes, each with the models that were trained for it, the curve through all of them
// and the one that the smaller half would have promised, and what the reader has trained.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/scale_study.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr double kScaleLeast = 0.3, kScaleMost = 6;  ///< of the loss, in all three diagrams

/// The shape and the shade of a model by its layers.
struct LayersLook {
  int layers;
  Role shape;
  float shade;
};
constexpr LayersLook kLayersLooks[] = {{1, Role::kValue, 0.5f}, {2, Role::kOutput, 0.8f}, {4, Role::kKey, 1}};
const LayersLook& look_of(int layers) {
  for (const LayersLook& look : kLayersLooks)
    if (look.layers == layers) return look;
  return kLayersLooks[1];
}
Color layers_color(const Canvas& canvas, const LayersLook& look) {
  return canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kInk), look.shade);
}

/// Makes the model of a run ready to be trained by the reader.
void take_shape(const ScaleRun& run, Params& edit) {
  edit.reads = Reads::stories, edit.weights = Params::Weights::seed, edit.steps = 0;
  edit.layers = run.layers, edit.heads = run.heads, edit.width_log2 = static_cast<int>(std::lround(std::log2(run.width)));
  edit.batch = kScaleBatch, edit.learning_rate = static_cast<Real>(std::round(1e4 * scale_rate(run.width)) / 1e4);
}

void draw_scale_runs(Canvas& canvas, const charts::Axes& axes, Scale scale, Params& edit) {
  const auto runs = scale_runs(scale);
  for (size_t k = 0; k < runs.size(); ++k) {
    const ScaleRun& run = runs[k];
    const Point at = axes.to_pixel(scale_of(run, scale), std::clamp(run.loss, kScaleLeast, kScaleMost));
    const std::string id = canvas::cell_id(scale_cells(scale), static_cast<int>(k), 0);
    const LayersLook& look = look_of(run.layers);
    if (canvas.is_hot(id)) canvas.ring(at, 10, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, look.shape, 4.5f, layers_color(canvas, look));
    if (canvas.region(id, {at.x - 9, at.y - 9, 18, 18}, Grip::kClick, run_name(run, scale) + ", make it ready to be trained").pressed)
      take_shape(run, edit);
  }
}

/// What the reader has trained, as rings.
void draw_own_runs(Canvas& canvas, const charts::Axes& axes, const std::vector<OwnRun>& own, Scale scale) {
  for (size_t k = 0; k < own.size(); ++k) {
    const double x = own[k].at(scale);
    if (!(x > 0) || !std::isfinite(own[k].loss)) continue;
    const Point at = axes.to_pixel(std::clamp(x, axes.x.min, axes.x.max), std::clamp(own[k].loss, kScaleLeast, kScaleMost));
    const std::string id = canvas::cell_id("own-runs", static_cast<int>(k), 0);
    canvas.ring(at, canvas.is_hot(id) ? 9.0f : 6.5f, {canvas.color(Role::kAccent), 2.5f});
    canvas.region(id, {at.x - 9, at.y - 9, 18, 18}, Grip::kHover, own[k].name);
  }
}

void draw_scale_curve(Canvas& canvas, const charts::Axes& axes, const ScaleFit& fit, const canvas::Stroke& stroke) {
  std::vector<double> xs, ys;
  constexpr int kPoints = 60;
  for (int i = 0; i <= kPoints; ++i) {
    xs.push_back(axes.x.min * std::pow(axes.x.max / axes.x.min, static_cast<double>(i) / kPoints));
    ys.push_back(fit.at(xs.back()));
  }
  charts::draw_curve(canvas, axes, xs, ys, stroke);
}

void draw_scale(Canvas& canvas, Rect area, const Params&, const Result& r, Scale scale, bool first, Params& edit) {
  const auto runs = scale_runs(scale);
  const ScaleFit fit = fit_of(scale);
  const bool narrow = area.width < 160;
  const std::string name(kScaleNames[static_cast<size_t>(scale)]);
  canvas::TextStyle heading = charts::strong(canvas, 13);
  const Rect band = area.cut_top(20);
  canvas.text({band.x, band.center().y},
              charts::fitting(canvas, heading, band.width, {"Against " + name, "Against " + name.substr(name.rfind(' ') + 1)}), heading);
  if (!narrow) {
    const canvas::TextStyle said = charts::quiet(canvas, 12);
    const Rect line = area.cut_top(18);
    canvas.text({line.x, line.center().y},
                charts::fitting(canvas, said, line.width, {"loss = " + fit_text(fit, scale), fit_text(fit, scale)}), said);
  }
  area.height -= 16;  // for the numbers below
  const charts::Axes axes = charts::draw_axes(
      canvas, area,
      {.label = "",
       .min = 0.6 * scale_of(runs.front(), scale),
       .max = 1.7 * scale_of(runs.back(), scale),
       .logarithmic = true,
       .shows_ticks = false},
      {.label = "", .min = kScaleLeast, .max = kScaleMost, .logarithmic = true, .shows_ticks = first, .room = first ? 26.0f : 12.0f}, 11);
  const canvas::Stroke faint{canvas.color(Role::kFaint), 1};
  for (const double y : {0.5, 1.0, 2.0, 5.0})
    if (!first) canvas.line({axes.plot.x, axes.y.to_pixel(y)}, {axes.plot.right(), axes.y.to_pixel(y)}, faint);
  for (double x = 100; x < axes.x.max; x *= 10) {
    if (x < axes.x.min) continue;
    const float at = axes.x.to_pixel(x);
    canvas.line({at, axes.plot.y}, {at, axes.plot.bottom()}, faint);
    const std::string number = !narrow   ? thousands(std::lround(x))
                               : x < 1e3 ? fixed(x, 0)
                               : x < 1e6 ? fixed(x / 1e3, 0) + "k"
                                         : fixed(x / 1e6, 0) + "M";
    const canvas::TextStyle style = charts::quiet(canvas, 11, canvas::Align::kCenter);
    const float half = canvas.measure(number, style).width / 2;
    canvas.text({std::min(at, axes.plot.right() - half + 4), axes.plot.bottom() + 10}, number, style);
  }
  draw_scale_curve(canvas, axes, fit_of_smaller(scale), {canvas.color(Role::kMuted), 1.5f, true});
  draw_scale_curve(canvas, axes, fit, {canvas.color(Role::kOutput), 2});
  draw_scale_runs(canvas, axes, scale, edit);
  draw_own_runs(canvas, axes, r.prepared->own, scale);
}

}  // namespace

void prepare_scales(const Params& p, const Result& r) {
  if (!r.models) return;
  std::vector<OwnRun>& own = r.prepared->own;
  own.clear();
  if (p.reads != Reads::stories) return;
  own = own_runs(r.models->runs);
  const bool from_file = r.models->trainer.loaded();
  const double latest = r.losses.rows() ? static_cast<double>(r.losses(r.losses.rows() - 1, 1)) : std::nan("");
  OwnRun present{.name = "this model",
                 .weights = static_cast<double>(r.weights),
                 .steps = from_file ? 0.0 : r.step,
                 .batch = static_cast<double>(p.batch),
                 .loss = std::isfinite(r.held_out_loss) ? r.held_out_loss : latest};
  if (std::isfinite(present.loss)) own.push_back(std::move(present));
}

void draw_scales(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  using Look = charts::LegendEntry::Look;
  Rect area = charts::page(canvas);
  std::vector<std::string> names;
  for (const LayersLook& look : kLayersLooks) names.push_back(counted(look.layers, "layer"));
  std::vector<charts::LegendEntry> legend;
  for (size_t i = 0; i < names.size(); ++i)
    legend.push_back({names[i], layers_color(canvas, kLayersLooks[i]), Look::kMark, kLayersLooks[i].shape});
  legend.push_back({"through all", canvas.color(Role::kOutput)});
  legend.push_back({"through the smaller half", canvas.color(Role::kMuted), Look::kDashes});
  if (!r.prepared->own.empty())
    legend.push_back({r.prepared->own.size() > 1 ? "yours" : "this model", canvas.color(Role::kAccent), Look::kMark});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 8);
  const float apart = area.width > 600 ? 5.0f : 2.0f;
  const int count = static_cast<int>(kScales.size());
  for (int i = 0; i < count; ++i)
    draw_scale(canvas, area.cell(0, i, 1, count).inset(apart, 0), p, r, kScales[static_cast<size_t>(i)], i == 0, edit);
}

}  // namespace attn::lessons::language_models
