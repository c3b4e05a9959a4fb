// Positions: why attention does not know them, and four ways to tell it.
#include "course/lesson.h"

#include "lessons/08_positions/exercises.h"
#include "lessons/08_positions/figures.h"
#include "lessons/08_positions/results.h"
#include "lessons/08_positions/study.h"
#include "lessons/08_positions/words.h"

namespace attn::lessons::positions {
namespace {

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
              {.id = "table", .label = "Positions", .help = "Sinusoidal ones, or numbers drawn at random, as a learned table begins."},
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
                              .cols = {2 * kReach + 1, 2 * kReach + 1}});
}

}  // namespace

extern const course::About about = {
    "positions", "Positions",
    "Attention does not know where a word stands: clock hands, learned tables, offsets and rotations that tell it."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .about = about,
      .params = table(),
      .settle = settle,
      .compute = [](const Params& p, const compute::Backend&) { return compute(p); },
      .results = results(),
      .figures = {{"hands", "Clock hands", {"position", "width", "base"}, 1.25f, draw_hands},
                  {"similarity", "Offsets", {"query-at", "key-at", "width", "base", "table"}, 1.3f, draw_similarity},
                  {"kinds", "Four kinds", {"query-at", "key-at", "shift", "base"}, 1.55f, draw_kinds}},
      .describe = describe,
      .exercises = exercises(),
  });
  return made;
}

}  // namespace attn::lessons::positions
