// Axes of a diagram: round ticks, names, a quiet grid; and the way from data to pixels and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace attn::charts {

/// One direction of a diagram: data from `min` to `max` on pixels `from` to `to` (`from` > `to` for an axis that points up).
struct Scale {
  double min = 0, max = 1;
  float from = 0, to = 1;
  bool logarithmic = false;  ///< min and max are positive

  float to_pixel(double value) const;
  double to_data(float pixel) const;
};

/// Round numbers within [min, max], at most `most` of them and, where there is room, three at least: steps of 1, 2 or 5 times a power of
/// ten; powers of ten (with 2 and 5 between, if few) where `logarithmic`. Empty for an empty or not-finite range.
std::vector<double> nice_ticks(double min, double max, int most, bool logarithmic = false);

/// A tick's number with as many decimals as its neighbours need.
std::string tick_label(double value, double step);

struct AxisSpec {
  std::string_view label;
  double min = 0, max = 1;
  bool logarithmic = false;
  bool shows_ticks = true;
  bool whole = false;  ///< ticks at whole numbers only
  float room = 0;      ///< pixels left of the plot (y) or right of it (x) at least: diagrams one above the other share their edges by it
};

/// A diagram's frame after drawing: `plot` is where the data goes.
struct Axes {
  canvas::Rect plot;
  Scale x, y;

  canvas::Point to_pixel(double data_x, double data_y) const { return {x.to_pixel(data_x), y.to_pixel(data_y)}; }
  /// Clamped to the axes.
  double x_at(canvas::Point p) const;
  double y_at(canvas::Point p) const;
};

/// Draws the axes into `area`, leaving room for their numbers and names, and returns the frame. Works from about 80 x 60 pixels up; grid
/// lines and names are left out where they would crowd.
Axes draw_axes(canvas::Canvas& canvas, canvas::Rect area, const AxisSpec& x, const AxisSpec& y, float text_size = 12,
               canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
