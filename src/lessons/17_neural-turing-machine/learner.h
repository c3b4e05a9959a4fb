// A network in training on a task of bits, and how many bits it gets wrong, also on sequences longer than any that it was trained on.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/17_neural-turing-machine/settings.h"
#include "models/sequence_model.h"
#include "models/turing_machine.h"
#include "tasks/bits.h"
#include "training/seeded_trainee.h"

namespace attn::lessons::neural_turing_machine {

/// A size of sequences on which a network is tested by itself.
struct TestSize {
  tasks::BitSize size;
  std::string_view score;  ///< name of the score: "wrong-bits-50"
  bool beyond = false;     ///< training draws no sequences of this size
};
/// The sizes of a task, the smallest first. For the copy they are 1, 10, 20, 35, 50, 80 and 120.
const std::vector<TestSize>& test_sizes(const tasks::BitTask& task);

/// Counts over held-out sequences of one size.
struct BitCount {
  tasks::BitSize size;
  int sequences = 0, right = 0;  ///< `right` without a wrong bit
  int bits = 0, wrong = 0;
  double wrong_each() const { return sequences ? static_cast<double>(wrong) / sequences : 0; }
  double right_share() const { return sequences ? static_cast<double>(right) / sequences : 0; }
};

constexpr int kStudied = 20;  ///< sequences of each size in the study for the reader

class BitLearner final : public training::SeededTrainee {
 public:
  /// The task, one of tasks::bit_tasks(), says how wide inputs and outputs are. The plan's seed determines first weights and sequences.
  BitLearner(const tasks::BitTask& task, const NetworkSettings& settings, const training::Plan& plan);

  const tasks::BitTask& task() const { return task_; }
  const NetworkSettings& settings() const { return settings_; }
  const models::SequenceModel& model() const { return *model_; }
  /// Null if the network is an LSTM without a memory.
  const models::TuringMachine* machine() const { return machine_; }
  /// Counts for each of test_sizes(). Sizes that the study has not reached yet have no sequences.
  const std::vector<BitCount>& study_counts() const { return study_; }

  /// The batch that was drawn: sequences of the training split, which all have one size.
  const std::vector<tasks::BitExample>& drawn() const { return drawn_; }

  nn::Parameters& parameters() override { return model_->parameters(); }
  void draw(int step) override;
  autodiff::Var loss(autodiff::Tape& tape, int shard) override;
  /// ln 2, in nats per bit.
  double guessing() const override;
  /// "sequences-right" and "wrong-per-sequence"
  std::vector<training::Score> measure(int examples) const override;
  /// The scores of measure(), and the wrong bits at each of test_sizes().
  std::vector<training::Score> evaluate(const training::Effort& effort) const override;
  bool study() override;
  void forget_study() override;
  std::vector<training::Metric> found() const override;
  training::Wording wording() const override;
  std::map<std::string, std::string> metadata() const override { return {{"task", std::string(task_.name)}}; }

 private:
  const tasks::BitTask& task_;
  NetworkSettings settings_;
  std::unique_ptr<models::SequenceModel> model_;
  const models::TuringMachine* machine_ = nullptr;  ///< model_, if it is a Turing machine
  std::vector<tasks::BitExample> drawn_;
  std::vector<BitCount> study_;
  size_t studied_ = 0;  ///< the place in study_ that is being counted
};

/// Examples of one size as a batch. CHECKs that there is at least one, and that all have equally many steps.
models::SequenceBatch batch_of(const std::vector<tasks::BitExample>& examples);
/// What the model says to each example: logits [steps, outputs]. The examples must have one size.
std::vector<Mat> answers(const models::SequenceModel& model, const std::vector<tasks::BitExample>& examples);
/// Counts over the held-out sequences first ... first + each - 1 of a size, which are always the same ones.
BitCount count_bits(const models::SequenceModel& model, const tasks::BitTask& task, tasks::BitSize size, int each, int first = 0);

/// The learner that a trainer of this lesson trains.
inline const BitLearner& learner_of(const training::Trainer& trainer) { return static_cast<const BitLearner&>(trainer.trainee()); }

}  // namespace attn::lessons::neural_turing_machine
