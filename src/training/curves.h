// The curves of a training so far, in the form in which figures and results use them.
#pragma once

#include <string>
#include <string_view>

#include "base/mat.h"
#include "training/runs.h"

namespace attn::training {

inline constexpr int kRecentSteps = 20;  ///< a loss that is shown is the mean over so many steps, since a single batch says little

/// The words in which figures and explanations speak of a trainee.
struct Wording {
  std::string_view example = "example";              ///< what it is measured on, in the singular; an `s` makes the plural
  std::string_view right = "right";                  ///< what an example has to be in order to count: "right to the last word"
  std::string_view loss = "nats";                    ///< the loss's unit: "nats a word"
  std::string_view loss_note = "Mean of the batch";  ///< what the loss of a step is, without a full stop
};

struct Curves {
  Mat losses = Mat(0, 2);  ///< [k,2] a step, counted from 1, and the mean loss of the kRecentSteps steps up to it; ends at the last step
  Mat gradient_norms = Mat(0, 2);  ///< [k,2] the same for the gradient's norm before clipping
  Mat checks = Mat(0, 2);          ///< [c,2] the step and the value of each held-out check
  int shown = -1;                  ///< the step of the frame that is shown, where that is not the present; else -1
  double guessing = 0, clip = 0;
  int check_examples = 0;
  Wording wording;
  std::string note;   ///< where the weights come from, or why training diverged
  std::string fixed;  ///< why there are no curves, for a model that takes no steps; else empty
  Book runs;          ///< earlier runs, shown beside this one
};

}  // namespace attn::training
