// A language model as GPT-2's files: what is written, and what the layout has no place for.
#include "models/gpt_files.h"

#include "models/published.h"
#include "nn/half.h"
#include "unit/models/published_models.h"

namespace attn::models {
namespace {

using test::Folder, test::folder_of;
using test::make_gpt;
using test::small_gpt;

TEST(GptFiles, WhatIsWrittenIsReadBack) {
  for (const GptSettings& s : test::gpt_kinds()) {
    if (s.hidden == 0) continue;
    const Gpt model = make_gpt(s);
    const Folder folder = folder_of(model);
    Published read;
    ASSERT_EQ(read_published(folder.config, folder.weights, std::make_shared<int>(), &read), "");
    EXPECT_EQ(read.family, "gpt2");
    test::expect_same_model(*read.model, model);
  }
}

TEST(GptFiles, WhatTheLayoutHasNoPlaceForIsRefused) {
  std::vector<models::NamedFile> files;
  GptSettings s = small_gpt();
  s.tied = false;
  EXPECT_NE(gpt_files(make_gpt(s), &files).find("tied"), std::string::npos);
  EXPECT_NE(gpt_files(make_gpt(small_gpt(0)), &files).find("feed-forward"), std::string::npos);
  EXPECT_NE(gpt_files(make_gpt(test::small_masked_gpt()), &files).find("both sides"), std::string::npos);
  EXPECT_TRUE(files.empty());
}

TEST(GptFiles, HalfStorageRoundsOnce) {
  Gpt model = make_gpt(small_gpt());
  const Folder folder = folder_of(model, nn::Storage::kF16);
  for (nn::Parameter& p : model.parameters())
    for (Index i = 0; i < p.value.size(); ++i)
      p.value.data()[i] = static_cast<Real>(nn::from_half(nn::to_half(static_cast<float>(p.value.data()[i]))));
  Published read;
  ASSERT_EQ(read_published(folder.config, folder.weights, std::make_shared<int>(), &read), "");
  test::expect_same_model(*read.model, model);
  EXPECT_NE(folder.config.find(R"("torch_dtype":"float16")"), std::string::npos);
}

TEST(GptFiles, TheConfigIsGpt2s) {
  EXPECT_EQ(folder_of(make_gpt(small_gpt())).config,
            R"({"architectures":["GPT2LMHeadModel"],"model_type":"gpt2","vocab_size":11,"n_positions":9,"n_ctx":9,"n_embd":6,"n_layer":2,)"
            R"("n_head":3,"n_inner":10,"activation_function":"gelu","layer_norm_epsilon":1e-05,"tie_word_embeddings":true,)"
            R"("scale_attn_weights":true,"attn_pdrop":0,"embd_pdrop":0,"resid_pdrop":0,"bos_token_id":null,"eos_token_id":null,)"
            R"("torch_dtype":"float32"})"
            "\n");
}

TEST(GptFiles, TheConfigNamesTheTokensAtBothEnds) {
  std::vector<NamedFile> files;
  ASSERT_EQ(gpt_files(make_gpt(small_gpt()), &files, nn::Storage::kF32, {.first = 1, .last = 2}), "");
  EXPECT_NE(files[0].bytes.find(R"("bos_token_id":1,"eos_token_id":2,)"), std::string::npos);
}

TEST(GptFiles, TensorsHaveTheNamesAndShapesThatTransformersWrites) {
  const std::string weights = folder_of(make_gpt(small_gpt())).weights;
  nn::TensorFile file;
  ASSERT_EQ(nn::open_tensors(weights, &file), "");
  using Texts = std::map<std::string, std::string>;
  EXPECT_EQ(file.metadata, (Texts{{"format", "pt"}}));
  ASSERT_EQ(file.entries.size(), 28u);
  std::map<std::string, std::vector<std::uint64_t>> shapes;
  for (const nn::TensorEntry& entry : file.entries) shapes[entry.name] = entry.shape;
  using Shape = std::vector<std::uint64_t>;
  EXPECT_EQ(shapes["transformer.wte.weight"], (Shape{11, 6}));
  EXPECT_EQ(shapes["transformer.wpe.weight"], (Shape{9, 6}));
  EXPECT_EQ(shapes["transformer.h.1.ln_2.bias"], (Shape{6}));
  EXPECT_EQ(shapes["transformer.h.0.attn.c_attn.weight"], (Shape{6, 18}));
  EXPECT_EQ(shapes["transformer.h.0.attn.c_attn.bias"], (Shape{18}));
  EXPECT_EQ(shapes["transformer.h.1.mlp.c_fc.weight"], (Shape{6, 10}));
  EXPECT_EQ(shapes["transformer.h.1.mlp.c_proj.weight"], (Shape{10, 6}));
  EXPECT_EQ(shapes["transformer.ln_f.weight"], (Shape{6}));
}

TEST(GptFiles, AttentionAloneHasNoPublishedLayout) {
  std::vector<NamedFile> files;
  EXPECT_EQ(gpt_files(make_gpt(small_gpt(0)), &files),
            "A model without feed-forward parts has no published layout: every layer of GPT-2 has one.");
  EXPECT_TRUE(files.empty());
}

}  // namespace
}  // namespace attn::models
