// Show, attend and tell: a picture as annotations, a caption word by word, and where each word looks.
#include "course/definition.h"

#include "lessons/14_visual-attention/exercises.h"
#include "lessons/14_visual-attention/figures.h"
#include "lessons/14_visual-attention/params.h"
#include "lessons/14_visual-attention/results.h"
#include "lessons/14_visual-attention/shipped.h"
#include "lessons/14_visual-attention/study.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

/// The shipped models of the other networks.
std::vector<const training::Recipe*> others(const Params& p) {
  std::vector<const training::Recipe*> out;
  for (const Network network : kAllNetworks)
    if (network != p.network) out.push_back(shipped_model(network));
  return out;
}

}  // namespace

extern const course::About about = {"visual-attention", "Visual attention",
                                    "Lay out a picture, and watch where each word of its caption looks."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures =
          {{"tell", "Caption", {"word", "network", "example"}, 1.35f, draw_tell, true, {}, describe},
           {"maps", "Every word", {"network", "example", "word"}, 1.35f, later<draw_maps>, true, {}, later<describe_maps>},
           {"draws", "Soft and hard", {"word", "example"}, 1.35f, later<draw_draws>, true, {}, later<describe_draws>},
           {"vector", "One vector", {"example"}, 1.35f, later<draw_vector>, true, "right", later<describe_vector>},
           {"even", "Even maps", {"word", "example"}, 1.35f, later<draw_even>, true, {}, later<describe_even>},
           {"bridge", "Three lessons", {"word", "example", "network"}, 1.2f, later<draw_bridge>, true, {}, later<describe_bridge>},
           {"training", "Training", {"network", "weights", "learning-rate", "seed"}, 1.4f, nullptr, true, {}, later<describe_training>}},
      .exercises = exercises(),
      .training = course::trained<Params>({.make = [](const Params& p) { return make_learner(p.network); },
                                           .shipped = [](const Params& p) { return shipped_model(p.network); },
                                           .beside = others}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::visual_attention
