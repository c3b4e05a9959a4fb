// The weights of a recurrent cell at a step: what is read, the matrix, and the sums.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/05_recurrent/figure_parts.h"
#include "lessons/05_recurrent/figures.h"
#include "lessons/05_recurrent/weights.h"

namespace attn::lessons::recurrent {
namespace {

/// Where everything lies. The matrix has a row for each number read: inputs, the 1 of the bias, states.
struct Places {
  canvas::Rect heads, reads, grid, sums;
  float unit;  ///< height of a row
};

Places place_weights(canvas::Rect area, const Mat& weights) {
  const auto rows = static_cast<float>(weights.rows()), cols = static_cast<float>(weights.cols());
  Places places;
  places.heads = area.cut_top(24);
  places.unit = std::min(area.height / (rows + 2.9f), 46.0f);
  const float name = 26, read = std::clamp(0.09f * area.width, 30.0f, 58.0f), gap = std::clamp(0.03f * area.width, 10.0f, 26.0f);
  places.reads = {area.x + name, area.y, read, places.unit * rows};
  const float left = places.reads.right() + gap;
  places.grid = {left, area.y, std::min(area.right() - left, 64.0f * cols), places.reads.height};
  places.sums = {places.grid.x, places.grid.bottom() + 0.6f * places.unit, places.grid.width, 2 * places.unit};
  return places;
}

void draw_reads(canvas::Canvas& canvas, const Places& places, const Params& p, const Result& r) {
  const int rows = static_cast<int>(r.study.weights.rows()), inputs = static_cast<int>(p.x.rows()), now = p.step - 1;
  const canvas::TextStyle style = charts::quiet(canvas, std::min(13.0f, 0.6f * places.unit), canvas::Align::kRight);
  std::vector<std::string> names = numbered("x", inputs);
  names.push_back("1");
  for (const std::string& h : numbered("h", r.study.forward.units())) names.push_back(h);
  for (int i = 0; i < rows; ++i) {
    const int unit = i - inputs - 1;
    const Real value = i < inputs ? p.x(i, now) : i == inputs ? Real(1) : r.study.forward.h_before(unit, now);
    const canvas::Rect cell = places.reads.cell(i, 0, rows, 1);
    canvas.text({places.reads.x - 5, cell.center().y}, names[static_cast<size_t>(i)], style);
    const std::string id = i < inputs                ? canvas::cell_id("x", i, now)
                           : i == inputs || now == 0 ? ""
                                                     : canvas::cell_id("hidden-state", unit, now - 1);
    draw_named_cell(canvas, cell, {.value = value, .limit = 1.5f}, id, "what the step reads");
  }
  canvas.border(places.reads, {canvas.color(canvas::Role::kMuted), 1});
  canvas.text({(places.reads.right() + places.grid.x) / 2, places.grid.center().y}, "\u00b7",
              {.color = canvas.color(canvas::Role::kMuted), .size = 17, .font = canvas::Font::kMath, .align = canvas::Align::kCenter});
}

void draw_matrix(canvas::Canvas& canvas, const Places& places, const Params& p, const Result& r, Params& edit) {
  const Mat& w = r.study.weights;
  const int rows = static_cast<int>(w.rows()), cols = static_cast<int>(w.cols());
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      draw_number_cell(canvas, places.grid.cell(i, j, rows, cols),
                       {.value = w(i, j), .limit = static_cast<float>(kWeightLimit) / 2, .digits = -1});
  const canvas::Interaction hand =
      canvas.grid(weights_id(p.cell), places.grid, rows, cols, canvas::Grip::kDrag, "weights, drag up or down");
  if (Mat changed = w; charts::edit_cells(hand, w, &changed, kStep, kWeightLimit))
    edit.source = WeightSource::kOwn, edit.own(p.cell) = changed;
  if (hand.row >= 0 && hand.col >= 0 && canvas.is_hot(weights_id(p.cell)))
    canvas.border(places.grid.cell(hand.row, hand.col, rows, cols).inset(1, 1), {canvas.color(canvas::Role::kAccent), 2});
}

void draw_sums(canvas::Canvas& canvas, const Places& places, const Params& p, const Result& r) {
  const int cols = static_cast<int>(r.study.weights.cols());
  const std::array<const Mat*, 2> sums{&r.study.forward.input_product, &r.study.forward.recurrent_product};
  const std::array<const char*, 2> ids{"input-product", "recurrent-product"};
  for (int k = 0; k < 2; ++k) {
    const auto at = static_cast<size_t>(k);
    draw_letter(canvas, {places.sums.x - 12, places.sums.cell(k, 0, 2, 1).center().y}, sum_letter(k == 0), canvas::Role::kInk);
    for (int j = 0; j < cols; ++j)
      draw_named_cell(canvas, places.sums.cell(k, j, 2, cols), {.value = (*sums[at])(p.step - 1, j), .limit = 4, .digits = -1},
                      canvas::cell_id(ids[at], p.step - 1, j), "a sum of the step");
  }
  canvas.border(places.sums, {canvas.color(canvas::Role::kMuted), 1});
}

/// The letters of the gates, lines between the gates, and the line between the rows that belong to p_x and those that belong to p_h.
void draw_bands(canvas::Canvas& canvas, const Places& places, const Params& p, const Result& r) {
  const canvas::Stroke ink{canvas.color(canvas::Role::kInk), 1.5f};
  const std::vector<Letter> letters = gate_letters(p.cell);
  const int gates = kernels::gate_count(p.cell);
  for (int g = 0; g <= gates; ++g) {
    const float band = places.grid.width / static_cast<float>(gates), x = places.grid.x + band * static_cast<float>(g);
    canvas.line({x, places.grid.y}, {x, places.grid.bottom()}, ink);
    canvas.line({x, places.sums.y}, {x, places.sums.bottom()}, ink);
    if (g < gates) draw_letter(canvas, {x + band / 2, places.heads.center().y}, letters[static_cast<size_t>(g)], canvas::Role::kInk);
  }
  const int rows = static_cast<int>(r.study.weights.rows());
  const float split = places.grid.cell(static_cast<int>(p.x.rows()) + 1, 0, rows, 1).y;
  canvas.line({places.reads.x, split}, {places.grid.right(), split}, ink);
}

}  // namespace

void draw_weights(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = charts::page(canvas, 8);
  charts::draw_signed_foot(canvas, area.cut_bottom(20), static_cast<float>(kWeightLimit) / 2,
                           "drag a weight up or down, or use the arrow keys");
  const Places places = place_weights(area, r.study.weights);
  draw_reads(canvas, places, p, r);
  draw_matrix(canvas, places, p, r, edit);
  draw_sums(canvas, places, p, r);
  draw_bands(canvas, places, p, r);
}

}  // namespace attn::lessons::recurrent
