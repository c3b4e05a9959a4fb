// Encoder and decoder with one vector between them: what passes, what is lost with length, and how the output is searched for.
#include <string>
#include <vector>

#include "base/text.h"
#include "course/definition.h"
#include "lessons/06_encoder-decoder/exercises.h"
#include "lessons/06_encoder-decoder/explanations.h"
#include "lessons/06_encoder-decoder/figures.h"
#include "lessons/06_encoder-decoder/words.h"
#include "lessons/translation/shipped.h"
#include "lessons/translation/trained_translators.h"

namespace attn::lessons::encoder_decoder {
namespace {

using State = translation::TranslationState;

/// The shipped model that differs from the one in training only in the order of reading; empty where there is none.
std::string rival_of(const Params& p) {
  Params other = p;
  other.model.reverse_source = !p.model.reverse_source;
  const translation::TranslationSetup setup = setup_of(other);
  const translation::ShippedModel* row = translation::find_shipped(setup.task, setup.settings);
  return row ? std::string(row->name) : std::string();
}

course::Tensor share(const translation::LengthStudy::Point& p) { return course::share(p.right, p.total); }

std::vector<course::ResultSpec<Params, Result>> results() {
  using P = const Params&;
  using R = const Result&;
  return {
      {"output", "Words said, with their probabilities",
       [](P, R r) { return course::tensor(per_word(r.run, &SaidWord::probability), said(r, r.run), {"probability"}); }, explain_output},
      {"probabilities", "Probability of every word at every step",
       [](P, R r) { return course::tensor(word_probabilities(r), said(r, r.run), target_words(r)); }, explain_probabilities},
      {"bottleneck", "Vector between encoder and decoder",
       [](P p, R r) { return course::tensor(r.bottleneck.used, numbered("layer ", p.model.depth), numbered("", p.model.hidden)); },
       explain_bottleneck},
      {"encoder-states", "States of the encoder",
       [](P p, R r) { return course::tensor(encoder_states(p, r), numbered("", p.model.hidden), reading(p, r).words); },
       explain_encoder_states},
      {"decoder-states", "States of the decoder",
       [](P p, R r) { return course::tensor(decoder_states(p, r), numbered("", p.model.hidden), said(r, r.run)); }, explain_decoder_states},
      {"right-free", "Probability of the right word, free running",
       [](P, R r) { return course::tensor(per_word(r.free, &SaidWord::right_probability), said(r, r.free)); }, explain_right_free},
      {"right-forced", "Probability of the right word, teacher forcing",
       [](P, R r) { return course::tensor(per_word(r.forced, &SaidWord::right_probability), said(r, r.forced)); }, explain_right_forced},
      {"log-probability", "Log-probability of what is said", [](P, R r) { return course::scalar(r.run.log_probability()); },
       explain_log_probability},
      {"beam", "Log-probability of every hypothesis", [](P, R r) { return course::tensor(beam_probabilities(r), hypotheses(r), {"ln p"}); },
       explain_beam},
      {"accuracy", "Exact matches by source length",
       [](P, R r) { return course::tensor(r.numbers.accuracy.accuracy, lengths(r.numbers.accuracy.lengths), {"accuracy"}); },
       explain_accuracy},
      {"accuracy-other", "Exact matches of the model that reads the other way round",
       [](P, R r) { return course::tensor(r.numbers.rival.accuracy, lengths(r.numbers.rival.lengths), {"accuracy"}); },
       explain_accuracy_other},
      {"exact-match", "Exact matches at lengths seen in training", [](P, R r) { return share(r.numbers.within); }, explain_within},
      {"exact-match-long", "Exact matches at longer lengths", [](P, R r) { return share(r.numbers.beyond); }, explain_beyond},
  };
}

}  // namespace

extern const course::About about = {
    "encoder-decoder", "Encoder and decoder",
    "Two recurrent networks and one vector between them: translation through a bottleneck, and what it loses with length."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, State>({
      .about = about,
      .results = results(),
      .figures =
          {{"numbers", "Number by number", {"source", "hidden", "task"}, 1.35f, draw_numbers},
           {"translate",
            "Through one vector",
            {"task", "source", "step", "cell", "hidden", "depth", "reverse", "shared", "feeding", "decoding"},
            1.35f,
            later<draw_translate>},
           {"forcing", "The right word or its own", {"task", "source"}, 1.5f, later<draw_forcing>, true, {}, later<describe_forcing>},
           {"beam", "The beam's tree", {"task", "source", "width"}, 1.4f, later<draw_beam>, true, {}, later<describe_beam>},
           {"length",
            "Accuracy against length",
            {"task", "source", "cell", "hidden", "depth", "reverse"},
            1.5f,
            later<draw_length>,
            true,
            "accuracy"},
           {"training", "Training", {"task", "weights", "learning-rate", "seed", "cell", "hidden", "depth", "shared", "steps"}, 1.3f}},
      .exercises = {{"length", 3, check_length}, {"order", 3, check_order}, {"beam", 0, check_beam}},
      .complaint = [](const Params& p, std::string_view id) { return id == "source" ? p.problem : std::string(); },
      .last_step = [](const Params&, const Result& r, std::string_view) { return static_cast<int>(r.run.words.size()); },
      .training = translation::translation_training<Params, rival_of>(),
      .recipes = translation::recipes,
  });
  return made;
}

}  // namespace attn::lessons::encoder_decoder
