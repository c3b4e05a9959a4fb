// A model in training: accuracy on held-out examples, the loss, and the gradient norm, over the steps.
#pragma once

#include <span>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

/// The curves of a training that has been, as those of a LossPicture.
struct EarlierCurves {
  std::string_view name;  ///< "2", at the end of its loss
  const Mat& losses;
  const Mat& gradient_norms;
  const Mat& held_out;
  bool lit = false;  ///< looked at now
};

struct LossPicture {
  const Mat& losses;          ///< [k,2] step, and the mean loss of the 20 steps up to it, steps rising; empty before the first step
  const Mat& gradient_norms;  ///< [k,2] the same of the norm before clipping
  const Mat& held_out;        ///< [c,2] step and the share of held-out examples that are right, 0 to 1
  double guessing = 0;        ///< loss of a model that knows nothing (ln v of equally likely words), a dashed line; 0: none
  double clip = 0;            ///< largest gradient norm that is let through, a dashed line; 0: none
  std::string_view example = "example", right = "right";  ///< held-out "example"s, and when one counts: "right to the last word"
  std::string_view loss_unit = "nats";
  std::string_view note = {};
  std::span<const EarlierCurves> earlier = {};  ///< grey, below the curves; they change no scale but that of the steps much
};

/// Fills the canvas with three diagrams one above the other: accuracy (points `held-out[i,0]`), loss (region `loss-curve`) and gradient
/// norm (`gradient-norm`), all with the same left and right edge; above each its name, the dashed line's, and the last value. Without
/// steps, its own or earlier ones, the axes and dashed lines stand there already, and above them how to begin.
void draw_training(canvas::Canvas& canvas, const LossPicture& picture, canvas::Place caller = canvas::Place::here());
/// The same in a part of it.
void draw_training(canvas::Canvas& canvas, canvas::Rect area, const LossPicture& picture, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
