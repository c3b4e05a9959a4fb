// Alignment: Bahdanau's and Luong's attention between an encoder and a decoder, on one trained task, with weights that can be bent by hand.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "course/lesson.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "lessons/07_alignment/alignment_exercises.h"
#include "lessons/07_alignment/alignment_explanation.h"
#include "lessons/07_alignment/alignment_figures.h"
#include "lessons/07_alignment/alignment_lesson.h"
#include "lessons/07_alignment/alignment_tables.h"
#include "lessons/translation/accuracy_figure.h"
#include "lessons/translation/translation_training.h"

namespace attn::lessons::alignment {
namespace {

using Params = AlignmentChoices;
using Result = AlignmentView;
using State = lessons::translation::TranslationState;
using models::AlignmentReach, models::AlignmentTiming;

Result compute(const Params& p, const State& state, const compute::Backend&) { return view(p, state); }

const models::DecoderStep& step_of(const Result& r) { return r.translation.steps[static_cast<size_t>(r.step)]; }
Mat state_of(const Result& r) { return step_of(r).state.bottomRows(1); }
AlignmentForm form_of(const Params& p) { return static_cast<AlignmentForm>(p.score); }
std::string quoted(const std::string& word) { return "\u201c" + word + "\u201d"; }

// ---- results ---------------------------------------------------------------------------------------------------------------------------

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kTables{{
    {"alignment", "Alignment"},
    {"weights", "Weights of the step shown"},
    {"scores", "Scores of the step shown"},
    {"context", "Context of the step shown"},
    {"annotations", "Annotations"},
    {"weighted", "Annotations times their weights"},
    {"state-before", "Decoder state before the step"},
    {"state", "Decoder state of the step"},
    {"attentional", "Attentional state of the step"},
    {"probabilities", "Probabilities of the next word"},
    {"output", "Probabilities of the words said"},
    {"centres", "Centres, in positions from 1"},
    {"accuracy", "Exact matches by length"},
    {"accuracy-without", "The same without attention"},
    {"loss-curve", "Loss"},
    {"gradient-norm", "Gradient norm"},
    {"held-out", "Exact matches while training"},
}};

template <size_t k>
course::Tensor read_table(const Params&, const Result& r) {
  const AlignmentTable table = table_of(r, kTables[k].first);
  return course::tensor(table.values, table.rows, table.cols);
}
template <size_t k>
course::Tensor read_count(const Params&, const Result& r) {
  const AlignmentCount count = count_of(r, k);
  return course::scalar(count.all > 0 ? static_cast<double>(count.right) / count.all : std::nan(""));
}

template <size_t... k, size_t... c>
std::vector<course::ResultSpec<Params, Result>> results(std::index_sequence<k...>, std::index_sequence<c...>) {
  return {{kTables[k].first, kTables[k].second, read_table<k>}..., {kAlignmentCounts[c].name, kAlignmentCounts[c].label, read_count<c>}...};
}

std::string describe(const Params&, const Result& r) { return in_words(r); }

// ---- explanations ----------------------------------------------------------------------------------------------------------------------

formula::Explanation explain_weight(const Params& p, const Result& r, int i, int j) {
  const models::DecoderStep& step = r.translation.steps[static_cast<size_t>(i)];
  const std::string title = "Weight of " + quoted(r.source[static_cast<size_t>(j)]) + " for " + quoted(r.output[static_cast<size_t>(i)]);
  if (r.overridden[static_cast<size_t>(i)]) return explain_override(title, step.weights(0, j), step.aligned(0, j));
  const bool gaussian = p.reach == AlignmentReach::local_p;
  return explain_alignment_weight(title, step.scores, step.weights, {step.first, step.last, gaussian, step.centre, step.deviation}, j);
}

formula::Explanation explain_score(const Params& p, const Result& r, int j) {
  return explain_alignment_score("Score of " + quoted(r.source[static_cast<size_t>(j)]), form_of(p),
                                 p.timing == AlignmentTiming::previous ? "the state before" : "this step\u2019s state",
                                 r.score_terms.left.row(j), r.score_terms.right.row(j), r.scores(0, j));
}

formula::Explanation explain_centre(const Params& p, const Result& r, int i) {
  const std::string title = "Centre of step " + std::to_string(i + 1);
  const Real value = r.centres(i, 0) + 1;
  if (p.reach == AlignmentReach::global) return explain_mean_position(title, r.translation.steps[static_cast<size_t>(i)].weights, value);
  if (p.reach == AlignmentReach::local_p && i == r.step)
    return explain_predicted_centre(title, r.centre_terms.left, r.centre_terms.right, static_cast<int>(r.source.size()) - 1, value);
  return {title, formula::sym("p"), formula::num(value), static_cast<double>(value),
          p.reach == AlignmentReach::local_m ? "The step\u2019s own number: source and output are taken to run in parallel."
                                             : "Show this step to see how its centre is predicted."};
}

formula::Explanation explain_value(std::string title, const char* letter, Real value, const char* note) {
  return {std::move(title), formula::sym(letter), formula::num(value), static_cast<double>(value), note};
}

/// Numbers with nothing to be substituted.
struct Plain {
  std::string_view name;
  std::string title;
  const char* letter;
  const Mat& values;
  const char* note;
};

formula::Explanation explain_count(const Result& r, std::string_view name) {
  for (size_t k = 0; k < kAlignmentCounts.size(); ++k) {
    const auto& [id, label, note] = kAlignmentCounts[k];
    if (id == name) return explain_share(label, count_of(r, k).right, count_of(r, k).all, note);
  }
  return {};
}

formula::Explanation explain_accuracy(const lessons::translation::AccuracyTable& table, int i) {
  if (i >= table.lengths.rows()) return {};
  const int total = static_cast<int>(table.totals(i, 0));
  if (total == 0) return {};
  return explain_share("Sources of length " + fixed(static_cast<double>(table.lengths(i, 0)), 0),
                       static_cast<int>(std::lround(table.accuracy(i, 0) * table.totals(i, 0))), total,
                       "Held-out sources whose whole output is right.");
}

formula::Explanation explain(const Params& p, const Result& r, std::string_view name, int i, int j) {
  const models::DecoderStep& now = step_of(r);
  const auto in = [i, j](const Mat& m) { return i >= 0 && j >= 0 && i < m.rows() && j < m.cols(); };
  const std::string number = ", number " + std::to_string(j + 1);
  const Mat& h = r.translation.encoding.annotations;
  if (name == "alignment" && in(r.weights)) return explain_weight(p, r, i, j);
  if (name == "weights" && in(now.weights)) return explain_weight(p, r, r.step, j);
  if (name == "scores" && in(r.scores)) return explain_score(p, r, j);
  if (name == "context" && in(now.context))
    return formula::explain_weighted_sum("Context" + number, now.weights, h.col(j), now.context(0, j));
  if (name == "weighted" && in(r.weighted))
    return formula::explain_product("Weight times annotation of " + quoted(r.source[static_cast<size_t>(i)]) + number,
                                    {now.weights.block(0, i, 1, 1), "alpha"}, {h.block(i, j, 1, 1), "h", canvas::Role::kValue},
                                    r.weighted(i, j));
  const Mat state = state_of(r);
  const Plain plain[] = {{"annotations", "Annotation", "h", h, "What the encoder\u2019s recurrent layer holds after this word."},
                         {"state-before", "State before", "s", r.before, "Of the decoder, before this step."},
                         {"state", "State", "s", state, "Of the decoder, after this step."},
                         {"attentional", "Attentional state", "a", now.attentional, "tanh(W [c; s] + b): the word is read from it."}};
  for (const Plain& one : plain)
    if (name == one.name && in(one.values)) return explain_value(one.title + number, one.letter, one.values(i, j), one.note);
  if (name == "probabilities" && in(now.probabilities))
    return formula::explain_softmax("Probability of " + quoted(r.task->target.name(j)), now.logits, now.probabilities, nullptr, 1, j);
  if (name == "output" && i >= 0 && i < static_cast<int>(r.output.size())) {
    const models::DecoderStep& step = r.translation.steps[static_cast<size_t>(i)];
    return formula::explain_softmax("Probability of " + quoted(r.output[static_cast<size_t>(i)]), step.logits, step.probabilities, nullptr,
                                    1, step.token);
  }
  if (name == "centres" && i >= 0 && i < r.centres.rows()) return explain_centre(p, r, i);
  if (name == "accuracy") return explain_accuracy(r.numbers.accuracy, i);
  if (name == "accuracy-without") return explain_accuracy(r.numbers.rival, i);
  const std::pair<std::string_view, const Mat&> curves[] = {
      {"loss-curve", r.numbers.losses}, {"gradient-norm", r.numbers.gradient_norms}, {"held-out", r.numbers.checks}};
  for (const auto& [id, points] : curves)
    if (name == id && i >= 0 && i < points.rows())
      return explain_value("Step " + fixed(static_cast<double>(points(i, 0)), 0), "y", points(i, 1),
                           name == "held-out" ? "Exact matches among 32 held-out sources." : "The mean of up to 20 steps.");
  return explain_count(r, name);
}

// ---- exercises -------------------------------------------------------------------------------------------------------------------------

template <AlignmentAnswer (*answer)(const Result&, int prediction)>
course::Verdict check(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const AlignmentAnswer found = answer(r, prediction);
  return {found.correct, found.message};
}

// ---- figures ---------------------------------------------------------------------------------------------------------------------------

/// Everything the pictures of one step show, and what they may change.
struct Scene {
  std::vector<AlignmentPicture::Candidate> candidates;
  std::string note;
  Mat state;
  AlignmentEdit edit;

