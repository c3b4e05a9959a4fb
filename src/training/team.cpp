#include "training/team.h"

#include <algorithm>

#include "base/check.h"
#include "training/trainer.h"

namespace attn::training {
namespace {

// A trial: steps alone, then with help. Of each the first ones are not timed; helpers begin with the leader's state in these.
constexpr int kAloneFrom = 8, kHelpedFrom = 16, kHelpedTimedFrom = 20, kTrialEnd = 28;
constexpr int kFirstCycle = 50, kLongestCycle = 400;  ///< steps from one trial to the next; at first, code is still being compiled
constexpr double kClearly = 0.95;                     ///< of the time alone: help that saves less is not worth a core

struct Share {
  int first, count;
};

/// The shards of member `number`. Rounded up, so that a batch that is not cut is the leader's: it has the generators of its loss.
Share share_of(const Trainer& trainer, int number, int members) {
  CHECK(number >= 0 && number < members, "Member: number ", number, " of ", members);
  const auto begin = [&](int i) { return (i * trainer.shards() + members - 1) / members; };
  return {begin(number), begin(number + 1) - begin(number)};
}

std::string written(Model& model, Order order) {
  std::string bytes;
  Packing packing(&bytes);
  packing.number(&order);
  for (Trainer* trainer : model.trainers()) trainer->pack_order(packing, true);
  return bytes;
}

}  // namespace

std::string write_order(Model& model, const Order& order) {
  model.before_steps();
  return written(model, order);
}

bool take_report(Model& model, std::string_view report, int ticket) {
  Packing packing(report);
  int said = 0, from = 0;
  packing.number(&said), packing.number(&from);
  if (said != ticket || from != model.steps()) return false;
  for (Trainer* trainer : model.trainers()) trainer->pack_report(packing, from);
  model.after_steps();
  return true;
}

Member::Member(Model& model) : model_(model), trainers_(model.trainers()) {
  CHECK(!trainers_.empty(), "Member: a model that takes its steps by itself");
}

void Member::lead(std::string_view order) {
  Packing packing(order);
  packing.number(&order_);
  for (Trainer* trainer : trainers_) trainer->pack_order(packing, true);
  reported_ = trainers_.front()->taken();
  end_ = reported_ + order_.steps;
  timed_ = 0, until_trial_ = kFirstCycle;
}

const std::string& Member::state() { return bytes_ = written(model_, order_); }

void Member::follow(std::string_view state) {
  Packing packing(state);
  packing.number(&order_);
  for (Trainer* trainer : trainers_) trainer->pack_order(packing, false);
}

bool Member::wants_help() const { return timed_ < kTrialEnd ? timed_ >= kHelpedFrom : helped_ms_ < kClearly * alone_ms_; }

void Member::note_step(bool helped, double milliseconds) {
  if (timed_ == 0) alone_ms_ = helped_ms_ = 0;
  const bool timed = helped ? timed_ >= kHelpedTimedFrom : timed_ >= kAloneFrom;
  if (timed && timed_ < kTrialEnd) (helped ? helped_ms_ : alone_ms_) += milliseconds;
  if (++timed_ == until_trial_) timed_ = 0, until_trial_ = std::min(2 * until_trial_, kLongestCycle);
}

bool Member::step() {
  for (Trainer* trainer : trainers_) trainer->step();
  return goes_on();
}

void Member::draw() {
  for (Trainer* trainer : trainers_) trainer->draw();
}

void Member::draw_ahead() {
  for (Trainer* trainer : trainers_) trainer->draw_ahead();
}

void Member::compute(int number, int members) {
  for (Trainer* trainer : trainers_) {
    const Share own = share_of(*trainer, number, members);
    trainer->compute(own.first, own.count);
  }
}

void Member::pack_sums(Packing& packing, int number, int members) {
  for (Trainer* trainer : trainers_) {
    const Share own = share_of(*trainer, number, members);
    trainer->pack_sums(packing, own.first, own.count);
  }
}

const std::string& Member::sums(int number, int members) {
  bytes_.clear();
  Packing packing(&bytes_);
  pack_sums(packing, number, members);
  return bytes_;
}

void Member::put_sums(std::string_view sums, int number, int members) {
  Packing packing(sums);
  pack_sums(packing, number, members);
}

bool Member::update() {
  for (Trainer* trainer : trainers_) trainer->update();
  return goes_on();
}

bool Member::goes_on() {
  const Halt halt = model_.halt().halt;
  return halt != Halt::kDiverged && !(order_.to_convergence && halt == Halt::kConverged) && trainers_.front()->taken() < end_;
}

const std::string& Member::report() {
  bytes_.clear();
  Packing packing(&bytes_);
  packing.number(&order_.ticket), packing.number(&reported_);
  const int from = reported_;
  for (Trainer* trainer : trainers_) trainer->pack_report(packing, from);
  reported_ = trainers_.front()->taken();
  return bytes_;
}

}  // namespace attn::training
