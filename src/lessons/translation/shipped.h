// The models whose weights are shipped: name, task, settings and plan of each. attention-train remakes them from these rows.
#pragma once

#include <string_view>
#include <vector>

#include "lessons/translation/translator.h"

namespace attn::lessons::translation {

struct ShippedModel {
  std::string_view name;  ///< "grammar-additive": the file assets/weights/<name>.safetensors, and MODEL on the command line
  std::string_view task;
  models::Seq2SeqSettings settings;  ///< without the vocabularies' sizes, which the task knows
  TrainingPlan plan;
  int steps = 0;
};

/// In the order in which `attention-train --all` makes them.
const std::vector<ShippedModel>& shipped_models();
const ShippedModel* find_shipped(std::string_view name);
/// The shipped model of this task with exactly these settings, or null: then the reader trains one.
const ShippedModel* find_shipped(std::string_view task, const models::Seq2SeqSettings& settings);

}  // namespace attn::lessons::translation
