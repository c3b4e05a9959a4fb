#include "lessons/01_pooling/figure_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/plane.h"
#include "lessons/01_pooling/colour_plane.h"
#include "lessons/01_pooling/figure_pairs_rows.h"
#include "lessons/01_pooling/hull.h"
#include "lessons/01_pooling/points.h"

namespace attn::lessons::pooling {
namespace {

constexpr int kPatch = 41;      ///< cells along a side of the plane of colours
constexpr float kSnap = 0.12f;  ///< a key dragged this close to another one becomes equal to it
constexpr float kWash = 0.7f;   ///< how strongly background colours show
constexpr float kStep = 0.01f;  ///< coordinates are rounded to multiples of it, so that links stay short
constexpr float kNudge = 0.1f;  ///< how far an arrow key moves a point

bool in_colours(const Params& params) { return params.view == View::colours; }

/// The colour of the value, or mixture of values, at row `i` of `places` [m,2].
canvas::Color color_at(const Mat& places, int i) { return plane_color((1 / kReach) * charts::point_at(places, i)); }

struct Layout {
  canvas::Rect left_title, right_title, columns, buttons, readout;
  charts::Plane keys{{}, 1}, values{{}, 1};
  float text = 14;
};

Layout arrange(canvas::Rect all) {
  Layout l;
  const float margin = std::clamp(all.width / 60, 6.0f, 20.0f), gap = std::clamp(all.width / 28, 12.0f, 36.0f);
  all = all.inset(margin, margin);
  l.text = std::clamp(all.width / 56, 11.0f, 15.0f);
  const float title = l.text + 10;
  const float below = std::max(112.0f, 0.27f * all.height);
  const float side = std::max(60.0f, std::min((all.width - gap) / 2, all.height - title - below - 10));
  const float left = all.x + (all.width - 2 * side - gap) / 2;
  const float bottom = std::min(all.bottom(), all.y + title + side + 10 + std::max(below, 0.7f * side));
  l.left_title = {left, all.y, side, title};
  l.right_title = {left + side + gap, all.y, side, title};
  // The planes go beyond kReach, so that marks at the rim are not cut off.
  l.keys = charts::Plane({left, all.y + title, side, side}, kPlaneOverscan * kReach);
  l.values = charts::Plane({left + side + gap, all.y + title, side, side}, kPlaneOverscan * kReach);
  canvas::Rect lower{left, all.y + title + side + 10, 2 * side + gap, 0};
  lower.height = bottom - lower.y;
  l.readout = lower.cut_right(std::clamp(0.36f * lower.width, 118.0f, 280.0f));
  lower.cut_right(gap / 2);
  l.buttons = lower.cut_right(26);
  l.columns = lower;
  return l;
}

void draw_ground(canvas::Canvas& canvas, const charts::Plane& plane, std::span<const canvas::Color> wash, int cells) {
  if (cells > 0) canvas.cells(plane.area(), cells, cells, wash);
  charts::draw_plane(canvas, plane, /*numbers=*/false);
  canvas.border(plane.area(), {canvas.color(canvas::Role::kFaint), 1}, 3);
}

canvas::Color washed(const canvas::Canvas& canvas, canvas::Color c) {
  return canvas::mix(canvas.color(canvas::Role::kBackground), c, kWash);
}

/// The colours that lie behind the values, row by row from the top left.
std::vector<canvas::Color> colour_patch(const canvas::Canvas& canvas) {
  std::vector<canvas::Color> cells;
  for (int i = 0; i < kPatch; ++i)
    for (int j = 0; j < kPatch; ++j) {
      const float x = 2 * (static_cast<float>(j) + 0.5f) / kPatch - 1, y = 1 - 2 * (static_cast<float>(i) + 0.5f) / kPatch;
      cells.push_back(washed(canvas, plane_color({kPlaneOverscan * x, kPlaneOverscan * y})));
    }
  return cells;
}

std::vector<canvas::Color> field_patch(const canvas::Canvas& canvas, const Mat& field) {
  std::vector<canvas::Color> cells;
  for (Index i = 0; i < field.rows(); ++i) cells.push_back(washed(canvas, color_at(field, static_cast<int>(i))));
  return cells;
}

/// A mark with a letter or number in it.
void draw_lettered(canvas::Canvas& canvas, canvas::Point c, canvas::Role role, float r, canvas::Color fill, std::string_view letter,
                   bool lit) {
  if (lit) charts::draw_mark(canvas, c, role, r + 4.5f, canvas.color(canvas::Role::kAccent).with_alpha(0.45f));
  charts::draw_mark(canvas, c, role, r + 1.5f, canvas.color(canvas::Role::kBackground));
  charts::draw_mark(canvas, c, role, r, fill);
  canvas.text(c, letter,
              {.color = canvas.theme().on(fill),
               .size = std::max(9.0f, 1.15f * r),
               .font = canvas::Font::kStrong,
               .align = canvas::Align::kCenter});
}

struct Dragged {
  canvas::Interaction hand;
  std::optional<canvas::Point> to;  ///< where the hand moves the point, by a drag or an arrow key
};

/// Declares the region of the point `p`.
Dragged drag(canvas::Canvas& canvas, const charts::Plane& plane, std::string_view id, float r, std::string_view label, canvas::Point p) {
  const canvas::Point c = plane.to_pixel(p);
  const canvas::Interaction hand = canvas.region(id, {c.x - r - 3, c.y - r - 3, 2 * r + 6, 2 * r + 6}, canvas::Grip::kDrag, label);
  return {hand, charts::moved_on_plane(hand, plane, p, kReach, kStep, kNudge)};
}

/// The first key at the place of key `i`.
int first_equal(const Mat& keys, int i) {
  for (int j = 0; j < i; ++j)
    if (keys.row(j) == keys.row(i)) return j;
  return i;
}

/// "1", or "1 = 4" where a later key lies on this one.
std::string names_at(const Mat& keys, int i) {
  std::string names = std::to_string(i + 1);
  for (int j = i + 1; j < static_cast<int>(keys.rows()); ++j)
    if (keys.row(j) == keys.row(i)) names += " = " + std::to_string(j + 1);
  return names;
}

bool pair_is_hot(const canvas::Canvas& canvas, int i) {
  const std::string index = "[" + std::to_string(i) + "]";
  return canvas.is_hot("key" + index) || canvas.is_hot("value" + index) || canvas.is_hot(canvas::cell_id("weights", 0, i));
}

/// A plane's name and, where there is room, the coordinates of the point `p` [1,2] on it, which are the regions `cells`[0,0] and [0,1].
void draw_title(canvas::Canvas& canvas, canvas::Rect at, std::string_view title, float size, std::string_view letter, canvas::Role role,
                const Mat& p, std::string_view cells) {
  const canvas::TextStyle strong = charts::strong(canvas, size);
  const canvas::TextStyle number{.color = canvas.color(role), .size = size};
  canvas.text({at.x, at.center().y}, title, strong);
  const std::array<std::string, 5> parts{std::string(letter) + " = (", canvas::shown_fixed(p(0, 0), 2), ", ",
                                         canvas::shown_fixed(p(0, 1), 2), ")"};
  float width = 0;
  for (const std::string& part : parts) width += canvas.measure(part, number).width;
  if (canvas.measure(title, strong).width + width + 10 > at.width) return;
  float x = at.right() - width;
  for (size_t i = 0; i < parts.size(); ++i) {
    const float w = canvas.measure(parts[i], number).width;
    canvas.text({x, at.center().y}, parts[i], number);
    if (i % 2 == 1)
      canvas.region(canvas::cell_id(cells, 0, static_cast<int>(i / 2)), {x, at.y, w, at.height}, canvas::Grip::kHover,
                    "coordinate of the " + std::string(cells));
    x += w;
  }
}

/// A small button with a sign. True when it was clicked, or pressed by keyboard.
bool draw_button(canvas::Canvas& canvas, canvas::Rect r, std::string_view id, std::string_view sign, std::string_view label, bool enabled) {
  const bool hot = enabled && canvas.is_hot(id);
  canvas.rect(r, canvas.color(canvas::Role::kBackground).with_alpha(0.85f), 6);
  canvas.border(r, {canvas.color(hot ? canvas::Role::kAccent : canvas::Role::kFaint), hot ? 1.5f : 1}, 6);
  canvas.text(r.center(), sign,
              {.color = canvas.color(enabled ? (hot ? canvas::Role::kAccent : canvas::Role::kInk) : canvas::Role::kFaint),
               .size = 16,
               .align = canvas::Align::kCenter});
  const canvas::Interaction hand = canvas.region(id, r, enabled ? canvas::Grip::kClick : canvas::Grip::kHover, label);
  return enabled && hand.released && (hand.hovered || hand.pressed);
}

/// Adds the key only: settle() gives it a value.
void add_pair(const Params& params, canvas::Point key, Params& edit) {
  if (params.keys.rows() < kMostPairs) edit.keys = with_point(params.keys, key);
}

void remove_pair(const Params& params, int i, Params& edit) {
  edit.keys = without_point(params.keys, i), edit.values = without_point(params.values, i);
}

/// Draws the keys and takes what the hand does with them. Returns the index of a key that is to be removed, or -1.
int draw_keys(canvas::Canvas& canvas, const Layout& l, const Params& params, float r, Mat& keys) {
  const charts::Plane& plane = l.keys;
  const int m = static_cast<int>(params.keys.rows());
  int gone = -1;
  for (int i = 0; i < m; ++i) {
    const canvas::Point c = plane.to_pixel(charts::point_at(params.keys, i));
    const canvas::Color fill = in_colours(params) ? color_at(params.values, i) : canvas.color(canvas::Role::kKey);
    const bool first = first_equal(params.keys, i) == i;
    const std::string names = names_at(params.keys, i);
    draw_lettered(canvas, c, canvas::Role::kKey, r, fill, std::to_string(i + 1), pair_is_hot(canvas, i));
    if (first && names.size() > 2) {
      const bool right = c.x + 60 < plane.to_pixel({kReach, 0}).x;
      canvas.text({c.x + (right ? r + 6 : -r - 6), c.y}, names,
                  {.color = canvas.color(canvas::Role::kKey),
                   .size = l.text,
                   .font = canvas::Font::kStrong,
                   .align = right ? canvas::Align::kLeft : canvas::Align::kRight});
    }
    auto [hand, to] = drag(canvas, plane, "key[" + std::to_string(i) + "]", r, "key " + std::to_string(i + 1) + ", drag to move",
                           charts::point_at(params.keys, i));
    if (to && hand.held)
      for (int j = 0; j < m; ++j)
        if (j != i && std::hypot(to->x - keys(j, 0), to->y - keys(j, 1)) < kSnap) to = charts::point_at(keys, j);
    if (to) charts::put_point(&keys, i, *to);
    if (hand.double_clicked && m > 1) gone = i;
  }
  return gone;
}

void draw_key_plane(canvas::Canvas& canvas, const Layout& l, const Params& params, const Result& result, float r, Params& edit) {
  const charts::Plane& plane = l.keys;
  const int m = static_cast<int>(params.keys.rows()), side = static_cast<int>(std::lround(std::sqrt(result.field.rows())));
  draw_ground(canvas, plane, field_patch(canvas, result.field), side);
  const canvas::Interaction ground =
      canvas.region("key-plane", plane.area(), canvas::Grip::kClick, "plane of the keys; a double click adds a pair");
  const canvas::Point q = plane.to_pixel(charts::point_at(params.query, 0));
  for (int i = 0; i < m; ++i) {
    const float w = static_cast<float>(result.attention.weights(0, i));
    const canvas::Color color = canvas.color(pair_is_hot(canvas, i) ? canvas::Role::kAccent : canvas::Role::kQuery);
    canvas.line(q, plane.to_pixel(charts::point_at(params.keys, i)), {color.with_alpha(0.25f + 0.6f * w), 0.75f + 0.8f * r * w});
  }
  const int gone = draw_keys(canvas, l, params, r, edit.keys);
  draw_lettered(canvas, q, canvas::Role::kQuery, r + 1, canvas.color(canvas::Role::kQuery), "q", canvas.is_hot("query"));
  if (const auto to = drag(canvas, plane, "query", r + 1, "query, drag to move", charts::point_at(params.query, 0)).to)
    charts::put_point(&edit.query, 0, *to);

  if (gone >= 0) remove_pair(params, gone, edit);
  if (ground.double_clicked) add_pair(params, charts::tidied(plane.to_data(ground.position), kReach, kStep), edit);
}

void draw_buttons(canvas::Canvas& canvas, canvas::Rect area, const Params& params, Params& edit) {
  const int m = static_cast<int>(params.keys.rows());
  const float side = area.width;
  const canvas::Rect first{area.x, area.center().y - side - 3, side, side}, second{area.x, area.center().y + 3, side, side};
  canvas.text({area.center().x, first.y - 8}, "pairs", charts::quiet(canvas, 10, canvas::Align::kCenter));
  if (draw_button(canvas, first, "add", "+", "add a key and its value", m < kMostPairs))
    add_pair(params, free_place(params.keys, kReach), edit);
  if (draw_button(canvas, second, "remove", "−", "remove the last key and its value", m > 1)) remove_pair(params, m - 1, edit);
}

void draw_hull(canvas::Canvas& canvas, const charts::Plane& plane, const Mat& values, bool colours) {
  std::vector<canvas::Point> points;
  for (int i = 0; i < static_cast<int>(values.rows()); ++i) points.push_back(charts::point_at(values, i));
  std::vector<canvas::Point> hull;
  for (const canvas::Point p : convex_hull(points)) hull.push_back(plane.to_pixel(p));
  const canvas::Color color = canvas.color(colours ? canvas::Role::kInk : canvas::Role::kValue);
  if (!colours && hull.size() > 2) canvas.polygon(hull, color.with_alpha(0.1f));
  if (hull.size() > 1) canvas.polyline(hull, {color.with_alpha(0.7f), 1.5f, true}, true);
}

void draw_value_plane(canvas::Canvas& canvas, const Layout& l, const Params& params, const Result& result, float r, Mat& values) {
  const charts::Plane& plane = l.values;
  draw_ground(canvas, plane, in_colours(params) ? colour_patch(canvas) : std::vector<canvas::Color>{}, in_colours(params) ? kPatch : 0);
  draw_hull(canvas, plane, params.values, in_colours(params));
  const canvas::Point o = plane.to_pixel(charts::point_at(result.attention.output, 0));
  const int m = static_cast<int>(params.values.rows());
  for (int i = 0; i < m; ++i) {
    const float w = static_cast<float>(result.attention.weights(0, i));
    const canvas::Color color = canvas.color(pair_is_hot(canvas, i) ? canvas::Role::kAccent : canvas::Role::kOutput);
    canvas.line(o, plane.to_pixel(charts::point_at(params.values, i)), {color.with_alpha(0.25f + 0.6f * w), 0.75f + 0.8f * r * w});
  }
  // The region lies below those of the values, the mark above theirs: where output and value coincide, the value can still be dragged.
  canvas.region("output", {o.x - r, o.y - r, 2 * r, 2 * r}, canvas::Grip::kHover, "output, the mean of the values");
  const bool edited = values.rows() != params.values.rows();
  for (int i = 0; i < m; ++i) {
    const canvas::Point p = charts::point_at(params.values, i), c = plane.to_pixel(p);
    const canvas::Color fill = in_colours(params) ? color_at(params.values, i) : canvas.color(canvas::Role::kValue);
    draw_lettered(canvas, c, canvas::Role::kValue, r, fill, std::to_string(i + 1), pair_is_hot(canvas, i));
    const std::string number = std::to_string(i + 1);
    const auto to = drag(canvas, plane, "value[" + std::to_string(i) + "]", r, "value " + number + ", drag to move", p).to;
    if (to && !edited) charts::put_point(&values, i, *to);
  }
  const canvas::Color fill = in_colours(params) ? color_at(result.attention.output, 0) : canvas.color(canvas::Role::kOutput);
  draw_lettered(canvas, o, canvas::Role::kOutput, 0.95f * r, fill, "", canvas.is_hot("output"));
  if (in_colours(params)) canvas.ring(o, 2.1f * r, {canvas.color(canvas::Role::kOutput), 2.5f});
}

/// What a look-up would answer that takes the nearest key alone: a ring about that key's value. It jumps where the output glides.
void draw_hard_answer(canvas::Canvas& canvas, const Layout& l, const Params& params, const Result& result, float r) {
  const canvas::Point at = l.values.to_pixel(charts::point_at(params.values, static_cast<int>(result.nearest)));
  const canvas::Color color = canvas.color(canvas::Role::kOutput);
  canvas.ring(at, 1.75f * r, {color, 2, true});
  const bool right = at.x + 9 * l.text < l.values.area().right();
  canvas.text({at.x + (right ? 1.0f : -1.0f) * (2.2f * r + 6), at.y}, "hard look-up",
              {.color = color, .size = l.text - 1, .align = right ? canvas::Align::kLeft : canvas::Align::kRight});
}

/// A number with its name, one line high.
void draw_number(canvas::Canvas& canvas, canvas::Rect line, std::string_view id, std::string_view name, const std::string& value,
                 float size) {
  canvas.text({line.x, line.center().y}, name, charts::quiet(canvas, size));
  canvas.text({line.right(), line.center().y}, value,
              {.color = canvas.color(canvas.is_hot(id) ? canvas::Role::kAccent : canvas::Role::kInk),
               .size = size,
               .font = canvas::Font::kStrong,
               .align = canvas::Align::kRight});
  canvas.region(id, line, canvas::Grip::kHover, name);
}

/// Entropy, and the effective number of keys on a scale from 1 to m.
void draw_readout(canvas::Canvas& canvas, canvas::Rect area, const Result& result, float size) {
  const int m = static_cast<int>(result.attention.weights.cols());
  const float line = std::min(size + 9, area.height / 4);
  const bool wide = area.width > 190;
  area.cut_top(std::max(0.0f, (area.height - 3.6f * line) / 2));
  draw_number(canvas, area.cut_top(line), "entropy", wide ? "entropy H, nats" : "entropy H", canvas::shown_fixed(result.entropy, 2), size);
  draw_number(canvas, area.cut_top(line), "effective", wide ? "effective keys exp(H)" : "exp(H)",
              canvas::shown_fixed(result.effective, 2) + " of " + std::to_string(m), size);
  canvas::Rect scale = area.cut_top(line).inset(5, 0);
  const float y = scale.center().y;
  const float t = m > 1 ? std::clamp((static_cast<float>(result.effective) - 1) / static_cast<float>(m - 1), 0.0f, 1.0f) : 0;
  canvas.line({scale.x, y}, {scale.right(), y}, {canvas.color(canvas::Role::kFaint), 2});
  for (int i = 0; i < m; ++i) {
    const float x = scale.x + (m > 1 ? scale.width * static_cast<float>(i) / static_cast<float>(m - 1) : 0);
    canvas.line({x, y - 3}, {x, y + 3}, {canvas.color(canvas::Role::kMuted), 1});
  }
  canvas.circle({scale.x + t * scale.width, y}, 5, canvas.color(canvas::Role::kOutput));
  const canvas::TextStyle end = charts::quiet(canvas, size - 2);
  canvas::TextStyle right = end;
  right.align = canvas::Align::kRight;
  canvas.text({area.x, area.y + 0.3f * line}, wide ? "1: look-up" : "look-up", end);
  canvas.text({area.right(), area.y + 0.3f * line}, wide ? std::to_string(m) + ": mean" : "mean", right);
}

}  // namespace

void draw_pairs(canvas::Canvas& canvas, const Params& params, const Result& result, Params& edit) {
  const Layout l = arrange(canvas.bounds());
  const float r = std::clamp(kReach * l.keys.unit() / 18, 7.0f, 12.0f);
  const int m = static_cast<int>(params.keys.rows());
  draw_title(canvas, l.left_title, "Keys and the query", l.text, "q", canvas::Role::kQuery, params.query, "query");
  draw_title(canvas, l.right_title, "Values and the output", l.text, "o", canvas::Role::kOutput, result.attention.output, "output");
  draw_key_plane(canvas, l, params, result, r, edit);
  draw_value_plane(canvas, l, params, result, r, edit.values);
  draw_hard_answer(canvas, l, params, result, r);
  draw_buttons(canvas, l.buttons, params, edit);

  std::vector<canvas::Color> fills;
  for (int i = 0; in_colours(params) && i < m; ++i) fills.push_back(color_at(params.values, i));
  draw_rows(canvas, l.columns, result, fills);
  draw_readout(canvas, l.readout, result, l.text - 1);
}

}  // namespace attn::lessons::pooling
