#include "lessons/11_language-models/learner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "autodiff/ops.h"
#include "base/later.h"
#include "lessons/11_language-models/n_gram_study.h"
#include "models/logits.h"
#include "tasks/masking.h"

namespace attn::lessons::language_models {
namespace {

constexpr int kWindowsAtOnce = 8;
constexpr std::uint64_t kProbeSeed = 1103;
constexpr int kTestedSequences = 64, kTestedBlock = 10;  ///< of the test of copying
constexpr int kShownSequences = 16;                      ///< of the one for the reader
constexpr int kShownMasked = 2;                          ///< the same where each token is a question of its own

models::GptSettings of_corpus(const Corpus& corpus, models::GptSettings settings) {
  settings.vocabulary = corpus.vocabulary();
  return settings;
}

int answers_in(std::span<const Tokens> windows) {
  int count = 0;
  for (const Tokens& window : windows) count += static_cast<int>(window.size()) - 1;
  return count;
}
int answers_in(std::span<const MaskedText> texts) {
  int count = 0;
  for (const MaskedText& text : texts) count += static_cast<int>(text.places.size());
  return count;
}

/// The loss of a part of a batch, so that those of all parts add up to the mean over the batch.
template <class Text>
autodiff::Var share_of_loss(autodiff::Tape& tape, const models::Gpt& model, const std::vector<Text>& all, int first, int count) {
  const std::span<const Text> part = std::span(all).subspan(static_cast<size_t>(first), static_cast<size_t>(count));
  return autodiff::scale(model.loss(tape, part),
                         static_cast<Real>(answers_in(part)) / static_cast<Real>(answers_in(std::span<const Text>(all))));
}

tasks::Masking masking_of(const Corpus& corpus) { return {.mark = corpus.mask(), .first = kFirstToken, .beyond = corpus.mask()}; }

}  // namespace

LanguageLearner::LanguageLearner(std::shared_ptr<const Corpus> corpus, models::GptSettings settings, const training::Plan& plan)
    : StageLearner(plan), corpus_(std::move(corpus)), model_(of_corpus(*corpus_, settings), random().weights) {}

void LanguageLearner::draw(int) {
  drawn_.clear();
  masked_.clear();
  for (int i = 0; i < batch(); ++i) {
    Tokens window = corpus_->draw(tasks::Split::kTraining, model_.settings().context, random().examples);
    if (masked())
      masked_.push_back(tasks::mask_tokens(window, masking_of(*corpus_), random().examples));
    else
      drawn_.push_back(std::move(window));
  }
}

autodiff::Var LanguageLearner::loss(autodiff::Tape& tape, int shard) { return loss_of(tape, first_of(shard), count_of(shard)); }
autodiff::Var LanguageLearner::whole_loss(autodiff::Tape& tape) { return loss_of(tape, 0, batch()); }

autodiff::Var LanguageLearner::loss_of(autodiff::Tape& tape, int first, int count) const {
  return masked() ? later<share_of_loss<MaskedText>>(tape, model_, masked_, first, count)
                  : later<share_of_loss<Tokens>>(tape, model_, drawn_, first, count);
}

double LanguageLearner::guessing() const { return std::log(static_cast<double>(corpus_->vocabulary())); }

void LanguageLearner::count(int windows, Rng& rng, Count* count) const {
  std::vector<Tokens> texts;
  std::vector<std::pair<Index, int>> asked;  // a row of the logits, and the right answer
  Index first = 0;
  for (int i = 0; i < windows; ++i) {
    Tokens window = corpus_->draw(tasks::Split::kHeldOut, model_.settings().context, rng);
    if (masked()) {
      tasks::Masking masking = masking_of(*corpus_);
      masking.marked = 1;  // a word that can be seen is no question
      MaskedText text = tasks::mask_tokens(window, masking, rng);
      for (size_t k = 0; k < text.places.size(); ++k) asked.emplace_back(first + text.places[k], text.answers[k]);
      window = std::move(text.tokens);
    } else {
      for (size_t t = 1; t < window.size(); ++t) asked.emplace_back(first + static_cast<Index>(t) - 1, window[t]);
      window.pop_back();
    }
    first += static_cast<Index>(window.size());
    texts.push_back(std::move(window));
  }
  const Mat log_p = models::log_softmax(models::logits_of(model_, texts));
  for (const auto& [row, answer] : asked) {
    count->nats -= static_cast<double>(log_p(row, answer));
    count->right += models::likeliest(log_p.row(row)) == answer;
    ++count->tokens;
  }
  count->windows += windows;
}

std::vector<training::Score> LanguageLearner::measure(int examples) const {
  Rng rng(kHeldOutSeed);
  Count counted;
  for (int done = 0; done < examples; done += kWindowsAtOnce) count(std::min(kWindowsAtOnce, examples - done), rng, &counted);
  return {{"tokens-right", "held_out_tokens", masked() ? "hidden tokens right" : "next tokens right",
           static_cast<double>(counted.right) / counted.tokens},
          {"held-out-loss", "held_out_loss", "loss, nats a token", counted.nats / counted.tokens, false}};
}

double LanguageLearner::share_right(tasks::Probe::Kind kind, int probes) const {
  Rng rng(kProbeSeed);
  const std::vector<tasks::Probe> all = tasks::story_probes(kind, probes, rng);
  std::vector<Tokens> prompts;
  for (const tasks::Probe& probe : all) {
    Tokens& prompt = prompts.emplace_back(probe.prompt);
    prompt.insert(prompt.begin(), kStartToken);
    const auto context = static_cast<size_t>(model_.settings().context);
    if (prompt.size() > context) prompt.erase(prompt.begin(), prompt.end() - static_cast<std::ptrdiff_t>(context));
  }
  const Mat logits = models::next_logits_of(model_, prompts);
  int right = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const auto row = static_cast<Index>(i);
    right +=
        std::all_of(all[i].wrong.begin(), all[i].wrong.end(), [&](int wrong) { return logits(row, all[i].right) > logits(row, wrong); });
  }
  return static_cast<double>(right) / static_cast<double>(all.size());
}

