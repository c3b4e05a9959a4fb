#include "canvas/source_canvas.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn::canvas {
namespace {

constexpr float kReach = 3;  ///< the distance in pixels within which a hand points at a line

float distance(Point p, Point a, Point b) {
  const Point way = b - a, to = p - a;
  const float length = way.x * way.x + way.y * way.y;
  const float t = length > 0 ? std::clamp((to.x * way.x + to.y * way.y) / length, 0.0f, 1.0f) : 0;
  return std::hypot(to.x - t * way.x, to.y - t * way.y);
}

Rect box(std::span<const Point> points) {
  if (points.empty()) return {};
  Point low = points[0], high = points[0];
  for (const Point p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  return {low.x, low.y, high.x - low.x, high.y - low.y};
}

Rect around(Point center, float radius) { return {center.x - radius, center.y - radius, 2 * radius, 2 * radius}; }

bool contains(std::span<const Point> polygon, Point p) {
  bool inside = false;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Point a = polygon[i], b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

/// `p` rotated back around `anchor`, for a text that is rotated by `angle`.
Point upright(Point p, Point anchor, float angle) {
  const float radians = -angle * std::numbers::pi_v<float> / 180, c = std::cos(radians), s = std::sin(radians);
  const Point d = p - anchor;
  return {anchor.x + c * d.x - s * d.y, anchor.y + s * d.x + c * d.y};
}

}  // namespace

Seen SourceCanvas::seen() const {
  Seen seen{rect_, drawn_, {}, {}};
  const Region* region = regions_.hit(at_, 0);
  if (!region) return seen;
  seen.region = region->id;
  seen.declared = declared_[static_cast<size_t>(region - regions_.all().data())];
  if (region->is_grid()) {
    int row = 0, col = 0;
    region->cell_at(at_, &row, &col);
    seen.region = cell_id(region->id, row, col);
  }
  return seen;
}

bool SourceCanvas::shows(Color color) const {
  return color.a > 0 && std::all_of(clips_.begin(), clips_.end(), [this](const Rect& clip) { return clip.contains(at_); });
}

bool SourceCanvas::is_near(std::span<const Point> points, bool closed, float width) const {
  for (size_t i = closed ? 0 : 1; i < points.size(); ++i)
    if (distance(at_, points[i == 0 ? points.size() - 1 : i - 1], points[i]) <= width / 2 + kReach) return true;
  return false;
}

void SourceCanvas::note(Rect rect, Place caller) {
  rect_ = rect;
  drawn_ = trail_to(caller);
}

void SourceCanvas::line(Point a, Point b, const Stroke& stroke, Place caller) {
  const Point ends[] = {a, b};
  if (shows(stroke.color) && is_near(ends, false, stroke.width)) note(box(ends), caller);
  whole_.line(a, b, stroke, caller);
}

void SourceCanvas::polyline(std::span<const Point> points, const Stroke& stroke, bool closed, Place caller) {
  if (shows(stroke.color) && is_near(points, closed, stroke.width)) note(box(points), caller);
  whole_.polyline(points, stroke, closed, caller);
}

void SourceCanvas::polygon(std::span<const Point> points, Color fill, Place caller) {
  if (shows(fill) && contains(points, at_)) note(box(points), caller);
  whole_.polygon(points, fill, caller);
}

void SourceCanvas::rect(Rect r, Color fill, float radius, Place caller) {
  if (shows(fill) && r.contains(at_)) note(r, caller);
  whole_.rect(r, fill, radius, caller);
}

void SourceCanvas::border(Rect r, const Stroke& stroke, float radius, Place caller) {
  const Point corners[] = {{r.x, r.y}, {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}};
  if (shows(stroke.color) && is_near(corners, true, stroke.width)) note(r, caller);
  whole_.border(r, stroke, radius, caller);
}

void SourceCanvas::circle(Point center, float radius, Color fill, Place caller) {
  if (shows(fill) && distance(at_, center, center) <= radius) note(around(center, radius), caller);
  whole_.circle(center, radius, fill, caller);
}

void SourceCanvas::ring(Point center, float radius, const Stroke& stroke, Place caller) {
  const float away = std::abs(distance(at_, center, center) - radius);
  if (shows(stroke.color) && away <= stroke.width / 2 + kReach) note(around(center, radius), caller);
  whole_.ring(center, radius, stroke, caller);
}

void SourceCanvas::text(Point anchor, std::string_view text, const TextStyle& style, Place caller) {
  const Size size = whole_.measure(text, style);
  const float left = style.align == Align::kLeft ? 0 : style.align == Align::kCenter ? 0.5f : 1;
  const float above = style.baseline == Baseline::kTop ? 0 : style.baseline == Baseline::kMiddle ? 0.5f : 1;
  const Rect level{anchor.x - left * size.width, anchor.y - above * size.height, size.width, size.height};
  if (shows(style.color) && level.contains(upright(at_, anchor, style.angle))) {
    const Point corners[] = {{level.x, level.y}, {level.right(), level.y}, {level.x, level.bottom()}, {level.right(), level.bottom()}};
    std::vector<Point> turned;
    for (const Point corner : corners) turned.push_back(upright(corner, anchor, -style.angle));
    note(box(turned), caller);
  }
  whole_.text(anchor, text, style, caller);
}

void SourceCanvas::cells(Rect r, int rows, int cols, std::span<const Color> colors, Place caller) {
  if (r.contains(at_) && rows > 0 && cols > 0) {
    int row = 0, col = 0;
    Region{{}, {}, r, rows, cols}.cell_at(at_, &row, &col);
    if (shows(colors[static_cast<size_t>(row) * static_cast<size_t>(cols) + static_cast<size_t>(col)]))
      note(r.cell(row, col, rows, cols), caller);
  }
  whole_.cells(r, rows, cols, colors, caller);
}

void SourceCanvas::segments(std::span<const Segment> lines, Place caller) {
  for (const Segment& line : lines) {
    const Point ends[] = {line.a, line.b};
    if (shows(line.color) && is_near(ends, false, line.width)) note(box(ends), caller);
  }
  whole_.segments(lines, caller);
}

void SourceCanvas::push_clip(Rect r) {
  clips_.push_back(r);
  whole_.push_clip(r);
}

void SourceCanvas::pop_clip() {
  clips_.pop_back();
  whole_.pop_clip();
}

void SourceCanvas::declare(Region region, Place caller) {
  regions_.add(std::move(region));
  declared_.push_back(trail_to(caller));
}

Interaction SourceCanvas::region(std::string_view id, Rect r, Grip grip, std::string_view label, Place caller) {
  declare({std::string(id), std::string(label), r, 0, 0, grip}, caller);
  return whole_.region(id, r, grip, label, caller);
}

Interaction SourceCanvas::grid(std::string_view id, Rect r, int rows, int cols, Grip grip, std::string_view label, Place caller) {
  declare({std::string(id), std::string(label), r, rows, cols, grip}, caller);
  return whole_.grid(id, r, rows, cols, grip, label, caller);
}

}  // namespace attn::canvas
