// Positions: why attention does not know them, and four ways to tell it.
#include "course/definition.h"

#include "lessons/08_positions/exercises.h"
#include "lessons/08_positions/figures.h"
#include "lessons/08_positions/results.h"
#include "lessons/08_positions/shipped.h"
#include "lessons/08_positions/study.h"
#include "lessons/08_positions/words.h"

namespace attn::lessons::positions {
namespace {

/// The model that stands beside: the one without positions, or, if the reader looks at that, the one with sinusoidal positions.
const training::Recipe* rival(const Params& p) {
  using models::PositionKind;
  return shipped_model(task_of(p), p.positions == PositionKind::none ? PositionKind::sinusoidal : PositionKind::none);
}

}  // namespace

extern const course::About about = {
    "positions", "Positions",
    "Attention does not know where a word stands: clock hands, learned tables, offsets and rotations that tell it."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures = {{"swap", "Swap two words", {"words", "clocks"}, 1.3f, draw_swap, false, {}, describe_swap},
                  {"hands", "Clock hands", {"position", "width", "base"}, 1.25f, later<draw_hands>, false},
                  {"similarity", "Offsets", {"query-at", "key-at", "width", "base", "table"}, 1.3f, later<draw_similarity>, false},
                  {"kinds", "Four kinds", {"query-at", "key-at", "shift", "base"}, 1.55f, later<draw_kinds>, false},
                  {"order", "Who stands where", {"task", "positions", "letters", "head"}, 1.3f, later<draw_order>, true, "accuracy"},
                  {"training", "Training", {"task", "positions", "weights", "learning-rate", "seed"}, 1.4f}},
      .exercises = exercises(),
      .complaint = [](const Params& p, std::string_view id) { return id == "letters" ? p.refusal : std::string(); },
      .training = course::trained<Params>({.make = [](const Params& p) { return make_learner(task_of(p), p.positions); },
                                           .shipped = [](const Params& p) { return shipped_model(task_of(p), p.positions); },
                                           .beside = [](const Params& p) { return training::at_most_one(rival(p)); }}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::positions
