// What the figure of scale shows beside its table: the curves through it, and what the reader has trained.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lessons/11_language-models/forming.h"
#include "lessons/11_language-models/scale.h"
#include "training/models.h"

namespace attn::lessons::language_models {

/// A training of the reader's on stories.
struct OwnRun {
  std::string name;
  double weights = 0, steps = 0;  ///< 0 steps: it began with weights from a file, so that nobody knows
  double batch = 0;
  double loss = 0;  ///< nats a token: on held-out stories where it was measured, else of the last batches, whose stories were new, too

  double at(Scale scale) const { return scale == Scale::weights ? weights : scale == Scale::stories ? steps * batch : steps; }
};

/// What pictures prepare, kept by the model in training from one picture to the next.
struct Prepared {
  FormingStudy forming;
  std::vector<OwnRun> own;
};

/// The result that holds the losses of a picture: "scale-weights".
std::string_view scale_cells(Scale scale);
/// "2 layers of width 32, 36,960 weights"
std::string run_name(const ScaleRun& run, Scale scale);
/// The curve through the models of a picture.
ScaleFit fit_of(Scale scale);
/// The same through the smaller half of them: what it would have promised of the larger ones.
ScaleFit fit_of_smaller(Scale scale);
/// "0.35 + 140 / x^0.62", or with the power as it is where there is no floor
std::string fit_text(const ScaleFit& fit, Scale scale);
/// Of earlier runs on stories.
std::vector<OwnRun> own_runs(const training::Book& book);

}  // namespace attn::lessons::language_models
