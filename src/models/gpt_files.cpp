#include "models/gpt_files.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <utility>

#include "base/json.h"
#include "base/json_reader.h"
#include "base/text.h"
#include "models/gpt_layers.h"

namespace attn::models {
namespace {

using nn::TensorEntry;

constexpr std::string_view kPrefix = "transformer.";
constexpr double kMost = 1 << 18;  ///< of any size; the products of such sizes are whole numbers of 64 bits
using Shape = std::vector<std::uint64_t>;
using Tensors = std::map<std::string, const TensorEntry*>;

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

std::string config_of(const GptSettings& s, nn::Storage storage) {
  const auto number = [](int value) { return json::number(value); };
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
                       {"bos_token_id", "null"},
                       {"eos_token_id", "null"},
                       {"torch_dtype", json::string(storage == nn::Storage::kF16 ? "float16" : "float32")}});
}

/// The members of config.json, each value as it is written there.
class Config {
 public:
  std::string parse(std::string_view text) {
    if (!is_utf8(text)) return "config.json is no valid UTF-8.";
    json::Reader reader(text, "config.json");
    reader.object([&](const std::string& key) {
      std::string_view raw;
      if (!reader.any(&raw)) return false;
      return values_.try_emplace(key, raw).second || reader.fail("names " + cited(key) + " twice");
    });
    if (reader.error().empty()) reader.end();
    return reader.error();
  }

  /// The value, or `otherwise` where there is none, or null.
  std::string get(const std::string& key, const std::string& otherwise) const {
    const auto found = values_.find(key);
    return found == values_.end() || found->second == "null" ? otherwise : std::string(found->second);
  }
  /// That the value, which is `otherwise` where there is none, is `expected`.
  std::string expect(const std::string& key, const std::string& expected, const std::string& otherwise) const {
    const std::string found = get(key, otherwise);
    double a = 0, b = 1;
    if (found == expected || (text_to_number(found, &a) && text_to_number(expected, &b) && a == b)) return {};
    return "config.json's " + key + " should be " + expected + ", and it is " + shown(found) + ".";
  }
  /// A whole number from 1 to kMost.
  std::string size(const std::string& key, const std::string& otherwise, int* to) const {
    const std::string found = get(key, otherwise);
    double value = 0;
    if (!text_to_number(found, &value) || value != std::floor(value) || value < 1 || value > kMost)
      return "config.json's " + key + " should be a whole number from 1 to " + number_to_text(kMost) + ", and it is " + shown(found) + ".";
    *to = static_cast<int>(value);
    return {};
  }

 private:
  static std::string shown(const std::string& found) {
    if (found.empty()) return "missing";
    const bool text = found.size() >= 2 && found[0] == '"';
    return cited(text ? std::string_view(found).substr(1, found.size() - 2) : std::string_view(found));
  }

  std::map<std::string, std::string_view> values_;
};

std::string read_config(std::string_view text, GptSettings* s) {
  Config config;
  if (std::string error = config.parse(text); !error.empty()) return error;
  // Where a member is missing, transformers' own GPT2Config means what stands last here.
  const std::initializer_list<std::string> errors = {
      config.expect("model_type", "\"gpt2\"", ""),
      config.size("vocab_size", "", &s->vocabulary),
      config.size("n_positions", config.get("n_ctx", ""), &s->context),
      config.size("n_embd", "", &s->width),
      config.size("n_layer", "", &s->layers),
      config.size("n_head", "", &s->heads),
      config.size("n_inner", number_to_text(4.0 * s->width), &s->hidden),
      config.expect("activation_function", "\"gelu\"", "\"gelu_new\""),
      config.expect("layer_norm_epsilon", "1e-05", "1e-05"),
      config.expect("tie_word_embeddings", "true", "true"),
      config.expect("scale_attn_weights", "true", "true"),
      config.expect("scale_attn_by_inverse_layer_idx", "false", "false"),
      config.expect("add_cross_attention", "false", "false"),
  };
  for (const std::string& error : errors)
    if (!error.empty()) return error;
  if (const std::string refused = check_settings(*s); !refused.empty()) return "config.json does not describe a model: " + refused + ".";
  return {};
}

