// The lesson's models: two that copy, with one layer and with two, and one that tells stories.
#pragma once

#include <string_view>
#include <vector>

#include "lessons/11_language-models/params.h"
#include "training/recipe.h"

namespace attn::lessons::language_models {

/// How the model of these parameters is made.
training::Make make_learner(const Params& p);
/// Has a published model read what the parameters ask, and gives the weights from pre-training to those that are fine-tuned.
void attend(const Params& p, training::Models& models);
/// A twin of one layer, while a model of more layers learns to copy; of a model that is fine-tuned those with other numbers of labels, and
/// all of them from random weights (tuning_learner.h). None of all others.
std::vector<training::Make> make_twins(const Params& p);

const training::Recipes& recipes();
/// The shipped model of these parameters; null where there is none.
const training::Recipe* shipped_model(const Params& p);
/// The model of one layer that stands beside one of more that copies, and the other way round; what a model is fine-tuned from.
std::vector<const training::Recipe*> shipped_rival(const Params& p);

}  // namespace attn::lessons::language_models
