#include "lessons/11_language-models/copying.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "models/logits.h"

namespace attn::lessons::language_models {
namespace {

constexpr std::uint64_t kCopyingSeed = 2022;
constexpr int kLookedAt = 4;  ///< sequences whose weights are looked at

/// Tokens that are no marks, each at most once in a block, twice over.
Tokens said_twice(const Corpus& corpus, int block, Rng& rng) {
  const int vocabulary = corpus.mask() < 0 ? corpus.vocabulary() : corpus.mask();
  const int first = vocabulary > kFirstToken + block ? kFirstToken : 0;
  CHECK(vocabulary - first >= block, "said_twice: ", block, " of ", vocabulary - first, " tokens");
  Tokens tokens;
  while (static_cast<int>(tokens.size()) < block) {
    const int token = first + static_cast<int>(rng.below(static_cast<std::uint64_t>(vocabulary - first)));
    if (std::find(tokens.begin(), tokens.end(), token) == tokens.end()) tokens.push_back(token);
  }
  const Tokens once = tokens;
  tokens.insert(tokens.end(), once.begin(), once.end());
  return tokens;
}

/// ln p of the token at place t of sequence s, in row s (n - 1) + t - 1 for sequences of n tokens.
Mat log_p_of(const models::Gpt& model, const Corpus& corpus, const std::vector<Tokens>& all, const models::Bending& bending) {
  const auto n = static_cast<Index>(all.front().size()), count = static_cast<Index>(all.size()) * (n - 1);
  std::vector<Tokens> asked;
  if (corpus.mask() < 0)
    asked = all;
  else
    for (const Tokens& text : all)
      for (Index t = 1; t < n; ++t) (asked.emplace_back(text))[static_cast<size_t>(t)] = corpus.mask();
  const Mat log_p = models::log_softmax(models::logits_of(model, asked, bending));
  Mat out(count, 1);
  for (Index row = 0; row < count; ++row) {
    const Index s = row / (n - 1), t = row % (n - 1) + 1;
    out(row, 0) = log_p(corpus.mask() < 0 ? s * n + t - 1 : row * n + t, all[static_cast<size_t>(s)][static_cast<size_t>(t)]);
  }
  return out;
}

}  // namespace

Copying test_copying(const models::Gpt& model, const Corpus& corpus, int block, int sequences, const models::Bending& bending) {
  CHECK(block >= 2 && 2 * block <= model.settings().context && sequences >= 1, "test_copying: a block of ", block, ", ", sequences,
        " sequences");
  Rng rng(kCopyingSeed);
  std::vector<Tokens> all;
  for (int i = 0; i < sequences; ++i) all.push_back(said_twice(corpus, block, rng));
  const int n = 2 * block, layers = model.settings().layers, heads = model.settings().heads;
  Copying out;
  out.block = block, out.causal = model.settings().causal;
  out.loss_of_each = Mat(sequences, n - 1);
  const Mat log_p = log_p_of(model, corpus, all, bending);
  for (int s = 0; s < sequences; ++s)
    for (int t = 1; t < n; ++t) out.loss_of_each(s, t - 1) = -log_p(s * (n - 1) + t - 1, 0);
  out.loss = out.loss_of_each.colwise().mean().transpose();
  out.first_half = static_cast<double>(out.loss.topRows(block - 1).mean());
  out.second_half = static_cast<double>(out.loss.bottomRows(block - 1).mean());
  out.previous_token = out.induction = Mat::Zero(layers, heads);
  const int looked_at = std::min(sequences, kLookedAt);
  for (int s = 0; s < looked_at; ++s) {
    const models::GptRun run = models::run(model, all[static_cast<size_t>(s)], bending);
    Mat& previous = out.previous_of_each.emplace_back(Mat::Zero(layers, heads));
    Mat& induction = out.induction_of_each.emplace_back(Mat::Zero(layers, heads));
    for (int l = 0; l < layers; ++l)
      for (int h = 0; h < heads; ++h) {
        const Mat& w = run.layers[static_cast<size_t>(l)].self.weights[static_cast<size_t>(h)];
        for (int i = 1; i < n; ++i) previous(l, h) += w(i, i - 1) / static_cast<Real>(n - 1);
        for (int i = block; i < n; ++i) induction(l, h) += w(i, i - block + 1) / static_cast<Real>(block);
      }
    out.previous_token += previous / static_cast<Real>(looked_at);
    out.induction += induction / static_cast<Real>(looked_at);
  }
  return out;
}

}  // namespace attn::lessons::language_models
