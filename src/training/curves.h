// Training so far, as figures and results take it.
#pragma once

#include <string>
#include <string_view>

#include "base/mat.h"
#include "training/runs.h"

namespace attn::training {

inline constexpr int kRecentSteps = 20;  ///< that a loss is the mean of, for one batch says little

/// How a trainee calls what it does, for figures and explanations.
struct Wording {
  std::string_view example = "example";              ///< what it is measured on, in the singular; `s` makes many of it
  std::string_view right = "right";                  ///< when an example counts: "right to the last word"
  std::string_view loss = "nats";                    ///< the loss's unit: "nats a word"
  std::string_view loss_note = "Mean of the batch";  ///< what the loss of a step is, without a full stop
};

struct Curves {
  Mat losses = Mat(0, 2);  ///< [k,2] step, from 1, and the mean loss of the kRecentSteps steps up to it; the last row is the last step's
  Mat gradient_norms = Mat(0, 2);  ///< [k,2] the same of the norm before clipping
  Mat checks = Mat(0, 2);          ///< [c,2] step and value
  double guessing = 0, clip = 0;
  int check_examples = 0;
  Wording wording;
  std::string note;  ///< what the weights are, or why training ended
  Book runs;         ///< to be seen beside it
};

}  // namespace attn::training
