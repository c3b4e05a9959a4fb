// The lesson's models: one for each order task and each kind of positions.
#pragma once

#include <string_view>

#include "models/transformer.h"
#include "tasks/order.h"
#include "training/recipe.h"

namespace attn::lessons::positions {

/// A small encoder: one layer of two heads for the task "before", two layers of four heads for "in-order".
models::TransformerSettings settings_of(const tasks::PairTask& task, models::PositionKind kind);
/// The number of heads in all layers together.
int head_count(const tasks::PairTask& task);

training::Make make_learner(const tasks::PairTask& task, models::PositionKind kind);

/// "none", "sinusoidal", ...: the value of the parameter `positions`, and the end of a recipe's name ("before-sinusoidal").
std::string_view kind_id(models::PositionKind kind);

const training::Recipes& recipes();
const training::Recipe* shipped_model(const tasks::PairTask& task, models::PositionKind kind);

}  // namespace attn::lessons::positions
