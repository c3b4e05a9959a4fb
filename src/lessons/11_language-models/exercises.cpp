#include "lessons/11_language-models/exercises.h"

#include <cmath>
#include <string>

#include "base/later.h"
#include "base/text.h"
#include "lessons/11_language-models/copying.h"
#include "lessons/11_language-models/learner.h"

namespace attn::lessons::language_models {
namespace {

/// How little a model of one layer loses on the second half of a block: 0 below a tenth of a nat, 1 more than a nat, 2 as much as in the
/// first half.
course::Verdict one_layer(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  if (p.reads != Reads::copies || !r.trained) return {false, "The exercise is about a trained model that copies letters."};
  const Copying& one = r.settings.layers == 1 ? r.copying : r.rival;
  if (one.block == 0) return {false, "There is no model of one layer here to compare with."};
  const int answer = one.second_half < 0.1 ? 0 : one.second_half < 0.9 * one.first_half ? 1 : 2;
  return {prediction == answer,
          "One layer: " + fixed(one.first_half, 2) + " nats a letter in the first half, " + fixed(one.second_half, 2) + " in the second."};
}

/// How many questions one pass asks: 0 as many as a causal one, 1 those that are hidden, 2 one.
course::Verdict count_answers(const Params&, const Result& r, int prediction, const compute::Backend&) {
  if (r.settings.causal) return {false, "The exercise is about a model that sees both sides."};
  const auto hidden = static_cast<std::ptrdiff_t>(r.text.hidden.size()), causal = static_cast<std::ptrdiff_t>(r.text.tokens.size()) - 1;
  const int answer = hidden == causal ? 0 : hidden == 1 ? 2 : 1;
  return {prediction == answer,
          counted(hidden, "place is", "places are") + " hidden. A causal pass over this text gives " + counted(causal, "answer") + "."};
}

/// Whether cut heads have brought the loss of the second half back above one nat.
course::Verdict break_copying(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.reads != Reads::copies || r.settings.layers < 2 || !r.trained)
    return {false, "The exercise is about the trained model of two layers."};
  if (!r.bent) return {false, "No head is cut yet."};
  const std::string now =
      "With " + counted(p.cut.rows(), "head") + " cut, the second half costs " + fixed(r.copying.second_half, 2) + " nats a letter.";
  if (p.cut.rows() > 2) return {false, now + " At most two heads may be cut."};
  return {r.copying.second_half > 1, now + (r.copying.second_half > 1 ? "" : " More than 1 is asked for.")};
}

/// The likeliest token after the text's last one.
course::Verdict temperature_zero(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  int answer = 2;
  if (p.temperature > 0) {
    const auto likeliest = static_cast<double>(r.next.drawn_from(0, 0)), model = static_cast<double>(r.next.probabilities(0, 0));
    answer = likeliest > model + 1e-6 ? 0 : likeliest < model - 1e-6 ? 1 : 2;
  }
  return {prediction == answer, "At a temperature of " + rounded(static_cast<double>(p.temperature), 3) + " " +
                                    quoted(r.corpus->name(r.next.candidates.front())) + " is drawn with a chance of " +
                                    fixed(static_cast<double>(r.next.drawn_from(0, 0)), 2) + "; the model gives it " +
                                    fixed(static_cast<double>(r.next.probabilities(0, 0)), 2) + "."};
}

/// Whether the table of tokens alone already says what the whole model says at the place that is looked at.
course::Verdict table_alone(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const Index last = r.lens_token.rows() - 1;
  int first = static_cast<int>(last);
  while (first > 0 && r.lens_token(first - 1, r.place) == r.lens_token(last, r.place)) --first;
  const int answer = first == 0 ? 0 : first == last ? 2 : 1;
  const std::string word = quoted(r.corpus->name(static_cast<int>(r.lens_token(last, r.place))));
  return {prediction == answer, "The model says " + word + "; that is settled " +
                                    (answer == 0   ? "from the table on."
                                     : answer == 2 ? "only in its last layer."
                                                   : "from layer " + std::to_string(first) + " on.")};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"warmer", 3, later<temperature_zero>},
          {"settled", 3, later<table_alone>},
          {"answers", 3, later<count_answers>},
          {"one-layer", 3, later<one_layer>},
          {"break", 0, later<break_copying>}};
}

}  // namespace attn::lessons::language_models
