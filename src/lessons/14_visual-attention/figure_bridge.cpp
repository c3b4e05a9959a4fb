// Three lessons, one computation: the weights of a word as a row of an alignment, over the patches of an image, and along the edges of a
// graph.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/14_visual-attention/figure_parts.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

/// All words of the caption down, all places across: lesson 07's matrix, with places where it has words.
void draw_alignment(Canvas& canvas, Rect area, const Result& r, Params& edit) {
  draw_note(canvas, &area, "As in lesson 07: a row for each word, a column for each place, row by row from the top left",
            "As in lesson 07: words and places");
  const auto steps = static_cast<int>(r.steps());
  const canvas::TextStyle quiet = charts::quiet(canvas, 11);
  const Rect names = area.cut_left(canvas.measure("triangle", charts::strong(canvas, 11)).width + 8);
  const Mat used = r.telling.used;
  std::vector<Color> colors;
  for (Index i = 0; i < used.rows(); ++i)
    for (Index j = 0; j < used.cols(); ++j)
      colors.push_back(canvas.theme().sequential(kTint * static_cast<float>(used(i, j) / used.row(i).maxCoeff())));
  canvas.cells(area, steps, kPlaces, colors);
  for (int k = 1; k < kAside; ++k) {
    const float x = area.x + area.width * static_cast<float>(k) / kAside;
    canvas.line({x, area.y}, {x, area.bottom()}, {canvas.color(Role::kFaint), 1});
  }
  canvas.border(area, {canvas.color(Role::kMuted), 1});
  canvas.border(area.cell(r.word, 0, steps, 1), {canvas.color(Role::kOutput), 2});
  charts::draw_hot_cell(canvas, "weights", area, steps, kPlaces, 0);
  const float row = area.height / static_cast<float>(steps);
  for (int t = 0; t < steps; ++t)
    if (row >= 11 || t == r.word)
      canvas.text({names.x, names.cell(t, 0, steps, 1).center().y}, t < static_cast<int>(r.words.size()) ? r.word_at(t) : "(end)",
                  t == r.word ? charts::strong(canvas, 11) : quiet);
  const Interaction hand =
      canvas.grid("weights", area, steps, kPlaces, Grip::kClick, "weights, a row for each word; press to choose the word");
  if (hand.pressed) edit.word = hand.row + 1;
}

/// The places as patches that a token looks at: lesson 13's picture.
void draw_patches(Canvas& canvas, Rect area, const Result& r) {
  draw_note(canvas, &area, "As in lesson 13: patches that a token looks at", "As in lesson 13");
  const Rect sheet = square_in(area);
  draw_scene(canvas, sheet, r.things, r.telling.used.row(r.word));
  charts::draw_hot_cell(canvas, "map", sheet, kAside, kAside);
  canvas.grid("map", sheet, kAside, kAside, Grip::kHover, "weights over the picture");
}

/// The places as nodes, each tied to the word: lesson 16's picture.
void draw_star(Canvas& canvas, Rect area, const Result& r) {
  draw_note(canvas, &area, "As in lesson 16: a node with an edge to each place", "As in lesson 16");
  const Mat used = r.telling.used.row(r.word);
  const float most = static_cast<float>(used.maxCoeff());
  const Rect sheet = square_in(area);
  const Rect nodes{sheet.x, sheet.y + 0.28f * sheet.height, sheet.width, 0.72f * sheet.height};
  const Point word{sheet.center().x, sheet.y + 14};
  const auto place = [&](int j) { return nodes.cell(j / kAside, j % kAside, kAside, kAside).center(); };
  for (int j = 0; j < kPlaces; ++j) {
    const float w = static_cast<float>(used(0, j)) / most;
    charts::draw_bond(canvas, word, place(j), w, canvas.color(Role::kQuery).with_alpha(0.8f), true, 6);
  }
  for (int j = 0; j < kPlaces; ++j) {
    const std::string id = canvas::cell_id("edge", j, 0);
    const float w = static_cast<float>(used(0, j)) / most, size = std::clamp(nodes.width / 70, 2.5f, 5.0f);
    canvas.circle(place(j), size, canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kKey), 0.25f + 0.75f * w));
    canvas.ring(place(j), size, {canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kKey), canvas.is_hot(id) ? 2.5f : 1.0f});
    canvas.region(id, nodes.cell(j / kAside, j % kAside, kAside, kAside), Grip::kHover, "edge to " + place_name(j));
  }
  const std::string name(r.word_at(r.word));
  const canvas::TextStyle style = charts::strong(canvas, 13, canvas::Align::kCenter);
  const float width = canvas.measure(name, style).width + 16;
  const Rect chip{word.x - width / 2, word.y - 12, width, 24};
  canvas.rect(chip, canvas.color(Role::kBackground), 12);
  canvas.border(chip, {canvas.color(Role::kQuery), 2}, 12);
  canvas.text(chip.center(), name, style);
}

}  // namespace

void draw_bridge(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  if (area.height > 400) area.cut_top(draw_caption(canvas, {area.x, area.y, area.width, 0.3f * area.height}, p, r, edit) + 10);
  const bool wide = area.width > area.height;
  Rect below = area.cut_bottom(area.height * (wide ? 0.58f : 0.5f));
  below.cut_top(8);
  draw_alignment(canvas, area, r, edit);
  draw_patches(canvas, below.cell(0, 0, 1, 2).inset(4, 0), r);
  draw_star(canvas, below.cell(0, 1, 1, 2).inset(4, 0), r);
}

}  // namespace attn::lessons::visual_attention
