// What is drawn into axes: lines, areas and points; and a legend, which never covers them.
#pragma once

#include <span>
#include <string_view>

#include "charts/axes.h"

namespace attn::charts {

/// Draws a polyline through (xs[i], ys[i]), clipped to the plot. Where y is not finite the line has a gap.
void draw_curve(canvas::Canvas& canvas, const Axes& axes, std::span<const double> xs, std::span<const double> ys,
                const canvas::Stroke& stroke, canvas::Place caller = canvas::Place::here());

/// Fills the area between the curve and `base`, with the same gaps.
void draw_area(canvas::Canvas& canvas, const Axes& axes, std::span<const double> xs, std::span<const double> ys, double base,
               canvas::Color fill, canvas::Place caller = canvas::Place::here());

/// Draws marks with the shape of `role` (handle.h) at (xs[i], ys[i]). Those outside the axes are left out.
void draw_scatter(canvas::Canvas& canvas, const Axes& axes, std::span<const double> xs, std::span<const double> ys, canvas::Role role,
                  float radius, canvas::Color fill, canvas::Place caller = canvas::Place::here());

/// Draws a vertical line at `x` through the whole plot, with a name at its upper end.
void draw_rule(canvas::Canvas& canvas, const Axes& axes, double x, std::string_view label, const canvas::Stroke& stroke,
               canvas::Place caller = canvas::Place::here());

struct LegendEntry {
  enum class Look { kLine, kDashes, kMark, kFill };
  std::string_view label;
  canvas::Color color;
  Look look = Look::kLine;
  canvas::Role shape = canvas::Role::kInk;  ///< kMark: the role whose shape it has
};

/// Draws the entries side by side from the top left of `area`, wrapping, and returns their height. It belongs above or below a plot.
float draw_legend(canvas::Canvas& canvas, canvas::Rect area, std::span<const LegendEntry> entries, float text_size = 12,
                  canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
