// The axes of a diagram with round ticks, names and a faint grid, and the conversion from data to pixels and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace attn::charts {

/// One direction of a diagram: it maps data from `min` to `max` to pixels `from` to `to` (`from` > `to` for an axis that points up).
struct Scale {
  double min = 0, max = 1;
  float from = 0, to = 1;
  bool logarithmic = false;  ///< min and max are positive

  float to_pixel(double value) const;
  double to_data(float pixel) const;
};

/// Round numbers within [min, max], at most `most` of them and at least three if that is possible. Their steps are 1, 2 or 5 times a power
/// of ten. With `logarithmic` they are powers of ten, and if these are few also 2 and 5 times them. Empty for a range that is empty or not
/// finite.
std::vector<double> nice_ticks(double min, double max, int most, bool logarithmic = false);

/// A tick's number with as many decimals as its neighbours need.
std::string tick_label(double value, double step);

struct AxisSpec {
  std::string_view label;
  double min = 0, max = 1;
  bool logarithmic = false;
  bool shows_ticks = true;
  bool whole = false;  ///< ticks only at whole numbers
  float room = 0;      ///< the least pixels left of the plot (y) or right of it (x), so that diagrams above each other share their edges
};

/// The axes as they were drawn. `plot` is the area for the data.
struct Axes {
  canvas::Rect plot;
  Scale x, y;

  canvas::Point to_pixel(double data_x, double data_y) const { return {x.to_pixel(data_x), y.to_pixel(data_y)}; }
  /// The data at a pixel, clamped to the axes.
  double x_at(canvas::Point p) const;
  double y_at(canvas::Point p) const;
};

/// Draws the axes into `area` and leaves room for their numbers and names. The area should have at least about 80 x 60 pixels. Grid lines
/// and names are left out where they would be too dense.
Axes draw_axes(canvas::Canvas& canvas, canvas::Rect area, const AxisSpec& x, const AxisSpec& y, float text_size = 12,
               canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