// Only attention-train asks for it, so pages do not have its code from the beginning.
std::vector<training::Score> LanguageLearner::evaluate(const training::Effort& effort) const { return later<evaluated>(*this, effort); }

std::vector<training::Score> LanguageLearner::evaluated(const LanguageLearner& learner, const training::Effort& effort) {
  std::vector<training::Score> scores = learner.measure(effort.examples);
  if (learner.corpus_ == copy_corpus()) {
    const Copying copying = test_copying(learner.model_, *learner.corpus_, kTestedBlock, kTestedSequences);
    scores.push_back({"first-half", "first_half_loss", "loss on the first half, nats a letter", copying.first_half, false});
    scores.push_back({"second-half", "second_half_loss", "loss on the second half, nats a letter", copying.second_half, false});
  }
  if (learner.corpus_ == story_corpus()) {
    NGramStudy n_grams(*learner.corpus_, learner.model_.settings().context);
    while (n_grams.work()) {
    }
    scores.push_back({"n-gram-loss", "n_gram_loss", "loss of 5-grams, nats a token", n_grams.loss(), false});
    for (size_t kind = 0; kind < kProbeKinds.size(); ++kind)
      scores.push_back({"agreement-" + std::string(kProbeKinds[kind]), "agreement_" + std::string(kProbeKinds[kind]),
                        "probes right: " + std::string(kProbeKinds[kind]),
                        learner.share_right(static_cast<tasks::Probe::Kind>(kind), effort.examples)});
  }
  return scores;
}

bool LanguageLearner::study() {
  if (studied_.windows == 0) study_rng_ = Rng(kHeldOutSeed);
  if (studied_.windows < NGramStudy::kWindows) {
    count(kWindowsAtOnce, study_rng_, &studied_);
    return true;
  }
  if (corpus_ == story_corpus() && agreed_.size() < kProbeKinds.size()) {
    agreed_.push_back(static_cast<Real>(share_right(static_cast<tasks::Probe::Kind>(agreed_.size()), kStudiedProbes)));
    return true;
  }
  if (corpus_ == copy_corpus() || masked()) return false;
  if (!n_grams_) n_grams_ = n_grams_of(corpus_, model_.settings().context);
  return n_grams_->work();
}

void LanguageLearner::forget_study() {
  studied_ = {};
  agreed_.clear();
  tested_.reset();
}

double LanguageLearner::held_out_loss() const {
  return studied_.windows < NGramStudy::kWindows ? std::numeric_limits<double>::quiet_NaN() : studied_.nats / studied_.tokens;
}

double LanguageLearner::n_gram_loss() const { return n_grams_ ? n_grams_->loss() : std::numeric_limits<double>::quiet_NaN(); }

Mat LanguageLearner::agreement() const {
  if (agreed_.size() < kProbeKinds.size()) return Mat(0, 1);
  return Eigen::Map<const Mat>(agreed_.data(), static_cast<Index>(agreed_.size()), 1);
}

const Copying& LanguageLearner::copying(int steps, int block, const std::vector<models::HeadPlace>& cut) const {
  if (!tested_ || tested_->steps != steps || tested_->cut != cut || tested_->copying.block != block)
    tested_ = Tested{steps, cut, test_copying(model_, *corpus_, block, masked() ? kShownMasked : kShownSequences, {cut, {}})};
  return tested_->copying;
}

std::vector<training::Metric> LanguageLearner::found() const {
  return {{"tokens-right", static_cast<double>(studied_.right) / studied_.tokens}, {"held-out-loss", held_out_loss()}};
}

double LanguageLearner::tokens_per_step() const {
  constexpr int kAsked = 64;
  if (read_by_step_ > 0) return read_by_step_;
  Rng rng(kHeldOutSeed);
  double tokens = 0;
  for (int i = 0; i < kAsked; ++i) {
    const auto window = static_cast<double>(corpus_->draw(tasks::Split::kTraining, model_.settings().context, rng).size());
    tokens += masked() ? window : window - 1;
  }
  return read_by_step_ = tokens / kAsked * batch();
}

training::Wording LanguageLearner::wording() const {
  return {.example = "window",
          .right = masked() ? "right, of all their hidden tokens" : "right, of all their next tokens",
          .loss = "nats a token",
          .loss_note = masked() ? "Mean of -ln p of the right token over all hidden places of a batch"
                                : "Mean of -ln p of the next token over all places of a batch"};
}

}  // namespace attn::lessons::language_models
