#include "lessons/translation/pair_trainee.h"

#include <algorithm>
#include <cmath>

#include "autodiff/ops.h"
#include "training/pair_shard.h"

namespace attn::lessons::translation {
namespace {

std::string of_lengths(int shortest, int longest) {
  return "exact match, lengths " + std::to_string(shortest) + " to " + std::to_string(longest);
}

training::Score exact_match(const LengthStudy::Point& point, std::string label = "exact match") {
  return {"exact-match", "held_out_exact", std::move(label), point.accuracy()};
}

void add_alignment(const LengthStudy::Point& point, std::vector<training::Score>* scores) {
  if (point.content == 0) return;
  const float share = static_cast<float>(point.aligned) / static_cast<float>(point.content);
  scores->push_back({"alignment-right", "alignment", "largest weight on the right word", static_cast<double>(share)});
}

}  // namespace

PairTrainee::PairTrainee(const tasks::PairTask& task, const training::Plan& plan, const TranslatorOptions& options)
    : SeededTrainee(plan), task_(task), options_(options), study_(task, task.shortest, task.longest_tested, kStudyExamples) {}

Speak PairTrainee::speaker() const {
  return [this](const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) {
    return speak(sources, max_length, alignments);
  };
}

void PairTrainee::draw(int) {
  Rng& rng = random().examples;
  drawn_ = {};
  dropout_.clear();
  if (options_.dropout > 0)
    for (int s = 0; s < shards(); ++s) dropout_.push_back(random().dropout.split());
  for (int i = 0; i < batch(); ++i) {
    const auto lengths = static_cast<std::uint64_t>(std::max(1, options_.longest - task_.shortest + 1));
    const int length = options_.longest > 0 ? task_.shortest + static_cast<int>(rng.below(lengths)) : 0;
    tasks::Example example = task_.draw(task_, tasks::Split::kTraining, length, rng);
    drawn_.sources.push_back(std::move(example.source));
    drawn_.targets.push_back(std::move(example.target));
  }
}

autodiff::Var PairTrainee::loss(autodiff::Tape& tape, int shard) {
  const auto [pairs, share] = training::shard_of(drawn_, first_of(shard), count_of(shard), 1);
  Rng* dropout = dropout_.empty() ? nullptr : &dropout_[static_cast<std::size_t>(shard)];
  return autodiff::scale(loss_of(tape, pairs, dropout), share);
}

autodiff::Var PairTrainee::whole_loss(autodiff::Tape& tape) {
  std::vector<Rng> dropout(dropout_);
  return loss_of(tape, drawn_, dropout.empty() ? nullptr : &dropout.front());
}

double PairTrainee::guessing() const { return std::log(task_.target.size() - kFirstToken + 1); }

double PairTrainee::hopeless() const { return 4 * std::log(task_.target.size()); }

std::vector<training::Score> PairTrainee::measure(int examples) const {
  const LengthStudy::Point point = translation::measure(speaker(), task_, examples);
  std::vector<training::Score> scores = {exact_match(point)};
  add_alignment(point, &scores);
  return scores;
}

std::vector<training::Score> PairTrainee::evaluate(const training::Effort& effort) const {
  const LengthStudy::Point drawn = translation::measure(speaker(), task_, effort.examples);
  std::vector<training::Score> scores = {exact_match(drawn, of_lengths(task_.shortest, task_.longest))};
  if (task_.longest_tested > task_.longest) {
    LengthStudy longer(task_, task_.longest + 1, task_.longest_tested, effort.each);
    while (longer.advance(speaker())) {
    }
    const LengthStudy::Point all = longer.total(task_.longest + 1, task_.longest_tested);
    scores.push_back({"exact-match-long", "", of_lengths(task_.longest + 1, task_.longest_tested), all.accuracy()});
  }
  add_alignment(drawn, &scores);
  return scores;
}

std::vector<training::Metric> PairTrainee::found() const {
  std::vector<training::Metric> out;
  if (const LengthStudy::Point within = within_training(); within.total > 0) out.push_back({"exact-match", within.accuracy()});
  if (const LengthStudy::Point beyond = beyond_training(); beyond.total > 0) out.push_back({"exact-match-long", beyond.accuracy()});
  return out;
}

training::Wording PairTrainee::wording() const {
  return {.example = "source",
          .right = "right to the last word",
          .loss = "nats a word",
          .loss_note = "Mean of -ln p of the right word over the words of a batch"};
}

}  // namespace attn::lessons::translation
