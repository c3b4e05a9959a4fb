// A window onto the plane with equal units in both directions, y up: where queries, keys and values live as points.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "ui/axes.h"
#include "ui/handle.h"

namespace attn::ui {

class Plane {
 public:
  /// Shows at least [-reach, reach] in both directions about the middle of `area`; the longer side of the area shows more.
  Plane(Rect area, float reach);

  Rect area() const { return area_; }
  float unit() const { return unit_; }  ///< pixels
  Point to_pixel(Point data) const { return {middle_.x + data.x * unit_, middle_.y - data.y * unit_}; }
  Point to_data(Point pixel) const { return {(pixel.x - middle_.x) / unit_, (middle_.y - pixel.y) / unit_}; }

 private:
  Rect area_;
  Point middle_;
  float unit_;
};

/// Grid lines, the two axes through the origin, and their numbers where there is room.
void draw_plane(Canvas& canvas, const Plane& plane, bool numbers = true);

/// The nearest point within `reach` of the origin in both directions and at multiples of `step`, which is one over a whole number.
Point tidied(Point data, float reach, float step);

/// Where the hand puts a point that is now at `data`, tidied. An arrow key moves it by `nudge`.
Point moved_on_plane(const Interaction& hand, const Plane& plane, Point data, float reach, float step, float nudge);

/// Draws a handle at `data` and returns where the hand puts it, as above; an arrow key moves it by `step`.
Point draw_plane_handle(Canvas& canvas, const Plane& plane, Point data, const Handle& handle, float reach, float step);

/// Row i of a matrix of points.
inline Point point_at(const Mat& points, Index i) { return {static_cast<float>(points(i, 0)), static_cast<float>(points(i, 1))}; }
inline void put_point(Mat* points, Index i, Point p) { (*points)(i, 0) = p.x, (*points)(i, 1) = p.y; }

}  // namespace attn::ui
