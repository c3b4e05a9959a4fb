// A row of lamps, one a step, and what two networks still know of one of them: their answers after every step, and their states.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "lessons/05_recurrent/cell_parts.h"
#include "lessons/05_recurrent/figures.h"

namespace attn::lessons::recurrent {
namespace {

using canvas::Canvas, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

/// What all parts of the figure are laid out by: the steps stand below each other, with room for names left of them and for results right.
struct Layout {
  float size;  ///< of text
  Rect steps;  ///< the columns of the steps
  float names, results;
  bool narrow;

  float pitch() const { return steps.width / kLamps; }
  float x(int step) const { return steps.x + (static_cast<float>(step) + 0.5f) * pitch(); }
  Rect columns(Rect band) const { return {steps.x, band.y, steps.width, band.height}; }
};

Layout layout_of(Rect area) {
  Layout l;
  l.narrow = area.width < 560;
  l.size = std::clamp(area.width / 60, 11.0f, 15.0f);
  l.names = l.narrow ? 2.6f * l.size : 4.4f * l.size, l.results = l.narrow ? 4.6f * l.size : 5.6f * l.size;
  l.steps = {area.x + l.names, area.y, area.width - l.names - l.results, area.height};
  return l;
}

std::string shown_percent(Real share) { return canvas::shown_fixed(100 * share, 0) + " %"; }

/// A lamp: the brighter it is, the fuller its colour.
void draw_lamp(Canvas& canvas, Point at, float radius, Real brightness, bool marked, float shown) {
  const float lit = std::clamp(static_cast<float>(brightness), 0.0f, 1.0f);
  canvas.circle(at, radius, canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kKey), lit * shown));
  canvas.ring(at, radius, {canvas.color(marked ? Role::kKey : Role::kMuted).with_alpha(marked ? 1 : 0.6f * shown), marked ? 2.5f : 1.0f});
}

/// The lamps. A press switches one off or fully on, a drag up or down makes it brighter or dimmer. On a phone, where a lamp is smaller than
/// a finger, the hand may also take it by the heading above it, which begins at y = `top`.
void draw_row(Canvas& canvas, Rect band, float top, const Layout& l, const Params& p, Params& edit) {
  const float radius = std::min(0.43f * l.pitch(), 0.46f * band.height), reach = l.narrow ? top : band.y;
  for (int j = 0; j < kLamps; ++j) {
    const Point at{l.x(j), band.center().y};
    const bool marked = j + 1 == p.kept, passed = j < p.time;
    draw_lamp(canvas, at, radius, p.lamps(0, j), marked, passed ? 1 : 0.35f);
    const std::string id = canvas::cell_id("lamps", 0, j);
    if (radius > 13) {
      const float lit = static_cast<float>(p.lamps(0, j));
      const canvas::Color fill = canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kKey), passed ? lit : 0.35f * lit);
      canvas.text(at, canvas::shown_fixed(100 * p.lamps(0, j), 0),
                  {.color = passed ? canvas.theme().on(fill) : canvas.color(Role::kMuted),
                   .size = std::min(l.size - 1, 0.72f * radius),
                   .font = marked ? canvas::Font::kStrong : canvas::Font::kText,
                   .align = canvas::Align::kCenter});
    }
    if (canvas.is_hot(id)) canvas.ring(at, radius + 2, {canvas.color(Role::kAccent), 2});
    const Interaction hand = canvas.region(id, {at.x - l.pitch() / 2, reach, l.pitch(), band.bottom() - reach}, canvas::Grip::kDrag,
                                           "lamp of step " + std::to_string(j + 1) + ", press to switch, drag up or down");
    Real next = p.lamps(0, j);
    if (canvas::was_click(hand))
      next = next < Real(0.5) ? Real(1) : Real(0);
    else if (hand.held && hand.travel >= 6)
      next -= static_cast<Real>(hand.delta.y) / 100;
    else
      next -= static_cast<Real>(hand.nudge_y) * kLampStep;
    if (next != p.lamps(0, j)) edit.lamps(0, j) = std::clamp(next, Real(0), Real(1));
  }
}

/// The handle below the lamp that has to be remembered.
void draw_mark(Canvas& canvas, Rect band, const Layout& l, const Params& p, Params& edit) {
  const charts::Scale scale{1, kLamps, l.x(0), l.x(kLamps - 1)};
  canvas.line({l.x(0), band.center().y}, {l.x(kLamps - 1), band.center().y}, {canvas.color(Role::kFaint), 2});
  const auto to = charts::draw_step_handle(canvas, scale, p.kept, band.center().y,
                                           {.id = "kept",
                                            .label = "lamp to remember, drag sideways",
                                            .caption = l.narrow ? "remember" : "remember this one",
                                            .role = Role::kKey,
                                            .radius = l.narrow ? 6.0f : 7.0f});
  if (to) edit.kept = *to;
}

