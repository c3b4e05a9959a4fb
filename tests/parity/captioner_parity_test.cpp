// Networks that tell a picture in words against PyTorch's: how a picture is told, the loss, the gradient of every parameter, and the first
// ten training losses.
#include <string>
#include <vector>

#include "models/captioner.h"
#include "parity/training_fixture.h"

namespace attn::models {
namespace {

using test::close;
using test::Fixture;

/// The model with the case's weights.
Captioner captioner_of(const Fixture& f) {
  Rng rng(1);
  const auto cols = [&](const char* name) { return static_cast<int>(f.at(name).cols()); };
  Captioner model({.side = 8,
                   .channels = cols("conv.0.weight"),
                   .width = cols("conv.2.weight"),
                   .units = cols("start.h.w"),
                   .embedding = cols("words.table"),
                   .hidden = f.has("alignment.wq") ? cols("alignment.wq") : 1,
                   .words = cols("words.out.w"),
                   .look = f.says("soft")   ? Look::soft
                           : f.says("hard") ? Look::hard
                                            : Look::none,
                   .remembers = f.says("remembers")},
                  rng);
  test::take_weights(model.parameters(), f);
  return model;
}

TEST(Torch, CaptionersWordByWord) {
  int cases = 0;
  for (const Fixture& f : test::fixtures("captioner.txt", "captioner")) {
    SCOPED_TRACE(f.name);
    const Captioner model = captioner_of(f);
    const Tokens words = test::tokens(f.at("captions"))[0];
    TellOptions options{.given = &words};
    if (f.says("hard"))
      for (Index t = 0; t < f.at("used").rows(); ++t) options.bent[static_cast<int>(t)] = f.at("used").row(t);
    const Telling telling = tell(model, f.at("images").row(0), options);
    EXPECT_TRUE(close(telling.annotations, f.at("annotations"), test::kTrained));
    EXPECT_TRUE(close(telling.states, f.at("states"), test::kTrained));
    EXPECT_TRUE(close(telling.used, f.at("used"), test::kTrained));
    EXPECT_TRUE(close(telling.contexts, f.at("contexts"), test::kTrained));
    EXPECT_TRUE(close(telling.logits, f.at("logits"), test::kTrained));
    EXPECT_EQ(f.has("weights"), model.settings().look != Look::none);
    EXPECT_EQ(f.has("expected"), model.settings().look == Look::hard);
    EXPECT_TRUE(close(telling.scores, f.get("scores"), test::kTrained));
    EXPECT_TRUE(close(telling.weights, f.get("weights"), test::kTrained));
    EXPECT_TRUE(close(telling.expected, f.get("expected"), test::kTrained));
    ++cases;
  }
  EXPECT_EQ(cases, 7);
}

TEST(Torch, WholeCaptioners) {
  for (const Fixture& f : test::fixtures("captioner.txt", "captioner")) {
    SCOPED_TRACE(f.name);
    Captioner model = captioner_of(f);
    const Mat& images = f.at("images");
    const std::vector<Tokens> captions = test::tokens(f.at("captions"));
    Captioner::LossOptions options{.draws = f.get("draws")};
    EXPECT_EQ(f.has("draws"), model.settings().look == Look::hard);
    EXPECT_EQ(f.has("evenness"), f.says("even"));
    if (f.has("draws")) options.score_weight = f.at("score_weight")(0, 0);
    if (f.has("evenness")) options.evenness = f.at("evenness")(0, 0);
    test::expect_training(model.parameters(), {.weight_decay = Real(0.1)}, Real(0.01), f,
                          [&](autodiff::Tape& tape) { return model.loss(tape, images, captions, options); });
  }
}

}  // namespace
}  // namespace attn::models
