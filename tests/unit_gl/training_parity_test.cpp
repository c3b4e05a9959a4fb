// The gradient of whole Transformers and language models on the GPU against the CPU's: of every small kind, of those that lessons 09 and 10
// train, and of the one whose training steps are measured.
#include "bench/transformer_case.h"
#include "unit/models/gpt_kinds.h"
#include "unit/models/transformer_kinds.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using models::TransformerSettings;
using models::TransformerShape;

constexpr Real kGradientTolerance = 1e-3f;

std::vector<Mat> copied(const nn::Parameters& parameters) {
  std::vector<Mat> out;
  for (const nn::Parameter& one : parameters) out.push_back(one.gradient);
  return out;
}

class TrainingOnGl : public Gl {
 protected:
  /// The gradients of a step that `step(engine)` computes, by the GPU and by the CPU.
  template <class Step>
  void expect_same(const nn::Parameters& parameters, Step step) {
    const Calls before = calls();
    const Real there = step(gl->engine);
    EXPECT_EQ(calls().fell_back, before.fell_back) << calls().why_cpu;
    EXPECT_GE(calls().on_gpu - before.on_gpu, 2 * static_cast<long>(parameters.size())) << "less than an operation and a gradient each";
    const std::vector<Mat> got = copied(parameters);
    const Real here = step(nullptr);
    EXPECT_NEAR(there, here, kGradientTolerance * here);
    const Real whole = parameters.gradient_norm();
    Real off = 0;
    std::size_t i = 0;
    for (const nn::Parameter& one : parameters) {
      const Real own = (got[i++] - one.gradient).norm();
      EXPECT_LE(own, kGradientTolerance * std::max(one.gradient.norm(), whole / 100)) << one.name;
      off += own * own;
    }
    EXPECT_LE(std::sqrt(off), kGradientTolerance * whole);
  }

  void expect_same(models::Transformer model, const PairBatch& batch, Real dropout = 0) {
    expect_same(model.parameters(), [&](autodiff::MakeEngine engine) {
      model.parameters().zero_gradients();
      Rng dropped(7);
      autodiff::Tape tape(engine ? engine() : nullptr);
      tape.set_recording(true);
      const autodiff::Var loss = model.loss(tape, batch, {.label_smoothing = Real(0.1), .dropout = dropout, .rng = &dropped});
      tape.backward(loss);
      EXPECT_TRUE(!engine || tape.engine()->healthy());
      return loss.value()(0, 0);
    });
  }

  PairBatch batch_for(const TransformerSettings& s, int pairs, int longest) {
    PairBatch batch;
    const auto sentence = [&](int length, int words) {
      Tokens out(static_cast<std::size_t>(length));
      for (int& token : out) token = kFirstToken + static_cast<int>(rng.below(static_cast<std::uint64_t>(words - kFirstToken)));
      return out;
    };
    for (int i = 0; i < pairs; ++i) {
      const int length = 1 + i % longest;
      batch.sources.push_back(sentence(length, s.source_words));
      batch.targets.push_back(sentence(s.shape == TransformerShape::encoder ? length : 1 + (3 * i) % longest, s.target_words));
    }
    return batch;
  }
  Rng rng{3};
};

TEST_F(TrainingOnGl, EveryKind) {
  for (const TransformerSettings& s : test::transformer_kinds()) {
    SCOPED_TRACE(testing::Message() << "shape " << static_cast<int>(s.shape) << " positions " << static_cast<int>(s.positions));
    expect_same(models::Transformer(s, rng), batch_for(s, 5, 6));
  }
}

TEST_F(TrainingOnGl, Dropout) {
  const TransformerSettings s = test::small_transformer(TransformerShape::encoder_decoder);
  expect_same(models::Transformer(s, rng), batch_for(s, 5, 6), Real(0.2));
}

TEST_F(TrainingOnGl, TheBlockThatSortsLetters) {
  TransformerSettings s;
  s.shape = TransformerShape::encoder;
  s.source_words = s.target_words = kFirstToken + 26;
  s.d_model = 24, s.d_ff = 48, s.heads = 2, s.encoder_layers = 1;
  s.norm = models::NormPlace::post;
  s.tied = true;
  expect_same(models::Transformer(s, rng), batch_for(s, 32, 8));
}

TEST_F(TrainingOnGl, TheTranslator) {
  for (const int heads : {1, 2, 4, 8}) {
    TransformerSettings s;
    s.source_words = 31, s.target_words = 45;
    s.d_model = 32, s.d_ff = 64, s.heads = heads;
    expect_same(models::Transformer(s, rng), batch_for(s, 32, 12));
  }
}

TEST_F(TrainingOnGl, TheMeasuredDecoder) {
  bench::TransformerStep step(TransformerShape::decoder);
  expect_same(step.parameters(), [&](autodiff::MakeEngine engine) { return step.gradients(engine); });
}

TEST_F(TrainingOnGl, LanguageModels) {
  std::vector<models::GptSettings> kinds = test::gpt_kinds();
  kinds.push_back({.vocabulary = 96, .context = 48, .width = 64, .layers = 2, .heads = 4, .hidden = 256});
  kinds.push_back({.vocabulary = 40, .context = 32, .width = 32, .layers = 2, .heads = 2, .hidden = 0});
  for (const models::GptSettings& s : kinds) {
    SCOPED_TRACE(testing::Message() << "width " << s.width << " hidden " << s.hidden);
    models::Gpt model(s, rng);
    std::vector<Tokens> windows;
    for (int i = 0; i < 6; ++i) windows.push_back(test::random_text(rng, i % 2 ? s.context + 1 : 2 + s.context / 3, s.vocabulary));
    expect_same(model.parameters(), [&](autodiff::MakeEngine engine) {
      model.parameters().zero_gradients();
      autodiff::Tape tape(engine ? engine() : nullptr);
      tape.set_recording(true);
      const autodiff::Var loss = model.loss(tape, windows);
      tape.backward(loss);
      EXPECT_TRUE(!engine || tape.engine()->healthy());
      return loss.value()(0, 0);
    });
  }
}

TEST_F(TrainingOnGl, LanguageModelsThatSeeBothSides) {
  for (models::GptSettings s :
       {test::small_masked_gpt(), {.vocabulary = 96, .context = 48, .width = 64, .layers = 2, .heads = 4, .hidden = 256}}) {
    s.causal = false;
    models::Gpt model(s, rng);
    std::vector<MaskedText> texts;
    for (int i = 0; i < 6; ++i)
      texts.push_back(test::masked_text(test::random_text(rng, i % 2 ? s.context : 2 + s.context / 3, s.vocabulary), s.vocabulary));
    expect_same(model.parameters(), [&](autodiff::MakeEngine engine) {
      model.parameters().zero_gradients();
      autodiff::Tape tape(engine ? engine() : nullptr);
      tape.set_recording(true);
      const autodiff::Var loss = model.loss(tape, texts);
      tape.backward(loss);
      EXPECT_TRUE(!engine || tape.engine()->healthy());
      return loss.value()(0, 0);
    });
  }
}

TEST_F(TrainingOnGl, LearnsAsTheCpuDoes) {
  bench::TransformerStep there(TransformerShape::decoder), here(TransformerShape::decoder);
  Real first = 0, last = 0;
  for (int i = 0; i < 12; ++i) {
    last = there(gl->engine);
    if (i == 0) first = last;
    EXPECT_NEAR(last, here(), Real(0.01)) << "step " << i;
  }
  EXPECT_LT(last, Real(0.95) * first);
}

}  // namespace
}  // namespace attn::compute
