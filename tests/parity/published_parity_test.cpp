// Published models against PyTorch, from the very files that make_published_fixtures.py wrote: the stream, the attention maps and the
// logits of GPT-2, BERT and DistilBERT in F32, F16 and BF16.

#include <fstream>
#include <sstream>
#include <string>

#include "models/published.h"
#include "parity/training_fixture.h"

namespace attn::models {
namespace {

using test::close;
using test::Fixture;

std::string file_of(const Fixture& f, const std::string& name) {
  std::ifstream in(std::string(ATTN_FIXTURES_DIR) + "/published/" + f.word(1) + "/" + name, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

Gpt opened(const Fixture& f) {
  const auto weights = std::make_shared<const std::string>(file_of(f, "model.safetensors"));
  Published published;
  const std::string why = read_published(file_of(f, "config.json"), *weights, weights, &published);
  CHECK(why.empty(), f.name, ": ", why);
  EXPECT_TRUE(f.word(1).starts_with(published.family + "-")) << f.name;
  return std::move(*published.model);
}

TEST(Torch, PublishedModelsLayerByLayer) {
  int maps = 0, models = 0;
  for (const Fixture& f : test::fixtures("published.txt", "published")) {
    SCOPED_TRACE(f.name);
    const Gpt model = opened(f);
    const Tokens text = test::tokens(f.at("tokens"))[0];
    const GptRun ran = run(model, text);
    for (std::size_t l = 0; l < 2; ++l) {
      const std::string name = "." + std::to_string(l);
      EXPECT_TRUE(close(ran.layers[l].input, f.at("input" + name), test::kTrained)) << name;
      EXPECT_TRUE(close(ran.layers[l].after_self, f.at("between" + name), test::kTrained)) << name;
      EXPECT_TRUE(close(ran.layers[l].output, f.at("output" + name), test::kTrained)) << name;
      for (std::size_t h = 0; h < 2; ++h, ++maps)
        EXPECT_TRUE(close(ran.layers[l].self.weights[h], f.at("maps" + name + "." + std::to_string(h)), test::kTrained)) << name << h;
    }
    EXPECT_TRUE(close(ran.output, f.at("output"), test::kTrained));
    EXPECT_TRUE(close(ran.logits, f.at("logits"), test::kTrained));
    EXPECT_TRUE(close(lens(model, ran.layers.back().output), f.at("logits"), test::kTrained));
    ++models;
  }
  EXPECT_EQ(models, 9);
  EXPECT_EQ(maps, 36);
}

TEST(Torch, PublishedModelsWordByWordAndPieceByPiece) {
  for (const Fixture& f : test::fixtures("published.txt", "published")) {
    SCOPED_TRACE(f.name);
    const Gpt model = opened(f);
    const Tokens text = test::tokens(f.at("tokens"))[0];
    Mat logits(static_cast<Index>(text.size()), model.settings().vocabulary);
    GptWalk walk(model, text, {}, [&](Index first, In some) { logits.middleRows(first, some.rows()) = some; });
    double share = 0;
    while (walk.advance()) {
      EXPECT_GT(walk.share(), share);
      share = walk.share();
    }
    EXPECT_EQ(walk.share(), 1);
    const GptRun whole = run(model, text);
    EXPECT_TRUE(close(logits, whole.logits, 1e-6));
    EXPECT_TRUE(close(answers(model, whole.output), whole.logits, 1e-6));
    EXPECT_TRUE(close(walk.run().layers[1].input, whole.layers[1].input, 1e-6));
    EXPECT_TRUE(close(walk.run().layers[1].self.q, whole.layers[1].self.q, 1e-6));
    EXPECT_TRUE(close(walk.run().layers[1].self.weights[1], whole.layers[1].self.weights[1], 1e-6));
    if (!model.settings().causal) continue;
    GptReader reader(model);
    Mat last = reader.read(std::span(text).first(3));
    for (std::size_t t = 3; t < text.size(); ++t) last = reader.read(std::span(text).subspan(t, 1));
    EXPECT_TRUE(close(last, f.at("logits").bottomRows(1), test::kTrained));
  }
}

}  // namespace
}  // namespace attn::models
