// The lesson's models: a task and a kind of network each.
#pragma once

#include "lessons/16_graph-attention/settings.h"
#include "training/recipe.h"

namespace attn::lessons::graph_attention {

training::Make make_learner(const Choice& choice);

const training::Recipes& recipes();
/// Null where none is shipped: with loops otherwise than usual, with other labels or ties.
const training::Recipe* shipped_model(const Choice& choice);

}  // namespace attn::lessons::graph_attention
