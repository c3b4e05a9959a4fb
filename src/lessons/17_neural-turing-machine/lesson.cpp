// Memory that can be written: one head by hand, a tape without learning, and machines that learned to use theirs.
#include "course/definition.h"
#include "lessons/17_neural-turing-machine/exercises.h"
#include "lessons/17_neural-turing-machine/figures.h"
#include "lessons/17_neural-turing-machine/results.h"
#include "lessons/17_neural-turing-machine/shipped.h"
#include "lessons/17_neural-turing-machine/study.h"
#include "lessons/17_neural-turing-machine/words.h"

namespace attn::lessons::neural_turing_machine {
namespace {

constexpr int kPace = 30;  ///< a machine has invented its tape after some 250 steps: eight seconds to watch

int last_step(const Params& p, const Result&, std::string_view id) {
  if (id == "walk") return params::end_of_story(kAddressingStops);
  if (id == "act") return params::end_of_story(kStepStops);
  return id == "at" ? example_of(p).steps() : id == "tape-step" ? 2 * p.tape_length + 2 : kMoves;
}

}  // namespace

extern const course::About about = {
    "neural-turing-machine", "The Neural Turing Machine",
    "A memory that is read and written by attention: found by content and by moving, by hand and by machines that learned to."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures =
          {{"invention", "A tape is invented", {"length", "drawn", "seed"}, 1.35f, draw_invention, true, {}, describe_machine, kPace},
           {"addressing",
            "Find",
            {"walk", "strength", "gate", "shift", "sharpen"},
            1.35f,
            later<draw_addressing>,
            false,
            {},
            describe_head},
           {"writing", "Write", {"gate", "shift", "sharpen"}, 1.4f, later<draw_writing>, false, {}, describe_writing},
           {"smear",
            "Smear",
            {"shift", "sharpen", "after"},
            1.35f,
            later<draw_smear>,
            false,
            "largest,largest-blunt,smear-entropy",
            describe_smear},
           {"tape", "Tape", {"tape-length", "certainty", "tape-sharpen", "tape-step"}, 1.35f, later<draw_tape>, false, {}, describe_tape},
           {"machine",
            "By itself",
            {"task", "length", "copies", "asked", "at", "rival", "drawn", "attempt"},
            1.3f,
            later<draw_machine>,
            true,
            {},
            describe_machine},
           {"step",
            "One step",
            {"act", "at", "task", "length", "copies", "asked", "drawn", "attempt"},
            1.3f,
            later<draw_step>,
            false,
            {},
            later<describe_step>},
           {"lengths", "Long inputs", {"task", "length", "rival", "attempt"}, 1.35f, later<draw_lengths>, true, {}, describe_lengths},
           {"memories", "Three memories", {"tape-length"}, 1.35f, later<draw_memories>, false, {}, describe_memories},
           {"training", "Training", {"task", "weights", "learning-rate", "seed"}, 1.4f, nullptr, true, {}, describe_machine}},
      .exercises = exercises(),
      .last_step = last_step,
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
