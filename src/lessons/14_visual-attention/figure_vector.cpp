// Where one vector is too little: what three networks say of the scene, and how often each is right, by the number of things.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "charts/small_button.h"
#include "lessons/14_visual-attention/figure_parts.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Rect, canvas::Role;

struct Rival {
  Network network;
  std::string_view name;
  Role role;
};
constexpr std::array kRivals{Rival{Network::soft, "Soft attention", Role::kQuery}, Rival{Network::hard, "Hard attention", Role::kOutput},
                             Rival{Network::none, "One vector", Role::kKey}};

/// Right captions by the number of things.
void draw_right(Canvas& canvas, Rect area, const Result& r) {
  std::vector<charts::LegendEntry> entries;
  for (const Rival& rival : kRivals)
    entries.push_back({rival.name, canvas.color(rival.role), charts::LegendEntry::Look::kMark, rival.role});
  area.cut_top(charts::draw_legend(canvas, area, entries, 12) + 4);
  const charts::Axes axes =
      charts::draw_axes(canvas, area, {.label = "things; training had up to 3", .min = 0.6, .max = 4.4, .whole = true},
                        {.label = "% right", .min = 0, .max = 100}, 11.5f);
  charts::draw_rule(canvas, axes, 3.5, "", {canvas.color(Role::kFaint), 1.5f, true});
  for (const Rival& rival : kRivals) {
    std::vector<double> xs, ys;
    for (int k = 0; k < tasks::kMostThings; ++k) {
      const auto share = static_cast<double>(r.right(static_cast<Index>(rival.network), k));
      if (!std::isfinite(share)) continue;
      xs.push_back(k + 1), ys.push_back(100 * share);
      const std::string id = canvas::cell_id("right", static_cast<int>(rival.network), k);
      const canvas::Point at = axes.to_pixel(k + 1, 100 * share);
      if (canvas.is_hot(id)) canvas.ring(at, 8, {canvas.color(Role::kAccent), 2});
      canvas.region(id, {at.x - 8, at.y - 8, 16, 16}, Grip::kHover,
                    std::string(rival.name) + ", " + counted_things(k + 1) + ": " + fixed(100 * share, 0) + " % right");
    }
    charts::draw_curve(canvas, axes, xs, ys, {canvas.color(rival.role), 2});
    charts::draw_scatter(canvas, axes, xs, ys, rival.role, 4.5f, canvas.color(rival.role));
  }
}

/// What one network says.
void draw_rival(Canvas& canvas, Rect area, const Rival& rival, const Result& r) {
  const Rect whole = area;
  const Rect head = area.cut_top(22);
  const std::optional<Told>& told = r.all[static_cast<std::size_t>(rival.network)];
  const std::string name(rival.name);
  const int off = told ? words_off(told->telling.words, r.truth) : 0;
  const std::string verdict = !told      ? ": on its way"
                              : off == 0 ? ": right"
                              : !r.clear ? ": told otherwise"
                                         : ": " + counted(off, "word", "words") + " wrong";
  const std::string full = name + verdict;
  canvas.rect({head.x, head.center().y - 6, 4, 12}, canvas.color(rival.role), 2);
  canvas.text({head.x + 10, head.center().y}, charts::fitting(canvas, charts::strong(canvas, 13.5f), head.width - 10, {full, name}),
              charts::strong(canvas, 13.5f));
  if (!told) return;
  const float size = std::clamp(area.width / 22, 11.0f, 16.0f);
  area.cut_left(10);
  draw_told(canvas, area, told->telling.words, r, size);
  const std::string id = canvas::cell_id("told", static_cast<int>(rival.network), 0);
  if (canvas.is_hot(id)) canvas.border(whole.inset(-3, -1), {canvas.color(Role::kAccent), 1.5f}, 4);
  canvas.region(id, whole, Grip::kHover, "what is said with " + std::string(network_name(rival.network)));
}

}  // namespace

void draw_vector(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const bool wide = area.width > area.height;
  const bool low = area.height < 420;  // then the chart goes below the picture
  Rect left = wide ? area.cut_left(area.width * 0.47f) : area.cut_top(area.height * 0.3f);
  if (wide)
    area.cut_left(20);
  else
    area.cut_top(10);
  const Rect button = left.cut_top(28);
  if (charts::draw_small_button(canvas, Rect(button).cut_left(120), "next", "Next picture", "bring another held-out picture"))
    edit.example = p.example % kExamples + 1;
  left.cut_top(6);
  const Rect sheet = square_in(wide && low ? left.cut_top(left.height * 0.52f) : left);
  draw_scene(canvas, sheet, r.things, Mat::Zero(1, kPlaces), 0);
  Rect told = wide && low ? area : area.cut_top(wide ? std::min(area.height * 0.56f, 290.0f) : area.height * 0.56f);
  for (int k = 0; k < 3; ++k) draw_rival(canvas, told.cell(k, 0, 3, 1).inset(0, 2), kRivals[static_cast<std::size_t>(k)], r);
  Rect chart = wide && low ? left : area;
  chart.cut_top(6);
  draw_right(canvas, chart, r);
}

}  // namespace attn::lessons::visual_attention
