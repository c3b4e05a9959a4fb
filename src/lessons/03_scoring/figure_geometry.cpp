// Scores on the plane: the identity between dot product and distance, and all scores side by side.
#include "lessons/03_scoring/scoring_figures.h"
#include "canvas/paragraph.h"

#include <algorithm>
#include <cmath>

#include "canvas/number_text.h"
#include "charts/cell_matrix.h"
#include "charts/plane.h"
#include "charts/plot.h"

namespace attn::lessons::scoring {
namespace {

canvas::TextStyle strong(const canvas::Canvas& canvas, float size) {
  return {.color = canvas.color(canvas::Role::kInk), .size = size, .font = canvas::Font::kStrong};
}
canvas::TextStyle quiet(const canvas::Canvas& canvas, float size) { return {.color = canvas.color(canvas::Role::kMuted), .size = size}; }

canvas::Rect page(const canvas::Canvas& canvas) { return canvas.bounds().inset(std::clamp(canvas.bounds().width / 50, 8.0f, 20.0f), 8); }

std::vector<std::string> key_names(Index m) {
  std::vector<std::string> names;
  for (Index j = 0; j < m; ++j) names.push_back("k" + std::to_string(j + 1));
  return names;
}

/// A key moves the raw key; a wider key keeps its further numbers.
void place_key(Mat* keys, Index j, canvas::Point p) { (*keys)(j, 0) = p.x, (*keys)(j, 1) = p.y; }

/// Whether another point stands where the caption of the one at `p` would be, on its right.
bool is_crowded(const charts::Plane& plane, const Params& p, const Result& r, canvas::Point p) {
  const canvas::Point at = plane.to_pixel(p);
  const auto in_the_way = [&](const Mat& points) {
    for (Index i = 0; i < points.rows(); ++i) {
      const canvas::Point away = plane.to_pixel(charts::point_at(points, i)) - at;
      if (away.x > 2 && away.x < 42 && std::abs(away.y) < 16) return true;
    }
    return false;
  };
  return in_the_way(r.keys) || in_the_way(p.queries);
}

void draw_points(canvas::Canvas& canvas, const charts::Plane& plane, const Params& p, const Result& r, Params& edit) {
  if (p.normalise)
    canvas.ring(plane.to_pixel({0, 0}), 2 * plane.unit(), {canvas.color(canvas::Role::kKey).with_alpha(0.5f), 1, true});
  const canvas::Point q = plane.to_pixel(charts::point_at(p.queries, p.chosen - 1));
  for (Index j = 0; j < r.keys.rows(); ++j) {
    const float weight = picture.dot_weights.size() ? static_cast<float>(picture.dot_weights(0, j)) : 0.3f;
    canvas.line(q, plane.to_pixel(charts::point_at(r.keys, j)),
                {canvas.color(canvas::Role::kQuery).with_alpha(0.2f + 0.6f * weight), 0.8f + 6 * weight});
  }
  for (Index j = 0; j < r.keys.rows(); ++j) {
    const std::string id = "key[" + std::to_string(j) + "]", name = "k" + std::to_string(j + 1);
    const canvas::Point before = charts::point_at(r.keys, j);
    const std::string label = name + ", drag to move";
    const charts::Handle handle{
        .id = id, .label = label, .caption = name, .role = canvas::Role::kKey, .caption_left = is_crowded(plane, picture, before)};
    const canvas::Point after = charts::draw_plane_handle(canvas, plane, before, handle, kReach, kStep);
    if (after.x != before.x || after.y != before.y) place_key(&edit.keys, j, after);
  }
  for (Index i = 0; i < p.queries.rows(); ++i) {
    const bool chosen = i == p.chosen - 1;
    const std::string id = chosen ? "query" : "another-query[" + std::to_string(i) + "]", name = "q" + std::to_string(i + 1);
    const std::string label = name + ", drag to move";
    const canvas::Point before = charts::point_at(p.queries, i);
    const charts::Handle handle{.id = id,
                                .label = label,
                                .caption = name,
                                .role = canvas::Role::kQuery,
                                .radius = chosen ? 9.0f : 5.0f,
                                .caption_left = is_crowded(plane, picture, before)};
    const canvas::Point after = charts::draw_plane_handle(canvas, plane, before, handle, kReach, kStep);
    if (after.x == before.x && after.y == before.y) continue;
    edit.queries(i, 0) = after.x, edit.queries(i, 1) = after.y;
    edit.chosen = static_cast<int>(i) + 1;
  }
}

/// Two bars for each key: by dot product and by distance. Cells `dot-weights[0,j]` and `distance-weights[0,j]`.
void draw_pairs_of_bars(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r) {
  // The colours of roles would say "query" and "key"; these two also differ in greyscale.
  const canvas::Color by_dot = canvas.color(canvas::Role::kInk),
                      by_distance = canvas::mix(canvas.color(canvas::Role::kBackground), canvas.color(canvas::Role::kMuted), 0.62f);
  const charts::LegendEntry legend[] = {{"by dot product", by_dot, charts::LegendEntry::Look::kFill},
                                        {"by distance", by_distance, charts::LegendEntry::Look::kFill}};
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 4);
  const auto m = static_cast<int>(r.keys.rows());
  const float names = 26, numbers = 36, row = std::min(area.height / static_cast<float>(m), 44.0f);
  for (int j = 0; j < m; ++j) {
    const canvas::Rect band{area.x, area.y + row * static_cast<float>(j), area.width, row};
    canvas::TextStyle name{.color = canvas.color(canvas::Role::kKey), .size = std::min(13.0f, row), .font = canvas::Font::kStrong};
    canvas.text({band.x, band.center().y}, "k" + std::to_string(j + 1), name);
    const float height = std::min(0.4f * row, 14.0f), room = std::max(10.0f, band.width - names - numbers);
    for (int side = 0; side < 2; ++side) {
      const auto w = static_cast<float>((side == 0 ? picture.dot_weights : picture.distance_weights)(0, j));
      const canvas::Rect bar{band.x + names, band.center().y + (side == 0 ? -height - 0.5f : 0.5f), std::max(1.0f, room * w), height};
      canvas.rect({bar.x, bar.y, room, bar.height}, canvas.color(canvas::Role::kSurface));
      canvas.rect(bar, side == 0 ? by_dot : by_distance);
      if (height >= 8)
        canvas.text({bar.x + room + 6, bar.center().y}, canvas::shown_fixed(w, 2),
                    {.color = canvas.color(canvas::Role::kInk), .size = std::min(11.5f, height + 1)});
      canvas.grid(std::string(side == 0 ? "dot-weights" : "distance-weights") + "[0," + std::to_string(j) + "]",
                  {bar.x, bar.y, room, bar.height}, 1, 1, canvas::Grip::kHover, side == 0 ? "weight by dot product" : "weight by distance");
    }
  }
}

void draw_terms(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r) {
  const std::vector<std::string> rows = key_names(r.terms.rows());
  const std::vector<std::string> cols{"q\u00b7k", "\u2212\u00bdk\u00b2", "\u2212\u00bdq\u00b2", "sum"};
  charts::draw_cell_matrix(canvas, area,
                           {.id = "terms",
                            .values = r.terms,
                            .colors = charts::CellMatrix::Colors::kSigned,
                            .limit = 6,
                            .rows = rows,
                            .cols = cols,
                            .row_role = canvas::Role::kKey,
                            .col_role = canvas::Role::kInk,
                            .label = "terms of the distance score",
                            .largest_cell = 92});
}

/// Not every score is defined where queries and keys differ in width.
void draw_width_note(canvas::Canvas& canvas, canvas::Rect area, const Params& p, const Result& r) {
  const std::string note = "Queries have 2 numbers, keys " + std::to_string(r.keys.cols()) + ":";
  canvas.text({area.x, area.y + 12}, canvas::elided(canvas, note, strong(canvas, 13), area.width), strong(canvas, 13));
  canvas.text({area.x, area.y + 32}, canvas::elided(canvas, "no dot product and no distance is defined.", quiet(canvas, 12), area.width),
              quiet(canvas, 12));
}

/// One score as a field over the plane with the points on it.
void draw_field(canvas::Canvas& canvas, canvas::Rect area, const ScorePicture& score, const Params& p, const Result& r) {
  const float side = std::min(area.width, area.height);
  const canvas::Rect square{area.x + (area.width - side) / 2, area.y, side, side};
  const charts::Plane plane(square, kReach);
  const auto cells = static_cast<int>(std::lround(std::sqrt(static_cast<double>(score.field.rows()))));
  const Real largest = score.field.size() ? std::max(score.field.cwiseAbs().maxCoeff(), Real(1e-6)) : 1;
  std::vector<canvas::Color> colors;
  for (Index i = 0; i < score.field.rows(); ++i)
    colors.push_back(canvas::mix(canvas.color(canvas::Role::kBackground),
                                 canvas.theme().diverging(static_cast<float>(score.field(i, 0) / largest)), 0.8f));
  if (cells > 0) canvas.cells(square, cells, cells, colors);
  canvas.frame(square, {canvas.color(canvas::Role::kFaint), 1});
  for (Index j = 0; j < r.keys.rows(); ++j) {
    const float weight = score.weights.size() ? static_cast<float>(score.weights(0, j)) : 0;
    const canvas::Point at = plane.to_pixel(charts::point_at(r.keys, j));
    charts::draw_mark(canvas, at, canvas::Role::kKey, 2.5f + 0.07f * side * std::sqrt(weight), canvas.color(canvas::Role::kKey));
  }
  charts::draw_mark(canvas, plane.to_pixel(charts::point_at(p.queries, p.chosen - 1)), canvas::Role::kQuery,
                    std::max(3.5f, 0.03f * side), canvas.color(canvas::Role::kQuery));
}

/// "parameters" and "multiply-adds" of a score, under its field.
void draw_cost(canvas::Canvas& canvas, canvas::Rect area, const ScorePicture& score, int index) {
  const std::string lines[] = {std::to_string(score.parameters) + (score.parameters == 1 ? " parameter" : " parameters"),
                               std::to_string(score.multiply_adds) + " multiply-adds",
                               score.tanhs ? std::to_string(score.tanhs) + " tanh" : ""};
  for (int i = 0; i < 3; ++i) {
    const canvas::Rect line = area.cell(i, 0, 3, 1);
    const canvas::TextStyle style = quiet(canvas, 11);
    canvas.text({line.x, line.center().y}, canvas::elided(canvas, lines[i], style, line.width), style);
    if (!lines[i].empty())
      canvas.grid("cost[" + std::to_string(index) + "," + std::to_string(i) + "]", line, 1, 1, canvas::Grip::kHover, lines[i]);
  }
}

}  // namespace

