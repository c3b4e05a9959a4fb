#include "lessons/17_neural-turing-machine/study.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace attn::lessons::neural_turing_machine {
namespace {

/// What a task can be asked for without its answer running over a picture.
constexpr int kLongestRepeated = 20, kMostCopies = 20, kMostItems = 30;

void settle_sequence(Params& p) {
  const tasks::BitTask& task = task_of(p);
  const bool recall = task.name == "associative-recall", repeat = task.name == "repeat-copy";
  p.length = std::clamp(p.length, recall ? 2 : 1, recall ? kMostItems : repeat ? kLongestRepeated : kLongest);
  p.copies = std::clamp(p.copies, 1, kMostCopies);
  if (recall) p.asked = std::clamp(p.asked, 1, p.length - 1);
  const int vectors = p.length * (recall ? tasks::kItemRows : 1);
  std::vector<std::pair<int, int>> kept;
  std::set<std::pair<int, int>> seen;
  for (Index i = 0; i < p.flipped.rows(); ++i) {
    const std::pair at{static_cast<int>(p.flipped(i, 0)), static_cast<int>(p.flipped(i, 1))};
    if (at.first < vectors && at.second < task.bits && seen.insert(at).second) kept.push_back(at);
  }
  p.flipped = Mat(static_cast<Index>(kept.size()), 2);
  for (size_t i = 0; i < kept.size(); ++i) {
    p.flipped(static_cast<Index>(i), 0) = static_cast<Real>(kept[i].first);
    p.flipped(static_cast<Index>(i), 1) = static_cast<Real>(kept[i].second);
  }
  p.at = std::clamp(p.at, 1, example_of(p).steps());
}

/// The painted tape has its length: a change of one changes the other.
void settle_tape(const Params& before, Params& p) {
  if (p.tape.cols() != before.tape.cols() || p.tape_length == static_cast<int>(p.tape.cols())) {
    p.tape_length = static_cast<int>(p.tape.cols());
  } else {
    const Mask old = p.tape;
    p.tape.resize(kTapeBits, p.tape_length);
    for (Index b = 0; b < kTapeBits; ++b)
      for (Index t = 0; t < p.tape_length; ++t) p.tape(b, t) = t < old.cols() ? old(b, t) : (3 * b + 5 * t + b * t) % 7 < 3;
  }
  p.tape_step = std::clamp(p.tape_step, 1, 2 * p.tape_length + 2);
}

}  // namespace

Params::Params()
    : memory(kCells, kWidth), key(1, kWidth), shift(1, 3), previous(kCells, 1), erase(1, kWidth), add(1, kWidth), tape(kTapeBits, 5) {
  learning_rate = Real(0.005), batch = 16;
  memory << Real(0.8), Real(-0.3), Real(0.1), Real(0.5),  //
      Real(-0.6), Real(0.7), Real(0.4), Real(-0.2),       //
      Real(0.2), Real(0.9), Real(-0.8), Real(0.1),        //
      Real(-0.9), Real(-0.4), Real(0.3), Real(0.6),       //
      Real(0.5), Real(0.1), Real(0.9), Real(-0.7),        //
      Real(0.4), Real(0.3), Real(0.7), Real(-0.9),        //
      Real(-0.1), Real(-0.8), Real(-0.5), Real(0.9),      //
      Real(0.7), Real(0.6), Real(-0.2), Real(-0.4);
  key << Real(0.2), Real(0.9), Real(-0.6), Real(0);
  shift << 0, Real(0.1), Real(0.9);
  previous << 0, 0, 0, 0, 0, Real(0.1), Real(0.9), 0;
  erase << 1, 1, Real(0.5), 0;
  add << Real(0.9), Real(-0.9), Real(0.5), Real(0.3);
  tape << true, false, false, true, true,  //
      false, true, false, true, false,     //
      true, true, false, false, true,      //
      false, false, true, true, false,     //
      false, true, true, false, true,      //
      true, false, true, false, false;
}

const tasks::BitTask& task_of(const Params& p) { return tasks::bit_tasks()[static_cast<size_t>(p.task)]; }

void settle(const Params& before, Params& after) {
  settle_tape(before, after);
  settle_sequence(after);
}

Result compute(const Params& p, const training::Models& models) {
  return {study_hand(p), study_smear(p), study_tape(p), study_memories(p), study_machine(p, models)};
}

}  // namespace attn::lessons::neural_turing_machine
