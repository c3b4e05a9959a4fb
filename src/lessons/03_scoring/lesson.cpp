// Five ways to score a query against keys: where they agree, what the width does to a dot product, and what each costs.
#include "course/definition.h"

#include "lessons/03_scoring/exercises.h"
#include "lessons/03_scoring/figures.h"
#include "lessons/03_scoring/results.h"
#include "lessons/03_scoring/words.h"

namespace attn::lessons::scoring {
extern const course::About about = {
    "scoring", "Scoring",
    "How alike are a query and a key? From distance to dot product, why it is divided by the root of d, and scores with "
    "learned parts."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .about = about,
      .results = results(),
      .figures = {{"grow", "One takes all", {"likeness"}, 1.4f, draw_grow},
                  {"geometry", "Distance and dot product", {"normalise", "query", "queries", "keys"}, 1.5f, draw_geometry},
                  {"width",
                   "Why divide by \u221ad",
                   {"width", "scale", "random-keys", "draws", "seed"},
                   1.5f,
                   draw_width,
                   true,
                   "entropy-curve,variance-curve,largest-curve,gradient-curve"},
                  {"product", "One matrix product", {"score", "queries", "keys", "normalise"}, 2.0f, draw_product},
                  {"bilinear", "Bilinear", {"m", "queries", "keys"}, 1.6f, draw_bilinear},
                  {"additive", "Additive", {"query", "wq", "wk", "w"}, 1.6f, draw_additive},
                  {"compare", "All scores", {"query", "normalise"}, 1.6f, draw_compare}},
      .exercises = {{"signs", 3, signs}, {"longer-query", 3, longer_query}, {"saturation", 3, saturation}, {"turn", 0, turn}},
  });
  return made;
}

}  // namespace attn::lessons::scoring
