#include "session/training_buttons.h"

#include <cmath>

#include "base/text.h"
#include "canvas/number_text.h"

namespace attn::session {
namespace {

/// A number to two digits: 4,700 for 4,683. More would change with every step.
long two_digits(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::lround(std::round(value / unit) * unit);
}

}  // namespace

TrainingButtons training_buttons(const OpenModel& model) {
  const Training::Status status = model.status();
  const bool locked = model.is_fixed();
  const bool possible = status.halt != course::Halt::kDiverged && status.step < status.limit && !locked;
  TrainingButtons buttons;
  buttons.under_way = status.running || status.phase == Training::Phase::kTraining;
  if (buttons.under_way) buttons.run = "Pause";
  buttons.can_run = buttons.under_way || possible;
  buttons.can_step = possible && !buttons.under_way;
  buttons.can_reset = (status.step > 0 || model.lacks_weights()) && !locked;
  return buttons;
}

std::string progress_text(const Training::Status& status, const std::vector<course::Metric>& metrics) {
  if (status.shown == 0 && status.step == 0 && status.trained > 0) return "Trained for " + thousands(status.trained) + " steps";
  std::string text = "Training step " + std::to_string(status.shown);
  if (status.shown < status.step) text += " of " + std::to_string(status.step);
  for (const course::Metric& m : metrics)
    if (m.name == "loss" && std::isfinite(m.value)) text += ", loss " + canvas::said_rounded(m.value, 3);
  if (status.tokens_per_second > 0) text += ", " + thousands(two_digits(status.tokens_per_second)) + " tokens/s";
  return text;
}

}  // namespace attn::session