void draw_geometry(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = page(canvas);
  const bool wide = area.width > 1.15f * area.height;
  canvas::Rect left = wide ? area.cut_left(std::min(0.5f * area.width, area.height)) : area.cut_top(0.5f * area.height);
  const float side = std::min(left.width, left.height);
  const charts::Plane plane({left.x + (left.width - side) / 2, left.y, side, side}, kReach * 1.08f);
  charts::draw_plane(canvas, plane);
  draw_points(canvas, plane, p, r, edit);
  if (wide)
    area.cut_left(std::clamp(0.03f * area.width, 10.0f, 28.0f));
  else
    area.cut_top(6);
  if (!p.equally_wide()) {
    draw_width_note(canvas, area, p, r);
    return;
  }
  canvas::Rect foot = area.cut_bottom(18);
  const std::string note =
      r.difference < Real(1e-4) ? "The two coincide." : "They differ by up to " + canvas::shown_fixed(r.difference, 2) + ".";
  canvas::draw_hint(canvas, foot, note, quiet(canvas, 12));
  if (wide) {
    draw_pairs_of_bars(canvas, area.cut_top(0.5f * area.height), p, r);
    area.cut_top(10);
    draw_terms(canvas, area, p, r);
  } else {
    draw_pairs_of_bars(canvas, area.cut_left(0.48f * area.width), p, r);
    area.cut_left(10);
    draw_terms(canvas, area, p, r);
  }
}

