// Encoder and decoder with one vector between them: what passes, what is lost with length, and how the output is searched for.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "course/lesson.h"
#include "formula/attention_explanation.h"
#include "lessons/06_encoder-decoder/beam_figure.h"
#include "lessons/06_encoder-decoder/bottleneck_explanation.h"
#include "lessons/06_encoder-decoder/bottleneck_figure.h"
#include "lessons/06_encoder-decoder/words.h"
#include "lessons/translation/accuracy_figure.h"
#include "lessons/translation/shipped.h"
#include "lessons/translation/translation_training.h"

namespace attn::lessons::encoder_decoder {
namespace {

using Params = Params;
using State = translation::TranslationState;

constexpr int kCandidates = 5;  ///< words of the step shown

using Result = Result;

/// The shipped model that differs from the one in training in the order of reading only; empty where there is none.
std::string rival_of(const Params& p) {
  Params other = p;
  other.reversed = !p.reversed;
  const translation::TranslationSetup setup = setup_of(other);
  const translation::ShippedModel* row = translation::find_shipped(setup.task, setup.settings);
  return row ? std::string(row->name) : std::string();
}

Result compute(const Params& p, const State& state, const compute::Backend&) { return view(p, state); }

// ---- results ---------------------------------------------------------------------------------------------------------------------------

double share(const translation::LengthStudy::Point& p) { return p.total > 0 ? p.accuracy() : std::nan(""); }

std::vector<course::ResultSpec<Params, Result>> results() {
  using P = const Params&;
  using R = const Result&;
  return {
      {"output", "Words said, with their probabilities",
       [](P, R r) { return course::tensor(per_word(r.run, &SaidWord::probability), said(r, r.run), {"probability"}); }},
      {"probabilities", "Probability of every word at every step",
       [](P, R r) { return course::tensor(word_probabilities(r), said(r, r.run), target_words(r)); }},
      {"bottleneck", "Vector between encoder and decoder",
       [](P p, R r) { return course::tensor(r.bottleneck, numbered(p.depth, "layer "), numbered(hidden_of(p), "")); }},
      {"encoder-states", "States of the encoder",
       [](P p, R r) { return course::tensor(encoder_states(p, r), numbered(hidden_of(p), ""), reading(p, r).words); }},
      {"decoder-states", "States of the decoder",
       [](P p, R r) { return course::tensor(decoder_states(p, r), numbered(hidden_of(p), ""), said(r, r.run)); }},
      {"right-free", "Probability of the right word, free running",
       [](P, R r) { return course::tensor(per_word(r.free, &SaidWord::right_probability), said(r, r.free)); }},
      {"right-forced", "Probability of the right word, teacher forcing",
       [](P, R r) { return course::tensor(per_word(r.forced, &SaidWord::right_probability), said(r, r.forced)); }},
      {"log-probability", "Log-probability of what is said", [](P, R r) { return course::scalar(log_probability(r)); }},
      {"beam", "Log-probability of every hypothesis",
       [](P, R r) { return course::tensor(beam_probabilities(r), hypotheses(r), {"ln p"}); }},
      {"accuracy", "Exact matches by source length",
       [](P, R r) { return course::tensor(r.numbers.accuracy.accuracy, lengths(r.numbers.accuracy.lengths), {"accuracy"}); }},
      {"accuracy-other", "Exact matches of the model that reads the other way round",
       [](P, R r) { return course::tensor(r.numbers.rival.accuracy, lengths(r.numbers.rival.lengths), {"accuracy"}); }},
      {"exact-match", "Exact matches at lengths seen in training", [](P, R r) { return course::scalar(share(r.numbers.within)); }},
      {"exact-match-long", "Exact matches at longer lengths", [](P, R r) { return course::scalar(share(r.numbers.beyond)); }},
      {"loss-curve", "Loss by step",
       [](P, R r) {
         return course::tensor(r.numbers.losses, {}, {"step", "loss"});
       }},
      {"gradient-norm", "Gradient norm by step",
       [](P, R r) {
         return course::tensor(r.numbers.gradient_norms, {}, {"step", "norm"});
       }},
      {"held-out", "Held-out accuracy by step",
       [](P, R r) {
         return course::tensor(r.numbers.checks, {}, {"step", "accuracy"});
       }},
  };
}

std::string quoted(const std::string& text) { return "\u201c" + text + "\u201d"; }

// ---- explanations ----------------------------------------------------------------------------------------------------------------------

formula::Explanation explain_word(const Result& r, const DecodedRun& run, int i, int token) {
  if (i < 0 || i >= static_cast<int>(run.words.size()) || token < 0 || token >= r.word_b.cols()) return {};
  const models::DecoderStep& step = run.translation.steps[static_cast<size_t>(i)];
  formula::Explanation x = formula::explain_softmax("Probability of " + quoted(target_word(r, token)) + " at step " + std::to_string(i + 1),
                                                    step.logits, step.probabilities, nullptr, 1, token);
  x.note = "One score for each word of the vocabulary: s W + b of the decoder's state s. Given at this step: " +
           quoted(target_word(r, run.words[static_cast<size_t>(i)].input)) + ". " + x.note;
  return x;
}

formula::Explanation explain_bottleneck(const Params& p, const Result& r, int l, int i) {
  if (l >= r.bottleneck.rows() || i >= r.bottleneck.cols()) return {};
  const std::string title = "Number " + std::to_string(i + 1) + " of the vector" + (p.depth > 1 ? ", layer " + std::to_string(l + 1) : "");
  if (r.bottleneck(l, i) != r.own_bottleneck(l, i))
    return {title, formula::sym("s"), formula::num(r.bottleneck(l, i)), static_cast<double>(r.bottleneck(l, i)),
            "Set by you; the encoder made " + fixed(static_cast<double>(r.own_bottleneck(l, i)), 3) + "."};
  const auto layer = static_cast<size_t>(l);
  return explain_first_state(title, r.last_states.row(l), r.bridge_w[layer].col(i), r.bridge_b[layer](0, i), r.bottleneck(l, i));
}

formula::Explanation explain_node(const Result& r, int k) {
  if (k >= static_cast<int>(r.beam.nodes.size())) return {};
  const models::BeamNode& node = r.beam.nodes[static_cast<size_t>(k)];
  if (node.parent < 0)
    return {"Before the first word", formula::call("ln", {formula::num(1)}), formula::call("ln", {formula::num(1)}), 0,
            "Nothing is said yet."};
  const auto before = static_cast<double>(r.beam.nodes[static_cast<size_t>(node.parent)].log_probability);
  const auto all = static_cast<double>(node.log_probability);
  return explain_hypothesis((node.kept ? "Hypothesis " : "Cut: ") + quoted(hypothesis(r, k)), before, all - before, all);
}

formula::Explanation explain_length(const translation::AccuracyTable& table, int i) {
  if (i >= table.lengths.rows()) return {};
  const auto total = static_cast<double>(table.totals(i, 0));
  const int right = total > 0 ? static_cast<int>(std::lround(total * static_cast<double>(table.accuracy(i, 0)))) : 0;
  return explain_exact_match("Exact matches at " + lengths(table.lengths)[static_cast<size_t>(i)], right, static_cast<int>(total),
                             "Held-out sources; every word has to be right.");
}

formula::Explanation explain(const Params& p, const Result& r, std::string_view name, int i, int j) {
  const auto& n = r.numbers;
  const auto word_at = [i](const DecodedRun& run, int SaidWord::*token) {
    return i < static_cast<int>(run.words.size()) ? run.words[static_cast<size_t>(i)].*token : -1;
  };
  if (name == "output") return explain_word(r, r.run, i, word_at(r.run, &SaidWord::token));
  if (name == "probabilities") return explain_word(r, r.run, i, j);
  if (name == "right-free") return explain_word(r, r.free, i, word_at(r.free, &SaidWord::right));
  if (name == "right-forced") return explain_word(r, r.forced, i, word_at(r.forced, &SaidWord::right));
  if (name == "bottleneck") return explain_bottleneck(p, r, i, j);
  if (name == "encoder-states") return explain_state("encoder", encoder_states(p, r), reading(p, r).words, i, j);
  if (name == "decoder-states") return explain_state("decoder", decoder_states(p, r), said(r, r.run), i, j);
  if (name == "log-probability")
    return explain_log_probability("Log-probability of what is said", per_word(r.run, &SaidWord::probability).transpose(),
                                   log_probability(r));
  if (name == "beam") return explain_node(r, i);
  if (name == "accuracy") return explain_length(n.accuracy, i);
  if (name == "accuracy-other") return explain_length(n.rival, i);
  if (name == "exact-match")
    return explain_exact_match("Exact matches at lengths seen in training", n.within.right, n.within.total, "Held-out sources.");
  if (name == "exact-match-long")
    return explain_exact_match("Exact matches at longer lengths", n.beyond.right, n.beyond.total, "Held-out sources.");
  if (name == "loss-curve")
    return explain_step_value("Loss", n.losses, i, j,
                              "Mean of -ln p of the right word over the words of a batch, and over the last 20 steps.");
  if (name == "gradient-norm")
    return explain_step_value("Gradient norm", n.gradient_norms, i, j,
                              "Of all parameters together, before clipping; mean of the last 20 steps.");
  if (name == "held-out")
    return explain_step_value("Held-out accuracy", n.checks, i, j, "Exact matches among 32 sources that training cannot see.");
  return {};
}

// ---- figures ---------------------------------------------------------------------------------------------------------------------------

std::vector<DecodedWord> decoded(const Result& r, const DecodedRun& run) {
  std::vector<DecodedWord> out;
  for (const SaidWord& w : run.words)
    out.push_back({target_word(r, w.input), target_word(r, w.token), target_word(r, w.right), r.solved && w.wrong(),
                   static_cast<double>(w.probability), static_cast<double>(w.right_probability)});
  return out;
}

/// The likeliest words of the step shown.
std::vector<WordCandidate> candidates(const Result& r) {
  std::vector<WordCandidate> out;
  for (const auto& [token, probability] : likeliest(r, kCandidates)) out.push_back({target_word(r, token), token, probability});
  return out;
}

void draw_translate(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const Mat encoder = encoder_states(p, r), decoder = decoder_states(p, r);
  const std::vector<std::string> source = reading(p, r).words;
  const std::vector<DecodedWord> words = decoded(r, r.run);
  const std::vector<WordCandidate> likeliest = candidates(r);
  const std::string note = outcome(p, r);
  BottleneckEdit hand{.step = r.shown};
  draw_bottleneck(canvas,
                  {.source = source,
                   .encoder = encoder,
                   .bottleneck = r.bottleneck,
                   .own = r.own_bottleneck,
                   .decoder = decoder,
                   .words = words,
                   .step = r.shown,
                   .candidates = likeliest,
                   .note = note,
                   .bad = !r.problem.empty()},
                  hand);
  if (hand.step != r.shown) edit.step = hand.step + 1;
  if (hand.layer >= 0) move_number(edit, hand.layer, hand.unit, hand.value);
  if (hand.reset) edit.moved = Mat(0, 3);
}

void draw_forcing(canvas::Canvas& canvas, const Params& p, const Result& r, Params&) {
  const std::vector<DecodedWord> forced = decoded(r, r.forced), free = decoded(r, r.free);
  draw_forcing(canvas, forced, free,
               r.problem.empty() ? "Columns: probability of the right word. Shaded: wrong words, and in the free run all that follows."
                                 : outcome(p, r));
}

void draw_beam(canvas::Canvas& canvas, const Params& p, const Result& r, Params&) {
  std::vector<BeamCandidate> nodes;
  for (size_t k = 0; k < r.beam.nodes.size(); ++k) {
    const models::BeamNode& n = r.beam.nodes[k];
    nodes.push_back({n.parent, n.depth, target_word(r, n.token), static_cast<double>(n.log_probability), n.kept, n.finished, r.on_best[k],
                     r.on_greedy[k]});
  }
  const std::string note = beam_note(p, r);
  draw_beam(canvas, BeamPicture{.nodes = nodes, .width = p.width, .note = note});
}

void draw_length(canvas::Canvas& canvas, const Params& p, const Result& r, Params&) {
  const auto& n = r.numbers;
  const std::string_view other = p.reversed ? "reads the source as written" : "reads the source from its end";
  std::vector<translation::AccuracySeries> series = {{.id = "accuracy",
                                                               .label = "this model",
                                                               .role = canvas::Role::kOutput,
                                                               .accuracy = n.accuracy.accuracy,
                                                               .totals = n.accuracy.totals}};
  if (n.rival.lengths.rows() > 0)
    series.push_back({.id = "accuracy-other",
                      .label = other,
                      .role = canvas::Role::kKey,
                      .accuracy = n.rival.accuracy,
                      .totals = n.rival.totals,
                      .dashed = true});
  const std::string note = translation::study_note(n);
  translation::draw_accuracy(canvas, {.lengths = n.accuracy.lengths,
                                               .shortest = n.shortest,
                                               .longest = n.longest,
                                               .now = static_cast<int>(p.shown.size()),
                                               .series = series,
                                               .note = note});
}

void draw_curves(canvas::Canvas& canvas, const Params&, const Result& r, Params&) {
  translation::draw_training_of(canvas, r.numbers);
}

// ---- exercises and parameters ---------------------------------------------------------------------------------------------------------

template <Answer (*answer)(const Params&, const Result&, int)>
course::Verdict check(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  Answer given = answer(p, r, prediction);
  return {given.correct, std::move(given.message)};
}

}  // namespace

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, State>({
      .slug = "encoder-decoder",
      .title = "Encoder and decoder",
      .summary = "Two recurrent networks and one vector between them: translation through a bottleneck, and what it loses with length.",
      .params = table(),
      .settle = [](const Params&, Params& after) { settle(after); },
      .compute = compute,
      .results = results(),
      .figures = {{"translate",
                   "Through one vector",
                   {"task", "source", "step", "cell", "hidden", "depth", "reverse", "shared"},
                   1.35f,
                   draw_translate},
                  {"forcing", "Right words or its own", {"task", "source", "feeding"}, 1.5f, draw_forcing},
                  {"beam", "The beam's tree", {"task", "source", "decoding", "width"}, 1.4f, draw_beam},
                  {"length", "Accuracy against length", {"task", "source", "cell", "hidden", "depth", "reverse"}, 1.5f, draw_length},
                  {"training",
                   "Training",
                   {"task", "weights", "learning-rate", "seed", "cell", "hidden", "depth", "shared", "steps"},
                   1.3f,
                   draw_curves}},
      .describe = describe,
      .explain = explain,
      .exercises = {{"length", 3, check<answer_length>}, {"order", 3, check<answer_order>}, {"beam", 0, check<answer_beam>}},
      .training = translation::translation_training<Params, rival_of>(),
  });
  return made;
}

}  // namespace attn::lessons::encoder_decoder
