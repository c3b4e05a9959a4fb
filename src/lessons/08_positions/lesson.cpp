// Positions: why attention does not know them, and four ways to tell it.
#include "course/lesson.h"

#include "lessons/08_positions/exercises.h"
#include "lessons/08_positions/figures.h"
#include "lessons/08_positions/results.h"
#include "lessons/08_positions/shipped.h"
#include "lessons/08_positions/study.h"
#include "lessons/08_positions/words.h"

namespace attn::lessons::positions {
namespace {

std::vector<params::Choice> tasks_to_choose() {
  std::vector<params::Choice> out;
  for (const tasks::PairTask& task : tasks::order_tasks()) out.push_back({task.name, task.label});
  return out;
}

/// Without positions, or where that is what is looked at, with sinusoidal ones.
const training::Recipe* rival(const Params& p) {
  using models::PositionKind;
  return shipped_model(task_of(p), p.positions == PositionKind::none ? PositionKind::sinusoidal : PositionKind::none);
}

params::Table<Params> table() {
  const auto place = [](std::string_view id, std::string_view label, std::string_view help) {
    return params::Spec{.id = id, .label = label, .help = help, .min = 0, .max = kPlaces - 1, .step = 1};
  };
  return params::Table<Params>{}
      .number(&Params::position, {.id = "position",
                                  .label = "Position",
                                  .help = "The position that the hands show; tokens stand at whole ones.",
                                  .min = 0,
                                  .max = kPositions - 1,
                                  .step = 0.1})
      .choice(&Params::width_log2, {.id = "width", .label = "Width d", .help = "Numbers in an encoding: two for each hand."},
              {{"4", "4"}, {"8", "8"}, {"16", "16"}, {"32", "32"}, {"64", "64"}})
      .number(&Params::base, {.id = "base",
                              .label = "Base",
                              .help = "How much slower the last hands turn than the first one, which turns by 1 radian a position.",
                              .min = 1,
                              .max = 100000,
                              .step = 1,
                              .logarithmic = true})
      .choice(&Params::table,
              {.id = "table", .label = "Table", .help = "Sinusoidal positions, or numbers drawn at random, as a learned table begins."},
              {{"sinusoidal", "sinusoidal"}, {"random", "random"}})
      .integer(&Params::query_at, place("query-at", "Query at", "The place i of the word that asks."))
      .integer(&Params::key_at, place("key-at", "Key at", "The place j of the word that answers."))
      .integer(&Params::shift, {.id = "shift",
                                .label = "Both further by",
                                .help = "So many places further on both words are looked at once more.",
                                .min = 1 - kPlaces,
                                .max = kPlaces - 1,
                                .step = 1})
      .matrix(&Params::content, {.id = "content",
                                 .label = "The two words",
                                 .help = "The query of the word that asks and the key of the one that answers.",
                                 .min = -kContentLimit,
                                 .max = kContentLimit,
                                 .step = kContentStep,
                                 .rows = {2, 2},
                                 .cols = {kWordWidth, kWordWidth}})
      .matrix(&Params::bias, {.id = "bias",
                              .label = "Number of each offset",
                              .help = "What relative positions add to the score, for offsets from -4 to 4.",
                              .min = -kContentLimit,
                              .max = kContentLimit,
                              .step = kContentStep,
                              .rows = {1, 1},
                              .cols = {2 * kReach + 1, 2 * kReach + 1}})
      .choice(&Params::task, {.id = "task", .label = "Task", .help = "What the model answers at each place.", .restarts_training = true},
              tasks_to_choose())
      .choice(
          &Params::positions,
          {.id = "positions", .label = "Positions", .help = "How the model is told where its letters stand.", .restarts_training = true},
          {{"none", "none"}, {"sinusoidal", "sinusoidal"}, {"learned", "learned"}, {"relative", "relative"}, {"rotary", "rotary"}})
      .text(&Params::letters, {.id = "letters", .label = "Letters", .help = "Up to 16 different letters, in the order that you like."})
      .integer(&Params::head,
               {.id = "head", .label = "Head shown", .help = "The head whose weights are shown large.", .min = 1, .max = 8, .step = 1})
      .include(course::training_table());
}

}  // namespace

extern const course::About about = {
    "positions", "Positions",
    "Attention does not know where a word stands: clock hands, learned tables, offsets and rotations that tell it."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .params = table(),
      .settle = settle,
      .compute = [](const Params& p, const training::Models& models, const compute::Backend&) { return compute(p, models); },
      .results = results(),
      .figures = {{"hands", "Clock hands", {"position", "width", "base"}, 1.25f, draw_hands, false},
                  {"similarity", "Offsets", {"query-at", "key-at", "width", "base", "table"}, 1.3f, draw_similarity, false},
                  {"kinds", "Four kinds", {"query-at", "key-at", "shift", "base"}, 1.55f, draw_kinds, false},
                  {"order", "Who stands where", {"task", "positions", "letters", "head"}, 1.3f, draw_order, true, "accuracy"},
                  {"training", "Training", {"task", "positions", "weights", "learning-rate", "seed"}, 1.4f}},
      .describe = describe,
      .complaint = [](const Params& p, std::string_view id) { return id == "letters" ? p.refusal : std::string(); },
      .exercises = exercises(),
      .training = course::trained<Params>({.make = [](const Params& p) { return make_learner(task_of(p), p.positions); },
                                           .shipped = [](const Params& p) { return shipped_model(task_of(p), p.positions); },
                                           .beside = [](const Params& p) { return training::at_most_one(rival(p)); }}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::positions
