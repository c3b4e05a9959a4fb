// Five ways to score a query against keys: where they agree, what the width does to a dot product, and what each costs.
#include "course/lesson.h"

#include "lessons/03_scoring/exercises.h"
#include "lessons/03_scoring/figures.h"
#include "lessons/03_scoring/results.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

params::Spec matrix(std::string_view id, std::string_view label, std::string_view help, params::Extent rows, params::Extent cols,
                    std::string_view handle = {}) {
  return {
      .id = id, .label = label, .help = help, .min = -kReach, .max = kReach, .step = kStep, .rows = rows, .cols = cols, .handle = handle};
}

params::Table<Params> table() {
  constexpr params::Extent kQueryNumbers = {kQueryWidth, kQueryWidth};
  std::vector<params::Choice> scores;
  for (int s = 0; s < kernels::kScoreCount; ++s)
    scores.push_back({kernels::to_name(static_cast<Score>(s)), words_of(static_cast<Score>(s)).name});
  return params::Table<Params>{}
      .matrix(&Params::queries, matrix("queries", "Queries", "A query in each row: a place in the plane.", {1, 6}, kQueryNumbers, "query"))
      .matrix(&Params::keys,
              matrix("keys", "Keys",
                     "A key in each row: a place in the plane, and up to two numbers more. With equal lengths its direction alone counts.",
                     {1, 8}, kKeyWidth))
      .integer(
          &Params::chosen,
          {.id = "query", .label = "Query looked at", .help = "The query whose weights the pictures show.", .min = 1, .max = 6, .step = 1})
      .boolean(&Params::normalise, {.id = "normalise", .label = "Keys of equal length", .help = "Draws every key out to length 2."})
      .choice(&Params::score, {.id = "score", .label = "Score", .help = "The score of the matrix product's figure."}, scores)
      .matrix(&Params::m,
              matrix("m", "M", "The matrix of the bilinear score: a row for each number of a query, a column for each of a key.",
                     kQueryNumbers, kKeyWidth))
      .matrix(&Params::wq, matrix("wq", "Query matrix", "Takes a query to the hidden units of the additive score.", kQueryNumbers, kUnits))
      .matrix(&Params::wk, matrix("wk", "Key matrix", "Takes a key to the hidden units of the additive score.", kKeyWidth, kUnits))
      .matrix(&Params::w, matrix("w", "w", "Weighs the hidden units of the additive score; a row for each.", kUnits, {1, 1}))
      .integer(&Params::width, {.id = "width",
                                .label = "Width d",
                                .help = "Numbers in each random query and key.",
                                .min = 1,
                                .max = kLargestWidth,
                                .step = 1,
                                .logarithmic = true})
      .choice(&Params::scale, {.id = "scale", .label = "Scale", .help = "What the dot product is multiplied by."},
              {{"none", "none"}, {"inverse-root", "1 / \u221ad"}, {"root", "\u221ad"}})
      .integer(
          &Params::random_keys,
          {.id = "random-keys", .label = "Random keys", .help = "How many keys each random query meets.", .min = 2, .max = 32, .step = 1})
      .integer(&Params::draws, {.id = "draws",
                                .label = "Draws",
                                .help = "How many random queries, each with keys of its own, are averaged.",
                                .min = 1,
                                .max = 128,
                                .step = 1})
      .integer(&Params::seed, {.id = "seed", .label = "Seed", .help = "Number of the random draw.", .min = 0, .max = 9999, .step = 1});
}

}  // namespace

extern const course::About about = {
    "scoring", "Scoring",
    "How alike are a query and a key? From distance to dot product, why it is divided by the root of d, and scores with "
    "learned parts."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .about = about,
      .params = table(),
      .settle = [](const Params&, Params& after) { settle(after); },
      .compute = compute,
      .results = results(),
      .figures = {{"geometry", "Distance and dot product", {"normalise", "query", "queries", "keys"}, 1.5f, draw_geometry},
                  {"width",
                   "Why divide by \u221ad",
                   {"width", "scale", "random-keys", "draws", "seed"},
                   1.5f,
                   draw_width,
                   true,
                   "entropy-curve,variance-curve,largest-curve,gradient-curve"},
                  {"product", "One matrix product", {"score", "queries", "keys", "normalise"}, 2.0f, draw_product},
                  {"bilinear", "Bilinear", {"m", "queries", "keys"}, 2.4f, draw_bilinear},
                  {"additive", "Additive", {"query", "wq", "wk", "w"}, 1.6f, draw_additive},
                  {"compare", "All scores", {"query", "normalise"}, 1.6f, draw_compare}},
      .describe = describe,
      .exercises = {{"signs", 3, signs}, {"longer-query", 3, longer_query}, {"saturation", 3, saturation}, {"turn", 0, turn}},
  });
  return made;
}

}  // namespace attn::lessons::scoring
