// The lesson's models: one for each task and kind of network.
#pragma once

#include "lessons/16_graph-attention/settings.h"
#include "training/recipe.h"

namespace attn::lessons::graph_attention {

training::Make make_learner(const Choice& choice);

const training::Recipes& recipes();
/// The shipped model for `choice`. Null where none is shipped, as with unusual self-loops, or with labels or ties of the reader's.
const training::Recipe* shipped_model(const Choice& choice);

}  // namespace attn::lessons::graph_attention
