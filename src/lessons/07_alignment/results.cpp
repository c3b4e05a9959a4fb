#include "lessons/07_alignment/results.h"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "lessons/07_alignment/explanations.h"
#include "lessons/07_alignment/words.h"

namespace attn::lessons::alignment {
namespace {

using course::Tensor, formula::Explanation;
using Row = course::ResultSpec<Params, Result>;

std::vector<std::string> whole_numbers(In column) {
  std::vector<std::string> names;
  for (Index i = 0; i < column.rows(); ++i) names.push_back(fixed(static_cast<double>(column(i, 0)), 0));
  return names;
}

std::vector<std::string> step_name(const Result& r) { return {r.sentence.output[static_cast<size_t>(r.step)]}; }
std::string number(int j) { return ", number " + std::to_string(j + 1); }

/// A column for each unit.
Tensor units(In values, std::vector<std::string> rows) {
  return course::tensor(values, std::move(rows), numbered("", static_cast<int>(values.cols())));
}

Explanation plain(std::string title, const char* letter, Real value, const char* note) {
  return {std::move(title), formula::sym(letter), formula::num(value), static_cast<double>(value), note};
}

// ---- one step --------------------------------------------------------------------------------------------------------------------------

std::vector<Row> of_the_step() {
  return {
      {"alignment", "Alignment",
       [](const Params&, const Result& r) { return course::tensor(r.weights, r.sentence.output, r.sentence.source); },
       [](const Params&, const Result& r, int i, int j) { return explain_weight(r, i, j); }},
      {"weights", "Weights of the step shown",
       [](const Params&, const Result& r) { return course::tensor(step_of(r).weights, step_name(r), r.sentence.source); },
       [](const Params&, const Result& r, int, int j) { return explain_weight(r, r.step, j); }},
      {"scores", "Scores of the step shown",
       [](const Params&, const Result& r) { return course::tensor(r.at.scores, step_name(r), r.sentence.source); },
       [](const Params& p, const Result& r, int, int j) { return explain_score(p, r, j); }},
      {"context", "Context of the step shown", [](const Params&, const Result& r) { return units(step_of(r).context, step_name(r)); },
       [](const Params&, const Result& r, int, int j) {
         const Mat& h = r.translation.encoding.annotations;
         return formula::explain_weighted_sum("Context" + number(j), step_of(r).weights, h.col(j), step_of(r).context(0, j), {"weights"},
                                              {"annotations", 0, j, true});
       }},
      {"annotations", "Annotations",
       [](const Params&, const Result& r) { return units(r.translation.encoding.annotations, r.sentence.source); },
       [](const Params&, const Result& r, int i, int j) {
         return plain("Annotation" + number(j), "h", r.translation.encoding.annotations(i, j),
                      "What the encoder\u2019s recurrent layer holds after this word.");
       }},
      {"weighted", "Annotations times their weights",
       [](const Params&, const Result& r) { return units(r.at.weighted, r.sentence.source); },
       [](const Params&, const Result& r, int i, int j) {
         return formula::explain_product(
             "Weight times annotation of " + quoted(r.sentence.source[static_cast<size_t>(i)]) + number(j),
             {step_of(r).weights.block(0, i, 1, 1), "alpha", canvas::Role::kInk, {"weights", 0, i}},
             {r.translation.encoding.annotations.block(i, j, 1, 1), "h", canvas::Role::kValue, {"annotations", i, j}}, r.at.weighted(i, j));
       }},
      {"state-before", "Decoder state before the step", [](const Params&, const Result& r) { return units(r.at.before, step_name(r)); },
       [](const Params&, const Result& r, int, int j) {
         return plain("State before" + number(j), "s", r.at.before(0, j), "Of the decoder, before this step.");
       }},
      {"state", "Decoder state of the step", [](const Params&, const Result& r) { return units(r.at.state, step_name(r)); },
       [](const Params&, const Result& r, int, int j) {
         return plain("State" + number(j), "s", r.at.state(0, j), "Of the decoder, after this step.");
       }},
      {"attentional", "Attentional state of the step",
       [](const Params&, const Result& r) {
         const Mat& a = step_of(r).attentional;
         return units(a, a.rows() > 0 ? step_name(r) : std::vector<std::string>{});
       },
       [](const Params&, const Result& r, int, int j) {
         return plain("Attentional state" + number(j), "a", step_of(r).attentional(0, j), "tanh(W [c; s] + b): the word is read from it.");
       }},
      {"probabilities", "Probabilities of the next word",
       [](const Params&, const Result& r) {
         std::vector<std::string> words;
         for (int token = 0; token < r.task->target.size(); ++token) words.push_back(r.task->target.name(token));
         return course::tensor(step_of(r).probabilities, step_name(r), words);
       },
       [](const Params&, const Result& r, int, int j) {
         return formula::explain_softmax("Probability of " + quoted(r.task->target.name(j)), step_of(r).logits, step_of(r).probabilities,
                                         nullptr, 1, j);
       }},
      {"output", "Probabilities of the words said",
       [](const Params&, const Result& r) {
         Mat probability(static_cast<Index>(r.sentence.output.size()), 1);
         for (size_t i = 0; i < r.sentence.output.size(); ++i)
           probability(static_cast<Index>(i), 0) = std::exp(r.translation.steps[i].log_probability);
         return course::tensor(probability, r.sentence.output, {"probability"});
       },
       [](const Params&, const Result& r, int i, int) {
         const models::DecoderStep& step = r.translation.steps[static_cast<size_t>(i)];
         return formula::explain_softmax("Probability of " + quoted(r.sentence.output[static_cast<size_t>(i)]), step.logits,
                                         step.probabilities, nullptr, 1, step.token);
       }},
      {"centres", "Centres, in positions from 1",
       [](const Params&, const Result& r) { return course::tensor((r.centres.array() + 1).matrix(), r.sentence.output, {"centre"}); },
       [](const Params& p, const Result& r, int i, int) { return explain_centre(p, r, i); }},
  };
}

// ---- the model -------------------------------------------------------------------------------------------------------------------------

using translation::AccuracyTable, translation::LengthStudy, translation::TranslationNumbers;

constexpr const char* kExactNote = "Held-out sources whose whole output is right.";

template <AccuracyTable TranslationNumbers::*table>
Row by_length(std::string_view name, std::string_view label) {
  return {name, label,
          [](const Params&, const Result& r) {
            const AccuracyTable& t = r.numbers.*table;
            return course::tensor(t.accuracy, whole_numbers(t.lengths), {"accuracy"});
          },
          [](const Params&, const Result& r, int i, int) -> Explanation {
            const AccuracyTable& t = r.numbers.*table;
            const int all = static_cast<int>(t.totals(i, 0));
            if (all == 0) return {};
            return explain_share("Sources of length " + fixed(static_cast<double>(t.lengths(i, 0)), 0),
                                 static_cast<int>(std::lround(t.accuracy(i, 0) * t.totals(i, 0))), all, kExactNote);
          }};
}

/// A share, right / all, which is known once the model has been measured.
struct Count {
  std::string_view name, label, note;
  LengthStudy::Point TranslationNumbers::*point;
  int LengthStudy::Point::*right;
  int LengthStudy::Point::*all;
};
constexpr std::array<Count, 5> kCounts{{
    {"exact-match", "Exact matches, lengths of training", kExactNote, &TranslationNumbers::within, &LengthStudy::Point::right,
     &LengthStudy::Point::total},
    {"exact-match-long", "Exact matches, longer sources", kExactNote, &TranslationNumbers::beyond, &LengthStudy::Point::right,
     &LengthStudy::Point::total},
    {"exact-match-without", "Without attention, lengths of training", kExactNote, &TranslationNumbers::rival_within,
     &LengthStudy::Point::right, &LengthStudy::Point::total},
    {"exact-match-long-without", "Without attention, longer sources", kExactNote, &TranslationNumbers::rival_beyond,
     &LengthStudy::Point::right, &LengthStudy::Point::total},
    {"alignment-right", "Words whose largest weight is right",
     "Words that translate one source word, by the task\u2019s own rules, in outputs that are wholly right.", &TranslationNumbers::within,
     &LengthStudy::Point::aligned, &LengthStudy::Point::content},
}};

int right(const Result& r, const Count& c) { return r.numbers.*c.point.*c.right; }
int all(const Result& r, const Count& c) { return r.numbers.*c.point.*c.all; }

template <size_t k>
Row count() {
  return {kCounts[k].name, kCounts[k].label,
          [](const Params&, const Result& r) { return course::share(right(r, kCounts[k]), all(r, kCounts[k])); },
          [](const Params&, const Result& r, int, int) {
            const Count& c = kCounts[k];
            return explain_share(c.label, right(r, c), all(r, c), c.note);
          }};
}

std::vector<Row> of_the_model() {
  using N = TranslationNumbers;
  return {
      by_length<&N::accuracy>("accuracy", "Exact matches by length"),
      by_length<&N::rival>("accuracy-without", "The same without attention"),
      count<0>(),
      count<1>(),
      count<2>(),
      count<3>(),
      count<4>(),
  };
}

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  std::vector<Row> all = of_the_step();
  for (Row& row : of_the_model()) all.push_back(row);
  for (Row& row : birth_results()) all.push_back(row);
  return all;
}

}  // namespace attn::lessons::alignment
