// The lesson's models: an order task and a kind of positions each.
#pragma once

#include <string_view>

#include "models/transformer.h"
#include "tasks/order.h"
#include "training/recipe.h"

namespace attn::lessons::positions {

/// One layer of two heads for "before", two of four for "in-order".
models::TransformerSettings settings_of(const tasks::PairTask& task, models::PositionKind kind);
/// Heads of all layers.
int head_count(const tasks::PairTask& task);

training::Make make_learner(const tasks::PairTask& task, models::PositionKind kind);

/// "none", "sinusoidal", ...: the end of a recipe's name ("before-sinusoidal"), and the parameter's value.
std::string_view kind_id(models::PositionKind kind);

const training::Recipes& recipes();
const training::Recipe* shipped_model(const tasks::PairTask& task, models::PositionKind kind);

}  // namespace attn::lessons::positions
