// An order task: one sentence through the model in training and the one beside it, the heads' weights, and held-out sentences by length.
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
#include "lessons/08_positions/figure_parts.h"
#include "lessons/08_positions/figures.h"
#include "lessons/08_positions/words.h"

namespace attn::lessons::positions {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// The rows of letters: a name on the left, a place for each letter, a count on the right.
struct Rows {
  Rect area;
  float names, counts, row;
  int n;

  Rect line(int i) const { return {area.x, area.y + row * static_cast<float>(i), area.width, row}; }
  Rect place(int i, int t) const {
    const Rect all{area.x + names, area.y + row * static_cast<float>(i), area.width - names - counts, row};
    const float wide = std::min(all.width / static_cast<float>(n), 1.5f * row);
    return {all.x + wide * static_cast<float>(t), all.y, wide, row};
  }
};

void draw_name(Canvas& canvas, const Rows& rows, int i, std::string_view name) {
  const canvas::TextStyle style = charts::quiet(canvas, std::clamp(0.48f * rows.row, 11.0f, 14.0f));
  canvas.text({rows.area.x, rows.line(i).center().y}, canvas::elided(canvas, name, style, rows.names - 6), style);
}

void draw_letter(Canvas& canvas, Rect place, const std::string& letter, const canvas::TextStyle& style) {
  canvas.text(place.center(), letter, style);
}

canvas::TextStyle letter_style(const Canvas& canvas, float row, Role role) {
  return {.color = canvas.color(role),
          .size = std::clamp(0.56f * row, 11.0f, 18.0f),
          .font = canvas::Font::kStrong,
          .align = canvas::Align::kCenter};
}

/// `shown` with the letter at `from` moved to `to`.
Tokens reordered(Tokens shown, int from, int to) {
  const int letter = shown[static_cast<size_t>(from)];
  shown.erase(shown.begin() + from);
  shown.insert(shown.begin() + to, letter);
  return shown;
}

/// The sentence as cards, which can be dragged to other places.
void draw_cards(Canvas& canvas, const Rows& rows, const Params& p, const Result& r, Params& edit) {
  const auto& words = r.order.task->source;
  int lifted = -1;
  Point at;
  for (int t = 0; t < rows.n; ++t) {
    const Rect card = rows.place(0, t).inset(2, 2);
    const std::string id = "letter[" + std::to_string(t) + "]";
    const canvas::Interaction hand = canvas.region(id, card, Grip::kDrag, "letter " + std::to_string(t + 1) + ", drag to another place");
    const bool hot = canvas.is_hot(id), away = hand.held && !card.contains(hand.position - hand.grab);
    canvas.rect(card, canvas.color(Role::kSurface), 5);
    canvas.border(card, {canvas.color(hot ? Role::kAccent : Role::kMuted), hot ? 2.0f : 1.0f}, 5);
    canvas::TextStyle style = letter_style(canvas, rows.row, Role::kInk);
    style.color = style.color.with_alpha(away ? 0.25f : 1.0f);
    draw_letter(canvas, card, words.name(p.shown[static_cast<size_t>(t)]), style);
    if (away) lifted = t, at = hand.position - hand.grab;
    int to = std::clamp(t + hand.nudge_x, 0, rows.n - 1);
    if (hand.released) {
      const Rect first = rows.place(0, 0);
      to = std::clamp(static_cast<int>(std::floor((hand.position.x - first.x) / first.width)), 0, rows.n - 1);
    }
    if (to != t) edit.letters = r.order.task->write(words, reordered(p.shown, t, to));
  }
  if (lifted < 0) return;
  const Rect card = rows.place(0, 0).inset(2, 2);
  const Rect moved{std::clamp(at.x - card.width / 2, rows.area.x, rows.area.right() - card.width), card.y, card.width, card.height};
  canvas.rect(moved, canvas.color(Role::kBackground), 5);
  canvas.border(moved, {canvas.color(Role::kAccent), 2}, 5);
  draw_letter(canvas, moved, words.name(p.shown[static_cast<size_t>(lifted)]), letter_style(canvas, rows.row, Role::kInk));
}

std::string class_name(const tasks::PairTask& task, int id) { return id < kFirstToken ? "\u2013" : task.target.name(id); }

/// What a model says at each place. Right answers have a tinted ground, wrong ones are underlined.
void draw_answers(Canvas& canvas, const Rows& rows, int i, std::string_view id, const Answers& answers, const OrderResult& o) {
  for (int t = 0; t < rows.n; ++t) {
    const auto at = static_cast<size_t>(t);
    const bool right = answers.said[at] == o.target[at];
    const Rect cell = rows.place(i, t).inset(2, 2);
    const std::string name = canvas::cell_id(id, t, 0);
    if (right) canvas.rect(cell, canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kGood), 0.2f), 5);
    canvas.border(cell, {canvas.color(canvas.is_hot(name) ? Role::kAccent : Role::kFaint), canvas.is_hot(name) ? 2.0f : 1.0f}, 5);
    const canvas::TextStyle style = letter_style(canvas, rows.row, right ? Role::kInk : Role::kWarning);
    draw_letter(canvas, cell, class_name(*o.task, answers.said[at]), style);
    if (!right) {
      const float half = 0.36f * style.size, below = std::min(0.7f * style.size, 0.5f * cell.height - 2);
      canvas.line(cell.center() + Point{-half, below}, cell.center() + Point{half, below}, {style.color, 2});
    }
    canvas.region(name, cell, Grip::kHover, "probability of the right letter");
  }
  canvas::TextStyle count = charts::quiet(canvas, std::clamp(0.48f * rows.row, 11.0f, 14.0f));
  canvas.text({rows.place(i, rows.n - 1).right() + 12, rows.line(i).center().y},
              std::to_string(answers.right) + " of " + std::to_string(rows.n), count);
}

