// The alignment matrix, the lines from words to words, and the row whose weights can be changed by hand.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/07_alignment/figures.h"
#include "lessons/07_alignment/words.h"
#include "lessons/translation/source_text.h"
#include "lessons/translation/weight_row.h"

namespace attn::lessons::alignment {
namespace {

/// The row that the hand is on, or the one shown if it is on none.
int lit_row(const canvas::Canvas& canvas, const Result& r) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  const bool row = hot.name == "alignment" || hot.name == "output";
  return row && hot.row >= 0 && hot.row < static_cast<int>(r.sentence.output.size()) ? hot.row : r.step;
}

/// The part of `area` that the matrix takes. While a row is changed by hand the output changes, but the cells have to stay where they are.
/// So there is room for the longest word said with or without what the hand set, and for as many rows as the longer of the two outputs has.
canvas::Rect kept_area(const canvas::Canvas& canvas, canvas::Rect area, charts::CellMatrix matrix, const Result& r) {
  std::vector<std::string> all = r.sentence.output;
  all.insert(all.end(), r.sentence.alone.begin(), r.sentence.alone.end());
  const canvas::Rect own = charts::cells_in(canvas, area, matrix);
  matrix.rows = all;
  const canvas::Rect kept = charts::cells_in(canvas, area, matrix);
  const auto said = static_cast<float>(r.sentence.output.size()),
             most = static_cast<float>(std::max(r.sentence.output.size(), r.sentence.alone.size()));
  area.height = kept.y - area.y + (area.bottom() - kept.y) * said / most;
  area.cut_left(kept.x - own.x);
  return area;
}

void draw_matrix(canvas::Canvas& canvas, canvas::Rect area, const Result& r, Params& edit) {
  const charts::CellMatrix matrix{.id = "alignment",
                                  .values = r.weights,
                                  .rows = r.sentence.output,
                                  .cols = r.sentence.source,
                                  .row_role = canvas::Role::kOutput,
                                  .grip = canvas::Grip::kClick,
                                  .label = "alignment, a row for each word said; press to choose the row",
                                  .largest_cell = 54};
  area = kept_area(canvas, area, matrix, r);
  const canvas::Rect cells = charts::cells_in(canvas, area, matrix);
  const canvas::Interaction hand = charts::draw_cell_matrix(canvas, area, matrix);
  const auto n = static_cast<int>(r.weights.rows());
  const auto band = [&](int i) {
    return canvas::Rect{cells.x, cells.cell(i, 0, n, 1).y, cells.width, cells.height / static_cast<float>(n)};
  };
  for (int i = 0; i < n; ++i)
    if (r.sentence.overridden[static_cast<size_t>(i)]) canvas.border(band(i), {canvas.color(canvas::Role::kWarning), 2, true});
  canvas.border(band(r.step).inset(-1, -1), {canvas.color(canvas::Role::kAccent), 2.5f}, 2);
  if (hand.row >= 0 && (hand.pressed || (hand.selected && (hand.nudge_x || hand.nudge_y)))) edit.row = hand.row + 1;
}

struct Words {
  canvas::Rect line;
  std::vector<canvas::Rect> places;
  float size = 13;
  bool crowded = false;  ///< only some of the names fit
};

/// Words side by side. Each has a place as wide as it needs; where the line is too short for that, all are narrowed in proportion.
Words spread(const canvas::Canvas& canvas, canvas::Rect line, std::span<const std::string> names) {
  Words words{line, {}, 13, false};
  const canvas::TextStyle style{.color = {}, .size = 13};
  float total = 0;
  for (const std::string& name : names) total += canvas.measure(name, style).width + 8;
  const float scale = std::min(1.0f, line.width / std::max(total, 1.0f)), rest = std::max(0.0f, line.width - total);
  const float gap = std::min(rest / static_cast<float>(std::max<size_t>(names.size(), 1)), 26.0f);
  words.crowded = scale < 0.7f;
  words.size = words.crowded ? 13 : std::max(9.0f, 13 * std::min(1.0f, 1.1f * scale));
  float x = line.x;
  for (const std::string& name : names) {
    const float width = scale * (canvas.measure(name, style).width + 8) + gap;
    words.places.push_back({x, line.y, width, line.height});
    x += width;
  }
  return words;
}

/// Draws a word. If `whole`, it is not shortened to its place, but may cover its neighbours' within `line`.
void draw_word(canvas::Canvas& canvas, canvas::Rect line, canvas::Rect place, float size, std::string_view name, canvas::Role role,
               bool strong, bool whole) {
  canvas::TextStyle style{.color = canvas.color(role),
                          .size = size,
                          .font = strong ? canvas::Font::kStrong : canvas::Font::kText,
                          .align = canvas::Align::kCenter};
  if (!whole) return canvas.text(place.center(), canvas::elided(canvas, name, style, place.width - 1), style);
  const float half = canvas.measure(name, style).width / 2;
  canvas.text({std::clamp(place.center().x, line.x + half, std::max(line.x + half, line.right() - half)), place.center().y}, name, style);
}

/// The words of the source above, the words said below, and between them a line for each weight.
void draw_lines(canvas::Canvas& canvas, canvas::Rect area, const Result& r, Params& edit) {
  const int lit = lit_row(canvas, r);
  const Words above = spread(canvas, area.cut_top(20), r.sentence.source);
  const Words below = spread(canvas, area.cut_bottom(22), r.sentence.output);
  for (Index i = 0; i < r.weights.rows(); ++i)
    for (Index j = 0; j < r.weights.cols(); ++j) {
      const auto weight = static_cast<float>(r.weights(i, j));
      if (weight < 0.02f) continue;
      const canvas::Rect from = below.places[static_cast<size_t>(i)], to = above.places[static_cast<size_t>(j)];
      charts::draw_bond(canvas, {from.center().x, from.y}, {to.center().x, to.bottom()}, weight,
                        canvas.color(i == lit ? canvas::Role::kAccent : canvas::Role::kKey).with_alpha(i == lit ? 1.0f : 0.3f), true, 6);
    }
  Index most = 0;
  r.weights.row(lit).maxCoeff(&most);
  for (size_t j = 0; j < r.sentence.source.size(); ++j)
    if (!above.crowded || static_cast<Index>(j) == most)
      draw_word(canvas, above.line, above.places[j], above.size, r.sentence.source[j], canvas::Role::kKey, false, above.crowded);
  for (size_t i = 0; i < r.sentence.output.size(); ++i) {
    const canvas::Rect place = below.places[i];
    const bool shown = static_cast<int>(i) == r.step;
    if (!below.crowded || static_cast<int>(i) == lit)
      draw_word(canvas, below.line, place, below.size, r.sentence.output[i], canvas::Role::kOutput, shown, below.crowded);
    if (!r.sentence.former[i].empty()) canvas.border(place.inset(0.5f, 1), {canvas.color(canvas::Role::kWarning), 1.5f, true}, 4);
    if (shown)
      canvas.line({place.x + 3, place.bottom() - 1}, {place.right() - 3, place.bottom() - 1}, {canvas.color(canvas::Role::kAccent), 2});
    const std::string id = canvas::cell_id("output", static_cast<int>(i), 0);
    if (canvas.region(id, place, canvas::Grip::kClick, "show the step that says " + r.sentence.output[i]).pressed)
      edit.row = static_cast<int>(i) + 1;
  }
}

/// What the step says, what it said without the weights set by hand and, where there is room, that weights can be dragged.
std::string row_title(const canvas::Canvas& canvas, const Result& r, const canvas::TextStyle& style, float width) {
  const auto at = static_cast<size_t>(r.step);
  const std::string step = "Step " + std::to_string(r.step + 1), says = step + " says " + quoted(r.sentence.output[at]);
  const std::string told = r.sentence.former[at].empty()
                               ? says
                               : says + ", was " + (r.sentence.former[at] == "nothing" ? "nothing" : quoted(r.sentence.former[at]));
  for (const std::string& title : {told + ": drag its weights", told + ": drag", told})
    if (canvas.measure(title, style).width <= width) return title;
  return says;
}

/// The chosen row as columns, whose tops can be dragged.
void draw_row(canvas::Canvas& canvas, canvas::Rect area, const Result& r, Params& edit) {
  canvas::Rect head = area.cut_top(22);
  const bool any = std::find(r.sentence.overridden.begin(), r.sentence.overridden.end(), true) != r.sentence.overridden.end();
  if (any) {
    const canvas::Rect button = head.cut_right(std::min(110.0f, 0.4f * head.width)).inset(0, 1);
    if (charts::draw_small_button(canvas, button, "override-reset", "Reset rows", "give all rows back to the model"))
      edit.overrides = Mat(0, 2);
    head.cut_right(8);
  }
  const canvas::TextStyle style = charts::strong(canvas, 13);
  canvas.text({head.x, head.center().y}, canvas::elided(canvas, row_title(canvas, r, style, head.width), style, head.width), style);
  const Mat row = r.weights.row(r.step);
  const Mat changed = translation::draw_weight_row(canvas, area, {.id = "weights", .names = r.sentence.source, .weights = row});
  if (changed.size() > 0) set_override(&edit.overrides, r.step + 1, changed);
}

}  // namespace

void draw_alignment(canvas::Canvas& canvas, const Params&, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  translation::draw_source_help(canvas, &area, *r.task, r.refusal, &edit.source);
  const canvas::TextStyle style = charts::quiet(canvas, 12);
  const std::vector<std::string> lines = canvas::wrapped(canvas, note(r), style, area.width);
  canvas::draw_lines(canvas, area.cut_bottom(4 + 1.35f * style.size * static_cast<float>(lines.size())), lines, style);
  area.cut_bottom(4);
  if (r.sentence.output.empty() || r.weights.size() == 0) return;
  const bool beside = area.width >= 600 || area.height < 220;
  canvas::Rect second = beside ? area.cut_right(0.5f * area.width) : area.cut_bottom(0.42f * area.height);
  if (beside)
    second.cut_left(std::min(22.0f, 0.04f * area.width));
  else
    second.cut_top(8);
  if (beside && second.height > 220) {
    draw_lines(canvas, second.cut_top(0.46f * second.height), r, edit);
    second.cut_top(12);
  }
  draw_matrix(canvas, area, r, edit);
  draw_row(canvas, second, r, edit);
}

}  // namespace attn::lessons::alignment
