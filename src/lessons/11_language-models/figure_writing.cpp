// The model writes: its text with the probability of each token as the ground, what it says next, and its loss while it learns.
#include <algorithm>
#include <cmath>
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
#include "lessons/11_language-models/figures.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// A token as it stands on the line: characters of a text stand close, and a space is a gap, not a dot.
struct Written {
  std::string text;
  bool line_ends = false;
};
Written written_token(const Params& p, const Result& r, size_t t) {
  Written out{r.text.names[t]};
  if (p.reads != Reads::text) return out;
  const std::string raw = r.corpus->write({r.text.tokens[t]});
  out.line_ends = !raw.empty() && raw.back() == '\n';
  if (raw == " ") out.text = " ";
  return out;
}

/// Where each token stands in lines of this width. Returns the height.
float lay_out(const Canvas& canvas, const Params& p, const Result& r, const canvas::TextStyle& style, float width,
              std::vector<Rect>* places) {
  const bool close = p.reads == Reads::text && p.cut_into == Cut::characters;
  const float pad = close ? 1.0f : 5.0f, gap = close ? 1.0f : 4.0f, line = 1.75f * style.size;
  places->clear();
  float x = 0, y = 0;
  for (size_t t = 0; t < r.text.tokens.size(); ++t) {
    const Written token = written_token(p, r, t);
    const float wide = std::min(width, std::max(canvas.measure(token.text, style).width, 0.3f * style.size) + 2 * pad);
    if (x > 0 && x + wide > width) x = 0, y += line;
    places->push_back({x, y, wide, line - 5});
    x += wide + gap;
    if (token.line_ends) x = 0, y += line;
  }
  return y + line;
}

void draw_text(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = 22, .align = canvas::Align::kCenter};
  std::vector<Rect> places;
  while (lay_out(canvas, p, r, style, area.width, &places) > area.height && style.size > 10) style.size -= 0.5f;
  for (size_t t = 0; t < places.size(); ++t) {
    const Rect at{area.x + places[t].x, area.y + places[t].y, places[t].width, places[t].height};
    if (at.bottom() > area.bottom() + 1) break;
    const int index = static_cast<int>(t);
    const std::string id = canvas::cell_id("probability", index, 0);
    const bool given = index < r.text.given, looked_at = index == r.place;
    const canvas::Color ground =
        given ? canvas.color(Role::kSurface) : canvas.theme().sequential(static_cast<float>(r.text.probability(index, 0)));
    canvas.rect(at, ground, 3);
    style.color = given ? canvas.color(Role::kInk) : canvas.theme().on(ground);
    style.font = given ? canvas::Font::kStrong : canvas::Font::kText;
    canvas.text(at.center(), canvas::elided(canvas, written_token(p, r, t).text, style, at.width), style);
    if (looked_at || canvas.is_hot(id)) canvas.border(at.inset(-1, -1), {canvas.color(Role::kAccent), looked_at ? 2.5f : 1.5f}, 4);
    if (canvas.region(id, at, Grip::kClick, "token " + std::to_string(index + 1) + ", look at what comes after it").pressed)
      edit.place = index + 1;
  }
}

