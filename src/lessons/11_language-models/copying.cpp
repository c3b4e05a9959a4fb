#include "lessons/11_language-models/copying.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"
#include "models/logits.h"

namespace attn::lessons::language_models {
namespace {

constexpr std::uint64_t kCopyingSeed = 2022;
constexpr int kLookedAt = 4;  ///< sequences whose weights are looked at

/// Tokens that are no marks, each at most once in a block, twice over.
Tokens said_twice(const Corpus& corpus, int block, Rng& rng) {
  int first = 0, end = corpus.vocabulary();
  while (first < end && corpus.is_mark(first)) ++first;
  while (first < end && corpus.is_mark(end - 1)) --end;
  CHECK(end - first >= block, "said_twice: ", block, " of ", end - first, " tokens");
  Tokens tokens;
  while (static_cast<int>(tokens.size()) < block) {
    const int token = first + static_cast<int>(rng.below(static_cast<std::uint64_t>(end - first)));
    if (!corpus.is_mark(token) && std::find(tokens.begin(), tokens.end(), token) == tokens.end()) tokens.push_back(token);
  }
  const Tokens once = tokens;
  tokens.insert(tokens.end(), once.begin(), once.end());
  return tokens;
}

/// Whether there are so many tokens that are no marks.
bool has_words(const Corpus& corpus, int count) {
  for (int token = 0; token < corpus.vocabulary() && count > 0; ++token) count -= !corpus.is_mark(token);
  return count == 0;
}

Copying empty_test(const models::GptSettings& settings, int block, int sequences) {
  Copying out;
  out.block = block, out.causal = settings.causal;
  out.loss_of_each = Mat(sequences, 2 * block - 1);
  out.previous_token = out.induction = out.first_token = Mat::Zero(settings.layers, settings.heads);
  return out;
}

/// What the heads of a run over a sequence do.
void look_at_heads(const models::GptRun& run, Copying* out) {
  const int block = out->block, n = 2 * block;
  Mat& previous = out->previous_of_each.emplace_back(Mat::Zero(out->previous_token.rows(), out->previous_token.cols()));
  Mat& induction = out->induction_of_each.emplace_back(previous);
  Mat& first = out->first_of_each.emplace_back(previous);
  for (Index l = 0; l < previous.rows(); ++l)
    for (Index h = 0; h < previous.cols(); ++h) {
      const Mat& w = run.layers[static_cast<size_t>(l)].self.weights[static_cast<size_t>(h)];
      for (int i = 1; i < n; ++i)
        previous(l, h) += w(i, i - 1) / static_cast<Real>(n - 1), first(l, h) += w(i, 0) / static_cast<Real>(n - 1);
      for (int i = block; i < n; ++i) induction(l, h) += w(i, i - block + 1) / static_cast<Real>(block);
    }
}

/// The means over all sequences.
void take_means(Copying* out) {
  const int block = out->block;
  out->loss = out->loss_of_each.colwise().mean().transpose();
  out->first_half = static_cast<double>(out->loss.topRows(block - 1).mean());
  out->second_half = static_cast<double>(out->loss.bottomRows(block - 1).mean());
  const auto count = static_cast<Real>(out->previous_of_each.size());
  for (const Mat& one : out->previous_of_each) out->previous_token += one / count;
  for (const Mat& one : out->induction_of_each) out->induction += one / count;
  for (const Mat& one : out->first_of_each) out->first_token += one / count;
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

std::vector<Tokens> copying_texts(const Corpus& corpus, int block, int count) {
  Rng rng(kCopyingSeed);
  std::vector<Tokens> all;
  for (int i = 0; i < count; ++i) all.push_back(said_twice(corpus, block, rng));
  return all;
}

Copying test_copying(const models::Gpt& model, const Corpus& corpus, int block, int sequences, const models::Bending& bending) {
  CHECK(block >= 2 && 2 * block <= model.settings().context && sequences >= 1, "test_copying: a block of ", block, ", ", sequences,
        " sequences");
  const std::vector<Tokens> all = copying_texts(corpus, block, sequences);
  const int n = 2 * block;
  Copying out = empty_test(model.settings(), block, sequences);
  const Mat log_p = log_p_of(model, corpus, all, bending);
  for (int s = 0; s < sequences; ++s)
    for (int t = 1; t < n; ++t) out.loss_of_each(s, t - 1) = -log_p(s * (n - 1) + t - 1, 0);
  for (int s = 0; s < std::min(sequences, kLookedAt); ++s) look_at_heads(models::run(model, all[static_cast<size_t>(s)], bending), &out);
  take_means(&out);
  return out;
}

CopyWalk::CopyWalk(const models::Gpt& model, const Corpus& corpus, int block, models::Bending bending)
    : model_(model), corpus_(corpus), bending_(std::move(bending)) {
  if (2 * block > model.settings().context || !has_words(corpus, block)) return;
  const int sequences = model.settings().causal ? kLookedAt : 1;
  sequences_ = copying_texts(corpus, block, sequences);
  found_ = empty_test(model.settings(), block, sequences);
  for (int s = 0; s < sequences; ++s) {
    tasks_.push_back({s, 0});
    if (!model.settings().causal)
      for (int t = 1; t < 2 * block; ++t) tasks_.push_back({s, t});
  }
}

bool CopyWalk::advance() {
  if (at_ == tasks_.size()) return false;
  if (!walk_) begin();
  if (!walk_->advance()) finish();
  return at_ < tasks_.size();
}

void CopyWalk::begin() {
  Tokens tokens = sequences_[static_cast<size_t>(tasks_[at_].sequence)];
  if (tasks_[at_].place > 0) tokens[static_cast<size_t>(tasks_[at_].place)] = corpus_.mask();
  walk_.emplace(model_, std::move(tokens), bending_, [this](Index first, In logits) { note(first, logits); });
}

void CopyWalk::note(Index first, In logits) {
  const auto [s, place] = tasks_[at_];
  const Tokens& tokens = sequences_[static_cast<size_t>(s)];
  for (Index row = 0; row < logits.rows(); ++row) {
    // A hidden token is asked for in its own place, the next one before it.
    const Index t = first + row + (model_.settings().causal ? 1 : 0);
    if (t == static_cast<Index>(tokens.size()) || (!model_.settings().causal && (place == 0 || t != place))) continue;
    found_.loss_of_each(s, t - 1) = -models::log_softmax(logits.row(row))(0, tokens[static_cast<size_t>(t)]);
  }
}

void CopyWalk::finish() {
  if (tasks_[at_].place == 0) look_at_heads(walk_->run(), &found_);
  walk_.reset();
  if (++at_ < tasks_.size()) return;
  take_means(&found_);
  copying_ = std::move(found_);
}

double CopyWalk::share() const {
  if (tasks_.empty()) return 1;
  return (static_cast<double>(at_) + (walk_ ? walk_->share() : 0)) / static_cast<double>(tasks_.size());
}

}  // namespace attn::lessons::language_models
