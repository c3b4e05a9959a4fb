#include "ui/pooling_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "ui/colour_plane.h"
#include "ui/hull.h"
#include "ui/number_text.h"
#include "ui/plane.h"
#include "ui/regions.h"
#include "ui/weight_columns.h"

namespace attn::ui {
namespace {

constexpr int kPatch = 41;      ///< cells along a side of the plane of colours
constexpr float kSnap = 0.12f;  ///< a key dragged this close to another one becomes equal to it
constexpr float kWash = 0.7f;   ///< how strongly background colours show
constexpr float kStep = 0.01f;  ///< to which points are rounded, so that links stay short
constexpr float kNudge = 0.1f;  ///< of an arrow key

struct Layout {
  Rect left_title, right_title, columns, buttons, readout;
  Plane keys{{}, 1}, values{{}, 1};
  float text = 14;
};

Layout arrange(Rect all, float reach) {
  Layout l;
  const float margin = std::clamp(all.width / 60, 6.0f, 20.0f), gap = std::clamp(all.width / 28, 12.0f, 36.0f);
  all = all.inset(margin, margin);
  l.text = std::clamp(all.width / 56, 11.0f, 15.0f);
  const float title = l.text + 10;
  const float below = std::max(88.0f, 0.23f * all.height);
  const float side = std::max(60.0f, std::min((all.width - gap) / 2, all.height - title - below - 10));
  const float left = all.x + (all.width - 2 * side - gap) / 2;
  const float bottom = std::min(all.bottom(), all.y + title + side + 10 + std::max(below, 0.4f * side));
  l.left_title = {left, all.y, side, title};
  l.right_title = {left + side + gap, all.y, side, title};
  // Room at the rim for the marks, and for places beyond the reach in the plane of colours.
  l.keys = Plane({left, all.y + title, side, side}, kPlaneOverscan * reach);
  l.values = Plane({left + side + gap, all.y + title, side, side}, kPlaneOverscan * reach);
  Rect lower{left, all.y + title + side + 10, 2 * side + gap, 0};
  lower.height = bottom - lower.y;
  l.readout = lower.cut_right(std::clamp(0.36f * lower.width, 118.0f, 280.0f));
  lower.cut_right(gap / 2);
  l.buttons = lower.cut_right(26);
  l.columns = lower;
  return l;
}

void draw_ground(Canvas& canvas, const Plane& plane, std::span<const Color> wash, int cells) {
  if (cells > 0) canvas.cells(plane.area(), cells, cells, wash);
  draw_plane(canvas, plane, /*numbers=*/false);
  canvas.frame(plane.area(), {canvas.color(Role::kFaint), 1}, 3);
}

Color washed(const Canvas& canvas, Color c) { return mix(canvas.color(Role::kBackground), c, kWash); }

/// The plane of colours itself.
std::vector<Color> colour_patch(const Canvas& canvas) {
  std::vector<Color> cells;
  for (int i = 0; i < kPatch; ++i)
    for (int j = 0; j < kPatch; ++j) {
      const float x = 2 * (static_cast<float>(j) + 0.5f) / kPatch - 1, y = 1 - 2 * (static_cast<float>(i) + 0.5f) / kPatch;
      cells.push_back(washed(canvas, plane_color({kPlaneOverscan * x, kPlaneOverscan * y})));
    }
  return cells;
}

std::vector<Color> field_patch(const Canvas& canvas, const PoolingPicture& picture) {
  std::vector<Color> cells;
  for (Index i = 0; i < picture.field.rows(); ++i)
    cells.push_back(washed(canvas, plane_color((1 / picture.reach) * point_at(picture.field, static_cast<int>(i)))));
  return cells;
}

/// A mark with its letter.
void draw_lettered(Canvas& canvas, Point c, Role role, float r, Color fill, std::string_view letter, bool lit) {
  if (lit) draw_mark(canvas, c, role, r + 4.5f, canvas.color(Role::kAccent).with_alpha(0.45f));
  draw_mark(canvas, c, role, r + 1.5f, canvas.color(Role::kBackground));
  draw_mark(canvas, c, role, r, fill);
  canvas.text(c, letter,
              {.color = canvas.theme().on(fill), .size = std::max(9.0f, 1.15f * r), .font = Font::kStrong, .align = Align::kCenter});
}

/// The region of the point *p; moves it when it is dragged or nudged. Returns what the hand does.
Interaction drag(Canvas& canvas, const Plane& plane, float reach, std::string_view id, float r, std::string_view label, Point* p) {
  const Point c = plane.to_pixel(*p);
  const Interaction hand = canvas.region(id, {c.x - r - 3, c.y - r - 3, 2 * r + 6, 2 * r + 6}, Grip::kDrag, label);
  *p = moved_on_plane(hand, plane, *p, reach, kStep, kNudge);
  return hand;
}

/// The first key at the place of key `i`.
int first_equal(const Mat& keys, int i) {
  for (int j = 0; j < i; ++j)
    if (keys.row(j) == keys.row(i)) return j;
  return i;
}

/// "1", or "1=4" where keys lie on each other.
std::string names_at(const Mat& keys, int i) {
  std::string names = std::to_string(i + 1);
  for (int j = i + 1; j < static_cast<int>(keys.rows()); ++j)
    if (keys.row(j) == keys.row(i)) names += " = " + std::to_string(j + 1);
  return names;
}

bool pair_is_hot(const Canvas& canvas, int i) {
  const std::string index = "[" + std::to_string(i) + "]";
  return canvas.is_hot("key" + index) || canvas.is_hot("value" + index) || canvas.is_hot(cell_id("weights", 0, i));
}

void draw_title(Canvas& canvas, Rect at, std::string_view title, float size, std::string_view letter, Role role, const Mat& p,
                std::string_view cells) {
  const TextStyle strong{.color = canvas.color(Role::kInk), .size = size, .font = Font::kStrong};
  const TextStyle number{.color = canvas.color(role), .size = size};
  canvas.text({at.x, at.center().y}, title, strong);
  const std::array<std::string, 5> parts{std::string(letter) + " = (", shown_fixed(p(0, 0), 2), ", ", shown_fixed(p(0, 1), 2), ")"};
  float width = 0;
  for (const std::string& part : parts) width += canvas.measure(part, number).width;
  if (canvas.measure(title, strong).width + width + 10 > at.width) return;
  float x = at.right() - width;
  for (size_t i = 0; i < parts.size(); ++i) {
    const float w = canvas.measure(parts[i], number).width;
    canvas.text({x, at.center().y}, parts[i], number);
    if (!cells.empty() && i % 2 == 1)
      canvas.region(cell_id(cells, 0, static_cast<int>(i / 2)), {x, at.y, w, at.height}, Grip::kHover, "coordinate of the output");
    x += w;
  }
}

/// A small button with a sign and, where there is room, a word. True when it was clicked, or pressed by keyboard.
bool draw_button(Canvas& canvas, Rect r, std::string_view id, std::string_view sign, std::string_view label, bool enabled) {
  const bool hot = enabled && canvas.is_hot(id);
  canvas.rect(r, canvas.color(Role::kBackground).with_alpha(0.85f), 6);
  canvas.frame(r, {canvas.color(hot ? Role::kAccent : Role::kFaint), hot ? 1.5f : 1}, 6);
  canvas.text(r.center(), sign,
              {.color = canvas.color(enabled ? (hot ? Role::kAccent : Role::kInk) : Role::kFaint), .size = 16, .align = Align::kCenter});
  const Interaction hand = canvas.region(id, r, enabled ? Grip::kClick : Grip::kHover, label);
  return enabled && hand.released && (hand.hovered || hand.pressed);
}

void add_pair(const PoolingPicture& picture, Point key, Mat& keys, Mat& values) {
  if (picture.keys.rows() >= picture.most_pairs) return;
  keys = with_point(picture.keys, key);
  values = with_point(picture.values, free_place(picture.values, picture.reach));
}

/// The keys and what the hand does with them; returns the index of one that is to go, or -1.
int draw_keys(Canvas& canvas, const Layout& l, const PoolingPicture& picture, float r, Mat& keys) {
  const Plane& plane = l.keys;
  const int m = static_cast<int>(picture.keys.rows());
  int gone = -1;
  for (int i = 0; i < m; ++i) {
    const Point c = plane.to_pixel(point_at(picture.keys, i));
    const Color fill = picture.colours ? plane_color((1 / picture.reach) * point_at(picture.values, i)) : canvas.color(Role::kKey);
    const bool first = first_equal(picture.keys, i) == i;
    const std::string names = names_at(picture.keys, i);
    draw_lettered(canvas, c, Role::kKey, r, fill, std::to_string(i + 1), pair_is_hot(canvas, i));
    if (first && names.size() > 2) {
      const bool right = c.x + 60 < plane.to_pixel({picture.reach, 0}).x;
      canvas.text(
          {c.x + (right ? r + 6 : -r - 6), c.y}, names,
          {.color = canvas.color(Role::kKey), .size = l.text, .font = Font::kStrong, .align = right ? Align::kLeft : Align::kRight});
    }
    Point p = point_at(picture.keys, i);
    const Interaction hand =
        drag(canvas, plane, picture.reach, "key[" + std::to_string(i) + "]", r, "key " + std::to_string(i + 1) + ", drag to move", &p);
    if (hand.held)
      for (int j = 0; j < m; ++j)
        if (j != i && std::hypot(p.x - keys(j, 0), p.y - keys(j, 1)) < kSnap) p = point_at(keys, j);
    put_point(&keys, i, p);
    if (hand.double_clicked && m > 1) gone = i;
  }
  return gone;
}

void draw_key_plane(Canvas& canvas, const Layout& l, const PoolingPicture& picture, float r, Mat& query, Mat& keys, Mat& values) {
  const Plane& plane = l.keys;
  const int m = static_cast<int>(picture.keys.rows()), side = static_cast<int>(std::lround(std::sqrt(picture.field.rows())));
  draw_ground(canvas, plane, field_patch(canvas, picture), side);
  const Interaction ground = canvas.region("key-plane", plane.area(), Grip::kHover, "plane of the keys; a double click adds a pair");
  const Point q = plane.to_pixel(point_at(picture.query, 0));
  for (int i = 0; i < m; ++i) {
    const float w = static_cast<float>(picture.weights(0, i));
    const Color color = canvas.color(pair_is_hot(canvas, i) ? Role::kAccent : Role::kQuery);
    canvas.line(q, plane.to_pixel(point_at(picture.keys, i)), {color.with_alpha(0.25f + 0.6f * w), 0.75f + 0.8f * r * w});
  }
  const int gone = draw_keys(canvas, l, picture, r, keys);
  draw_lettered(canvas, q, Role::kQuery, r + 1, canvas.color(Role::kQuery), "q", canvas.is_hot("query"));
  Point p = point_at(picture.query, 0);
  drag(canvas, plane, picture.reach, "query", r + 1, "query, drag to move", &p);
  put_point(&query, 0, p);

  if (gone >= 0) keys = without_point(keys, gone), values = without_point(values, gone);
  if (ground.double_clicked) add_pair(picture, tidied(plane.to_data(ground.position), picture.reach, kStep), keys, values);
}

void draw_buttons(Canvas& canvas, Rect area, const PoolingPicture& picture, Mat& keys, Mat& values) {
  const int m = static_cast<int>(picture.keys.rows());
  const float side = area.width;
  const Rect first{area.x, area.center().y - side - 3, side, side}, second{area.x, area.center().y + 3, side, side};
  if (draw_button(canvas, first, "add", "+", "add a key and its value", m < picture.most_pairs))
    add_pair(picture, free_place(picture.keys, picture.reach), keys, values);
  if (draw_button(canvas, second, "remove", "−", "remove the last key and its value", m > 1))
    keys = without_point(picture.keys, m - 1), values = without_point(picture.values, m - 1);
}

void draw_hull(Canvas& canvas, const Plane& plane, const Mat& values, bool colours) {
  std::vector<Point> points;
  for (int i = 0; i < static_cast<int>(values.rows()); ++i) points.push_back(point_at(values, i));
  std::vector<Point> hull;
  for (const Point p : convex_hull(points)) hull.push_back(plane.to_pixel(p));
  const Color color = canvas.color(colours ? Role::kInk : Role::kValue);
  if (!colours && hull.size() > 2) canvas.polygon(hull, color.with_alpha(0.1f));
  if (hull.size() > 1) canvas.polyline(hull, {color.with_alpha(0.7f), 1.5f, true}, true);
}

void draw_value_plane(Canvas& canvas, const Layout& l, const PoolingPicture& picture, float r, Mat& values) {
  const Plane& plane = l.values;
  draw_ground(canvas, plane, picture.colours ? colour_patch(canvas) : std::vector<Color>{}, picture.colours ? kPatch : 0);
  draw_hull(canvas, plane, picture.values, picture.colours);
  const Point o = plane.to_pixel(point_at(picture.output, 0));
  const int m = static_cast<int>(picture.values.rows());
  for (int i = 0; i < m; ++i) {
    const float w = static_cast<float>(picture.weights(0, i));
    const Color color = canvas.color(pair_is_hot(canvas, i) ? Role::kAccent : Role::kOutput);
    canvas.line(o, plane.to_pixel(point_at(picture.values, i)), {color.with_alpha(0.25f + 0.6f * w), 0.75f + 0.8f * r * w});
  }
  const bool edited = values.rows() != picture.values.rows();
  for (int i = 0; i < m; ++i) {
    Point p = point_at(picture.values, i);
    const Point c = plane.to_pixel(p);
    const Color fill = picture.colours ? plane_color((1 / picture.reach) * p) : canvas.color(Role::kValue);
    draw_lettered(canvas, c, Role::kValue, r, fill, std::to_string(i + 1), pair_is_hot(canvas, i));
    drag(canvas, plane, picture.reach, "value[" + std::to_string(i) + "]", r, "value " + std::to_string(i + 1) + ", drag to move", &p);
    if (!edited) put_point(&values, i, p);
  }
  const Color fill = picture.colours ? plane_color((1 / picture.reach) * point_at(picture.output, 0)) : canvas.color(Role::kOutput);
  draw_lettered(canvas, o, Role::kOutput, 0.95f * r, fill, "", canvas.is_hot("output"));
  if (picture.colours) canvas.ring(o, 2.1f * r, {canvas.color(Role::kOutput), 2.5f});
  canvas.region("output", {o.x - r, o.y - r, 2 * r, 2 * r}, Grip::kHover, "output, the mean of the values");
}

/// A number with its name, one line high.
void draw_number(Canvas& canvas, Rect line, std::string_view id, std::string_view name, const std::string& value, float size) {
  canvas.text({line.x, line.center().y}, name, {.color = canvas.color(Role::kMuted), .size = size});
  canvas.text(
      {line.right(), line.center().y}, value,
      {.color = canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kInk), .size = size, .font = Font::kStrong, .align = Align::kRight});
  canvas.region(id, line, Grip::kHover, name);
}

/// Entropy, and the effective number of keys on a scale from 1 to m.
void draw_readout(Canvas& canvas, Rect area, const PoolingPicture& picture, float size) {
  const int m = static_cast<int>(picture.keys.rows());
  const float line = std::min(size + 9, area.height / 4);
  const bool wide = area.width > 190;
  area.cut_top(std::max(0.0f, (area.height - 3.6f * line) / 2));
  draw_number(canvas, area.cut_top(line), "entropy", wide ? "entropy H, nats" : "entropy H", shown_fixed(picture.entropy, 2), size);
  draw_number(canvas, area.cut_top(line), "effective", wide ? "effective keys exp(H)" : "exp(H)",
              shown_fixed(picture.effective, 2) + " of " + std::to_string(m), size);
  Rect scale = area.cut_top(line).inset(5, 0);
  const float y = scale.center().y;
  const float t = m > 1 ? std::clamp((static_cast<float>(picture.effective) - 1) / static_cast<float>(m - 1), 0.0f, 1.0f) : 0;
  canvas.line({scale.x, y}, {scale.right(), y}, {canvas.color(Role::kFaint), 2});
  for (int i = 0; i < m; ++i) {
    const float x = scale.x + (m > 1 ? scale.width * static_cast<float>(i) / static_cast<float>(m - 1) : 0);
    canvas.line({x, y - 3}, {x, y + 3}, {canvas.color(Role::kMuted), 1});
  }
  canvas.circle({scale.x + t * scale.width, y}, 5, canvas.color(Role::kOutput));
  const TextStyle end{.color = canvas.color(Role::kMuted), .size = size - 2};
  TextStyle right = end;
  right.align = Align::kRight;
  canvas.text({area.x, area.y + 0.3f * line}, wide ? "1: look-up" : "look-up", end);
  canvas.text({area.right(), area.y + 0.3f * line}, wide ? std::to_string(m) + ": mean" : "mean", right);
}

}  // namespace

