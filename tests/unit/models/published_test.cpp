// Published models: what is opened, and the sentence with which everything else is refused.
#include "models/published.h"

#include <functional>
#include <limits>

#include "models/gpt_files.h"
#include "nn/half.h"
#include "unit/models/published_models.h"

namespace attn::models {
namespace {

using test::Folder, test::folder_of;
using test::make_gpt;
using test::small_gpt;

/// `text` with the first `from` as `to`.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  CHECK(at != std::string::npos, "no ", from);
  return text.replace(at, from.size(), to);
}

/// A file with the model's tensors after `change`, which may also keep matrices in `more`.
using Change = std::function<void(std::vector<nn::NamedTensor>*)>;
std::string weights_of(
    const Gpt& model, const Change& change = [](auto*) {}, nn::Storage storage = nn::Storage::kF32) {
  std::vector<nn::NamedTensor> tensors;
  for (const nn::Parameter& p : model.parameters()) {
    const bool table = p.name == "wte.weight" || p.name == "wpe.weight";
    std::vector<std::uint64_t> shape = nn::shape_of(p.value);
    if (!table && shape[0] == 1) shape.erase(shape.begin());
    tensors.push_back({p.name, shape, &p.value});
  }
  change(&tensors);
  return nn::write_tensors(tensors, storage);
}

void expect_read(const Folder& folder, const Gpt& expected) {
  Published read;
  ASSERT_EQ(read_published(folder.config, folder.weights, std::make_shared<int>(), &read), "");
  EXPECT_EQ(read.family, "gpt2");
  test::expect_same_model(*read.model, expected);
}

/// The refusal of a folder, after which nothing has been read.
std::string refusal(const std::string& config, const std::string& weights) {
  Published read;
  const std::string error = read_published(config, weights, std::make_shared<int>(), &read);
  EXPECT_FALSE(read.model.has_value());
  EXPECT_EQ(read.family, "");
  return error;
}

TEST(Published, ReadsWhatOthersWrite) {
  const Gpt model = make_gpt(small_gpt());
  const std::string config = folder_of(model).config;
  const Mat mask = Mat::Ones(9, 9), far = Mat::Constant(1, 1, -10000);
  const Mat& table = model.parameters().find("wte.weight")->value;
  expect_read({config, weights_of(model)}, model);
  expect_read({config, weights_of(model,
                                  [&](auto* tensors) {
                                    tensors->insert(tensors->begin() + 3, {"h.0.attn.bias", {1, 1, 9, 9}, &mask});
                                    tensors->push_back({"h.0.attn.masked_bias", {}, &far});
                                    tensors->push_back({"transformer.h.1.attn.bias", {1, 1, 9, 9}, &mask});
                                    tensors->push_back({"lm_head.weight", {11, 6}, &table});
                                  })},
              model);
  // As transformers writes it, with members that say nothing of the model.
  expect_read({R"({ "architectures": ["GPT2LMHeadModel"], "n_ctx": 9, "n_embd": 6, "n_head": 3, "n_layer": 2, "n_positions": 9,
                   "activation_function": "gelu", "task_specific_params": {"text-generation": {"do_sample": true, "max_length": 50}},
                   "n_inner": 10, "layer_norm_epsilon": 0.00001, "initializer_range": 2e-2, "model_type": "gpt2", "vocab_size": 11 })",
               weights_of(model)},
              model);
  GptSettings four = small_gpt(24);
  const Gpt usual = make_gpt(four);
  const Folder folder = folder_of(usual);
  expect_read({with(folder.config, R"("n_inner":24)", R"("n_inner":null)"), folder.weights}, usual);
  expect_read({with(folder.config, R"("n_inner":24,)", ""), folder.weights}, usual);
}

TEST(Published, ReadsBfloat) {
  Gpt model = make_gpt(small_gpt());
  for (nn::Parameter& p : model.parameters())
    for (Index i = 0; i < p.value.size(); ++i)
      p.value.data()[i] = nn::from_bfloat(static_cast<std::uint16_t>(nn::bits_of(static_cast<float>(p.value.data()[i])) >> 16));
  std::string half = weights_of(
      model, [](auto*) {}, nn::Storage::kF16);
  const std::string whole = weights_of(model);
  const std::string from = "\"F16\"", to = "\"BF16\"";
  for (std::size_t at = half.find(from); at != std::string::npos; at = half.find(from)) half.replace(at, from.size(), to);
  // The header has grown, and the numbers are the upper halves of those of `whole`.
  const std::size_t count = static_cast<std::size_t>(model.parameters().count());
  const std::uint64_t header = half.size() - 2 * count - 8;
  std::string file;
  for (int i = 0; i < 8; ++i) file += static_cast<char>(header >> (8 * i) & 0xFF);
  file += half.substr(8, static_cast<std::size_t>(header));
  for (std::size_t i = 0; i < count; ++i) file += whole.substr(whole.size() - 4 * count + 4 * i + 2, 2);
  expect_read({folder_of(model).config, file}, model);
}

