// The Transformer, encoder and decoder: every head of every layer can be looked at and bent, word by word, with a cache and without.
#include "course/definition.h"

#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/long_source.h"
#include "lessons/10_transformer/results.h"
#include "lessons/10_transformer/trainee.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {

extern const course::About about = {
    "transformer", "The Transformer",
    "Encoder and decoder whole: three kinds of attention on one sentence, heads to cut out, and decoding with and without a cache."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures = figures(),
      .exercises = exercises(),
      .complaint =
          [](const Params& p, std::string_view id) {
            if (id == "long-text" && is_loaded(reinterpret_cast<const void*>(later<complain_of_text>))) return later<complain_of_text>(p);
            return id == "source" ? p.refusal : std::string();
          },
      .last_step =
          [](const Params&, const Result& r, std::string_view id) {
            return id == "walk" ? params::end_of_story(kStops) : id == "fly" ? kFlights : static_cast<int>(r.sentence.said.size());
          },
      .take_data = later<take_text>,
      .training = course::trained<Params>({.make = [](const Params& p) { return make_trainee(task_name(p.task), p.heads); },
                                           .shipped = [](const Params& p) { return find_recipe(task_name(p.task), p.heads); }}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::transformer
