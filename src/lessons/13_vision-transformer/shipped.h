// The lesson's models: for each task a Vision Transformer, one without positions and a convolution, and for digits other sizes of a patch.
#pragma once

#include "lessons/13_vision-transformer/settings.h"
#include "training/recipe.h"

namespace attn::lessons::vision_transformer {

training::Make make_learner(const Choice& choice);

const training::Recipes& recipes();
/// The shipped model for `choice`, or null.
const training::Recipe* shipped_model(const Choice& choice);

}  // namespace attn::lessons::vision_transformer
