// Memory that can be written: one head by hand, a tape without learning, and machines that learned to use theirs.
#include <utility>
#include <vector>

#include "course/lesson.h"

#include "lessons/17_neural-turing-machine/exercises.h"
#include "lessons/17_neural-turing-machine/figures.h"
#include "lessons/17_neural-turing-machine/results.h"
#include "lessons/17_neural-turing-machine/shipped.h"
#include "lessons/17_neural-turing-machine/study.h"
#include "lessons/17_neural-turing-machine/words.h"

namespace attn::lessons::neural_turing_machine {
namespace {

/// Those that machines were trained for, by their places among tasks::bit_tasks().
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

params::Table<Params> table() {
  params::Table<Params> all = hand_table();
  for (const auto& more : {tape_table(), machine_table()}) all = std::move(all).include<Params>(more);
  return std::move(all).include(course::training_table());
}

int last_step(const Params& p, const Result&, std::string_view id) {
  return id == "at" ? example_of(p).steps() : id == "tape-step" ? 2 * p.tape_length + 2 : kMoves;
}

}  // namespace

extern const course::About about = {
    "neural-turing-machine", "The Neural Turing Machine",
    "A memory that is read and written by attention: found by content and by moving, by hand and by machines that learned to."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .params = table(),
      .settle = settle,
      .compute = [](const Params& p, const training::Models& models, const compute::Backend&) { return compute(p, models); },
      .results = results(),
      .figures = {{"addressing", "Find", {"strength", "gate", "shift", "sharpen"}, 1.35f, draw_addressing, false, {}, describe_head},
                  {"writing", "Write", {"gate", "shift", "sharpen"}, 1.4f, draw_writing, false, {}, describe_writing},
                  {"smear",
                   "Smear",
                   {"shift", "sharpen", "after"},
                   1.35f,
                   draw_smear,
                   false,
                   "largest,largest-blunt,smear-entropy",
                   describe_smear},
                  {"tape", "Tape", {"tape-length", "certainty", "tape-sharpen", "tape-step"}, 1.35f, draw_tape, false, {}, describe_tape},
                  {"machine",
                   "By itself",
                   {"task", "length", "copies", "asked", "at", "rival", "drawn", "attempt"},
                   1.3f,
                   draw_machine,
                   true,
                   {},
                   describe_machine},
                  {"lengths", "Long inputs", {"task", "length", "rival", "attempt"}, 1.35f, draw_lengths, true, {}, describe_lengths},
                  {"memories", "Three memories", {"tape-length"}, 1.35f, draw_memories, false, {}, describe_memories},
                  {"training", "Training", {"task", "weights", "learning-rate", "seed"}, 1.4f, nullptr, true, {}, describe_machine}},
      .describe = describe,
      .last_step = last_step,
      .exercises = exercises(),
      .training = course::trained<Params>({.make = [](const Params& p) { return make_learner(task_of(p), machine_for(task_of(p))); },
                                           .shipped =
                                               [](const Params& p) {
                                                 const training::Recipe* failed = shipped_failure(task_of(p));
                                                 return failed && p.attempt == Attempt::kFailed ? failed : shipped_machine(task_of(p));
                                               },
                                           .beside = [](const Params& p) { return shipped_rivals(task_of(p)); }}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::neural_turing_machine
