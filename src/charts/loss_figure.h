// The curves of a training over its steps: accuracy on held-out examples, the loss, and the gradient's norm.
#pragma once

#include <span>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

/// The curves of an earlier run, with the shapes of those in LossPicture.
struct EarlierCurves {
  std::string_view name;  ///< "2", is written at the end of its loss curve
  const Mat& losses;
  const Mat& gradient_norms;
  const Mat& held_out;
  bool lit = false;  ///< whether the reader points at this run
};

struct LossPicture {
  const Mat& losses;          ///< [k,2] rising steps, and the mean loss of the 20 steps up to each; empty before the first step
  const Mat& gradient_norms;  ///< [k,2] the same for the norm before clipping
  const Mat& held_out;        ///< [c,2] the step, and the share of held-out examples that are right, 0 to 1
  double guessing = 0;        ///< the loss of a model that knows nothing (ln v for v equally likely words), a dashed line; 0: none
  double clip = 0;            ///< the norm to which gradients are clipped, a dashed line; 0: none
  std::string_view example = "example", right = "right";  ///< as in training::Wording
  std::string_view loss_unit = "nats";
  std::string_view note = {};
  int shown = -1;  ///< the step at which the model is shown, where that is not the last: a line across all three; else -1
  std::span<const EarlierCurves> earlier = {};  ///< are drawn in grey below the curves; of the scales they affect mainly that of the steps
};

/// Fills the canvas with three diagrams above each other: accuracy (points `held-out[i,0]`), loss (region `loss-curve`) and gradient norm
/// (`gradient-norm`). They have the same left and right edge. Above each are its name, the name of the dashed line, and the last value. As
/// long as neither this run nor an earlier one has steps, there are the axes and the dashed lines, and a text above them says how to begin.
void draw_training(canvas::Canvas& canvas, const LossPicture& picture, canvas::Place caller = canvas::Place::here());
/// The same in a part of the canvas.
void draw_training(canvas::Canvas& canvas, canvas::Rect area, const LossPicture& picture, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
