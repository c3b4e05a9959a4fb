// Language models: one that tells stories, one that learns the reader's own text, and what their heads do.
#include "course/definition.h"
#include "lessons/11_language-models/exercises.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/opened.h"
#include "lessons/11_language-models/own_text.h"
#include "lessons/11_language-models/results.h"
#include "lessons/11_language-models/saved.h"
#include "lessons/11_language-models/shipped.h"
#include "lessons/11_language-models/words.h"

namespace attn::lessons::language_models {

extern const course::About about = {
    "language-models", "Language models",
    "A model that says the next word, learned from stories or from your own text, and the heads that learn to copy."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures = {{"writing", "It writes", {"reads", "prompt", "temperature", "draw"}, 1.35f, draw_writing, true, {}, describe_writing},
                  {"lens", "Layer by layer", {"place", "prompt", "draw"}, 1.35f, later<draw_lens>, true, {}, later<describe_lens>},
                  {"copying",
                   "Copying",
                   {"block", "prompt", "place"},
                   1.35f,
                   later<draw_copying>,
                   true,
                   "copy-loss,rival-copy-loss",
                   later<describe_copying>},
                  {.id = "forming",
                   .title = "Heads form",
                   .controls = {"block", "layer", "weights", "seed"},
                   .aspect = 1,
                   .draw = later<draw_forming>,
                   .curves = "second-half-by-step,rival-second-half-by-step",
                   .describe = later<describe_forming>,
                   .prepare = later<prepare_forming>},
                  {.id = "scale",
                   .title = "Scale",
                   .controls = {"layers", "width", "heads", "learning-rate"},
                   .aspect = 1,
                   .draw = later<draw_scales>,
                   .curves = "scale-weights,scale-stories,scale-steps",
                   .describe = later<describe_scales>,
                   .prepare = later<prepare_scales>},
                  {"masks", "Two masks", {"reads", "prompt", "place"}, 1.35f, later<draw_masks>, true, {}, describe_masks},
                  {"finetuning",
                   "Fine-tuning",
                   {"reads", "labels", "prompt", "learning-rate", "seed"},
                   1.35f,
                   later<draw_tuning>,
                   true,
                   "tuned,from-random",
                   later<describe_tuning>},
                  {"heads", "All heads", {"layer", "head", "prompt", "block"}, 1.35f, later<draw_heads>, true, {}, later<describe_heads>},
                  {"merges", "Byte pairs", {"merges", "word"}, 1.35f, later<draw_merges>, false, {}, later<describe_merges>},
                  {"training",
                   "Training",
                   {"reads", "tokens", "pieces", "layers", "heads", "width", "context", "weights", "learning-rate", "seed"},
                   1.4f,
                   nullptr,
                   true,
                   {},
                   describe_training}},
      .exercises = exercises(),
      .complaint =
          [](const Params& p, std::string_view id) {
            if (id == "prompt") return p.refusal;
            const bool says_it = id == (p.reads == Reads::opened ? "reads" : "own-text");
            return says_it ? std::string(what_is_missing(p)) : std::string();
          },
      .take_data = later<take_text>,
      .take_files = later<take_files>,
      .training = course::trained<Params>(
          {.make = make_learner, .shipped = shipped_model, .beside = shipped_rival, .twins = make_twins, .attend = attend}),
      .save_folder = later<save_folder>,
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::language_models
