// The lesson's models, one for each network.
#pragma once

#include "lessons/14_visual-attention/settings.h"
#include "training/recipe.h"

namespace attn::lessons::visual_attention {

training::Make make_learner(Network network);

const training::Recipes& recipes();
const training::Recipe* shipped_model(Network network);

}  // namespace attn::lessons::visual_attention