/// The likeliest next tokens as bars; the one that was taken is strong.
void draw_next(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  const Rect head = area.cut_top(22);
  const canvas::TextStyle title = charts::strong(canvas, 13);
  canvas.text({head.x, head.y + 8},
              canvas::elided(canvas, "After " + quoted(r.text.names[static_cast<size_t>(r.place)]), title, head.width), title);
  const auto shown = std::min<size_t>(r.next.candidates.size(), static_cast<size_t>(std::max(1.0f, area.height / 18)));
  const float pitch = std::min(area.height / static_cast<float>(shown), 34.0f), numbers = 38;
  canvas::TextStyle name{.color = canvas.color(Role::kInk), .size = 13, .align = canvas::Align::kRight};
  float widest = 24;
  for (size_t k = 0; k < shown; ++k) widest = std::max(widest, canvas.measure(r.corpus->name(r.next.candidates[k]), name).width + 4);
  widest = std::min(widest, 0.4f * area.width);
  for (size_t k = 0; k < shown; ++k) {
    const auto row = static_cast<Index>(k);
    const Rect line{area.x, area.y + pitch * static_cast<float>(k), area.width, pitch};
    const bool taken = r.next.candidates[k] == r.next.follows, cut = r.next.drawn_from(row, 0) == 0;
    name.font = taken ? canvas::Font::kStrong : canvas::Font::kText;
    name.color = canvas.color(cut ? Role::kMuted : Role::kInk);
    canvas.text({line.x + widest, line.center().y}, canvas::elided(canvas, r.corpus->name(r.next.candidates[k]), name, widest), name);
    const Rect track{line.x + widest + 8, line.y + 0.16f * pitch, std::max(10.0f, line.width - widest - 8 - numbers), 0.68f * pitch};
    canvas.rect(track, canvas.color(Role::kSurface), 3);
    const auto own = static_cast<float>(r.next.probabilities(row, 0)), drawn = static_cast<float>(r.next.drawn_from(row, 0));
    canvas.rect({track.x, track.y, std::max(1.0f, track.width * own), track.height},
                canvas.color(Role::kOutput).with_alpha(taken ? 0.85f : 0.4f), 3);
    if (p.temperature != 1 || p.top_k > 0 || p.top_p < 1)  // what it is drawn with, as a mark
      canvas.line({track.x + track.width * drawn, track.y - 1}, {track.x + track.width * drawn, track.bottom() + 1},
                  {canvas.color(Role::kInk), 2});
    const std::string id = canvas::cell_id("next", static_cast<int>(k), 0);
    if (canvas.is_hot(id)) canvas.border(track, {canvas.color(Role::kAccent), 2}, 3);
    canvas.region(id, {track.x, track.y, track.width + numbers, track.height}, Grip::kHover,
                  "probability of " + r.corpus->name(r.next.candidates[k]));
    canvas.text({track.right() + 6, line.center().y}, canvas::shown_fixed(static_cast<double>(own), 2), charts::quiet(canvas, 12));
  }
}

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
    canvas.text(at + Point{left ? -10.0f : 10.0f, 12}, "held out " + fixed(r.held_out_loss, 2),
                charts::strong(canvas, 12, left ? canvas::Align::kRight : canvas::Align::kLeft));
  } else if (rows == 0) {
    canvas.text(axes.plot.center(), "press Train", charts::quiet(canvas, 12, canvas::Align::kCenter));
  }
}

}  // namespace

void draw_writing(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const bool wide = area.width > 520;
  const bool room = area.height > 300;
  Rect text = area.cut_top((wide ? 0.52f : 0.46f) * area.height);
  if (room) {
    const Rect head = text.cut_top(24);
    charts::draw_color_scale(canvas, {head.right() - 130, head.y + 1, 120, 14}, charts::CellMatrix::Colors::kWeights);
    charts::draw_heading(canvas, {head.x, head.y, head.width - 140, 16}, "It writes",
                         wide ? "the ground: how likely it thought each token" : "", 13);
  }
  if (p.own_is_missing) {
    const canvas::TextStyle warning{.color = canvas.color(Role::kWarning), .size = 13, .baseline = canvas::Baseline::kTop};
    text.cut_top(canvas::draw_paragraph(canvas, text, kOwnIsMissing, warning) + 8);
  }
  draw_text(canvas, text, p, r, edit);
  area.cut_top(10);
  if (!wide) return draw_next(canvas, area, p, r);
  const Rect left = area.cut_left(0.46f * area.width);
  area.cut_left(24);
  draw_next(canvas, left, p, r);
  draw_learning(canvas, area, r);
}

}  // namespace attn::lessons::language_models
