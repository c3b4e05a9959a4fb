#include "models/published.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>

#include "base/json_reader.h"
#include "base/text.h"
#include "models/gpt_layers.h"
#include "nn/tensor_file.h"

namespace attn::models {
namespace {

using kernels::StoredMatrix;
using nn::TensorEntry;

// ---- config.json -----------------------------------------------------------------------------------------------------------------------

constexpr double kMost = 1 << 18;  ///< of any size; the products of such sizes are whole numbers of 64 bits

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
  /// true or false.
  std::string truth(const std::string& key, bool otherwise, bool* to) const {
    const std::string found = get(key, otherwise ? "true" : "false");
    if (found != "true" && found != "false") return expect(key, "true or false", found);
    *to = found == "true";
    return {};
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

/// The name of an activation in a config.
std::string read_activation(const Config& config, const std::string& key, const std::string& otherwise, GptActivation* activation) {
  const std::string found = config.get(key, otherwise);
  static const std::map<std::string, GptActivation> kNames = {{"\"gelu\"", GptActivation::gelu},
                                                              {"\"gelu_new\"", GptActivation::gelu_tanh},
                                                              {"\"gelu_pytorch_tanh\"", GptActivation::gelu_tanh},
                                                              {"\"relu\"", GptActivation::relu}};
  const auto known = kNames.find(found);
  if (known == kNames.end()) return config.expect(key, "gelu, gelu_new or relu", found);
  *activation = known->second;
  return {};
}

std::string read_epsilon(const Config& config, const std::string& key, double otherwise, Real* epsilon) {
  const std::string found = config.get(key, number_to_text(otherwise));
  double value = 0;
  if (!text_to_number(found, &value) || value <= 0 || value > 1) return config.expect(key, "a number from 0 to 1", found);
  *epsilon = static_cast<Real>(value);
  return {};
}

/// The first of these that is not empty.
std::string first_of(std::initializer_list<std::string> errors) {
  for (const std::string& error : errors)
    if (!error.empty()) return error;
  return {};
}

// Where a member is missing, transformers' own classes mean what stands last in each line.

std::string read_gpt2(const Config& c, GptSettings* s) {
  return first_of({
      c.size("vocab_size", "", &s->vocabulary),
      c.size("n_positions", c.get("n_ctx", ""), &s->context),
      c.size("n_embd", "", &s->width),
      c.size("n_layer", "", &s->layers),
      c.size("n_head", "", &s->heads),
      c.size("n_inner", number_to_text(4.0 * s->width), &s->hidden),
      read_activation(c, "activation_function", "\"gelu_new\"", &s->activation),
      read_epsilon(c, "layer_norm_epsilon", 1e-5, &s->epsilon),
      c.truth("tie_word_embeddings", true, &s->tied),
      c.expect("scale_attn_weights", "true", "true"),
      c.expect("scale_attn_by_inverse_layer_idx", "false", "false"),
      c.expect("add_cross_attention", "false", "false"),
  });
}

std::string read_bert(const Config& c, GptSettings* s) {
  s->causal = false, s->norms_after = true;
  return first_of({
      c.size("vocab_size", "", &s->vocabulary),
      c.size("max_position_embeddings", "512", &s->context),
      c.size("hidden_size", "", &s->width),
      c.size("num_hidden_layers", "", &s->layers),
      c.size("num_attention_heads", "", &s->heads),
      c.size("intermediate_size", "", &s->hidden),
      c.size("type_vocab_size", "2", &s->types),
      read_activation(c, "hidden_act", "\"gelu\"", &s->activation),
      read_epsilon(c, "layer_norm_eps", 1e-12, &s->epsilon),
      c.truth("tie_word_embeddings", true, &s->tied),
      c.expect("position_embedding_type", "\"absolute\"", "\"absolute\""),
      c.expect("is_decoder", "false", "false"),
  });
}

std::string read_distilbert(const Config& c, GptSettings* s) {
  s->causal = false, s->norms_after = true;
  s->epsilon = Real(1e-12);
  return first_of({
      c.size("vocab_size", "", &s->vocabulary),
      c.size("max_position_embeddings", "512", &s->context),
      c.size("dim", "", &s->width),
      c.size("n_layers", "", &s->layers),
      c.size("n_heads", "", &s->heads),
      c.size("hidden_dim", "", &s->hidden),
      read_activation(c, "activation", "\"gelu\"", &s->activation),
      c.truth("tie_word_embeddings", true, &s->tied),
  });
}

// ---- model.safetensors -----------------------------------------------------------------------------------------------------------------

kernels::NumberType type_of(const TensorEntry& entry) {
  using kernels::NumberType;
  return entry.type == "F32" ? NumberType::f32 : entry.type == "F16" ? NumberType::f16 : NumberType::bf16;
}

/// The tensors of a file by their names without the family's prefix. The first mistake is kept.
class Weights {
 public:
  Weights(const nn::TensorFile& file, std::string_view prefix) : data_(file.data) {
    for (const TensorEntry& entry : file.entries) {
      std::string_view name = entry.name;
      if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
      if (!tensors_.emplace(name, &entry).second)
        fail("The file names " + std::string(name) + " twice, with and without \"" + std::string(prefix) + "\".");
    }
  }
  const std::string& error() const { return error_; }
  bool has(const std::string& name) const { return tensors_.count(name) > 0; }

  StoredMatrix matrix(const std::string& name, int rows, int cols) {
    return view(name, {static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(cols)}, rows, cols);
  }
  /// A vector as a parameter [1,n].
  nn::Parameter* vector(const std::string& name, int n) { return keep(name, view(name, {static_cast<std::uint64_t>(n)}, 1, n)); }
  /// A small matrix as a parameter.
  nn::Parameter* table(const std::string& name, int rows, int cols) { return keep(name, matrix(name, rows, cols)); }

  GptLinear linear(const std::string& name, int in, int out, bool by_outputs) {
    const std::string weight = name + ".weight";
    const StoredMatrix m = by_outputs ? matrix(weight, out, in) : matrix(weight, in, out);
    return {{m, by_outputs}, vector(name + ".bias", out)};
  }
  GptNorm norm(const std::string& name, int width, Real epsilon) {
    const bool old = !has(name + ".weight") && has(name + ".gamma");
    return {vector(name + (old ? ".gamma" : ".weight"), width), vector(name + (old ? ".beta" : ".bias"), width), epsilon};
  }
  /// That no tensor is left that belongs to a layer.
  void expect_no_more(std::string_view layers) {
    for (const auto& [name, entry] : tensors_)
      if (name.starts_with(layers) && !used_.count(name) && !name.ends_with(".attn.bias") && !name.ends_with(".attn.masked_bias"))
        fail("The file holds " + name + ", which the model of config.json does not have.");
  }

  nn::Parameters parameters;

 private:
  void fail(std::string sentence) {
    if (error_.empty()) error_ = std::move(sentence);
  }
  StoredMatrix view(const std::string& name, const std::vector<std::uint64_t>& shape, Index rows, Index cols) {
    if (!error_.empty()) return {};
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) return fail("The file lacks " + name + "."), StoredMatrix();
    const TensorEntry& entry = *found->second;
    if (std::string why = nn::check_entry(entry, shape, "the model of config.json"); !why.empty()) return fail(why), StoredMatrix();
    used_.insert(name);
    const StoredMatrix m{type_of(entry), reinterpret_cast<const unsigned char*>(data_.data()) + entry.begin, rows, cols};
    if (!kernels::all_finite(m)) return fail(name + " holds a number that is not finite."), StoredMatrix();
    return m;
  }
  nn::Parameter* keep(const std::string& name, const StoredMatrix& m) {
    if (!error_.empty()) return nullptr;
    Mat value(m.rows, m.cols);
    kernels::widen_rows(m, 0, value);
    return &parameters.add(name, std::move(value));
  }

  std::string_view data_;
  std::map<std::string, const TensorEntry*, std::less<>> tensors_;
  std::set<std::string, std::less<>> used_;
  std::string error_;
};

void take_gpt2(Weights& w, const GptSettings& s, GptLayers* layers) {
  const int d = s.width, f = s.hidden;
  layers->tokens = w.matrix("wte.weight", s.vocabulary, d);
  layers->places = w.matrix("wpe.weight", s.context, d);
  for (int l = 0; l < s.layers && w.error().empty(); ++l) {
    const std::string h = "h." + std::to_string(l);
    GptBlock& block = layers->blocks.emplace_back();
    block.norm_1 = w.norm(h + ".ln_1", d, s.epsilon);
    block.attention = w.linear(h + ".attn.c_attn", d, 3 * d, false);
    block.projection = w.linear(h + ".attn.c_proj", d, d, false);
    block.norm_2 = w.norm(h + ".ln_2", d, s.epsilon);
    block.in = w.linear(h + ".mlp.c_fc", d, f, false);
    block.out = w.linear(h + ".mlp.c_proj", f, d, false);
  }
  layers->norm = w.norm("ln_f", d, s.epsilon);
  layers->answers = s.tied ? layers->tokens : GptMatrix(w.matrix("lm_head.weight", s.vocabulary, d));
  w.expect_no_more("h.");
}

/// The names of what BERT and DistilBERT have alike.
struct BertNames {
  std::string_view layer, query, key, value, projection, norm_1, in, out, norm_2, transform, transform_norm, table, bias;
};
constexpr BertNames kBert = {"encoder.layer.",
                             ".attention.self.query",
                             ".attention.self.key",
                             ".attention.self.value",
                             ".attention.output.dense",
                             ".attention.output.LayerNorm",
                             ".intermediate.dense",
                             ".output.dense",
                             ".output.LayerNorm",
                             "cls.predictions.transform.dense",
                             "cls.predictions.transform.LayerNorm",
                             "cls.predictions.decoder.weight",
                             "cls.predictions.bias"};
constexpr BertNames kDistilBert = {"transformer.layer.",  ".attention.q_lin", ".attention.k_lin", ".attention.v_lin",
                                   ".attention.out_lin",  ".sa_layer_norm",   ".ffn.lin1",        ".ffn.lin2",
                                   ".output_layer_norm",  "vocab_transform",  "vocab_layer_norm", "vocab_projector.weight",
                                   "vocab_projector.bias"};

void take_bert(Weights& w, const GptSettings& s, const BertNames& names, GptLayers* layers) {
  const int d = s.width, f = s.hidden;
  layers->tokens = w.matrix("embeddings.word_embeddings.weight", s.vocabulary, d);
  layers->places = w.matrix("embeddings.position_embeddings.weight", s.context, d);
  if (s.types > 0) layers->types = w.table("embeddings.token_type_embeddings.weight", s.types, d);
  layers->norm = w.norm("embeddings.LayerNorm", d, s.epsilon);
  for (int l = 0; l < s.layers && w.error().empty(); ++l) {
    const std::string name = std::string(names.layer) + std::to_string(l);
    const auto linear = [&](std::string_view part, int in, int out) { return w.linear(name + std::string(part), in, out, true); };
    GptBlock& block = layers->blocks.emplace_back();
    block.query = linear(names.query, d, d), block.key = linear(names.key, d, d), block.value = linear(names.value, d, d);
    block.projection = linear(names.projection, d, d);
    block.norm_1 = w.norm(name + std::string(names.norm_1), d, s.epsilon);
    block.in = linear(names.in, d, f), block.out = linear(names.out, f, d);
    block.norm_2 = w.norm(name + std::string(names.norm_2), d, s.epsilon);
  }
  layers->transform = w.linear(std::string(names.transform), d, d, true);
  layers->transform_norm = w.norm(std::string(names.transform_norm), d, s.epsilon);
  layers->answers = s.tied ? layers->tokens : GptMatrix(w.matrix(std::string(names.table), s.vocabulary, d));
  layers->said_bias = w.vector(std::string(names.bias), s.vocabulary);
  w.expect_no_more(names.layer);
}

/// A kind of model that is known: how its config is read, and its weights.
struct Family {
  std::string_view name, prefix;
  std::string (*read)(const Config&, GptSettings*);
  void (*take)(Weights&, const GptSettings&, GptLayers*);
};
constexpr Family kFamilies[] = {
    {"gpt2", "transformer.", read_gpt2, take_gpt2},
    {"bert", "bert.", read_bert, [](Weights& w, const GptSettings& s, GptLayers* layers) { take_bert(w, s, kBert, layers); }},
    {"distilbert", "distilbert.", read_distilbert,
     [](Weights& w, const GptSettings& s, GptLayers* layers) { take_bert(w, s, kDistilBert, layers); }},
};

std::string read_family(std::string_view text, const Family** family, GptSettings* settings) {
  Config config;
  if (std::string error = config.parse(text); !error.empty()) return error;
  const std::string type = config.get("model_type", "");
  for (const Family& known : kFamilies) {
    if (type != "\"" + std::string(known.name) + "\"") continue;
    GptSettings s;
    if (std::string error = known.read(config, &s); !error.empty()) return error;
    if (const std::string refused = check_settings(s); !refused.empty()) return "config.json does not describe a model: " + refused + ".";
    *family = &known, *settings = s;
    return {};
  }
  return config.expect("model_type", "\"gpt2\", \"bert\" or \"distilbert\"", "");
}

}  // namespace

std::string read_published_config(std::string_view config, std::string* family, GptSettings* settings) {
  const Family* found = nullptr;
  std::string error = read_family(config, &found, settings);
  if (error.empty()) *family = found->name;
  return error;
}

std::string read_published(std::string_view config, std::string_view safetensors, std::shared_ptr<const void> keeps, Published* published) {
  const Family* family = nullptr;
  GptSettings s;
  if (std::string error = read_family(config, &family, &s); !error.empty()) return error;
  nn::TensorFile file;
  if (std::string error = nn::open_tensors(safetensors, &file); !error.empty()) return error;
  if (std::string error = nn::check_tiling(file); !error.empty()) return error;
  Weights weights(file, family->prefix);
  auto layers = std::make_unique<GptLayers>();
  family->take(weights, s, layers.get());
  if (!weights.error().empty()) return weights.error();
  published->family = family->name;
  published->model.emplace(s, std::move(weights.parameters), std::move(layers), std::move(keeps));
  return {};
}

}  // namespace attn::models
