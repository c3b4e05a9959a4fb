#include "lessons/17_neural-turing-machine/params.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "lessons/17_neural-turing-machine/machine.h"
#include "lessons/17_neural-turing-machine/shipped.h"

namespace attn::lessons::neural_turing_machine {
namespace {

/// The largest sequences of the tasks other than copy, chosen so that an answer fits into a figure.
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

/// Makes the painted tape and its length agree: a change of one changes the other.
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

/// The tasks that machines were trained for, by their places in tasks::bit_tasks().
std::vector<std::pair<int, params::Choice>> tasks_to_choose() {
  std::vector<std::pair<int, params::Choice>> out;
  const std::vector<tasks::BitTask>& all = tasks::bit_tasks();
  for (size_t i = 0; i < all.size(); ++i)
    if (shipped_machine(all[i])) out.push_back({static_cast<int>(i), {all[i].name, all[i].label}});
  return out;
}

params::Table<Params> hand_table() {
  return params::Table<Params>{}
      .matrix(&Params::memory, {.id = "memory",
                                .label = "Memory",
                                .help = "What the cells hold, a row each.",
                                .min = -1,
                                .max = 1,
                                .step = kStep,
                                .rows = {kCells, kCells},
                                .cols = {kWidth, kWidth}})
      .matrix(&Params::key, {.id = "key",
                             .label = "Key",
                             .help = "What the head looks for among the cells.",
                             .min = -1,
                             .max = 1,
                             .step = kStep,
                             .rows = {1, 1},
                             .cols = {kWidth, kWidth}})
      .number(&Params::strength, {.id = "strength",
                                  .label = "Strength \u03b2",
                                  .help = "How much a likeness counts: 0 weighs all cells alike.",
                                  .min = 0,
                                  .max = kMostStrength,
                                  .step = 0.5})
      .number(&Params::gate, {.id = "gate", .label = "Gate g", .help = "1: where the key says; 0: where the head was in the step before."})
      .matrix(&Params::shift, {.id = "shift",
                               .label = "Shift s",
                               .help = "How much of the weight goes one cell back, stays, and goes one cell on; brought to a sum of 1.",
                               .min = 0,
                               .max = 1,
                               .step = 0.05,
                               .rows = {1, 1},
                               .cols = {3, 3}})
      .number(&Params::sharpen, {.id = "sharpen",
                                 .label = "Sharpening \u03b3",
                                 .help = "The power that weights are raised to before they are brought to a sum of 1 again.",
                                 .min = 1,
                                 .max = kMostSharpness,
                                 .step = 0.1,
                                 .logarithmic = true})
      .matrix(&Params::previous, {.id = "previous",
                                  .label = "Step before",
                                  .help = "Where the head was in the step before: shares of the cells, brought to a sum of 1.",
                                  .min = 0,
                                  .max = 1,
                                  .step = 0.05,
                                  .rows = {kCells, kCells},
                                  .cols = {1, 1}})
      .matrix(&Params::erase, {.id = "erase",
                               .label = "Erase e",
                               .help = "How much of each number goes from a cell with weight 1.",
                               .min = 0,
                               .max = 1,
                               .step = kStep,
                               .rows = {1, 1},
                               .cols = {kWidth, kWidth}})
      .matrix(&Params::add, {.id = "add",
                             .label = "Add a",
                             .help = "What is added to a cell with weight 1.",
                             .min = -1,
                             .max = 1,
                             .step = kStep,
                             .rows = {1, 1},
                             .cols = {kWidth, kWidth}})
      .integer(&Params::after, {.id = "after",
                                .label = "Moves",
                                .help = "After so many moves the head is looked at.",
                                .min = 0,
                                .max = kMoves,
                                .step = 1,
                                .walked = true})
      .number(&Params::walk, {.id = "walk",
                              .label = "Walk",
                              .help = "How far one step of the head has been told, in stops.",
                              .min = 0,
                              .max = params::end_of_story(kAddressingStops),
                              .step = 0.05,
                              .walked = true});
}

params::Table<Params> tape_table() {
  return params::Table<Params>{}
      .integer(&Params::tape_length, {.id = "tape-length",
                                      .label = "Vectors",
                                      .help = "How many vectors go onto the tape.",
                                      .min = kShortestTape,
                                      .max = kLongestTape,
                                      .step = 1})
      .mask(&Params::tape, {.id = "tape",
                            .label = "Sequence",
                            .help = "The bits that go onto the tape, a column for each vector.",
                            .rows = {kTapeBits, kTapeBits},
                            .cols = {kShortestTape, kLongestTape}})
      .integer(&Params::tape_step, {.id = "tape-step",
                                    .label = "Step",
                                    .help = "The step of the program that is shown.",
                                    .min = 1,
                                    .max = 2 * kLongestTape + 2,
                                    .step = 1,
                                    .walked = true})
      .number(&Params::tape_certainty, {.id = "certainty",
                                        .label = "Certainty of a move",
                                        .help = "How much of the weight goes just one cell on; the rest stays or goes two, in equal parts.",
                                        .min = 0.5,
                                        .max = 1,
                                        .step = 0.05})
      .number(&Params::tape_sharpen, {.id = "tape-sharpen",
                                      .label = "Sharpening \u03b3",
                                      .help = "The power that the tape's head raises its weights to.",
                                      .min = 1,
                                      .max = kMostSharpness,
                                      .step = 0.1,
                                      .logarithmic = true});
}

params::Table<Params> machine_table() {
  return params::Table<Params>{}
      .choice(&Params::task, {.id = "task", .label = "Task", .help = "What the machine answers.", .restarts_training = true},
              tasks_to_choose())
      .integer(&Params::length, {.id = "length",
                                 .label = "Length",
                                 .help = "Vectors of the sequence, or items of a recall.",
                                 .min = 1,
                                 .max = kLongest,
                                 .step = 1,
                                 .logarithmic = true})
      .integer(&Params::copies, {.id = "copies",
                                 .label = "Copies",
                                 .help = "How often a repeat copy is to say the sequence.",
                                 .min = 1,
                                 .max = 20,
                                 .step = 1,
                                 .matters = [](const void* p) { return task_of(*static_cast<const Params*>(p)).most_copies > 1; }})
      .integer(&Params::asked,
               {.id = "asked",
                .label = "Item shown again",
                .help = "The item whose follower a recall is to say.",
                .min = 1,
                .max = 29,
                .step = 1,
                .matters = [](const void* p) { return task_of(*static_cast<const Params*>(p)).name == "associative-recall"; }})
      .integer(&Params::drawn,
               {.id = "drawn", .label = "Sequence", .help = "Number of the random sequence.", .min = 1, .max = 999, .step = 1})
      .matrix(&Params::flipped, {.id = "flipped",
                                 .label = "Bits turned over",
                                 .help = "Bits of the random sequence that you turned over, as vector and bit, both from 0.",
                                 .min = 0,
                                 .max = 3 * kLongest,
                                 .step = 1,
                                 .rows = {0, kMostFlipped},
                                 .cols = {2, 2}})
      .integer(&Params::at,
               {.id = "at", .label = "Step", .help = "The step whose memory is shown.", .min = 1, .max = 601, .step = 1, .walked = true})
      .number(&Params::act, {.id = "act",
                             .label = "Walk",
                             .help = "How far one step of the machine has been told, in stops.",
                             .min = 0,
                             .max = params::end_of_story(kStepStops),
                             .step = 0.05,
                             .walked = true})
      .choice(&Params::attempt,
              {.id = "attempt",
               .label = "Machine",
               .help = "The same network and training from two seeds of random numbers: one goes on far beyond its training, one does not.",
               .restarts_training = true,
               .matters = [](const void* p) { return shipped_failure(task_of(*static_cast<const Params*>(p))) != nullptr; }},
              {{"learned", "seed 1, goes on"}, {"failed", "seed 4, fails"}})
      .choice(&Params::rival,
              {.id = "rival",
               .label = "LSTM",
               .help = "The network without a memory beside the machine, in two sizes.",
               .matters = [](const void* p) { return shipped_rivals(task_of(*static_cast<const Params*>(p))).size() > 1; }},
              {{"small", "64 units"}, {"large", "128 units"}});
}

}  // namespace

namespace {

int place_of(std::string_view name) {
  const std::vector<tasks::BitTask>& all = tasks::bit_tasks();
  const auto found = std::find_if(all.begin(), all.end(), [name](const tasks::BitTask& task) { return task.name == name; });
  return static_cast<int>(found - all.begin());
}

}  // namespace

Params::Params()
    : memory(kCells, kWidth), key(1, kWidth), shift(1, 3), previous(kCells, 1), erase(1, kWidth), add(1, kWidth), tape(kTapeBits, 5) {
  learning_rate = Real(0.005), batch = 16, seed = 3;
  task = place_of("copy-small");
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

params::Table<Params> Params::table() {
  params::Table<Params> all = hand_table();
  for (const auto& more : {tape_table(), machine_table()}) all = std::move(all).include<Params>(more);
  return std::move(all).include(course::training_table());
}

const tasks::BitTask& task_of(const Params& p) { return tasks::bit_tasks()[static_cast<size_t>(p.task)]; }

void settle(const Params& before, Params& after) {
  settle_tape(before, after);
  settle_sequence(after);
}

}  // namespace attn::lessons::neural_turing_machine