/// Whether it is one of the masks of a layer, which are no weights.
bool is_mask(std::string_view name) {
  return name.starts_with("h.") && (name.ends_with(".attn.bias") || name.ends_with(".attn.masked_bias"));
}

/// The tensors by their names without the prefix, apart from masks.
std::string by_name(const nn::TensorFile& file, Tensors* tensors) {
  for (const TensorEntry& entry : file.entries) {
    std::string_view name = entry.name;
    if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
    if (is_mask(name)) continue;
    if (!tensors->emplace(name, &entry).second) return "The file names " + std::string(name) + " twice, with and without \"transformer.\".";
  }
  return {};
}

}  // namespace

std::string gpt_files(const Gpt& model, std::vector<NamedFile>* files, nn::Storage storage) {
  const GptSettings& s = model.settings();
  if (!s.tied) return "A model whose output has a table of its own is not written in this layout, in which the two are tied.";
  if (!s.causal) return "A model that sees both sides is not written in this layout, in which a place sees only what stands before.";
  if (s.hidden == 0) return "A model without feed-forward parts has no published layout: every layer of GPT-2 has one.";
  std::vector<nn::NamedTensor> tensors;
  for_each_tensor(s, [&](const std::string& name, const Shape& shape) -> std::string {
    const nn::Parameter* parameter = model.parameters().find(name);
    CHECK(parameter, "gpt_files: the model has no ", name);
    tensors.push_back({std::string(kPrefix) + name, shape, &parameter->value});
    return {};
  });
  files->push_back({"config.json", config_of(s, storage) + "\n"});
  files->push_back({"model.safetensors", nn::write_tensors(tensors, storage, {{"format", "pt"}})});  // transformers wants to know that
  return {};
}

std::string read_gpt_files(std::string_view config, std::string_view safetensors, std::optional<Gpt>* model) {
  GptSettings s;
  if (std::string error = read_config(config, &s); !error.empty()) return error;
  nn::TensorFile file;
  if (std::string error = nn::open_tensors(safetensors, &file); !error.empty()) return error;
  Tensors tensors;
  if (std::string error = by_name(file, &tensors); !error.empty()) return error;
  Tensors left = tensors;
  std::string error = for_each_tensor(s, [&](const std::string& name, const Shape& shape) -> std::string {
    if (!left.erase(name)) return "The file lacks " + name + ".";
    return nn::check_entry(*tensors.at(name), shape, "the model of config.json");
  });
  if (!error.empty()) return error;
  const bool has_head = left.erase("lm_head.weight") > 0;
  if (!left.empty()) return "The file holds " + left.begin()->first + ", which the model of config.json does not have.";
  const Shape table{static_cast<std::uint64_t>(s.vocabulary), static_cast<std::uint64_t>(s.width)};
  if (has_head) error = nn::check_entry(*tensors.at("lm_head.weight"), table, "the model of config.json");
  if (error.empty()) error = nn::check_tiling(file);
  if (!error.empty()) return error;
  Rng unused(1);
  Gpt read(s, unused);  // no larger than the file, of which every tensor is known by now
  for (nn::Parameter& parameter : read.parameters())
    if (error = nn::read_values(*tensors.at(parameter.name), file.data, &parameter.value); !error.empty()) return error;
  if (has_head) {
    Mat answers(s.vocabulary, s.width);
    if (error = nn::read_values(*tensors.at("lm_head.weight"), file.data, &answers); !error.empty()) return error;
    if (answers != read.layers().tokens->value) return "lm_head.weight should be the table of tokens, wte.weight, and it is another one.";
  }
  *model = std::move(read);
  return {};
}

}  // namespace attn::models
