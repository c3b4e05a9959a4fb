// How long gradients are at a distance in time, and what clipping leaves of the whole one.
#pragma once

#include <span>
#include <string>

#include "base/mat.h"
#include "ui/canvas.h"

namespace attn::ui {

struct GradientPicture {
  const Mat& norm;                     ///< [3,t] length of the gradient at distance 0 ... t - 1
  const Mat& theory;                   ///< [1,t] rho^k
  const Mat &length, &clipped;         ///< [3,1] of the gradient of all weights
  std::span<const std::string> names;  ///< [3] of the cells
  Real radius, least_radius, most_radius;
  Real clip, least_clip, most_clip;
};

struct GradientEdit {
  Real &radius, &clip;
};

/// Two diagrams: the curves with a handle `radius` on the line of rho^k, and the lengths with a handle `clip` on the threshold.
void draw_recurrent_gradient(Canvas& canvas, const GradientPicture& picture, GradientEdit& edit);

}  // namespace attn::ui
