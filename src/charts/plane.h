// A view of the plane with equal units in both directions, y up, in which queries, keys and values are points.
#pragma once

#include <string_view>

#include "base/mat.h"
#include "charts/axes.h"
#include "charts/handle.h"

namespace attn::charts {

class Plane {
 public:
  /// Shows at least [-reach, reach] in both directions, with the origin in the middle of `area`. The longer side of the area shows more.
  Plane(canvas::Rect area, float reach);

  canvas::Rect area() const { return area_; }
  float unit() const { return unit_; }  ///< in pixels
  canvas::Point to_pixel(canvas::Point data) const { return {middle_.x + data.x * unit_, middle_.y - data.y * unit_}; }
  canvas::Point to_data(canvas::Point pixel) const { return {(pixel.x - middle_.x) / unit_, (middle_.y - pixel.y) / unit_}; }

 private:
  canvas::Rect area_;
  canvas::Point middle_;
  float unit_;
};

/// Draws grid lines, the two axes through the origin, and their numbers where there is room.
void draw_plane(canvas::Canvas& canvas, const Plane& plane, bool numbers = true, canvas::Place caller = canvas::Place::here());

/// The nearest point whose coordinates are within [-reach, reach] and multiples of `step`, which is one over a whole number.
canvas::Point tidied(canvas::Point data, float reach, float step);

/// The place, tidied, to which the hand moves a point that is now at `data`. An arrow key moves it by `nudge`.
std::optional<canvas::Point> moved_on_plane(const canvas::Interaction& hand, const Plane& plane, canvas::Point data, float reach,
                                            float step, float nudge);

/// Draws a handle at `data` and returns the place, tidied, to which the hand moves it. An arrow key moves it by `step`.
std::optional<canvas::Point> draw_plane_handle(canvas::Canvas& canvas, const Plane& plane, canvas::Point data, const Handle& handle,
                                               float reach, float step, canvas::Place caller = canvas::Place::here());

/// Row i of a matrix of points.
inline canvas::Point point_at(const Mat& points, Index i) { return {static_cast<float>(points(i, 0)), static_cast<float>(points(i, 1))}; }
inline void put_point(Mat* points, Index i, canvas::Point p) { (*points)(i, 0) = p.x, (*points)(i, 1) = p.y; }

}  // namespace attn::charts
