// A GPT-2 of the smallest published size (12 layers, width 768, vocabulary 50,257) with random weights, opened from its file as a reader
// would: a prompt of 64 tokens, and a further token with the cache. The file is made in memory when a case first runs.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "kernel_cases.h"
#include "models/published.h"
#include "nn/half.h"

namespace attn::bench {

inline constexpr int kGpt2Layers = 12, kGpt2Width = 768, kGpt2Vocabulary = 50257, kGpt2Context = 1024, kGpt2Prompt = 64;

/// The content of its model.safetensors. The numbers are as large as in the published one; those of norms are 1.
inline std::string gpt2_file(bool half) {
  const int d = kGpt2Width;
  std::string header = "{", data;
  std::uint32_t state = 1;
  const auto add = [&](const std::string& name, std::vector<int> shape) {
    std::size_t count = 1;
    for (const int size : shape) count *= static_cast<std::size_t>(size);
    const std::size_t begin = data.size(), bytes = half ? 2 : 4;
    data.resize(begin + count * bytes);
    const bool norm = name.find("ln_") != std::string::npos && name.ends_with("weight");
    for (std::size_t i = 0; i < count; ++i) {
      state = state * 1664525u + 1013904223u;
      const float value = norm ? 1.0f : static_cast<float>(static_cast<std::int32_t>(state)) * (0.03f / 2147483648.0f);
      const std::uint16_t rounded = half ? nn::to_half(value) : std::uint16_t(0);
      half ? std::memcpy(&data[begin + 2 * i], &rounded, 2) : std::memcpy(&data[begin + 4 * i], &value, 4);
    }
    const auto number = [](auto size) { return std::to_string(size); };
    header += (header.size() > 1 ? "," : "") + json::string(name) + R"(:{"dtype":")" + (half ? "F16" : "F32") + R"(","shape":)" +
              json::list(shape, number) + R"(,"data_offsets":[)" + number(begin) + "," + number(data.size()) + "]}";
  };
  const auto linear = [&](const std::string& name, int in, int out) { add(name + ".weight", {in, out}), add(name + ".bias", {out}); };
  const auto norm = [&](const std::string& name) { add(name + ".weight", {d}), add(name + ".bias", {d}); };
  add("wte.weight", {kGpt2Vocabulary, d}), add("wpe.weight", {kGpt2Context, d});
  for (int l = 0; l < kGpt2Layers; ++l) {
    const std::string h = "h." + std::to_string(l);
    norm(h + ".ln_1"), linear(h + ".attn.c_attn", d, 3 * d), linear(h + ".attn.c_proj", d, d);
    norm(h + ".ln_2"), linear(h + ".mlp.c_fc", d, 4 * d), linear(h + ".mlp.c_proj", 4 * d, d);
  }
  norm("ln_f");
  header += "}";
  header.append((8 - header.size() % 8) % 8, ' ');
  std::string file(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<char>(header.size() >> (8 * i) & 0xFF);
  return file + header + data;
}

inline const models::Gpt& gpt2_small(bool half) {
  static std::shared_ptr<const models::Gpt> opened[2];
  auto& model = opened[half];
  if (!model) {
    const auto file = std::make_shared<const std::string>(gpt2_file(half));
    models::Published published;
    const std::string why = models::read_published(
        R"({"model_type":"gpt2","vocab_size":50257,"n_positions":1024,"n_embd":768,"n_layer":12,"n_head":12})", *file, file, &published);
    CHECK(why.empty(), why);
    model = std::make_shared<const models::Gpt>(std::move(*published.model));
  }
  return *model;
}

/// The prompt's logits after its last token, and then one token more.
inline std::vector<Case> gpt2_cases() {
  std::vector<Case> cases;
  const double weights = 12.0 * 12 * kGpt2Width * kGpt2Width, table = static_cast<double>(kGpt2Vocabulary) * kGpt2Width;
  for (const bool half : {false, true}) {
    const std::string type = half ? ", F16" : ", F32";
    const auto reader = std::make_shared<std::unique_ptr<models::GptReader>>();
    cases.push_back({"GPT-2 small, 64 tokens of prompt" + type, 2 * (kGpt2Prompt * weights + table), 0, [half] {
                       models::GptReader fresh(gpt2_small(half), nullptr, 2 * kGpt2Prompt);
                       return fresh.read(Tokens(kGpt2Prompt, 11))(0, 0);
                     }});
    cases.push_back({"GPT-2 small, a token with the cache" + type, 2 * (weights + table), 0, [half, reader, count = 0]() mutable {
                       if (count++ % (kGpt2Context - kGpt2Prompt) == 0) {  // the context is full
                         *reader = std::make_unique<models::GptReader>(gpt2_small(half));
                         (*reader)->read(Tokens(kGpt2Prompt, 11));
                       }
                       const int token = 7;
                       return (*reader)->read({&token, 1})(0, 0);
                     }});
  }
  return cases;
}

}  // namespace attn::bench
