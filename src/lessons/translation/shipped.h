// The translators whose weights are shipped: the name, task, settings and plan of each, and their recipes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/seq2seq.h"
#include "training/recipe.h"

namespace attn::lessons::translation {

struct ShippedModel {
  std::string_view name;  ///< "grammar-additive"
  std::string_view task;
  models::Seq2SeqSettings settings;  ///< without the sizes of the vocabularies, which the task determines
  training::Plan plan;
  int steps = 0;
  std::vector<training::Requirement> requirements = {};
  std::optional<training::FromScratch> from_scratch = {};
};

/// All shipped models, in the order in which they are made.
const std::vector<ShippedModel>& shipped_models();
const ShippedModel* find_shipped(std::string_view name);
/// The shipped model of this task with exactly these settings (sizes of vocabularies aside), or null; then the reader has to train one.
const ShippedModel* find_shipped(std::string_view task, const models::Seq2SeqSettings& settings);

/// These models and their tasks, for the lessons to state.
const training::Recipes& recipes();
/// The recipe of a shipped model; null for null.
const training::Recipe* recipe_of(const ShippedModel* model);

}  // namespace attn::lessons::translation