void draw_compare(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  canvas::Rect area = page(canvas);
  const auto count = static_cast<int>(picture.all.size());
  const int columns = area.width > 1.2f * area.height ? count : 3, rows = (count + columns - 1) / columns;
  const float cost = 46, title = 36;
  std::vector<std::string> score_names;
  const float least = std::max(0.3f * area.height, 60.0f);  // of the table of weights
  const float side = area.width / static_cast<float>(columns) - 8;
  canvas::Rect table = area;
  if (rows == 1)
    area = table.cut_top(std::min(title + side + cost, area.height - least));
  else
    area = table.cut_top(area.height - least);
  table.cut_top(12);
  for (int s = 0; s < count; ++s) {
    const ScorePicture& score = picture.all[static_cast<size_t>(s)];
    canvas::Rect place = area.cell(s / columns, s % columns, rows, columns).inset(4, 0);
    const canvas::Rect head = place.cut_top(rows == 1 ? title : 18);
    canvas.text({head.x, head.y + 8}, canvas::elided(canvas, score.name, strong(canvas, 12.5f), head.width), strong(canvas, 12.5f));
    if (rows == 1)
      canvas.text({head.x, head.y + 25}, canvas::elided(canvas, score.formula, quiet(canvas, 11.5f), head.width), quiet(canvas, 11.5f));
    const canvas::Rect below = rows == 1 ? place.cut_bottom(cost) : canvas::Rect{};
    if (score.weights.size() == 0) {
      const canvas::TextStyle style = quiet(canvas, 11.5f);
      canvas.text({place.x, place.center().y}, canvas::elided(canvas, "widths differ", style, place.width), style);
    } else {
      draw_field(canvas, place, score, p, r);
    }
    if (rows == 1 && score.weights.size() > 0) draw_cost(canvas, {below.x, below.y + 4, below.width, below.height - 4}, score, s);
  }
  Mat weights(0, r.keys.rows());
  for (const ScorePicture& score : picture.all) {
    if (score.weights.size() == 0) continue;
    weights.conservativeResize(weights.rows() + 1, r.keys.rows());
    weights.bottomRows(1) = score.weights;
    score_names.emplace_back(score.name);
  }
  const std::vector<std::string> keys = key_names(r.keys.rows());
  charts::draw_cell_matrix(canvas, table,
                           {.id = "compared-weights",
                            .values = weights,
                            .rows = score_names,
                            .cols = keys,
                            .row_role = canvas::Role::kInk,
                            .label = "weights by each score",
                            .largest_cell = 96});
  edit.chosen = p.chosen;
}

}  // namespace attn::lessons::scoring