  Scene(const Params& p, const Result& r)
      : note(alignment::note(r)), state(state_of(r)), edit{.step = r.step, .previous = p.timing == AlignmentTiming::previous} {
    for (const int token : r.candidates) candidates.push_back({r.task->target.name(token), token, step_of(r).probabilities(0, token)});
  }

  AlignmentPicture picture(const Params& p, const Result& r) const {
    const models::DecoderStep& now = step_of(r);
    return {.source = r.source,
            .output = r.output,
            .former = r.former,
            .overridden = r.overridden,
            .weights = r.weights,
            .step = r.step,
            .input = r.input[static_cast<size_t>(r.step)],
            .note = note,
            .warning = r.trained ? std::string_view() : note,
            .scores = r.scores,
            .softmax = r.softmax,
            .before = r.before,
            .state = state,
            .annotations = r.translation.encoding.annotations,
            .weighted = r.weighted,
            .context = now.context,
            .attentional = now.attentional,
            .candidates = candidates,
            .score = alignment_formula(form_of(p)),
            .previous = p.timing == AlignmentTiming::previous,
            .input_feeding = p.input_feeding,
            .bidirectional = p.bidirectional,
            .reach = static_cast<AlignmentPicture::Reach>(p.reach),
            .centre = static_cast<float>(now.centre),
            .deviation = static_cast<float>(now.deviation),
            .window = p.window};
  }
};

template <void (*draw)(canvas::Canvas&, const AlignmentPicture&, AlignmentEdit&)>
void draw_step(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Scene scene(p, r);
  draw(canvas, scene.picture(p, r), scene.edit);
  if (scene.edit.step != r.step) edit.row = scene.edit.step + 1;
  if (scene.edit.reset) edit.overrides = Mat(0, 2);
  if (scene.edit.row.size() > 0) set_override(&edit.overrides, r.step + 1, scene.edit.row);
  if (scene.edit.previous != (p.timing == AlignmentTiming::previous)) take_design(edit, scene.edit.previous);
}

void draw_length(canvas::Canvas& canvas, const Params&, const Result& r, Params&) {
  const auto& n = r.numbers;
  const std::array<lessons::translation::AccuracySeries, 2> series{{{.id = "accuracy",
                                                                     .label = "with attention",
                                                                     .role = canvas::Role::kOutput,
                                                                     .accuracy = n.accuracy.accuracy,
                                                                     .totals = n.accuracy.totals},
                                                                    {.id = "accuracy-without",
                                                                     .label = "without attention",
                                                                     .role = canvas::Role::kKey,
                                                                     .accuracy = n.rival.accuracy,
                                                                     .totals = n.rival.totals,
                                                                     .dashed = true}}};
  const std::string note = lessons::translation::study_note(n);
  lessons::translation::draw_accuracy(canvas, {.lengths = n.accuracy.lengths,
                                               .shortest = n.shortest,
                                               .longest = n.longest,
                                               .now = static_cast<int>(r.source.size()) - 1,
                                               .series = std::span(series).first(n.rival.lengths.rows() > 0 ? 2 : 1),
                                               .note = note});
}

void draw_curves(canvas::Canvas& canvas, const Params&, const Result& r, Params&) {
  lessons::translation::draw_training_of(canvas, r.numbers);
}

params::Table<Params> table() {
  return lessons::translation::with_training(
      params::Table<Params>{}
          .choice(&Params::task, {.id = "task", .label = "Task", .help = "What is translated into what.", .restarts_training = true},
                  lessons::translation::tasks_to_choose())
          .text(&Params::source, {.id = "source", .label = "Source", .help = "Your own source, in the words that the task knows."})
          .choice(&Params::score,
                  {.id = "score",
                   .label = "Score",
                   .help = "How a decoder state and an annotation make one number.",
                   .restarts_training = true},
                  {{"additive", "additive"}, {"dot", "dot"}, {"general", "general"}, {"concat", "concat"}})
          .choice(&Params::timing,
                  {.id = "timing",
                   .label = "State scored",
                   .help = "The state before the step (Bahdanau) or the step’s own (Luong).",
                   .restarts_training = true},
                  {{"previous", "before"}, {"current", "current"}})
          .boolean(&Params::input_feeding, {.id = "input-feeding",
                                            .label = "Input feeding",
                                            .help = "The attentional state enters the next step too; off where the state before is scored.",
                                            .restarts_training = true})
          .choice(&Params::reach,
                  {.id = "reach", .label = "Reach", .help = "Which positions a step may look at.", .restarts_training = true},
                  {{"global", "global"}, {"local-m", "local-m"}, {"local-p", "local-p"}})
          .integer(&Params::window, {.id = "window",
                                     .label = "Window D",
                                     .help = "Local attention looks so many places to either side of its centre; no other reach uses it.",
                                     .min = 1,
                                     .max = 6,
                                     .step = 1,
                                     .restarts_training = true})
          .boolean(&Params::bidirectional, {.id = "bidirectional",
                                            .label = "Bidirectional encoder",
                                            .help = "Half of each annotation is read from right to left.",
                                            .restarts_training = true})
          .integer(&Params::row, {.id = "row",
                                  .label = "Step shown",
                                  .help = "The output word that is looked at, from 1.",
                                  .min = 1,
                                  .max = kMostAlignmentSteps,
                                  .step = 1})
          .matrix(&Params::overrides, {.id = "override",
                                       .label = "Weights set by hand",
                                       .help = "A row for each step that was changed: its number, then a weight for each source position.",
                                       .min = 0,
                                       .max = kMostAlignmentSteps,
                                       .step = 0.001,
                                       .rows = {0, kMostAlignmentSteps},
                                       .cols = {2, kMostAlignmentSteps + 1}}));
}

}  // namespace

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, State>({
      .slug = "alignment",
      .title = "Alignment",
      .summary = "A decoder that looks back at every source word: Bahdanau’s and Luong’s attention, with weights you can bend by hand.",
      .params = table(),
      .settle = [](const Params&, Params& after) { settle(after); },
      .compute = compute,
      .results = results(std::make_index_sequence<kTables.size()>(), std::make_index_sequence<kAlignmentCounts.size()>()),
      .figures =
          {{"alignment", "Who looks at whom", {"task", "source", "row", "score", "timing", "reach"}, 1.5f, draw_step<draw_alignment>},
           {"flow", "One step of the decoder", {"source", "row", "timing", "score", "input-feeding"}, 1.5f, draw_step<draw_decoder_flow>},
           {"context", "The context as a sum", {"source", "row", "bidirectional"}, 1.5f, draw_step<draw_context_sum>},
           {"window", "Local attention", {"source", "row", "reach", "window"}, 1.6f, draw_step<draw_alignment_window>},
           {"length", "Accuracy against length", {"task", "score", "timing", "reach", "bidirectional"}, 1.6f, draw_length},
           {"training", "Training", {"task", "weights", "learning-rate", "seed", "steps"}, 1.3f, draw_curves}},
      .describe = describe,
      .explain = explain,
      .exercises = {{"agreement", 3, check<check_agreement>}, {"bent", 0, check<check_bent>}, {"parallel", 3, check<check_parallel>}},
      .training = lessons::translation::translation_training<Params, rival_name>(),
  });
  return made;
}

}  // namespace attn::lessons::alignment
