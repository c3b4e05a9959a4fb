// What can be read of attention's birth, and the sentence that describes it.
#include <cmath>

#include "base/text.h"
#include "lessons/07_alignment/explanations.h"
#include "lessons/07_alignment/results.h"
#include "lessons/07_alignment/words.h"

namespace attn::lessons::alignment {
namespace {

using formula::Explanation;
using Row = course::ResultSpec<Params, Result>;

Explanation explain_count(std::string title, int count, const char* note) {
  return {std::move(title), formula::sym("n"), formula::num(count), static_cast<double>(count), note};
}

constexpr const char* kWrongNote = "Of what it says by itself: words that are too many, missing or others than in the right answer.";

template <Said Birth::*said>
Row wrong_words(std::string_view name, std::string_view label) {
  return {name, label, [](const Params&, const Result& r) { return course::scalar((r.birth.*said).wrong); },
          [](const Params&, const Result& r, int, int) { return explain_count("Wrong words", (r.birth.*said).wrong, kWrongNote); }};
}

}  // namespace

std::vector<Row> birth_results() {
  return {
      {"birth", "Weights, the right answer given",
       [](const Params&, const Result& r) { return course::tensor(r.birth.weights, r.birth.rows, r.sentence.source); },
       [](const Params&, const Result& r, int i, int j) { return explain_birth(r, i, j); }},
      {"birth-found", "Words found, the right answer given", [](const Params&, const Result& r) { return course::scalar(r.birth.found); },
       [](const Params&, const Result& r, int, int) {
         return explain_count(
             "Words found", r.birth.found,
             "Rows whose largest weight is on the source word that they translate. The rules of the task name one for these rows only.");
       }},
      wrong_words<&Birth::with>("birth-wrong", "Wrong words, with attention"),
      wrong_words<&Birth::without>("birth-wrong-without", "Wrong words, without"),
      {"loss-without", "Loss by step, without attention",
       [](const Params&, const Result& r) {
         std::vector<std::string> steps;
         const Mat& losses = r.birth.without.losses;
         for (Index i = 0; i < losses.rows(); ++i) steps.push_back(fixed(static_cast<double>(losses(i, 0)), 0));
         return course::tensor(losses.rightCols(1), std::move(steps), {"loss"});
       },
       [](const Params&, const Result& r, int i, int) -> Explanation {
         const Mat& losses = r.birth.without.losses;
         if (i >= losses.rows() || !std::isfinite(losses(i, 1))) return {};
         return {"Loss without attention, step " + fixed(static_cast<double>(losses(i, 0)), 0), formula::sym("y"),
                 formula::num(losses(i, 1)), static_cast<double>(losses(i, 1)), "Mean of the batch, and over the last 20 steps."};
       }},
  };
}

std::string describe_birth(const Params& p, const Result& r) {
  const Birth& b = r.birth;
  const auto says = [](const Said& said) {
    std::string text;
    for (const std::string& word : said.words) text += (text.empty() ? "" : " ") + word;
    return quoted(text) + (said.wrong == 0 ? ", which is right" : ", with " + counted(said.wrong, "wrong word"));
  };
  if (r.sentence.solved && b.words > 0)
    return quoted(r.task->write(r.task->source, p.shown)) + ": with attention the network says " + says(b.with) + "; without, " +
           says(b.without) + ". Given the right answer word by word, attention has its largest weight on the source word in " +
           std::to_string(b.found) + " of " + std::to_string(b.words) + " rows." + (r.refusal.empty() ? "" : " " + r.refusal) +
           (r.trained ? "" : " " + note(r)) + (r.numbers.divergence.empty() ? "" : " " + r.numbers.divergence);
  return describe(p, r);
}

}  // namespace attn::lessons::alignment