void draw_rows(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const OrderResult& o = r.order;
  const bool wide = area.width > 480;
  const Rows rows{area, wide ? 150.0f : 76.0f, wide ? 76.0f : 56.0f, area.height / (o.rival.said.empty() ? 3.0f : 4.0f),
                  static_cast<int>(o.source.size())};
  draw_name(canvas, rows, 0, "letters");
  draw_name(canvas, rows, 1, wide ? o.task->label == "In order" ? "in order" : "the letter before" : "right");
  for (int t = 0; t < rows.n; ++t)
    draw_letter(canvas, rows.place(1, t), class_name(*o.task, o.target[static_cast<size_t>(t)]),
                letter_style(canvas, rows.row, Role::kMuted));
  draw_name(canvas, rows, 2, wide ? model_name(o.kind) : short_name(o.kind));
  draw_answers(canvas, rows, 2, "answers", o.model, o);
  if (!o.rival.said.empty()) {
    draw_name(canvas, rows, 3, wide ? model_name(o.rival_kind) : short_name(o.rival_kind));
    draw_answers(canvas, rows, 3, "rival-answers", o.rival, o);
  }
  draw_cards(canvas, rows, p, r, edit);
}

/// Small heat maps of all heads, from which one is chosen, and the chosen one large.
void draw_heads(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const OrderResult& o = r.order;
  const auto count = static_cast<int>(o.weights.size());
  const auto n = static_cast<int>(o.source.size());
  const int per_layer = count <= 2 ? count : count / 2;
  const Rect head = area.cut_top(22);
  const std::string title =
      "head " + std::to_string((p.head - 1) % per_layer + 1) + (count > 2 ? ", layer " + std::to_string((p.head - 1) / per_layer + 1) : "");
  canvas.text({head.x, head.y + 8}, title, charts::strong(canvas, 13));
  if (area.height > 150) {
    const float side = std::clamp(std::min(area.width / static_cast<float>(count) - 6, 0.17f * area.height), 16.0f, 42.0f);
    const Rect band = area.cut_top(side + 8);
    for (int h = 0; h < count; ++h) {
      const Mat& w = o.weights[static_cast<size_t>(h)];
      const Rect tile{band.x + (side + 6) * static_cast<float>(h), band.y, side, side};
      std::vector<Color> colors;
      for (Index c = 0; c < w.size(); ++c) colors.push_back(canvas.theme().sequential(static_cast<float>(w.data()[c])));
      canvas.cells(tile, n, n, colors);
      const std::string id = "head[" + std::to_string(h) + "]";
      const bool chosen = h == p.head - 1;
      canvas.border(tile, {canvas.color(chosen || canvas.is_hot(id) ? Role::kAccent : Role::kFaint), chosen ? 2.5f : 1.0f}, 2);
      if (canvas.region(id, tile, Grip::kClick, "show head " + std::to_string(h + 1)).pressed) edit.head = h + 1;
    }
  }
  const std::vector<std::string> names = o.task->source.names(o.source);
  charts::draw_cell_matrix(canvas, area,
                           {.id = "attention",
                            .values = o.weights[static_cast<size_t>(p.head - 1)],
                            .rows = names,
                            .cols = names,
                            .label = "attention weights, a row for each place",
                            .square = true,
                            .largest_cell = 40});
}

