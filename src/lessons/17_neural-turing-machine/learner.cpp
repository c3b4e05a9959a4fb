#include "lessons/17_neural-turing-machine/learner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "models/sequence_lstm.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using tasks::BitExample;
using tasks::BitSize;
using tasks::BitTask;

constexpr std::uint64_t kHeldOutSeed = 8817;  ///< seed of the sequences on which networks are measured
constexpr int kStudySteps = 250;              ///< a piece of the study ends when its sequences have so many steps together
constexpr int kAtOnce = 25;                   ///< sequences that are measured in one batch

std::unique_ptr<models::SequenceModel> make_model(const BitTask& task, const NetworkSettings& s, Rng& rng) {
  if (s.network == Network::lstm)
    return std::make_unique<models::SequenceLstm>(
        models::SequenceLstmSettings{.inputs = task.inputs, .outputs = task.outputs, .units = s.units, .depth = s.layers}, rng);
  models::TuringMachineSettings settings;
  settings.inputs = task.inputs, settings.outputs = task.outputs;
  settings.controller = s.network == Network::feed_forward ? models::Controller::feed_forward : models::Controller::lstm;
  settings.units = s.units;
  settings.cells = s.cells, settings.width = s.width;
  settings.read_heads = settings.write_heads = s.heads;
  return std::make_unique<models::TuringMachine>(settings, rng);
}

std::vector<BitCount> nothing_counted(const BitTask& task) {
  std::vector<BitCount> counts;
  for (const TestSize& test : test_sizes(task)) counts.push_back({.size = test.size});
  return counts;
}

void add(const BitExample& example, const Mat& logits, BitCount* count) {
  const int wrong = tasks::wrong_bits_of_logits(example, logits);
  ++count->sequences;
  count->right += wrong == 0;
  count->bits += example.answer_bits();
  count->wrong += wrong;
}

void count_at_once(const models::SequenceModel& model, const std::vector<BitExample>& examples, BitCount* count) {
  const std::vector<Mat> said = answers(model, examples);
  for (size_t i = 0; i < examples.size(); ++i) add(examples[i], said[i], count);
}

BitExample held_out_example(const BitTask& task, BitSize size, int number) {
  Rng rng(kHeldOutSeed + static_cast<std::uint64_t>(1000 * size.length + 100000 * size.copies) + static_cast<std::uint64_t>(number) * 977);
  return tasks::draw_example(task, tasks::Split::kHeldOut, size, rng);
}

/// Held-out sequences whose sizes are drawn as in training, in a group for each size.
std::map<std::pair<int, int>, std::vector<BitExample>> drawn_as_training(const BitTask& task, int examples) {
  Rng rng(kHeldOutSeed);
  std::map<std::pair<int, int>, std::vector<BitExample>> groups;
  for (int i = 0; i < examples; ++i) {
    const BitSize size = tasks::draw_size(task, rng);
    groups[{size.length, size.copies}].push_back(tasks::draw_example(task, tasks::Split::kHeldOut, size, rng));
  }
  return groups;
}

std::string name_of(const BitTask& task, BitSize size) {
  const std::string unit = counted(size.length, task.unit);
  return task.most_copies > 1 ? unit + " said " + counted(size.copies, "time") : unit;
}

}  // namespace

const std::vector<TestSize>& test_sizes(const BitTask& task) {
  static const std::vector<TestSize> copy = {{{1}, "wrong-bits-1"},          {{10}, "wrong-bits-10"},       {{20}, "wrong-bits-20"},
                                             {{35}, "wrong-bits-35", true},  {{50}, "wrong-bits-50", true}, {{80}, "wrong-bits-80", true},
                                             {{120}, "wrong-bits-120", true}};
  static const std::vector<TestSize> small = {
      {{1}, "wrong-bits-1"}, {{3}, "wrong-bits-3"}, {{5}, "wrong-bits-5"}, {{8}, "wrong-bits-8", true}, {{12}, "wrong-bits-12", true}};
  static const std::vector<TestSize> repeat = {{{3, 3}, "wrong-bits-3x3"},
                                               {{10, 5}, "wrong-bits-10x5"},
                                               {{10, 10}, "wrong-bits-10x10"},
                                               {{20, 10}, "wrong-bits-20x10", true},
                                               {{10, 20}, "wrong-bits-10x20", true}};
  static const std::vector<TestSize> recall = {{{2}, "wrong-bits-2"},        {{4}, "wrong-bits-4"},         {{6}, "wrong-bits-6"},
                                               {{8}, "wrong-bits-8", true},  {{12}, "wrong-bits-12", true}, {{16}, "wrong-bits-16", true},
                                               {{20}, "wrong-bits-20", true}};
  static const std::vector<TestSize> sort = {{{20}, "wrong-bits-20"}};
  return task.name == "copy"            ? copy
         : task.name == "copy-small"    ? small
         : task.name == "repeat-copy"   ? repeat
         : task.name == "priority-sort" ? sort
                                        : recall;
}

BitLearner::BitLearner(const BitTask& task, const NetworkSettings& settings, const training::Plan& plan)
    : SeededTrainee(plan),
      task_(task),
      settings_(settings),
      model_(make_model(task, settings, random().weights)),
      machine_(settings.network == Network::lstm ? nullptr : static_cast<const models::TuringMachine*>(model_.get())),
      study_(nothing_counted(task)) {}

