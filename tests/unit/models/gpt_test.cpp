// The model as such: what can be built, its parameters, its loss, what it learns, and that no place sees a later one.
#include "models/gpt.h"

#include <cmath>

#include "nn/adam.h"
#include "unit/compare.h"
#include "unit/models/gpt_kinds.h"

namespace attn::models {
namespace {

using test::close;
using test::gpt_kinds;
using test::make_gpt;
using test::random_text;
using test::same_bits;
using test::small_gpt;

double loss_of(const Gpt& model, const std::vector<Tokens>& windows) {
  autodiff::Tape tape;
  return static_cast<double>(model.loss(tape, windows).value()(0, 0));
}

TEST(Gpt, SettingsThatCannotBeBuiltAreRefused) {
  for (const GptSettings& s : gpt_kinds()) EXPECT_EQ(check_settings(s), "");
  EXPECT_EQ(check_settings({.vocabulary = 2}), "") << "the other settings have values with which a model can be built";
  const auto refusal = [](auto change) {
    GptSettings s = small_gpt();
    change(s);
    return check_settings(s);
  };
  EXPECT_NE(refusal([](GptSettings& s) { s.vocabulary = 1; }), "");
  EXPECT_NE(refusal([](GptSettings& s) { s.context = 0; }), "");
  EXPECT_NE(refusal([](GptSettings& s) { s.layers = 0; }), "");
  EXPECT_NE(refusal([](GptSettings& s) { s.heads = 4; }), "");
  EXPECT_NE(refusal([](GptSettings& s) { s.heads = 0; }), "");
  EXPECT_NE(refusal([](GptSettings& s) { s.heads = -3; }), "");
  EXPECT_NE(refusal([](GptSettings& s) { s.width = 0; }), "");
  EXPECT_NE(refusal([](GptSettings& s) { s.hidden = -1; }), "");
}

TEST(Gpt, TheNumberOfWeightsIsKnownBeforeThereAreAny) {
  for (const GptSettings& s : gpt_kinds()) EXPECT_EQ(count_weights(s), make_gpt(s).parameters().count());
  const GptSettings small{.vocabulary = 50257, .context = 1024, .width = 768, .layers = 12, .heads = 12, .hidden = 3072};
  EXPECT_EQ(count_weights(small), 124'439'808);
}

std::string names_and_shapes(const Gpt& model) {
  std::string out;
  for (const nn::Parameter& p : model.parameters())
    out += p.name + " " + std::to_string(p.value.rows()) + " " + std::to_string(p.value.cols()) + "\n";
  return out;
}

TEST(Gpt, ParametersAreCalledAsInThePublishedCheckpoints) {
  GptSettings s = small_gpt();
  s.layers = 1;
  EXPECT_EQ(names_and_shapes(make_gpt(s)), R"(wte.weight 11 6
wpe.weight 9 6
h.0.ln_1.weight 1 6
h.0.ln_1.bias 1 6
h.0.attn.c_attn.weight 6 18
h.0.attn.c_attn.bias 1 18
h.0.attn.c_proj.weight 6 6
h.0.attn.c_proj.bias 1 6
h.0.ln_2.weight 1 6
h.0.ln_2.bias 1 6
h.0.mlp.c_fc.weight 6 10
h.0.mlp.c_fc.bias 1 10
h.0.mlp.c_proj.weight 10 6
h.0.mlp.c_proj.bias 1 6
ln_f.weight 1 6
ln_f.bias 1 6
)");
  const std::string alone = names_and_shapes(make_gpt(small_gpt(0)));
  EXPECT_EQ(alone.find("mlp"), std::string::npos);
  EXPECT_EQ(alone.find("ln_2"), std::string::npos);
  EXPECT_NE(alone.find("h.1.attn.c_proj.weight 6 6"), std::string::npos);
}

TEST(Gpt, FirstWeightsIntoTheStreamAreSmallerTheMoreLayersThereAre) {
  for (const int layers : {1, 8}) {
    GptSettings s{.vocabulary = 5, .context = 4, .width = 64, .layers = layers, .heads = 4, .hidden = 128};
    Rng rng(1);
    const Gpt model(s, rng);
    const double into_stream = 1 / std::sqrt(2.0 * layers);
    const auto largest = [&](const std::string& name) { return model.parameters().find(name)->value.cwiseAbs().maxCoeff(); };
    const auto glorot = [](double in, double out) { return std::sqrt(6 / (in + out)); };
    EXPECT_NEAR(largest("h.0.attn.c_attn.weight"), glorot(64, 192), 0.01 * glorot(64, 192));
    EXPECT_NEAR(largest("h.0.mlp.c_fc.weight"), glorot(64, 128), 0.01 * glorot(64, 128));
    EXPECT_NEAR(largest("h.0.attn.c_proj.weight"), glorot(64, 64) * into_stream, 0.01 * glorot(64, 64) * into_stream);
    EXPECT_NEAR(largest("h.0.mlp.c_proj.weight"), glorot(64, 128) * into_stream, 0.01 * glorot(64, 128) * into_stream);
    EXPECT_NEAR(loss_of(model, {{0, 1, 2, 3, 4}}), std::log(5), 0.7) << "it only guesses at first";
  }
}

TEST(Gpt, ALaterTokenChangesNoEarlierLogit) {
  Rng rng(1);
  for (const GptSettings& s : gpt_kinds()) {
    const Gpt model = make_gpt(s);
    const Tokens text = random_text(rng, s.context, s.vocabulary);
    const Mat before = run(model, text).logits;
    for (int at = 0; at < s.context; ++at) {
      Tokens other = text;
      int& token = other[static_cast<std::size_t>(at)];
      token = (token + 1) % s.vocabulary;
      const Mat after = run(model, other).logits;
      EXPECT_TRUE(same_bits(after.topRows(at), before.topRows(at)));
      // A single column is its own mean, so that the norm makes the same of every token.
      EXPECT_EQ(bool(close(after.row(at), before.row(at), 1e-3)), s.width == 1);
    }
  }
}

TEST(Gpt, TheLossIsTheMeanOverAllPlacesOfAllWindows) {
  Rng rng(2);
  for (const GptSettings& s : gpt_kinds()) {
    const Gpt model = make_gpt(s);
    std::vector<Tokens> windows;
    for (const int length : {2, s.context + 1, std::min(5, s.context + 1)}) windows.push_back(random_text(rng, length, s.vocabulary));
    double sum = 0;
    int places = 0;
    for (const Tokens& window : windows) {
      const Mat logits = run(model, Tokens(window.begin(), window.end() - 1)).logits;
      for (Index i = 0; i < logits.rows(); ++i, ++places) {
        double all = 0;
        for (Index word = 0; word < logits.cols(); ++word) all += std::exp(static_cast<double>(logits(i, word)));
        sum += std::log(all) - static_cast<double>(logits(i, window[static_cast<std::size_t>(i) + 1]));
      }
    }
    EXPECT_NEAR(loss_of(model, windows), sum / places, 1e-5 * std::max(1.0, sum / places));
  }
}

TEST(Gpt, EveryParameterHasAGradient) {
  for (const GptSettings& s : {small_gpt(), small_gpt(0)}) {
    Gpt model = make_gpt(s);
    autodiff::Tape tape;
    const std::vector<Tokens> windows{{1, 2, 3, 4, 5}, {10, 9}};
    tape.backward(model.loss(tape, windows));
    for (const nn::Parameter& p : model.parameters()) EXPECT_GT(p.gradient.norm(), 0) << p.name;
  }
}

TEST(Gpt, SameSeedSameWeights) {
  Rng one(4), other(4), third(5);
  const std::vector<Tokens> windows{{1, 2, 3}};
  const double loss = loss_of(Gpt(small_gpt(), one), windows);
  EXPECT_EQ(loss_of(Gpt(small_gpt(), other), windows), loss);
  EXPECT_NE(loss_of(Gpt(small_gpt(), third), windows), loss);
}

TEST(Gpt, MovesWithItsWeights) {
  Gpt from = make_gpt(small_gpt()), to = make_gpt(small_gpt(0));
  const std::vector<Tokens> windows{{1, 2, 3}};
  const double loss = loss_of(from, windows);
  to = std::move(from);
  EXPECT_EQ(loss_of(to, windows), loss);
  autodiff::Tape tape;
  tape.backward(to.loss(tape, windows));
  EXPECT_GT(to.parameters().gradient_norm(), 0);
}

TEST(Gpt, LearnsByHeart) {
  Rng rng(1);
  Gpt model({.vocabulary = 6, .context = 8, .width = 16, .layers = 1, .heads = 2, .hidden = 32}, rng);
  // After 0 comes 1 or 3, by what stood before it.
  const std::vector<Tokens> windows{{4, 0, 1, 2, 4, 0, 1, 2, 4}, {5, 0, 3, 2, 5, 0, 3, 2, 5}};
  nn::Adam adam(model.parameters(), {});
  autodiff::Tape tape;
  for (int step = 0; step < 150; ++step) {
    tape.clear();
    model.parameters().zero_gradients();
    tape.backward(model.loss(tape, windows));
    adam.step(Real(0.01), 1);
  }
  EXPECT_LT(loss_of(model, windows), 0.02);
}

}  // namespace
}  // namespace attn::models
