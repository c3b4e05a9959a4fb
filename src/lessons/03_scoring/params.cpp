#include "lessons/03_scoring/params.h"

#include <algorithm>
#include <vector>

#include "base/resized.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
namespace {

params::Spec matrix(std::string_view id, std::string_view label, std::string_view help, params::Extent rows, params::Extent cols,
                    std::string_view handle = {}) {
  return {
      .id = id, .label = label, .help = help, .min = -kReach, .max = kReach, .step = kStep, .rows = rows, .cols = cols, .handle = handle};
}

}  // namespace

Params::Params()
    : queries{{Real(1.2), Real(0.7)}, {Real(-1), Real(1.2)}, {Real(0.5), Real(-1.4)}},
      keys{{Real(1.1), Real(0.3)}, {Real(2.5), Real(1.6)}, {Real(-1.3), Real(1)}, {Real(-0.6), Real(-2.2)}, {Real(0.4), Real(2.1)}},
      m{{Real(0), Real(1)}, {Real(-1), Real(0)}},
      wq{{Real(1), Real(-0.5), Real(0.8)}, {Real(0.4), Real(1.2), Real(-0.6)}},
      wk{{Real(-0.7), Real(1), Real(0.6)}, {Real(0.9), Real(0.3), Real(-1)}},
      w{{Real(1.5)}, {Real(-1)}, {Real(2)}} {}

params::Table<Params> Params::table() {
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
      .matrix(&Params::likeness, {.id = "likeness",
                                  .label = "Likeness",
                                  .help = "Dot products of a query and five keys, divided by the root of the width.",
                                  .min = -kLikest,
                                  .max = kLikest,
                                  .step = kStep,
                                  .rows = {1, 1},
                                  .cols = {5, 5}})
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

void settle(const Params&, Params& p) {
  p.chosen = std::min(p.chosen, static_cast<int>(p.queries.rows()));
  p.m = resized(p.m, kQueryWidth, p.keys.cols());
  p.wq = resized(p.wq, kQueryWidth, p.hidden());
  p.wk = resized(p.wk, p.keys.cols(), p.hidden());
  if (!p.defined(p.score)) p.score = Score::bilinear;
}

}  // namespace attn::lessons::scoring
