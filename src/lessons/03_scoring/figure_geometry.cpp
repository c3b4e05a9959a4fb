// Query and keys on a plane: the identity between dot product and distance.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/plane.h"
#include "charts/plot.h"
#include "lessons/03_scoring/figures.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role, canvas::TextStyle;

constexpr float kLeastWide = 520;  ///< width of a figure that has everything beside the plane

/// Whether a caption on the right of `place` would cover some point or leave the plane.
bool is_crowded(const charts::Plane& plane, const Params& p, const Result& r, Point place) {
  const Point at = plane.to_pixel(place);
  const auto in_the_way = [&](const Mat& points) {
    for (Index i = 0; i < points.rows(); ++i) {
      const Point away = plane.to_pixel(charts::point_at(points, i)) - at;
      if (away.x > 2 && away.x < 42 && std::abs(away.y) < 16) return true;
    }
    return false;
  };
  return at.x + 32 > plane.area().right() || in_the_way(r.keys) || in_the_way(p.queries);
}

/// The circle that keys of equal length lie on, and an outline of each key where the reader put it: the control `keys` has those numbers.
void draw_drawing_out(Canvas& canvas, const charts::Plane& plane, const Params& p, const Result& r) {
  const canvas::Stroke thin{canvas.color(Role::kKey).with_alpha(0.5f), 1, true};
  canvas.ring(plane.to_pixel({0, 0}), kRadius * plane.unit(), thin);
  for (Index j = 0; j < p.keys.rows(); ++j) {
    const Point before = plane.to_pixel(charts::point_at(p.keys, j)), after = plane.to_pixel(charts::point_at(r.keys, j));
    if (std::hypot(after.x - before.x, after.y - before.y) < 2) continue;
    canvas.line(before, after, thin);
    charts::draw_mark_outline(canvas, before, Role::kKey, 4, {canvas.color(Role::kKey), 1.2f});
  }
}

void draw_points(Canvas& canvas, const charts::Plane& plane, const Params& p, const Result& r, Params& edit) {
  if (p.normalise) draw_drawing_out(canvas, plane, p, r);
  const Point q = plane.to_pixel(charts::point_at(p.queries, p.chosen - 1));
  const Mat weights = chosen_row(p, r.of(Score::dot).weights);
  for (Index j = 0; j < r.keys.rows(); ++j) {
    const float weight = weights.size() ? static_cast<float>(weights(0, j)) : 0.3f;
    canvas.line(q, plane.to_pixel(charts::point_at(r.keys, j)),
                {canvas.color(Role::kQuery).with_alpha(0.2f + 0.6f * weight), 0.8f + 6 * weight});
  }
  for (Index j = 0; j < r.keys.rows(); ++j) {
    const std::string id = "key[" + std::to_string(j) + "]", name = "k" + std::to_string(j + 1);
    const Point before = charts::point_at(r.keys, j);
    const std::string label = name + ", drag to move";
    const charts::Handle handle{
        .id = id, .label = label, .caption = name, .role = Role::kKey, .caption_left = is_crowded(plane, p, r, before)};
    if (const auto to = charts::draw_plane_handle(canvas, plane, before, handle, kReach, kStep)) charts::put_point(&edit.keys, j, *to);
  }
  for (Index i = 0; i < p.queries.rows(); ++i) {
    const bool chosen = i == p.chosen - 1;
    const std::string id = chosen ? "query" : "another-query[" + std::to_string(i) + "]", name = "q" + std::to_string(i + 1);
    const std::string label = name + ", drag to move";
    const Point before = charts::point_at(p.queries, i);
    const charts::Handle handle{.id = id,
                                .label = label,
                                .caption = name,
                                .role = Role::kQuery,
                                .radius = chosen ? 9.0f : 5.0f,
                                .caption_left = is_crowded(plane, p, r, before)};
    const auto to = charts::draw_plane_handle(canvas, plane, before, handle, kReach, kStep);
    if (!to) continue;
    charts::put_point(&edit.queries, i, *to);
    edit.chosen = static_cast<int>(i) + 1;
  }
}