TEST(Published, WrongConfigsAreRefusedWithASentence) {
  const auto [config, weights] = folder_of(make_gpt(small_gpt()));
  const auto changed = [&, config = config, weights = weights](const std::string& from, const std::string& to) {
    return refusal(with(config, from, to), weights);
  };
  EXPECT_EQ(changed(R"("gelu")", R"("swish")"),
            R"(config.json's activation_function should be gelu, gelu_new or relu, and it is "swish".)");
  EXPECT_EQ(changed(R"("gpt2")", R"("llama")"), R"(config.json's model_type should be "gpt2", "bert" or "distilbert", and it is "llama".)");
  EXPECT_EQ(changed(R"("model_type":"gpt2",)", ""),
            R"(config.json's model_type should be "gpt2", "bert" or "distilbert", and it is missing.)");
  EXPECT_EQ(changed("1e-05", "-1"), "config.json's layer_norm_epsilon should be a number from 0 to 1, and it is \"-1\".");
  EXPECT_EQ(changed(R"("tie_word_embeddings":true)", R"("tie_word_embeddings":1)"),
            "config.json's tie_word_embeddings should be true or false, and it is \"1\".");
  EXPECT_EQ(changed(R"("tie_word_embeddings":true)", R"("tie_word_embeddings":false)"), "The file lacks lm_head.weight.");
  EXPECT_EQ(changed(R"("attn_pdrop":0)", R"("scale_attn_by_inverse_layer_idx":true)"),
            "config.json's scale_attn_by_inverse_layer_idx should be false, and it is \"true\".");
  EXPECT_EQ(changed(R"("attn_pdrop":0)", R"("add_cross_attention":true)"),
            "config.json's add_cross_attention should be false, and it is \"true\".");
  EXPECT_EQ(changed(R"("scale_attn_weights":true)", R"("scale_attn_weights":false)"),
            "config.json's scale_attn_weights should be true, and it is \"false\".");
  EXPECT_EQ(changed(R"("n_embd":6)", R"("n_embd":"six")"),
            "config.json's n_embd should be a whole number from 1 to 262144, and it is \"six\".");
  EXPECT_EQ(changed(R"("n_embd":6,)", ""), "config.json's n_embd should be a whole number from 1 to 262144, and it is missing.");
  for (const char* bad : {"0", "-6", "6.5", "262145", "1e300", "[6]", "true"})
    EXPECT_TRUE(changed(R"("n_embd":6)", R"("n_embd":)" + std::string(bad)).starts_with("config.json's n_embd should be a whole number"))
        << bad;
  EXPECT_EQ(changed(R"("n_head":3)", R"("n_head":4)"), "config.json does not describe a model: the number of heads divides the width.");
  EXPECT_EQ(changed(R"("n_ctx":9)", R"("n_embd":9)"), "config.json names \"n_embd\" twice, at byte 110 of it.");
  EXPECT_EQ(changed("\n", "x"), "config.json goes on after its end, at byte " + std::to_string(config.size() - 1) + " of it.");
  for (const std::string& bad : {std::string(), std::string("{"), std::string("[]"), std::string("{\"a\":}"), std::string("{\"a\":tru}"),
                                 "{\"a\":" + std::string(100000, '[') + "}", std::string("{\"\xff\":1}")})
    EXPECT_NE(refusal(bad, weights), "");
}

TEST(Published, WrongWeightsAreRefusedWithASentence) {
  const Gpt model = make_gpt(small_gpt());
  const std::string config = folder_of(model).config, good = weights_of(model);
  const auto changed = [&](const Change& change) { return refusal(config, weights_of(model, change)); };
  const auto named = [](std::vector<nn::NamedTensor>* tensors, const std::string& name) -> nn::NamedTensor& {
    for (nn::NamedTensor& tensor : *tensors)
      if (tensor.name == name) return tensor;
    CHECK(false, "no ", name);
  };
  const Mat other = Mat::Ones(11, 6);
  EXPECT_EQ(changed([&](auto* t) {
              named(t, "h.1.ln_2.bias").shape = {1, 6};
            }),
            "h.1.ln_2.bias has the shape [1,6] in the file and [6] in the model of config.json.");
  EXPECT_EQ(changed([&](auto* t) {
              named(t, "h.1.mlp.c_fc.weight").shape = {10, 6};
            }),
            "h.1.mlp.c_fc.weight has the shape [10,6] in the file and [6,10] in the model of config.json.");
  EXPECT_EQ(changed([&](auto* t) { t->pop_back(); }), "The file lacks ln_f.bias.");
  EXPECT_EQ(changed([&](auto* t) {
              t->push_back({"transformer.wte.weight", {11, 6}, &other});
            }),
            "The file names wte.weight twice, with and without \"transformer.\".");
  const Mat nothing = Mat::Constant(1, 6, std::numeric_limits<Real>::quiet_NaN());
  EXPECT_EQ(changed([&](auto* t) { named(t, "ln_f.bias").value = &nothing; }), "ln_f.bias holds a number that is not finite.");
  EXPECT_EQ(refusal(config, with(good, "\"F32\"", "\"F64\"")), "wte.weight is stored as F64; F32, F16 and BF16 are read.");
  EXPECT_EQ(refusal(config, with(good, "\"F32\"", "\"F16\"")), "wte.weight has 264 bytes, which its shape and type do not need.");
  EXPECT_EQ(refusal(config, ""), "The file is too short to be a safetensors file.");
  EXPECT_EQ(refusal(config, good.substr(0, 100)), "The file ends within its header.");
  for (const std::size_t length : {good.size() - 1, good.size() / 2}) EXPECT_NE(refusal(config, good.substr(0, length)), "");
  EXPECT_NE(refusal(config, good + "x"), "");
  // A config that wants more than there is.
  EXPECT_EQ(refusal(with(config, R"("n_embd":6)", R"("n_embd":12)"), good),
            "wte.weight has the shape [11,6] in the file and [11,12] in the model of config.json.");
  EXPECT_EQ(refusal(with(config, R"("n_layer":2)", R"("n_layer":200000)"), good), "The file lacks h.2.ln_1.weight.");
  EXPECT_EQ(refusal(with(config, R"("n_layer":2)", R"("n_layer":1)"), good),
            "The file holds h.1.attn.c_attn.bias, which the model of config.json does not have.");
}

}  // namespace
}  // namespace attn::models