void draw_pooling(Canvas& canvas, const PoolingPicture& picture, Mat& query, Mat& keys, Mat& values) {
  const Layout l = arrange(canvas.bounds(), picture.reach);
  const float r = std::clamp(picture.reach * l.keys.unit() / 18, 7.0f, 12.0f);
  const int m = static_cast<int>(picture.keys.rows());
  draw_title(canvas, l.left_title, "Keys and the query", l.text, "q", Role::kQuery, picture.query, {});
  draw_title(canvas, l.right_title, "Values and the output", l.text, "o", Role::kOutput, picture.output, "output");
  draw_key_plane(canvas, l, picture, r, query, keys, values);
  draw_value_plane(canvas, l, picture, r, values);
  draw_buttons(canvas, l.buttons, picture, keys, values);

  std::vector<std::string> names;
  std::vector<Color> fills;
  for (int i = 0; i < m; ++i) {
    names.push_back(std::to_string(i + 1));
    if (picture.colours) fills.push_back(plane_color((1 / picture.reach) * point_at(picture.values, i)));
  }
  draw_weight_columns(canvas, l.columns, picture.weights, {.id = "weights", .labels = names, .fills = fills});
  draw_readout(canvas, l.readout, picture, l.text - 1);
}

Point free_place(const Mat& points, float reach) {
  constexpr int kSide = 9;
  Point best{};
  float widest = -1;
  for (int i = 0; i < kSide * kSide; ++i) {
    const auto along = [reach](int k) { return 0.8f * reach * (2 * static_cast<float>(k) / (kSide - 1) - 1); };
    const Point p{along(i % kSide), along(i / kSide)};
    float nearest = HUGE_VALF;
    for (int j = 0; j < static_cast<int>(points.rows()); ++j)
      nearest = std::min(nearest, std::hypot(p.x - point_at(points, j).x, p.y - point_at(points, j).y));
    if (nearest > widest) widest = nearest, best = p;
  }
  return {std::round(best.x * 10) / 10, std::round(best.y * 10) / 10};
}

Mat with_point(const Mat& points, Point p) {
  Mat longer(points.rows() + 1, 2);
  longer.topRows(points.rows()) = points;
  longer.row(points.rows()) << p.x, p.y;
  return longer;
}

Mat without_point(const Mat& points, int i) {
  Mat shorter(points.rows() - 1, 2);
  shorter.topRows(i) = points.topRows(i);
  shorter.bottomRows(shorter.rows() - i) = points.bottomRows(shorter.rows() - i);
  return shorter;
}

}  // namespace attn::ui
