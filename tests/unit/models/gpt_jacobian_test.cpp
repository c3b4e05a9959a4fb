// The gradient of a whole language model's loss against central differences, in double precision.
#include "models/gpt_classifier.h"
#include "unit/jacobian.h"
#include "unit/models/gpt_kinds.h"

namespace attn::models {
namespace {

TEST(GptJacobian, OfEveryParameter) {
  for (const int hidden : {5, 0}) {
    Gpt model = test::make_gpt({.vocabulary = 5, .context = 4, .width = 4, .layers = 2, .heads = 2, .hidden = hidden});
    const std::vector<Tokens> windows{{0, 3, 2, 2, 1}, {4, 1}, {3, 0, 4}};
    const auto loss = [&] {
      autodiff::Tape tape;
      return model.loss(tape, windows).value()(0, 0);
    };
    autodiff::Tape tape;
    tape.backward(model.loss(tape, windows));
    for (nn::Parameter& p : model.parameters()) EXPECT_TRUE(test::gradient_matches(&p.value, p.gradient, loss)) << p.name;
  }
}

TEST(GptJacobian, OfTokensThatWereHidden) {
  Gpt model = test::make_gpt({.vocabulary = 5, .context = 4, .width = 4, .layers = 2, .heads = 2, .hidden = 5, .causal = false});
  const std::vector<MaskedText> texts{{{0, 3, 2, 2}, {1, 3}, {4, 2}}, {{4}, {0}, {1}}, {{3, 0, 4}, {0, 1, 2}, {1, 0, 4}}};
  const auto loss = [&] {
    autodiff::Tape tape;
    return model.loss(tape, texts).value()(0, 0);
  };
  autodiff::Tape tape;
  tape.backward(model.loss(tape, texts));
  for (nn::Parameter& p : model.parameters()) EXPECT_TRUE(test::gradient_matches(&p.value, p.gradient, loss)) << p.name;
}

TEST(GptJacobian, OfTextsThatAreSorted) {
  Gpt model = test::make_gpt({.vocabulary = 5, .context = 4, .width = 4, .layers = 2, .heads = 2, .hidden = 5, .causal = false});
  Rng rng(7);
  const GptClassifier classifier(&model, 3, rng);
  const std::vector<Tokens> texts{{0, 3, 2, 2}, {4}, {3, 0, 4}};
  const std::vector<int> labels{2, 0, 1};
  const auto loss = [&] {
    autodiff::Tape tape;
    return classifier.loss(tape, texts, labels).value()(0, 0);
  };
  autodiff::Tape tape;
  tape.backward(classifier.loss(tape, texts, labels));
  for (nn::Parameter& p : model.parameters()) EXPECT_TRUE(test::gradient_matches(&p.value, p.gradient, loss)) << p.name;
}

}  // namespace
}  // namespace attn::models
