// Self-attention on the reader's own sentence: a trained network that finds what a pronoun means; by hand queries, keys and values from the
// same tokens, masks, heads, and the order of the tokens.
#include "course/definition.h"

#include "lessons/04_self-attention/exercises.h"
#include "lessons/04_self-attention/figures.h"
#include "lessons/04_self-attention/learner.h"
#include "lessons/04_self-attention/results.h"
#include "lessons/04_self-attention/study.h"
#include "lessons/04_self-attention/words.h"

namespace attn::lessons::self_attention {

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  Result r = attend(p, backend.multi_head_attention);
  r.backend = &backend;
  r.pointing = study_pointing(p, models, backend.engine);
  return r;
}

namespace {

course::Import take_text(Params& p, std::string_view text) { return long_text::take(&p.text_of_many, text); }

}  // namespace

extern const course::About about = {
    "self-attention", "Self-attention",
    "Every word of a sentence asks all the others: queries, keys and values from the same tokens, masks, heads, and order."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures =
          {{"pointing", "What a word means", {"sentence"}, 1.35f, draw_pointing, true, {}, describe_pointing},
           {"attention", "Who looks at whom", {"text", "setting", "other", "heads", "head"}, 1.5f, draw_attention, false},
           {"mask", "Paint the mask", {"text", "setting", "preset", "window", "prefix", "pad", "flipped", "head"}, 1.7f, draw_mask, false},
           {"projections", "Queries, keys, values", {"text", "setting", "wq", "wk", "wv"}, 1.3f, later<draw_projections>, false},
           {"heads", "Split, attend, join", {"text", "heads", "head", "wo"}, 1.4f, later<draw_heads>, false},
           {"shuffle", "Shuffle the tokens", {"text", "shuffle", "setting", "preset", "heads"}, 1.6f, later<draw_shuffle>, false},
           {"long-text",
            "A long text",
            {"long-text", "setting", "preset", "window", "prefix", "heads", "head"},
            1.25f,
            later<draw_long_text>,
            false,
            {},
            later<describe_long_text>,
            0,
            later<prepare_long_text>},
           {"training", "Training", {"weights", "learning-rate", "seed"}, 1.4f}},
      .exercises = exercises(),
      .complaint = [](const Params& p, std::string_view id) { return id == "sentence" ? p.refusal : std::string(); },
      .take_data = later<take_text>,
      .training = course::trained<Params>(
          {.make = [](const Params&) { return make_learner(); }, .shipped = [](const Params&) { return shipped_model(); }}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::self_attention
