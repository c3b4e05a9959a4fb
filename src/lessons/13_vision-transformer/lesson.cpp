// The Vision Transformer: an image as a sentence of patches, and a reader who draws.
#include "course/definition.h"

#include "lessons/13_vision-transformer/exercises.h"
#include "lessons/13_vision-transformer/figures.h"
#include "lessons/13_vision-transformer/params.h"
#include "lessons/13_vision-transformer/results.h"
#include "lessons/13_vision-transformer/shipped.h"
#include "lessons/13_vision-transformer/study.h"
#include "lessons/13_vision-transformer/words.h"

namespace attn::lessons::vision_transformer {
namespace {

/// The shipped models of the other networks, for the same task.
std::vector<const training::Recipe*> others(const Params& p) {
  std::vector<const training::Recipe*> out;
  for (const Network network : {Network::transformer, Network::no_positions, Network::convolution})
    if (network != p.network)
      if (const training::Recipe* recipe = shipped_model({.task = p.task, .network = network})) out.push_back(recipe);
  return out;
}

}  // namespace

extern const course::About about = {"vision-transformer", "Vision Transformer",
                                    "Draw, and see what it looks at: an image as a sentence of patches."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures =
          {{"look", "Draw", {"over", "layer", "head", "task", "pen"}, 1.35f, draw_look, true, {}, describe},
           {"patches", "Patches", {"patch", "filter", "example"}, 1.35f, later<draw_patches>, true, {}, later<describe_patches>},
           {"heads", "Heads", {"example", "heads", "task"}, 1.35f, later<draw_heads>, true, {}, later<describe_heads>},
           {"positions", "Positions", {"task", "patch", "weights"}, 1.2f, later<draw_positions>, true, {}, later<describe_positions>},
           {"order", "Shuffle", {"order", "example", "task"}, 1.35f, later<draw_order>, true, {}, later<describe_order>},
           {"beside",
            "Convolution",
            {"task", "network", "images", "weights"},
            1.3f,
            later<draw_beside>,
            true,
            "by-images,by-shift,by-cover",
            later<describe_beside>},
           {"training",
            "Training",
            {"task", "network", "patch", "heads", "images", "weights", "learning-rate", "seed"},
            1.4f,
            nullptr,
            true,
            {},
            later<describe_training>}},
      .exercises = exercises(),
      .training = course::trained<Params>({.make = [](const Params& p) { return make_learner(choice_of(p)); },
                                           .shipped = [](const Params& p) { return shipped_model(choice_of(p)); },
                                           .beside = others}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::vision_transformer
