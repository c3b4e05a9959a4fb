// What the tests of published models have alike.
#pragma once

#include "models/gpt_files.h"
#include "unit/compare.h"
#include "unit/models/gpt_kinds.h"

namespace attn::test {

/// A model as GPT-2's files.
struct Folder {
  std::string config, weights;
};

inline Folder folder_of(const Gpt& model, nn::Storage storage = nn::Storage::kF32) {
  std::vector<models::NamedFile> files;
  EXPECT_EQ(models::gpt_files(model, &files, storage), "");
  CHECK(files.size() == 2 && files[0].name == "config.json" && files[1].name == "model.safetensors", "other files");
  return {files[0].bytes, files[1].bytes};
}

/// That an opened model has the settings of `b` and says the same of texts.
inline void expect_same_model(const Gpt& a, const Gpt& b) {
  EXPECT_EQ(a.settings(), b.settings());
  EXPECT_TRUE(a.opened());
  Rng rng(5);
  for (int i = 0; i < 3; ++i) {
    const Tokens text = random_text(rng, std::min(7, b.settings().context), b.settings().vocabulary);
    EXPECT_TRUE(close(models::run(a, text).logits, models::run(b, text).logits, 2e-5));
  }
}

}  // namespace attn::test
