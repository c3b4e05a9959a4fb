// What a layer of each kind costs against the length of the sentence and its width, by formula and by the clock.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/axes.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/plot.h"
#include "charts/small_button.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {
namespace {

using models::LayerKind;

struct Kind {
  std::string_view name;
  int group;  ///< the group of charts::group_color() whose colour it has; -1 for ink
  canvas::Role shape;
  bool dashed = false;

  canvas::Color color(const canvas::Canvas& canvas) const {
    return group < 0 ? canvas.color(canvas::Role::kInk) : charts::group_color(canvas.theme(), group);
  }
};
constexpr std::array<Kind, kLayerKinds> kKindsShown{{{"recurrent", 0, canvas::Role::kKey},
                                                     {"convolution, k = 3", 1, canvas::Role::kValue},
                                                     {"self-attention", -1, canvas::Role::kOutput},
                                                     {"with its projections", -1, canvas::Role::kOutput, true}}};

/// Multiply-adds in thousands.
double operations(LayerKind kind, double n, double d) {
  return static_cast<double>(models::layer_cost(kind, std::llround(n), std::llround(d)).multiply_adds) / 1000;
}

void draw_legend_of(canvas::Canvas& canvas, canvas::Rect* area) {
  std::vector<charts::LegendEntry> entries;
  for (const Kind& kind : kKindsShown)
    entries.push_back({kind.name, kind.color(canvas), kind.dashed ? charts::LegendEntry::Look::kDashes : charts::LegendEntry::Look::kLine});
  area->cut_top(charts::draw_legend(canvas, *area, entries, 11.5f) + 5);
}

/// The multiply-adds of all kinds, against n at the chosen d or against d at the chosen n. The chosen n or d is a rule that can be dragged.
void draw_counted(canvas::Canvas& canvas, canvas::Rect area, const Params& p, bool over_length, Params& edit) {
  constexpr double kMost[] = {512, 256}, kLeast[] = {2, 4};
  const double least = kLeast[over_length ? 0 : 1], most = kMost[over_length ? 0 : 1];
  const double low = operations(LayerKind::self_attention, over_length ? least : p.length, over_length ? p.breadth : least);
  const double high = operations(LayerKind::projected, over_length ? most : p.length, over_length ? p.breadth : most);
  const std::string label = over_length ? "length n, at d = " + std::to_string(p.breadth) : "width d, at n = " + std::to_string(p.length);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = label, .min = least, .max = most, .logarithmic = true},
                                              {.label = "thousand multiply-adds", .min = low, .max = high, .logarithmic = true}, 11);
  for (size_t kind = 0; kind < kKindsShown.size(); ++kind) {
    std::vector<double> xs, ys;
    for (double x = least; x <= most * 1.001; x *= 1.25) {
      if (!xs.empty() && std::round(x) == xs.back()) continue;
      xs.push_back(std::round(x));
      ys.push_back(operations(static_cast<LayerKind>(kind), over_length ? xs.back() : p.length, over_length ? p.breadth : xs.back()));
    }
    xs.push_back(most);
    ys.push_back(operations(static_cast<LayerKind>(kind), over_length ? most : p.length, over_length ? p.breadth : most));
    charts::draw_curve(canvas, axes, xs, ys, {kKindsShown[kind].color(canvas), 2, kKindsShown[kind].dashed});
  }
  const double same = over_length ? p.breadth : p.length;  // where n = d
  if (same >= least && same <= most) charts::draw_rule(canvas, axes, same, "n = d", {canvas.color(canvas::Role::kMuted), 1, true});
  const int now = over_length ? p.length : p.breadth;
  const float x = axes.x.to_pixel(std::clamp<double>(now, least, most));
  const std::string_view id = over_length ? "length" : "breadth";
  const bool hot = canvas.is_hot(id);
  canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, {canvas.color(canvas::Role::kAccent), hot ? 3.0f : 2.0f});
  for (size_t kind = 0; kind < kKindsShown.size(); ++kind) {
    const double y = operations(static_cast<LayerKind>(kind), p.length, p.breadth);
    canvas.circle({x, axes.y.to_pixel(std::clamp(y, low, high))}, 4, kKindsShown[kind].color(canvas));
  }
  const canvas::Rect grip{std::clamp(x - 9, area.x, area.right() - 18), axes.plot.y, 18, axes.plot.height};
  const canvas::Interaction hand = canvas.region(id, grip, canvas::Grip::kDrag, over_length ? "length, drag" : "width, drag");
  int wanted = now;
  if (hand.held && hand.delta.x != 0) wanted = static_cast<int>(std::lround(axes.x.to_data(hand.position.x)));
  if (hand.selected) wanted += hand.nudge_x - hand.nudge_y;
  wanted = std::clamp(wanted, static_cast<int>(least), static_cast<int>(most));
  if (wanted != now) (over_length ? edit.length : edit.breadth) = wanted;
}

