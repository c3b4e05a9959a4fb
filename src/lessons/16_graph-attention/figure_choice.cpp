// Whether attention makes a choice: the entropy of each node's weights beside that of equal weights, and what choosing is good for.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/axes.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// The nodes that see more than one node, those that see most first.
std::vector<int> by_degree(const GraphStudy& s) {
  std::vector<int> nodes;
  for (int i = 0; i < s.shown.graph.nodes(); ++i)
    if (s.shown.graph.of(i).size() > 1) nodes.push_back(i);
  std::stable_sort(nodes.begin(), nodes.end(), [&s](int a, int b) { return s.shown.graph.of(a).size() > s.shown.graph.of(b).size(); });
  return nodes;
}

void draw_entropies(Canvas& canvas, Rect area, const Params& p, const GraphStudy& s, Params& edit) {
  draw_heading(canvas, &area, "Entropy of each node\u2019s weights", "in all " + fixed(100 * s.evenness, 1) + " % of that of equal shares");
  const Color bar = canvas.color(Role::kOutput), even = canvas.color(Role::kInk);
  const charts::LegendEntry legend[] = {{"entropy", bar, charts::LegendEntry::Look::kFill},
                                        {"equal shares: ln of how many it sees", even, charts::LegendEntry::Look::kLine}};
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 4);
  area.cut_bottom(14);  // room for the names of the nodes
  const std::vector<int> nodes = by_degree(s);
  const double top = std::max(0.8, static_cast<double>(s.uniform.maxCoeff()) * 1.08);
  const charts::Axes axes =
      charts::draw_axes(canvas, area, {.label = "", .min = 0, .max = 1, .shows_ticks = false}, {.label = "nats", .min = 0, .max = top}, 12);
  const float pitch = axes.plot.width / static_cast<float>(std::max<size_t>(nodes.size(), 1)), width = std::min(0.7f * pitch, 26.0f);
  const canvas::TextStyle name = charts::quiet(canvas, 10, canvas::Align::kCenter);
  bool named = true;  // either all nodes have names, or none
  for (const int i : nodes) named = named && canvas.measure(s.shown.names[static_cast<size_t>(i)], name).width < pitch - 1;
  for (size_t k = 0; k < nodes.size(); ++k) {
    const int i = nodes[k];
    const float x = axes.plot.x + (static_cast<float>(k) + 0.5f) * pitch;
    const Point tip = axes.to_pixel(0, static_cast<double>(s.entropy(i, 0))), line = axes.to_pixel(0, static_cast<double>(s.uniform(i, 0)));
    const std::string id = canvas::cell_id("entropy", i, 0), limit = canvas::cell_id("uniform", i, 0);
    canvas.rect({x - width / 2, tip.y, width, axes.plot.bottom() - tip.y}, bar.with_alpha(i == p.node ? 0.85f : 0.45f), 1);
    if (canvas.is_hot(id))
      canvas.border({x - width / 2 - 1, tip.y - 1, width + 2, axes.plot.bottom() - tip.y + 1}, {canvas.color(Role::kAccent), 2});
    canvas.line({x - pitch / 2 + 1, line.y}, {x + pitch / 2 - 1, line.y}, {canvas.is_hot(limit) ? canvas.color(Role::kAccent) : even, 2});
    canvas.region(limit, {x - pitch / 2, line.y - 4, pitch, 5}, Grip::kHover, "entropy of equal shares");
    if (canvas
            .region(id, {x - pitch / 2, line.y + 1, pitch, std::max(1.0f, axes.plot.bottom() - line.y - 1)}, Grip::kClick,
                    "entropy of a node\u2019s weights")
            .pressed)
      edit.node = i;
    const std::string& label = s.shown.names[static_cast<size_t>(i)];
    if (named) canvas.text({x, axes.plot.bottom() + 8}, label, name);
  }
}

/// A share as a bar with its number.
void draw_share(Canvas& canvas, Rect row, std::string_view name, const Mat& shares, int k, std::string_view id, bool front) {
  canvas.text({row.x, row.y + 8}, canvas::elided(canvas, name, charts::quiet(canvas, 12), row.width), charts::quiet(canvas, 12));
  const Rect bar{row.x, row.y + 17, row.width - 56, 14};
  const auto value = static_cast<float>(shares(k, 0));
  const bool known = std::isfinite(value);
  canvas.rect(bar, canvas.color(Role::kSurface), 3);
  const std::string cell = canvas::cell_id(id, k, 0);
  if (known)
    canvas.rect({bar.x, bar.y, std::max(2.0f, bar.width * value), bar.height},
                canvas.color(front ? Role::kOutput : Role::kMuted).with_alpha(0.8f), 3);
  if (canvas.is_hot(cell)) canvas.border(bar.inset(-1, -1), {canvas.color(Role::kAccent), 2}, 3);
  canvas.text({row.right(), bar.center().y}, known ? fixed(100 * static_cast<double>(value), 1) + " %" : "\u2013",
              {.color = canvas.color(Role::kInk), .size = 12, .align = canvas::Align::kRight});
  canvas.region(cell, {row.x, bar.y - 1, row.width, bar.height + 2}, Grip::kHover, "share of right answers");
}

void draw_rights(Canvas& canvas, Rect area, const GraphStudy& s, const Result& r) {
  draw_heading(canvas, &area, "Right answers");
  const std::string model(network_name(s.kind)), rival(network_name(s.rival_kind));
  const bool two = s.rival.logits.size() > 0;
  const float row = std::min(40.0f, area.height / (two ? 5.6f : 2.8f));
  canvas.text({area.x, area.y + 8}, charts::fitting(canvas, charts::strong(canvas, 12), area.width, {"on held-out data", "held-out data"}),
              charts::strong(canvas, 12));
  area.cut_top(20);
  draw_share(canvas, area.cut_top(row), model, r.right_held_out, 0, "right-held-out", true);
  if (two) draw_share(canvas, area.cut_top(row), rival, r.right_held_out, 1, "right-held-out", false);
  if (s.model.asked == 0 || area.height < 20 + row) return;
  area.cut_top(8);
  canvas.text({area.x, area.y + 8},
              charts::fitting(canvas, charts::strong(canvas, 12), area.width, {"on the graph shown", "on this graph"}),
              charts::strong(canvas, 12));
  area.cut_top(20);
  draw_share(canvas, area.cut_top(row), model, r.right_shown, 0, "right-shown", true);
  if (two && area.height >= row) draw_share(canvas, area.cut_top(row), rival, r.right_shown, 1, "right-shown", false);
}

}  // namespace

void draw_choice(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  Rect foot = area.cut_bottom(24);
  const Halves both = halves(area, 0.68f);
  draw_entropies(canvas, both.first, p, r.graph, edit);
  draw_rights(canvas, both.second, r.graph, r);
  draw_next_example(canvas, &foot, p, edit);
  canvas::draw_hint(canvas, foot,
                    std::isfinite(r.right_held_out(0, 0))
                        ? "Nodes that see most come first. A bar that reaches its line: all that the node sees count alike."
                        : "Held-out answers are counted when training pauses.",
                    charts::quiet(canvas, 11));
}

}  // namespace attn::lessons::graph_attention
