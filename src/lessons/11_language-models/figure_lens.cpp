// The logit lens: what each layer would say next if it were the last one, below each token of the text.
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
#include "lessons/11_language-models/figures.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

struct LensColumns {
  int first = 0, count = 0;
};
/// As many columns as have room, with the token that is looked at among them.
LensColumns lens_columns(const Result& r, float width) {
  const auto n = static_cast<int>(r.text.names.size());
  LensColumns out;
  out.count = std::clamp(static_cast<int>(width / 62), 1, n);
  out.first = std::clamp(r.place - out.count / 2, 0, n - out.count);
  return out;
}

std::string lens_stage(const Result& r, int l, bool wide) {
  if (l == 0) return wide ? "table alone" : "table";
  if (l == r.settings.layers) return wide ? "answer" : "says";
  return (wide ? "after layer " : "layer ") + std::to_string(l);
}

/// A small tick, for an answer that is what follows.
void draw_tick(Canvas& canvas, Point at, canvas::Color color) {
  const Point line[] = {{at.x - 4, at.y}, {at.x - 1, at.y + 3}, {at.x + 5, at.y - 4}};
  canvas.polyline(line, {color, 2});
}

void draw_lens_cell(Canvas& canvas, Rect cell, const Result& r, int l, int t) {
  const auto p = static_cast<float>(r.lens_probability(l, t));
  const auto token = static_cast<int>(r.lens_token(l, t));
  const canvas::Color ground = canvas.theme().sequential(p), ink = canvas.theme().on(ground);
  const std::string id = canvas::cell_id("lens", l, t);
  canvas.rect(cell, ground, 4);
  canvas.border(cell, {canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kFaint), canvas.is_hot(id) ? 2.0f : 1.0f}, 4);
  canvas::TextStyle name{.color = ink, .size = 13, .align = canvas::Align::kCenter};
  while (name.size > 10.5f && canvas.measure(r.corpus->name(token), name).width > cell.width - 6) name.size -= 0.5f;
  const bool numbers = cell.height > 34;
  const float middle = cell.center().y - (numbers ? 7 : 0);
  canvas.text({cell.center().x, middle}, canvas::elided(canvas, r.corpus->name(token), name, cell.width - 4), name);
  if (numbers)
    canvas.text({cell.center().x, middle + 16}, canvas::shown_fixed(static_cast<double>(p), 2),
                {.color = ink, .size = 11, .align = canvas::Align::kCenter});
  const bool follows = t + 1 < static_cast<int>(r.text.tokens.size()) && r.text.tokens[static_cast<size_t>(t) + 1] == token;
  if (follows) draw_tick(canvas, {cell.right() - 9, cell.y + 9}, ink);
}

}  // namespace

void draw_lens(Canvas& canvas, const Params&, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const bool wide = area.width > 520;
  const Rect head = area.cut_top(24);
  charts::draw_color_scale(canvas, {head.right() - 120, head.y + 1, 110, 14}, charts::CellMatrix::Colors::kWeights);
  const Rect foot = area.cut_bottom(24);
  const Rect names = area.cut_left(wide ? 92.0f : 54.0f);
  const LensColumns columns = lens_columns(r, area.width);
  const auto n = static_cast<int>(r.text.names.size());
  charts::draw_heading(canvas, {head.x, head.y, head.width - 130, 16}, "What would each layer say?",
                       columns.count < n ? "tokens " + std::to_string(columns.first + 1) + " to " +
                                               std::to_string(columns.first + columns.count) + " of " + std::to_string(n)
                                         : "",
                       13);
  const int stages = static_cast<int>(r.lens_token.rows());
  const Rect read = area.cut_top(30);
  const float high = std::min(area.height / static_cast<float>(stages), 96.0f), column = area.width / static_cast<float>(columns.count);
  canvas.text({names.x, read.center().y}, wide ? "it has read" : "read", charts::quiet(canvas, 12));
  for (int l = 0; l < stages; ++l)
    canvas.text({names.x, area.y + high * (static_cast<float>(l) + 0.5f)}, lens_stage(r, l, wide),
                l + 1 == stages ? charts::strong(canvas, 12) : charts::quiet(canvas, 12));
  for (int k = 0; k < columns.count; ++k) {
    const int t = columns.first + k;
    const Rect top{area.x + column * static_cast<float>(k), read.y, column, read.height};
    const canvas::TextStyle name = charts::strong(canvas, 13, canvas::Align::kCenter);
    canvas.text(top.center(), canvas::elided(canvas, r.text.names[static_cast<size_t>(t)], name, top.width - 2), name);
    for (int l = 0; l < stages; ++l) {
      const Rect cell = Rect{top.x, area.y + high * static_cast<float>(l), column, high}.inset(2, 2);
      draw_lens_cell(canvas, cell, r, l, t);
      if (canvas.region(canvas::cell_id("lens", l, t), cell, Grip::kClick, "what it would say here").pressed) edit.place = t + 1;
    }
    if (t == r.place)
      canvas.border({top.x, top.y, top.width, top.height + high * static_cast<float>(stages)}, {canvas.color(Role::kAccent), 2}, 5);
  }
  canvas::draw_hint(canvas, foot, "A tick: that token is what follows in the text.", charts::quiet(canvas, 12));
}

}  // namespace attn::lessons::language_models
