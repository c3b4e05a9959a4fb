#include "lessons/11_language-models/scale_study.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/text.h"
#include "models/gpt.h"

namespace attn::lessons::language_models {
namespace {

ScaleFit fit_anew(Scale scale, bool smaller) {
  std::vector<double> x, y;
  const auto all = scale_runs(scale);
  for (const ScaleRun& run : smaller ? all.first((all.size() + 1) / 2) : all) x.push_back(scale_of(run, scale)), y.push_back(run.loss);
  return fit_scale(x, y);
}

std::array<ScaleFit, 3> fits_anew(bool smaller) {
  return {fit_anew(Scale::weights, smaller), fit_anew(Scale::stories, smaller), fit_anew(Scale::steps, smaller)};
}

/// The whole number that a setting of a run has; 0 where it has none.
int chosen_number(const training::Settings& settings, std::string_view id) {
  for (const training::Chosen& one : settings)
    if (one.id == id) return std::atoi(one.text.c_str());
  return 0;
}
std::string_view chosen_text(const training::Settings& settings, std::string_view id) {
  for (const training::Chosen& one : settings)
    if (one.id == id) return one.text;
  return "";
}

}  // namespace

std::string_view scale_cells(Scale scale) {
  return scale == Scale::weights ? "scale-weights" : scale == Scale::stories ? "scale-stories" : "scale-steps";
}

std::string run_name(const ScaleRun& run, Scale scale) {
  if (scale == Scale::stories) return thousands(run.stories) + " stories";
  if (scale == Scale::steps) return counted(run.steps, "step");
  return thousands(static_cast<std::ptrdiff_t>(scale_of(run, scale))) + " weights: " + counted(run.layers, "layer") + " of width " +
         std::to_string(run.width);
}

ScaleFit fit_of(Scale scale) {
  static const auto fits = fits_anew(false);
  return fits[static_cast<size_t>(scale)];
}

ScaleFit fit_of_smaller(Scale scale) {
  static const auto fits = fits_anew(true);
  return fits[static_cast<size_t>(scale)];
}

std::string fit_text(const ScaleFit& fit, Scale scale) {
  const std::string_view letter = scale == Scale::weights ? "N" : scale == Scale::stories ? "D" : "S";
  return fixed(fit.floor, 2) + " + " + rounded(fit.factor, 2) + " / " + std::string(letter) + "^" + fixed(fit.exponent, 2);
}

std::vector<OwnRun> own_runs(const training::Book& book) {
  std::vector<OwnRun> out;
  for (const training::Run& run : *book.earlier) {
    if (run.own || chosen_text(run.settings, "reads") != "stories") continue;
    ScaleRun shape{.layers = chosen_number(run.settings, "layers"),
                   .width = chosen_number(run.settings, "width"),
                   .heads = chosen_number(run.settings, "heads")};
    models::GptSettings settings = settings_of(shape);
    settings.context = chosen_number(run.settings, "context");
    if (!models::check_settings(settings).empty()) continue;
    out.push_back({"run " + std::to_string(run.number), static_cast<double>(models::count_weights(settings)),
                   static_cast<double>(run.steps), static_cast<double>(chosen_number(run.settings, "batch")), run.loss});
  }
  return out;
}

}  // namespace attn::lessons::language_models