std::vector<double> column(const Mat& m, double factor = 1) {
  std::vector<double> out;
  for (Index i = 0; i < m.rows(); ++i) out.push_back(factor * static_cast<double>(m(i, 0)));
  return out;
}

void draw_series(Canvas& canvas, const charts::Axes& axes, const Mat& lengths, const Mat& share, std::string_view id, Role shape,
                 Color color) {
  for (Index k = 0; k < share.rows(); ++k) {
    if (!std::isfinite(share(k, 0))) continue;
    const Point at = axes.to_pixel(static_cast<double>(lengths(k, 0)), 100 * static_cast<double>(share(k, 0)));
    const std::string cell = canvas::cell_id(id, static_cast<int>(k), 0);
    if (canvas.is_hot(cell)) canvas.ring(at, 8, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, shape, 4.5f, color);
    canvas.region(cell, {at.x - 8, at.y - 8, 16, 16}, Grip::kHover, "places right at this length");
  }
}

void draw_lengths(Canvas& canvas, Rect area, const Result& r) {
  const OrderResult& o = r.order;
  // Shapes and shades tell the two apart, because colours of roles would suggest "output" and "value".
  const Color with = canvas.color(Role::kInk), without = canvas::mix(canvas.color(Role::kInk), canvas.color(Role::kBackground), 0.5f);
  std::vector<charts::LegendEntry> legend = {{short_name(o.kind), with, charts::LegendEntry::Look::kMark, Role::kOutput}};
  if (o.rival_by_length.measured) legend.push_back({short_name(o.rival_kind), without, charts::LegendEntry::Look::kMark, Role::kValue});
  legend.push_back(
      {area.width > 330 ? "1/n: the best without places" : "1/n", canvas.color(Role::kInk), charts::LegendEntry::Look::kDashes});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 4);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "letters n", .min = 3.5, .max = 16.5},
                                              {.label = "held-out places right (%)", .min = 0, .max = 104}, 12);
  charts::draw_curve(canvas, axes, column(o.lengths), column(o.chance, 100), {canvas.color(Role::kInk), 1.5f, true});
  if (!o.by_length.measured)
    canvas.text(axes.plot.center(), "measured when training pauses", charts::quiet(canvas, 12, canvas::Align::kCenter));
  draw_series(canvas, axes, o.lengths, o.rival_by_length.share, "rival-accuracy", Role::kValue, without);
  draw_series(canvas, axes, o.lengths, o.by_length.share, "accuracy", Role::kOutput, with);
}

}  // namespace

void draw_order(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const float rows = r.order.rival.said.empty() ? 3 : 4;
  draw_rows(canvas, area.cut_top(rows * std::clamp(0.075f * area.height, 19.0f, 36.0f)), p, r, edit);
  area.cut_top(std::clamp(0.03f * area.height, 6.0f, 18.0f));
  Rect left = area.cut_left(std::min(0.46f * area.width, 0.95f * area.height));
  area.cut_left(std::clamp(0.04f * area.width, 10.0f, 30.0f));
  draw_heads(canvas, left, p, r, edit);
  draw_lengths(canvas, area, r);
}

}  // namespace attn::lessons::positions