/// Two bars for each key: by dot product and by distance. Cells `dot-weights[0,j]` and `distance-weights[0,j]`.
void draw_pairs_of_bars(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  // Colours of roles would suggest "query" and "key". These two carry no such meaning and differ in greyscale, too.
  const Color by_dot = canvas.color(Role::kInk),
              by_distance = canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kMuted), 0.62f);
  const charts::LegendEntry legend[] = {{"by dot product", by_dot, charts::LegendEntry::Look::kFill},
                                        {"by distance", by_distance, charts::LegendEntry::Look::kFill}};
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 4);
  const Mat weights[] = {chosen_row(p, r.of(Score::dot).weights), chosen_row(p, r.of(Score::distance).weights)};
  const auto m = static_cast<int>(r.keys.rows());
  const float names = 26, numbers = 36, row = std::min(area.height / static_cast<float>(m), 56.0f);
  for (int j = 0; j < m; ++j) {
    const Rect band{area.x, area.y + row * static_cast<float>(j), area.width, row};
    TextStyle name{.color = canvas.color(Role::kKey), .size = std::min(13.0f, row), .font = canvas::Font::kStrong};
    canvas.text({band.x, band.center().y}, "k" + std::to_string(j + 1), name);
    const float height = std::min(0.4f * row, 18.0f), room = std::max(10.0f, band.width - names - numbers);
    for (int side = 0; side < 2; ++side) {
      const auto w = static_cast<float>(weights[side](0, j));
      const Rect bar{band.x + names, band.center().y + (side == 0 ? -height - 0.5f : 0.5f), std::max(1.0f, room * w), height};
      canvas.rect({bar.x, bar.y, room, bar.height}, canvas.color(Role::kSurface));
      canvas.rect(bar, side == 0 ? by_dot : by_distance);
      if (height >= 8)
        canvas.text({bar.x + room + 6, bar.center().y}, canvas::shown_fixed(w, 2),
                    {.color = canvas.color(Role::kInk), .size = std::min(11.5f, height + 1)});
      canvas.region(std::string(side == 0 ? "dot-weights" : "distance-weights") + "[0," + std::to_string(j) + "]",
                    {bar.x, bar.y, room, bar.height}, Grip::kHover, side == 0 ? "weight by dot product" : "weight by distance");
    }
  }
}

void draw_terms(Canvas& canvas, Rect area, const Result& r) {
  const std::vector<std::string> rows = numbered("k", r.terms.rows());
  const std::vector<std::string> cols{"q\u00b7k", "\u2212\u00bdk\u00b2", "\u2212\u00bdq\u00b2", "sum"};
  charts::draw_cell_matrix(canvas, area,
                           {.id = "terms",
                            .values = r.terms,
                            .colors = charts::CellMatrix::Colors::kSigned,
                            .limit = 6,
                            .rows = rows,
                            .cols = cols,
                            .row_role = Role::kKey,
                            .col_role = Role::kInk,
                            .label = "terms of the distance score",
                            .largest_cell = 92});
}

/// A note on which scores are defined where queries and keys differ in width.
void draw_width_note(Canvas& canvas, Rect area, const Result& r) {
  const std::string note = "Queries have 2 numbers, keys " + std::to_string(r.keys.cols()) + ":";
  canvas.text({area.x, area.y + 12}, canvas::elided(canvas, note, charts::strong(canvas, 13), area.width), charts::strong(canvas, 13));
  canvas.text({area.x, area.y + 32},
              canvas::elided(canvas, "no dot product and no distance is defined.", charts::quiet(canvas, 12), area.width),
              charts::quiet(canvas, 12));
}

}  // namespace

void draw_geometry(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas, 8);
  // Bars stand beside the plane, and the table below the bars or, where it is narrow, along the whole foot.
  const bool wide = area.width > 1.15f * area.height && area.width >= kLeastWide;
  Rect upper = wide ? area : area.cut_top(0.54f * area.height);
  const charts::Plane plane(upper.cut_left(std::min(0.58f * upper.width, 1.2f * upper.height)), kReach * 1.08f);
  charts::draw_plane(canvas, plane);
  draw_points(canvas, plane, p, r, edit);
  upper.cut_left(std::clamp(0.03f * upper.width, 10.0f, 28.0f));
  Rect foot = wide ? upper : area;
  if (!p.equally_wide()) {
    draw_width_note(canvas, foot, r);
    return;
  }
  const std::string note =
      (r.difference < Real(1e-4) ? "The two coincide." : "They differ by up to " + canvas::shown_fixed(r.difference, 2) + ".") +
      (p.normalise ? " Hollow: a key before it is drawn out." : "");
  const bool in_a_line = canvas.measure(note, charts::quiet(canvas, 12)).width <= foot.width;
  canvas::draw_hint(canvas, foot.cut_bottom(in_a_line ? 18 : 28), note, charts::quiet(canvas, 12));
  draw_pairs_of_bars(canvas, wide ? foot.cut_top(0.5f * foot.height) : upper, p, r);
  foot.cut_top(wide ? 10 : 6);
  draw_terms(canvas, foot, r);
}

}  // namespace attn::lessons::scoring
