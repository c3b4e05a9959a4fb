#include "lessons/11_language-models/forming.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "lessons/11_language-models/copying.h"
#include "training/film.h"
#include "training/trainer.h"

namespace attn::lessons::language_models {
namespace {

constexpr int kFormingSequences = 8, kFormingMasked = 1;  ///< of a test, for there are many

FormingFrame tested(const models::Gpt& model, const Corpus& corpus, int block, int step) {
  Copying test = test_copying(model, corpus, block, corpus.mask() < 0 ? kFormingSequences : kFormingMasked);
  return {step, test.first_half, test.second_half, std::move(test.previous_token), std::move(test.induction)};
}

Real sum_of(const nn::Parameters& weights) {
  Real sum = 0;
  for (const nn::Parameter& one : weights) sum += one.value.sum();
  return sum;
}

/// What the heads of the first `layers` layers have written into the stream at each place, and what else is in it: [n,d] each.
std::vector<Mat> parts_of_stream(const models::Gpt& model, const models::GptRun& run, int layers) {
  const models::GptSettings& s = model.settings();
  const Index wide = s.width / s.heads;
  std::vector<Mat> parts;
  Mat rest = run.layers[static_cast<std::size_t>(layers)].input;
  for (int l = 0; l < layers; ++l) {
    const Mat& out = model.parameters().find("h." + std::to_string(l) + ".attn.c_proj.weight")->value;
    for (int h = 0; h < s.heads; ++h) {
      const Mat& heads = run.layers[static_cast<std::size_t>(l)].self.concat;
      parts.push_back(heads.middleCols(h * wide, wide) * out.middleRows(h * wide, wide));
      rest -= parts.back();
    }
  }
  parts.push_back(std::move(rest));
  return parts;
}

}  // namespace

void Forming::follow(const training::Trainer& trainer, const models::Gpt& model, const Corpus& corpus, int block) {
  const training::Film& film = trainer.film();
  const std::vector<int> steps = film.steps();
  Rng unused(1);
  models::Gpt copy(model.settings(), unused);
  if (!steps.empty()) film.put(0, &copy.parameters());
  const Real sum = steps.empty() ? Real(0) : sum_of(copy.parameters());
  if (block != block_ || sum != first_sum_) frames_.clear();
  block_ = block, first_sum_ = sum;
  // While the film is thinned out, what has been tested stays for as long as its step is a frame.
  std::erase_if(frames_, [&](const FormingFrame& frame) { return !std::binary_search(steps.begin(), steps.end(), frame.step); });
  const auto is_tested = [this](int step) {
    return std::any_of(frames_.begin(), frames_.end(), [step](const FormingFrame& frame) { return frame.step == step; });
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (is_tested(steps[i])) continue;
    film.put(static_cast<int>(i), &copy.parameters());
    frames_.push_back(tested(copy, corpus, block, steps[i]));
  }
  if (!is_tested(trainer.steps())) frames_.push_back(tested(model, corpus, block, trainer.steps()));
  std::sort(frames_.begin(), frames_.end(), [](const FormingFrame& a, const FormingFrame& b) { return a.step < b.step; });
}

KeySources key_sources(const models::Gpt& model, const Corpus& corpus, int block, int layer) {
  const models::GptSettings& s = model.settings();
  const Index wide = s.width / s.heads;
  const auto of_layer = [&](const std::string& name) -> const Mat& {
    return model.parameters().find("h." + std::to_string(layer) + name)->value;
  };
  const Mat to_keys = of_layer(".ln_1.weight").transpose().asDiagonal() * of_layer(".attn.c_attn.weight").middleCols(s.width, s.width);
  KeySources out;
  out.lead = Mat::Zero(layer * s.heads + 1, s.heads);
  for (const Tokens& text : copying_texts(corpus, block, kFormingSequences)) {
    const models::GptRun run = models::run(model, text);
    const models::BlockRun& at = run.layers[static_cast<std::size_t>(layer)];
    const auto centred = [](const Mat& x) { return Mat(x.colwise() - x.rowwise().mean()); };
    const Mat spread = (centred(at.input).rowwise().squaredNorm() / static_cast<Real>(s.width)).array() + s.epsilon;
    Mat& lead = out.lead_of_each.emplace_back(Mat::Zero(out.lead.rows(), out.lead.cols()));
    const std::vector<Mat> parts = parts_of_stream(model, run, layer);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const Mat keys = spread.array().rsqrt().matrix().col(0).asDiagonal() * (centred(parts[part]) * to_keys);
      for (int h = 0; h < s.heads; ++h) {
        const Mat scores =
            at.self.q.middleCols(h * wide, wide) * keys.middleCols(h * wide, wide).transpose() / std::sqrt(static_cast<Real>(wide));
        for (int i = block; i < 2 * block; ++i)
          lead(static_cast<Index>(part), h) += (scores(i, i - block + 1) - scores.row(i).head(i + 1).mean()) / static_cast<Real>(block);
      }
    }
    out.lead += lead / static_cast<Real>(kFormingSequences);
  }
  return out;
}

}  // namespace attn::lessons::language_models
