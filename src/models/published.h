// Language models as they are published: the files of a GPT-2, a BERT or a DistilBERT, in the layouts of Hugging Face's transformers.
//
//   config.json         what the model is: model_type "gpt2", "bert" or "distilbert"
//   model.safetensors   its weights under their published names, in F32, F16 or BF16
//
// The large matrices stay where the file has them, in the file's own type; vectors are copied.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "models/gpt.h"

namespace attn::models {

/// "gpt2", "bert", "distilbert".
struct Published {
  std::string family;
  std::optional<Gpt> model;
};

/// What a config.json describes. Returns an empty string, or a sentence that says which member is not as expected, and what it is.
std::string read_published_config(std::string_view config, std::string* family, GptSettings* settings);

/// Opens the model that the contents of config.json and model.safetensors describe. `keeps` owns the bytes of the latter and is kept by the
/// model. Returns an empty string, or a sentence that says what was expected and what was found; `*published` has not changed then.
///
/// Names may have the family's prefix ("transformer.", "bert.", "distilbert.") or not, and the norms of BERT may be called gamma and beta,
/// as they once were. Passed over is what says no token: causal masks, the pooler, the answer to "is it the next sentence?". BERT without
/// what guesses hidden tokens is refused. Every number has to be finite.
std::string read_published(std::string_view config, std::string_view safetensors, std::shared_ptr<const void> keeps, Published* published);

}  // namespace attn::models
