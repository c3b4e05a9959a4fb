// Language models against GPT-2 as gpt2_torch.py writes it from the published definition: the stream, the attention maps, the logits, the
// loss, the gradient of every parameter, and the first ten training losses.

#include <string>

#include "models/gpt.h"
#include "models/gpt_classifier.h"
#include "parity/training_fixture.h"

namespace attn::models {
namespace {

using test::close;
using test::Fixture;

/// The model with the case's weights.
Gpt model_of(const Fixture& f) {
  const Mat &tokens = f.at("wte.weight"), &places = f.at("wpe.weight");
  Rng rng(1);
  Gpt model({.vocabulary = static_cast<int>(tokens.rows()),
             .context = static_cast<int>(places.rows()),
             .width = static_cast<int>(tokens.cols()),
             .layers = 2,
             .heads = 3,
             .hidden = static_cast<int>(f.get("h.0.mlp.c_fc.weight").cols()),
             .causal = !f.says("both")},
            rng);
  test::take_weights(model.parameters(), f);
  return model;
}

TEST(Torch, LanguageModelsLayerByLayer) {
  int maps = 0;
  for (const Fixture& f : test::fixtures("gpt.txt", "gpt")) {
    SCOPED_TRACE(f.name);
    const Gpt model = model_of(f);
    EXPECT_EQ(model.settings().hidden > 0, !f.says("alone"));
    Tokens text = test::tokens(f.at("windows"))[0];
    text.pop_back();
    const GptRun ran = run(model, text);
    for (std::size_t l = 0; l < 2; ++l) {
      const std::string name = "." + std::to_string(l);
      EXPECT_TRUE(close(ran.layers[l].input, f.at("input" + name), test::kTrained)) << name;
      EXPECT_TRUE(close(ran.layers[l].after_self, f.at("between" + name), test::kTrained)) << name;
      EXPECT_TRUE(close(ran.layers[l].output, f.at("output" + name), test::kTrained)) << name;
      ASSERT_EQ(ran.layers[l].self.weights.size(), 3u);
      for (std::size_t h = 0; h < 3; ++h, ++maps)
        EXPECT_TRUE(close(ran.layers[l].self.weights[h], f.at("maps" + name + "." + std::to_string(h)), test::kTrained)) << name << h;
    }
    EXPECT_TRUE(close(ran.output, f.at("output"), test::kTrained));
    EXPECT_TRUE(close(ran.logits, f.at("logits"), test::kTrained));
  }
  EXPECT_EQ(maps, 18);
}

/// The windows without their last tokens, with the places and answers of the case.
std::vector<MaskedText> masked_texts(const Fixture& f) {
  std::vector<MaskedText> out;
  for (Tokens& window : test::tokens(f.at("windows"))) {
    window.pop_back();
    out.push_back({std::move(window), {}, {}});
  }
  const Mat& hidden = f.at("hidden");
  for (Index i = 0; i < hidden.rows(); ++i) {
    MaskedText& text = out[static_cast<std::size_t>(hidden(i, 0))];
    text.places.push_back(static_cast<int>(hidden(i, 1)));
    text.answers.push_back(static_cast<int>(hidden(i, 2)));
  }
  return out;
}

TEST(Torch, WholeLanguageModels) {
  for (const Fixture& f : test::fixtures("gpt.txt", "gpt")) {
    SCOPED_TRACE(f.name);
    Gpt model = model_of(f);
    const std::vector<Tokens> windows = test::tokens(f.at("windows"));
    const std::vector<MaskedText> masked = model.settings().causal ? std::vector<MaskedText>() : masked_texts(f);
    test::expect_training(model.parameters(), {.weight_decay = Real(0.1)}, Real(0.01), f,
                          [&](autodiff::Tape& tape) { return masked.empty() ? model.loss(tape, windows) : model.loss(tape, masked); });
  }
}

TEST(Torch, LanguageModelsThatSortTexts) {
  int cases = 0;
  for (const Fixture& f : test::fixtures("gpt.txt", "sorts")) {
    const Mat& labels = f.at("labels");
    Rng rng(1);
    Gpt model({.vocabulary = static_cast<int>(f.at("wte.weight").rows()),
               .context = static_cast<int>(f.at("wpe.weight").rows()),
               .width = static_cast<int>(f.at("wte.weight").cols()),
               .layers = 2,
               .heads = 3,
               .hidden = static_cast<int>(f.at("h.0.mlp.c_fc.weight").cols()),
               .causal = false},
              rng);
    const GptClassifier classifier(&model, static_cast<int>(f.at("classifier.weight").cols()), rng);
    test::take_weights(model.parameters(), f);
    const std::vector<Tokens> texts = test::tokens(f.at("windows"));
    std::vector<int> answers;
    for (Index i = 0; i < labels.cols(); ++i) answers.push_back(static_cast<int>(labels(0, i)));
    EXPECT_TRUE(close(classifier.logits(texts), f.at("logits"), test::kTrained));
    EXPECT_TRUE(close(classifier.votes(run(model, texts[0]).output).colwise().mean(), f.at("logits").row(0), test::kTrained));
    test::expect_training(model.parameters(), {.weight_decay = Real(0.1)}, Real(0.01), f,
                          [&](autodiff::Tape& tape) { return classifier.loss(tape, texts, answers); });
    ++cases;
  }
  EXPECT_EQ(cases, 1);
}

}  // namespace
}  // namespace attn::models