void BitLearner::draw(int step) {
  BitSize size = tasks::draw_size(task_, random().examples);
  if (step < settings_.growing) {
    const auto most = [=, this](int low, int high) { return low + 1 + (high - low) * step / settings_.growing; };
    size.length = std::min(size.length, most(task_.shortest, task_.longest));
    size.copies = std::min(size.copies, most(task_.fewest_copies, task_.most_copies));
  }
  drawn_.clear();
  for (int i = 0; i < batch(); ++i) drawn_.push_back(tasks::draw_example(task_, tasks::Split::kTraining, size, random().examples));
}

autodiff::Var BitLearner::loss(autodiff::Tape& tape, int shard) {
  const int count = count_of(shard);
  const auto first = drawn_.begin() + first_of(shard);
  return autodiff::scale(model_->loss(tape, batch_of({first, first + count})), static_cast<Real>(count) / static_cast<Real>(batch()));
}

double BitLearner::guessing() const { return std::log(2.0); }

std::vector<training::Score> BitLearner::measure(int examples) const {
  BitCount all;
  for (const auto& [size, group] : drawn_as_training(task_, examples)) count_at_once(*model_, group, &all);
  return {{"sequences-right", "held_out_exact", "sequences without a wrong bit", all.right_share()},
          {"wrong-per-sequence", "held_out_wrong_bits", "wrong bits a sequence", all.wrong_each(), false}};
}

std::vector<training::Score> BitLearner::evaluate(const training::Effort& effort) const {
  std::vector<training::Score> scores = measure(effort.examples);
  for (const TestSize& test : test_sizes(task_)) {
    const std::string score(test.score);
    scores.push_back({score, "", "wrong bits a sequence, " + name_of(task_, test.size),
                      count_bits(*model_, task_, test.size, effort.each).wrong_each(), false});
  }
  return scores;
}

bool BitLearner::study() {
  if (studied_ == study_.size()) return false;
  BitCount& count = study_[studied_];
  int steps = 0;
  while (count.sequences < kStudied && steps < kStudySteps) {
    const BitExample example = held_out_example(task_, count.size, count.sequences);
    steps += example.steps();
    add(example, model_->answer(example.inputs, 1), &count);
  }
  if (count.sequences == kStudied) ++studied_;
  return studied_ < study_.size();
}

void BitLearner::forget_study() { study_ = nothing_counted(task_), studied_ = 0; }

std::vector<training::Metric> BitLearner::found() const {
  BitCount trained;
  std::vector<training::Metric> metrics;
  const std::vector<TestSize>& tests = test_sizes(task_);
  for (size_t i = 0; i < tests.size(); ++i) {
    const BitCount& count = study_[i];
    if (count.sequences == 0) return {};
    metrics.push_back({std::string(tests[i].score), count.wrong_each()});
    if (tests[i].beyond) continue;
    trained.sequences += count.sequences, trained.right += count.right;
    trained.bits += count.bits, trained.wrong += count.wrong;
  }
  metrics.push_back({"sequences-right", trained.right_share()});
  metrics.push_back({"wrong-per-sequence", trained.wrong_each()});
  return metrics;
}

training::Wording BitLearner::wording() const {
  return {.example = "sequence",
          .right = "right to the last bit",
          .loss = "nats a bit",
          .loss_note = "Mean of -ln p of the right bit over the answers of a batch"};
}

models::SequenceBatch batch_of(const std::vector<BitExample>& examples) {
  CHECK(!examples.empty(), "batch_of: no examples");
  const auto count = static_cast<Index>(examples.size());
  const BitExample& first = examples.front();
  models::SequenceBatch batch;
  batch.count = count;
  batch.inputs.resize(first.steps() * count, first.inputs.cols());
  batch.targets.resize(first.steps() * count, first.targets.cols());
  batch.mask = Mat::Zero(first.steps() * count, 1);
  batch.mask.bottomRows(first.answer_steps() * count).setOnes();
  for (Index e = 0; e < count; ++e) {
    const BitExample& example = examples[static_cast<size_t>(e)];
    CHECK(example.steps() == first.steps() && example.answer == first.answer, "batch_of: ", example.steps(), " steps beside ",
          first.steps());
    for (Index t = 0; t < first.steps(); ++t) {
      batch.inputs.row(t * count + e) = example.inputs.row(t);
      batch.targets.row(t * count + e) = example.targets.row(t);
    }
  }
  return batch;
}

std::vector<Mat> answers(const models::SequenceModel& model, const std::vector<BitExample>& examples) {
  std::vector<Mat> said;
  for (size_t first = 0; first < examples.size(); first += kAtOnce) {
    const std::vector<BitExample> some(examples.begin() + static_cast<std::ptrdiff_t>(first),
                                       examples.begin() + static_cast<std::ptrdiff_t>(std::min(first + kAtOnce, examples.size())));
    const auto count = static_cast<Index>(some.size());
    const Mat all = model.answer(batch_of(some).inputs, count);
    for (Index e = 0; e < count; ++e) {
      Mat own(all.rows() / count, all.cols());
      for (Index t = 0; t < own.rows(); ++t) own.row(t) = all.row(t * count + e);
      said.push_back(std::move(own));
    }
  }
  return said;
}

BitCount count_bits(const models::SequenceModel& model, const BitTask& task, BitSize size, int each, int first) {
  BitCount count{.size = size};
  std::vector<BitExample> examples;
  for (int i = 0; i < each; ++i) examples.push_back(held_out_example(task, size, first + i));
  count_at_once(model, examples, &count);
  return count;
}

}  // namespace attn::lessons::neural_turing_machine
