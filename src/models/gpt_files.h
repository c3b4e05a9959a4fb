// A language model as the files of a folder that Python's libraries open as GPT-2 (the layout of Hugging Face's transformers), and back.
//
//   config.json         what the model is
//   model.safetensors   its weights under their published names, after "transformer."; vectors have one dimension
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/gpt.h"
#include "nn/tensor_file.h"

namespace attn::models {

struct NamedFile {
  std::string name, bytes;
};

/// Writes both files into `*files`. Returns an empty string, or why there are none: a model without feed-forward parts has no published
/// layout.
std::string gpt_files(const Gpt& model, std::vector<NamedFile>* files, nn::Storage storage = nn::Storage::kF32);

/// Makes the model that the contents of config.json and model.safetensors describe. Returns an empty string, or a sentence that says what
/// was expected and what was found; `*model` has not changed then.
///
/// Names may have the prefix "transformer." or not. Numbers are F32, F16 or BF16. Passed over are the causal masks that older files hold
/// (h.l.attn.bias, h.l.attn.masked_bias), and lm_head.weight where it is the table of tokens. The activation has to be the exact GELU.
std::string read_gpt_files(std::string_view config, std::string_view safetensors, std::optional<Gpt>* model);

}  // namespace attn::models
