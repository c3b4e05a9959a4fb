// Alignment: Bahdanau's and Luong's attention between an encoder and a decoder, on one trained task, with weights that can be bent by hand.
#include "course/definition.h"

#include "lessons/07_alignment/birth.h"
#include "lessons/07_alignment/exercises.h"
#include "lessons/07_alignment/figures.h"
#include "lessons/07_alignment/results.h"
#include "lessons/07_alignment/words.h"
#include "lessons/translation/trained_translators.h"

namespace attn::lessons::alignment {

extern const course::About about = {
    "alignment", "Alignment",
    "A decoder that looks back at every source word: Bahdanau’s and Luong’s attention, with weights you can bend by hand."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, State>({
      .about = about,
      .results = results(),
      .figures = figures(),
      .exercises = exercises(),
      .complaint = [](const Params& p, std::string_view id) { return id == "source" ? p.refusal : std::string(); },
      .last_step = [](const Params&, const Result& r, std::string_view) { return static_cast<int>(r.translation.steps.size()); },
      .training = translation::translation_training<Params, rival_name>(make_twins),
      .recipes = translation::recipes,
  });
  return made;
}

}  // namespace attn::lessons::alignment
