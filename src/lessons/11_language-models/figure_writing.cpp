// The model writes: its text with the probability of each token as the ground, what it says next, and its loss while it learns.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/later.h"
#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/opened.h"
#include "lessons/11_language-models/said.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// The loss over the steps, beside what guessing and counting reach.
void draw_learning(Canvas& canvas, Rect area, const Result& r) {
  const Rect head = area.cut_top(22);
  canvas.text({head.x, head.y + 8}, "Its loss", charts::strong(canvas, 13));
  const double guess = std::log(static_cast<double>(r.settings.vocabulary));
  const Index rows = r.losses.rows();
  const double last = rows ? static_cast<double>(r.losses(rows - 1, 0)) : 1;
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "steps", .min = 0, .max = std::max(100.0, last)},
                                              {.label = "nats a token", .min = 0, .max = 1.08 * guess}, 12);
  std::vector<double> xs, ys;
  for (Index i = 0; i < rows; ++i) xs.push_back(static_cast<double>(r.losses(i, 0))), ys.push_back(static_cast<double>(r.losses(i, 1)));
  const double ends[] = {0, std::max(100.0, last)};
  const auto level = [&](double nats, std::string_view label) {
    const double at[] = {nats, nats};
    charts::draw_curve(canvas, axes, ends, at, {canvas.color(Role::kMuted), 1.5f, true});
    canvas.text(axes.to_pixel(ends[1], nats) + Point{-2, -8}, label, charts::quiet(canvas, 11, canvas::Align::kRight));
  };
  level(guess, "guessing");
  if (std::isfinite(r.n_gram_loss)) level(r.n_gram_loss, "counted n-grams " + fixed(r.n_gram_loss, 2));
  charts::draw_curve(canvas, axes, xs, ys, {canvas.color(Role::kInk), 2});
  if (std::isfinite(r.held_out_loss)) {
    const Point at = axes.to_pixel(rows ? last : 0, r.held_out_loss);
    charts::draw_mark(canvas, at, Role::kOutput, 6, canvas.color(Role::kOutput));
    canvas.region("held-out-loss", {at.x - 10, at.y - 10, 20, 20}, Grip::kHover, "loss on held-out text");
    const bool left = at.x > axes.plot.center().x;
    const bool low = at.y + 20 > axes.plot.bottom();
    canvas.text(at + Point{left ? -10.0f : 10.0f, low ? -10.0f : 12.0f}, "held out " + fixed(r.held_out_loss, 2),
                charts::strong(canvas, 12, left ? canvas::Align::kRight : canvas::Align::kLeft));
  } else if (rows == 0) {
    canvas.text(axes.plot.center(), "press Train", charts::quiet(canvas, 12, canvas::Align::kCenter));
  }
}

/// What is known of a published model, and what it is doing.
void draw_opened(Canvas& canvas, Rect area, const Result& r) {
  const Rect head = area.cut_top(22);
  canvas.text({head.x, head.y + 8}, "A " + r.opened->name + " from your disk", charts::strong(canvas, 13));
  const models::GptSettings& s = r.settings;
  const std::pair<std::string_view, std::string> facts[] = {
      {"layers", std::to_string(s.layers)},    {"heads in each", std::to_string(s.heads)}, {"width", thousands(s.width)},
      {"vocabulary", thousands(s.vocabulary)}, {"context", thousands(s.context)},          {"weights", thousands(r.weights)}};
  const float pitch = std::min(24.0f, area.height / 9);
  for (const auto& [name, value] : facts) {
    const Rect line = area.cut_top(pitch);
    canvas.text({line.x, line.center().y}, name, charts::quiet(canvas, 12.5f));
    canvas.text({line.x + 110, line.center().y}, value, charts::strong(canvas, 12.5f));
  }
  area.cut_top(0.5f * pitch);
  const canvas::TextStyle quiet{.color = canvas.color(Role::kMuted), .size = 12.5f, .baseline = canvas::Baseline::kTop};
  canvas::draw_paragraph(canvas, area,
                         r.progress.empty() ? "Nothing is sent anywhere. Every figure of this lesson is about it now." : r.progress, quiet);
}

}  // namespace

void draw_writing(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  if (!is_read(r)) return draw_unread(canvas, r);
  Rect area = charts::page(canvas);
  const bool wide = area.width > 520;
  const bool room = area.height > 300;
  const float most = (wide ? 0.52f : 0.46f) * area.height;
  Rect text =
      area.cut_top(r.settings.causal ? most : std::min(most, said_text_height(canvas, p, r, area.width) + 34));  // it stays as it is
  if (room) {
    const Rect head = text.cut_top(24);
    charts::draw_color_scale(canvas, {head.right() - 130, head.y + 1, 120, 14}, charts::CellMatrix::Colors::kWeights);
    charts::draw_heading(canvas, {head.x, head.y, head.width - 140, 16}, r.settings.causal ? "It writes" : "It fills in",
                         wide ? "the ground: how likely it thought each token" : "", 13);
  }
  draw_missing(canvas, &text, p);
  draw_said_text(canvas, text, p, r, edit);
  area.cut_top(10);
  const std::string title = where_said(r, r.place, true);
  const bool marks = r.settings.causal && (p.temperature != 1 || p.top_k > 0 || p.top_p < 1);
  const SaidBars bars{.next = r.next, .cells = "next", .title = title, .marks = marks};
  if (!wide) return draw_said_bars(canvas, area, r, bars);
  const Rect left = area.cut_left(0.46f * area.width);
  area.cut_left(24);
  draw_said_bars(canvas, left, r, bars);
  r.opened ? later<draw_opened>(canvas, area, r) : draw_learning(canvas, area, r);
}

}  // namespace attn::lessons::language_models
