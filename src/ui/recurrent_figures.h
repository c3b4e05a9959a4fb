// The pictures of a recurrent cell: one step as data flow, its weights, gates over time, which inputs reach which outputs, and the same
// sequence read in both directions. u units, t steps, g gates.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "ui/canvas.h"
#include "ui/recurrent_run.h"

namespace attn::ui {

struct StepPicture {
  const Mat& x;  ///< [2,t]
  const RecurrentRun& run;
  int step = 0;                        ///< from 0
  std::span<const std::string> units;  ///< [u] names
  const Mat& weights;                  ///< [i+1+u, g u]
  std::string_view weights_id;
  Real input_limit, weight_limit, step_size;  ///< entries stay within the limits, at multiples of `step_size`
};

/// What the hand may change. Where `weights` changed, they are the reader's own from then on.
struct RecurrentEdit {
  Mat& x;
  int& step;  ///< from 1
  Mat weights;
  Mat& readout;
  bool weights_changed = false;
};

/// The sequence with its steps to choose (regions `at[i]`), and one step as data flow.
void draw_recurrent_step(Canvas& canvas, const StepPicture& picture, RecurrentEdit& edit);

/// What the step reads times its weights, which can be edited, and the two rows of sums.
void draw_recurrent_weights(Canvas& canvas, const StepPicture& picture, RecurrentEdit& edit);

/// Every gate and state as a heat map over time; pressing a column chooses its step.
void draw_recurrent_gates(Canvas& canvas, const StepPicture& picture, RecurrentEdit& edit);

struct PatternPicture {
  const Mat& x;                          ///< [2,t]
  const Mat& h;                          ///< [u,steps]
  const Mat& y;                          ///< [1,outputs]
  std::span<const int> inputs, outputs;  ///< steps, from 0, without gaps
  const Mat& influence;                  ///< [outputs,inputs] shares; rows sum to 1
  const Mat& readout;                    ///< [1,u]
  Real input_limit, step_size;
};

/// The network unrolled in time as far as the pattern has it, and the influence matrix `influence[output,input]`.
void draw_recurrent_pattern(Canvas& canvas, const PatternPicture& picture, RecurrentEdit& edit);

struct DirectionsPicture {
  const Mat& x;                                   ///< [2,t]
  const Mat &forward, &backward;                  ///< [u,t] states
  const Mat &by_forward, &by_backward, &by_both;  ///< [t,t] shares
  Real input_limit, step_size;
};

/// States of both directions above and below the inputs, and who reaches whom in each.
void draw_recurrent_directions(Canvas& canvas, const DirectionsPicture& picture, RecurrentEdit& edit);

}  // namespace attn::ui