/// The three numbers of each kind at n and d: Vaswani et al. 2017, table 1.
void draw_table(canvas::Canvas& canvas, canvas::Rect area, const Result& r) {
  const std::array<std::string_view, 3> heads{"multiply-adds", "in sequence", "longest path"};
  const float line = std::min(area.height / 5, 36.0f), size = std::clamp(std::min(0.46f * line, area.width / 32), 10.0f, 13.5f);
  const float first = 0.38f * area.width, width = (area.width - first) / 3;
  canvas::TextStyle head = charts::quiet(canvas, size, canvas::Align::kRight);
  head.size = std::clamp(size * (width - 5) / canvas.measure(heads[0], head).width, 9.0f, size);  // the first heading is the longest
  constexpr std::array<std::string_view, 3> kShort{"mult-adds", "in seq.", "path"};
  constexpr std::array<std::string_view, kLayerKinds> kShortNames{"recurrent", "convolution", "attention", "projected"};
  const bool fit = canvas.measure(heads[0], head).width <= width - 4;
  if (!fit) head.size = size;
  for (int j = 0; j < 3; ++j)
    canvas.text({area.x + first + width * static_cast<float>(j + 1) - 3, area.y + line / 2}, (fit ? heads : kShort)[static_cast<size_t>(j)],
                head);
  for (size_t kind = 0; kind < kKindsShown.size(); ++kind) {
    const float y = area.y + line * static_cast<float>(kind + 1);
    const models::LayerCost& cost = r.costs.layers[kind];
    const Kind& shown = kKindsShown[kind];
    constexpr float kSample = 14;  // length of a sample of its line
    canvas.line({area.x, y + line / 2}, {area.x + kSample, y + line / 2}, {shown.color(canvas), 3, shown.dashed});
    const canvas::TextStyle name = charts::strong(canvas, size);
    const bool whole = canvas.measure(shown.name, name).width <= first - kSample - 10;
    canvas.text({area.x + kSample + 6, y + line / 2}, whole ? shown.name : kShortNames[kind], name);
    const std::array<std::int64_t, 3> numbers{cost.multiply_adds, cost.sequential, cost.path};
    for (int j = 0; j < 3; ++j) {
      canvas::TextStyle style{.color = canvas.color(canvas::Role::kInk), .size = size, .align = canvas::Align::kRight};
      const canvas::Rect place{area.x + first + width * static_cast<float>(j), y, width, line};
      canvas.text({place.right() - 3, place.center().y}, count_text(numbers[static_cast<size_t>(j)]), style);
      canvas.region(canvas::cell_id("layer-costs", static_cast<int>(kind), j), place, canvas::Grip::kHover, heads[static_cast<size_t>(j)]);
    }
  }
}

/// The microseconds that layers take on this machine, once the reader has asked for them.
void draw_timed(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r, Params& edit) {
  canvas::Rect head = area.cut_top(24);
  const bool wide = head.width > 240;
  const std::string_view label = wide ? (p.trials == 0 ? "Measure here" : "Measure again") : (p.trials == 0 ? "Measure" : "Again");
  if (charts::draw_small_button(canvas, head.cut_right(wide ? 120.0f : 76.0f).inset(0, 1), "measure", label,
                                "time one layer of each kind on this machine"))
    edit.trials = p.trials % 99 + 1;
  const canvas::TextStyle title = charts::strong(canvas, 12.5f), hint = charts::quiet(canvas, 12);
  canvas.text({head.x, head.center().y}, wide ? "Measured, d = " + std::to_string(p.breadth) : "Measured", title);
  area.cut_top(4);
  if (r.costs.timings.empty()) {
    canvas::draw_paragraph(
        canvas, area,
        "Counts are not times: a product of large matrices runs at a better rate than many small steps that wait for one "
        "another. Measure them.",
        hint);
    return;
  }
  double low = 1e9, high = 0;
  for (const Timing& row : r.costs.timings)
    for (int kind = 1; kind <= kLayerKinds; ++kind)
      low = std::min(low, row[static_cast<size_t>(kind)]), high = std::max(high, row[static_cast<size_t>(kind)]);
  low = std::max(low, 0.01);
  const charts::Axes axes = charts::draw_axes(
      canvas, area, {.label = "length n", .min = r.costs.timings.front()[0], .max = r.costs.timings.back()[0], .logarithmic = true},
      {.label = "microseconds", .min = low, .max = std::max(high, 2 * low), .logarithmic = true}, 11);
  for (size_t kind = 0; kind < kKindsShown.size(); ++kind) {
    std::vector<double> xs, ys;
    for (const Timing& row : r.costs.timings) xs.push_back(row[0]), ys.push_back(std::max(row[kind + 1], low));
    charts::draw_curve(canvas, axes, xs, ys, {kKindsShown[kind].color(canvas), 2, kKindsShown[kind].dashed});
    charts::draw_scatter(canvas, axes, xs, ys, kKindsShown[kind].shape, 3.5f, kKindsShown[kind].color(canvas));
  }
  if (p.breadth >= r.costs.timings.front()[0] && p.breadth <= r.costs.timings.back()[0])
    charts::draw_rule(canvas, axes, p.breadth, "n = d", {canvas.color(canvas::Role::kMuted), 1, true});
}

}  // namespace

void draw_costs(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  draw_legend_of(canvas, &area);
  const bool small = area.height < 300;
  canvas::Rect below = area.cut_bottom((small ? 0.4f : 0.44f) * area.height);
  below.cut_top(small ? 4.0f : 12.0f);
  if (small) {
    draw_counted(canvas, area, p, true, edit);
    return draw_table(canvas, below, r);
  }
  if (area.width < 480) {  // the table then takes the whole width
    area.height += below.height;
    below = area.cut_bottom(0.36f * area.height);
    canvas::Rect timed = area.cut_right(0.5f * area.width);
    timed.cut_left(12);
    draw_counted(canvas, area, p, true, edit);
    draw_timed(canvas, timed, p, r, edit);
    return draw_table(canvas, below, r);
  }
  canvas::Rect right = area.cut_right(0.5f * area.width);
  right.cut_left(16);
  draw_counted(canvas, area, p, true, edit);
  draw_counted(canvas, right, p, false, edit);
  canvas::Rect timed = below.cut_right(0.47f * below.width);
  timed.cut_left(20);
  draw_table(canvas, below, r);
  draw_timed(canvas, timed, p, r, edit);
}

}  // namespace attn::lessons::transformer