/// What a network answers after every step, above the brightness that it should answer; where an answer is right to a tenth is shaded.
void draw_answers(Canvas& canvas, Rect band, const Layout& l, const Params& p, const Result& r, Memory memory) {
  const Rect plot = l.columns(band.inset(0, std::min(8.0f, 0.08f * band.height)));
  const auto y = [&](Real share) { return plot.bottom() - std::clamp(static_cast<float>(share), -0.04f, 1.04f) * plot.height; };
  const Real wanted = p.lamps(0, p.kept - 1), tenth = static_cast<Real>(kLampTolerance);
  const float from = l.x(p.kept - 1) - l.pitch() / 2;
  for (const Real share : {Real(0), Real(0.5), Real(1)}) {
    canvas.line({plot.x, y(share)}, {plot.right(), y(share)}, {canvas.color(Role::kFaint), 1});
    canvas.text({plot.x - 6, y(share)}, canvas::shown_fixed(100 * share, 0),
                charts::quiet(canvas, std::max(10.0f, l.size - 2), canvas::Align::kRight));
  }
  const float top = y(std::min(Real(1), wanted + tenth)), bottom = y(std::max(Real(0), wanted - tenth));
  canvas.rect({from, top, plot.right() - from, bottom - top}, canvas.color(Role::kKey).with_alpha(0.14f));
  canvas.line({from, y(wanted)}, {plot.right(), y(wanted)}, {canvas.color(Role::kKey), 2, true});
  std::vector<Point> points;
  for (int j = p.kept - 1; j < p.time; ++j) points.push_back({l.x(j), y(r.lamp.answers(memory, j))});
  if (points.size() > 1) canvas.polyline(points, {canvas.color(Role::kOutput), 2.5f});
  const float radius = std::clamp(0.2f * l.pitch(), 3.0f, 7.0f);
  for (int j = p.kept - 1; j < p.time; ++j) {
    const Point at = points[static_cast<size_t>(j - p.kept + 1)];
    canvas.circle(at, radius, canvas.color(Role::kOutput));
    const std::string id = canvas::cell_id("lamp-answer", memory, j);
    if (canvas.is_hot(id)) canvas.ring(at, radius + 3, {canvas.color(Role::kAccent), 2});
    canvas.region(id, {at.x - l.pitch() / 2, plot.y, l.pitch(), plot.height}, canvas::Grip::kHover,
                  "answer after step " + std::to_string(j + 1));
  }
}

/// Numbers [4,20] of all steps so far, a row for each unit, as the cells `id` with a name left of them.
void draw_strip(Canvas& canvas, Rect band, const Layout& l, int time, const Mat& values, std::string_view id, std::string_view name,
                std::string_view label) {
  const Rect cells = l.columns(band);
  const bool share = id == "lamp-gate";
  for (int j = 0; j < time; ++j)
    for (int i = 0; i < kLampUnits; ++i) {
      const auto value = static_cast<float>(values(i, j));
      canvas.rect(cells.cell(i, j, kLampUnits, kLamps).inset(0.5f, 0.5f),
                  share ? canvas.theme().sequential(value) : canvas.theme().diverging(value));
    }
  canvas.border(cells, {canvas.color(Role::kFaint), 1});
  canvas.text({cells.x - 6, cells.center().y}, name, charts::quiet(canvas, std::max(10.0f, l.size - 2), canvas::Align::kRight));
  const Rect shown{cells.x, cells.y, static_cast<float>(time) * l.pitch(), cells.height};
  canvas.grid(id, shown, kLampUnits, time, canvas::Grip::kHover, label);
}

/// The state after every step and, below that of the gates, how much of what is new they let in.
void draw_state(Canvas& canvas, Rect band, const Layout& l, const Params& p, const Result& r, Memory memory) {
  const Reading& reading = r.lamp.reading[memory];
  if (memory == kGated) {
    const Rect gate = band.cut_bottom(0.42f * band.height);
    band.cut_bottom(0.1f * band.height);
    draw_strip(canvas, gate, l, p.time, part_of(reading, kNewShare), "lamp-gate", "let in", "share of what is new that the gate lets in");
  }
  draw_strip(canvas, band, l, p.time, reading.h, memory == kPlain ? "plain-state" : "gates-state", "state",
             "state after every step, a row for each number");
}

