#include "lessons/01_pooling/params.h"

#include "lessons/01_pooling/points.h"

namespace attn::lessons::pooling {

params::Table<Params> Params::table() {
  return params::Table<Params>{}
      .points(&Params::query, {.id = "query",
                               .label = "Query",
                               .help = "The point that is looked up; every key is compared with it.",
                               .min = -kReach,
                               .max = kReach,
                               .rows = {1, 1}})
      .points(&Params::keys, {.id = "keys",
                              .label = "Keys",
                              .help = "The points that the query is compared with; they decide the weights.",
                              .min = -kReach,
                              .max = kReach,
                              .rows = {1, kMostPairs},
                              .handle = "key"})
      .points(&Params::values, {.id = "values",
                                .label = "Values",
                                .help = "What the dictionary answers with, one for each key; they do not influence the weights.",
                                .min = -kReach,
                                .max = kReach,
                                .rows = {1, kMostPairs},
                                .handle = "value"})
      .number(&Params::temperature, {.id = "temperature",
                                     .label = "Temperature",
                                     .help = "Divides the scores: towards 0 the best key takes everything, far above all keys share alike.",
                                     .min = kColdest,
                                     .max = kHottest,
                                     .logarithmic = true})
      .choice(&Params::score,
              {.id = "score", .label = "Score", .help = "How a key is compared with the query: by closeness, or by the dot product."},
              {{kernels::Score::distance, {"distance", "closeness"}}, {kernels::Score::dot, {"dot", "dot product"}}})
      .choice(&Params::view,
              {.id = "view", .label = "Values are", .help = "Shows each value as a place on a plane, or as the colour at that place."},
              {{"points", "points"}, {"colours", "colours"}});
}

void settle(const Params&, Params& after) {
  const Index m = after.keys.rows();
  if (after.values.rows() > m) after.values.conservativeResize(m, 2);
  while (after.values.rows() < m) after.values = with_point(after.values, free_place(after.values, kReach));
}

}  // namespace attn::lessons::pooling
