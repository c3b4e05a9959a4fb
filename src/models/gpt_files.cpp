#include "models/gpt_files.h"

#include <cstdint>

#include "base/check.h"
#include "base/json.h"

namespace attn::models {
namespace {

constexpr std::string_view kPrefix = "transformer.";
using Shape = std::vector<std::uint64_t>;

/// Calls `tensor(name, shape)` for every tensor of GPT-2, in the order of Gpt::parameters(), until one returns a sentence, and returns it.
template <class Tensor>
std::string for_each_tensor(const GptSettings& s, const Tensor& tensor) {
  const auto size = [](int n) { return static_cast<std::uint64_t>(n); };
  const std::uint64_t d = size(s.width), f = size(s.hidden);
  std::string error;
  const auto visit = [&](const std::string& name, const Shape& shape) { return (error = tensor(name, shape)).empty(); };
  const auto pair = [&](const std::string& name, const Shape& weight) {
    return visit(name + ".weight", weight) && visit(name + ".bias", {weight.back()});
  };
  if (!visit("wte.weight", {size(s.vocabulary), d}) || !visit("wpe.weight", {size(s.context), d})) return error;
  for (int l = 0; l < s.layers; ++l) {
    const std::string h = "h." + std::to_string(l);
    if (!pair(h + ".ln_1", {d}) || !pair(h + ".attn.c_attn", {d, 3 * d}) || !pair(h + ".attn.c_proj", {d, d}) || !pair(h + ".ln_2", {d}) ||
        !pair(h + ".mlp.c_fc", {d, f}) || !pair(h + ".mlp.c_proj", {f, d}))
      return error;
  }
  pair("ln_f", {d});
  return error;
}

std::string config_of(const GptSettings& s, nn::Storage storage, GptEnds ends) {
  const auto number = [](int value) { return json::number(value); };
  const auto token = [](int id) { return id < 0 ? std::string("null") : json::number(id); };
  return json::object({{"architectures", json::strings({"GPT2LMHeadModel"})},
                       {"model_type", json::string("gpt2")},
                       {"vocab_size", number(s.vocabulary)},
                       {"n_positions", number(s.context)},
                       {"n_ctx", number(s.context)},
                       {"n_embd", number(s.width)},
                       {"n_layer", number(s.layers)},
                       {"n_head", number(s.heads)},
                       {"n_inner", number(s.hidden)},
                       {"activation_function", json::string("gelu")},
                       {"layer_norm_epsilon", "1e-05"},
                       {"tie_word_embeddings", json::boolean(true)},
                       {"scale_attn_weights", json::boolean(true)},
                       {"attn_pdrop", number(0)},
                       {"embd_pdrop", number(0)},
                       {"resid_pdrop", number(0)},
                       {"bos_token_id", token(ends.first)},
                       {"eos_token_id", token(ends.last)},
                       {"torch_dtype", json::string(storage == nn::Storage::kF16 ? "float16" : "float32")}});
}

}  // namespace

std::string gpt_files(const Gpt& model, std::vector<NamedFile>* files, nn::Storage storage, GptEnds ends) {
  const GptSettings& s = model.settings();
  if (s.hidden == 0) return "A model without feed-forward parts has no published layout: every layer of GPT-2 has one.";
  if (!s.tied) return "A model whose output has a table of its own is not written in this layout, in which the two are tied.";
  if (!s.causal) return "A model that sees both sides is not written in this layout, in which a place sees only what stands before.";
  std::vector<nn::NamedTensor> tensors;
  for_each_tensor(s, [&](const std::string& name, const Shape& shape) -> std::string {
    const nn::Parameter* parameter = model.parameters().find(name);
    CHECK(parameter, "gpt_files: the model has no ", name);
    tensors.push_back({std::string(kPrefix) + name, shape, &parameter->value});
    return {};
  });
  files->push_back({"config.json", config_of(s, storage, ends) + "\n"});
  files->push_back({"model.safetensors", nn::write_tensors(tensors, storage, {{"format", "pt"}})});  // transformers wants to know that
  return {};
}

}  // namespace attn::models
