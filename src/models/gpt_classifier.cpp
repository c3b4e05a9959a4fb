#include "models/gpt_classifier.h"

#include "autodiff/ops.h"
#include "base/check.h"
#include "nn/layers.h"

namespace attn::models {
namespace {

constexpr double kClassifierDeviation = 0.02;  ///< as in Devlin et al. 2019

/// [texts, sum of lengths] what a product takes the mean over each text's places with.
Mat means_over(std::span<const Tokens> texts) {
  Index rows = 0;
  for (const Tokens& text : texts) rows += static_cast<Index>(text.size());
  Mat out = Mat::Zero(static_cast<Index>(texts.size()), rows);
  Index first = 0;
  for (Index i = 0; i < out.rows(); ++i) {
    const auto n = static_cast<Index>(texts[static_cast<std::size_t>(i)].size());
    out.row(i).segment(first, n).setConstant(1 / static_cast<Real>(n));
    first += n;
  }
  return out;
}

}  // namespace

GptClassifier::GptClassifier(Gpt* model, int classes, Rng& rng)
    : model_(model),
      weight_(&model->parameters().add("classifier.weight", normal_matrix(model->settings().width, classes, rng, kClassifierDeviation))),
      bias_(&model->parameters().add("classifier.bias", Mat::Zero(1, classes))) {}

autodiff::Var GptClassifier::votes(autodiff::Tape& tape, autodiff::Var outputs) const {
  return autodiff::linear(outputs, nn::on(tape, *weight_), nn::on(tape, *bias_));
}

autodiff::Var GptClassifier::logits(autodiff::Tape& tape, std::span<const Tokens> texts) const {
  return autodiff::product(tape.constant(means_over(texts)), votes(tape, model_->outputs(tape, texts)));
}

autodiff::Var GptClassifier::loss(autodiff::Tape& tape, std::span<const Tokens> texts, std::span<const int> labels) const {
  CHECK(!texts.empty() && texts.size() == labels.size(), "GptClassifier::loss: ", texts.size(), " texts, ", labels.size(), " labels");
  return autodiff::cross_entropy(logits(tape, texts), labels);
}

Mat GptClassifier::logits(std::span<const Tokens> texts) const {
  autodiff::Tape tape;
  tape.set_recording(false);
  return logits(tape, texts).value();
}

Mat GptClassifier::votes(In outputs) const {
  autodiff::Tape tape;
  tape.set_recording(false);
  return votes(tape, tape.constant(outputs)).value();
}

}  // namespace attn::models
