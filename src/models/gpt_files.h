// A language model as the files of a folder that Python's libraries open as GPT-2 (the layout of Hugging Face's transformers).
// published.h reads such folders.
//
//   config.json         what the model is
//   model.safetensors   its weights under their published names, after "transformer."; vectors have one dimension
#pragma once

#include <string>
#include <vector>

#include "models/gpt.h"
#include "nn/tensor_file.h"

namespace attn::models {

struct NamedFile {
  std::string name, bytes;
};

/// The tokens that open a text and end it; -1 for none.
struct GptEnds {
  int first = -1, last = -1;
};

/// Writes both files into `*files`. Returns an empty string, or why there are none: a model without feed-forward parts has no published
/// layout.
std::string gpt_files(const Gpt& model, std::vector<NamedFile>* files, nn::Storage storage = nn::Storage::kF32, GptEnds ends = {});

}  // namespace attn::models
