// The model in training as a folder that Python opens as a GPT-2, and that opened.h opens again.
#pragma once

#include "course/lesson.h"
#include "lessons/11_language-models/params.h"
#include "training/models.h"

namespace attn::lessons::language_models {

/// config.json, model.safetensors, tokenizer.json and tokenizer_config.json.
course::SavedFolder save_folder(const Params& p, const training::Models& models);

}  // namespace attn::lessons::language_models
