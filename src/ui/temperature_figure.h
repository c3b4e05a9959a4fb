// How attention weights change with the temperature: one line per key over a logarithmic axis, the effective number of keys above them,
// and a handle at the present temperature (region `temperature`).
#pragma once

#include "base/mat.h"
#include "ui/canvas.h"

namespace attn::ui {

struct TemperaturePicture {
  const Mat& temperatures;     ///< [t,1], rising
  const Mat& sweep;            ///< [t,m] weights at each of them; the cells `sweep[i,j]`
  const Mat& effective_sweep;  ///< [t,1]
  const Mat& weights;          ///< [1,m] at the present temperature
  Real effective = 0;
  Real temperature = 1;
};

/// Returns the temperature, moved where the hand moved it.
Real draw_temperature(Canvas& canvas, const TemperaturePicture& picture);

}  // namespace attn::ui