/// What is left of the lamp at the present step, right of the curves: the lamp as the network has it, and how bright it was.
void draw_outcome(Canvas& canvas, Rect band, const Layout& l, const Params& p, const Result& r, Memory memory) {
  if (p.time < p.kept) return;
  const Real answer = r.lamp.answers(memory, p.time - 1);
  const bool right = r.lamp.off(p, memory, p.time - 1) < kLampTolerance;
  const float large = l.narrow ? l.size + 1 : 1.6f * l.size, radius = l.narrow ? 0.9f * l.size : 1.7f * l.size;
  const float x = l.steps.right() + l.results / 2;
  const float height = 2 * radius + 0.5f * large + 1.1f * large + 1.2f * l.size;
  float y = band.center().y - height / 2 + radius;
  draw_lamp(canvas, {x, y}, radius, answer, false, 1);
  y += radius + 0.9f * large;
  canvas.text({x, y}, shown_percent(answer),
              {.color = canvas.color(right ? Role::kOutput : Role::kWarning),
               .size = large,
               .font = canvas::Font::kStrong,
               .align = canvas::Align::kCenter});
  canvas.text({x, y + 0.5f * large + 0.8f * l.size}, "was " + shown_percent(p.lamps(0, p.kept - 1)),
              charts::quiet(canvas, std::max(10.0f, l.size - 2), canvas::Align::kCenter));
}

/// The network's name and, where it has been measured, how many unseen lamps it still knows so many steps later.
void draw_title(Canvas& canvas, Rect band, const Layout& l, const Params& p, const Result& r, Memory memory) {
  const std::string name =
      std::string(memory == kPlain ? "Plain network" : "Network with gates") + (l.narrow ? "" : ": its answer at each step");
  canvas.text({l.steps.x, band.center().y}, name, charts::strong(canvas, l.size));
  const int later = p.time - p.kept;
  if (later < 0 || !std::isfinite(r.lamp.recalled(memory, later))) return;
  const std::string share = shown_percent(r.lamp.recalled(memory, later));
  const canvas::TextStyle style = charts::quiet(canvas, std::max(10.0f, l.size - 1), canvas::Align::kRight);
  const float room = l.steps.width - canvas.measure(name, charts::strong(canvas, l.size)).width - l.size;
  const std::string text = charts::fitting(canvas, style, room,
                                           {std::string("right ") +
                                                (later == 0   ? std::string("at once")
                                                 : later == 1 ? std::string("a step later")
                                                              : std::to_string(later) + " steps later") +
                                                " on " + share + " of " + std::to_string(kLampRows) + " unseen rows",
                                            "right on " + share + " of unseen rows", "right on " + share});
  const Rect place{l.steps.right() - canvas.measure(text, style).width, band.y, canvas.measure(text, style).width, band.height};
  canvas.text({l.steps.right(), band.center().y}, text, style);
  canvas.region(canvas::cell_id("recalled-by-step", memory, later), place, canvas::Grip::kHover, "share of unseen rows that are right");
}

void draw_network(Canvas& canvas, Rect area, const Layout& l, const Params& p, const Result& r, Memory memory) {
  draw_title(canvas, area.cut_top(1.7f * l.size), l, p, r, memory);
  const bool crowded = l.narrow && memory == kGated;  // what the gate lets in has to be seen on a phone, too
  const Rect state = area.cut_bottom(std::clamp((crowded ? 0.37f : 0.29f) * area.height, crowded ? 30.0f : 16.0f, 84.0f));
  area.cut_bottom(0.5f * l.size);
  draw_outcome(canvas, area, l, p, r, memory);
  draw_answers(canvas, area, l, p, r, memory);
  draw_state(canvas, state, l, p, r, memory);
}

}  // namespace

void draw_lamps(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas, 6);
  const Layout l = layout_of(area);
  const Rect head = area.cut_top(1.7f * l.size);
  charts::draw_heading(canvas, l.columns(head), l.narrow ? "Twenty lamps, one a step" : "Twenty lamps flash, one a step",
                       l.narrow ? "" : "press one, or drag it up or down", l.size);
  draw_row(canvas, area.cut_top(std::max(20.0f, std::min(0.1f * area.height, l.pitch()))), head.y, l, p, edit);
  draw_mark(canvas, area.cut_top(1.8f * l.size), l, p, edit);
  const float gap = l.narrow ? 2.0f : l.size;
  const Rect plain = area.cut_top((area.height - gap) / 2);
  area.cut_top(gap);
  draw_network(canvas, plain, l, p, r, kPlain);
  draw_network(canvas, area, l, p, r, kGated);
}

}  // namespace attn::lessons::recurrent
