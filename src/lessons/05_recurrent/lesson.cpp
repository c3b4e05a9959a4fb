// Recurrent cells stepped through time: gates, gradients over long distances, patterns of inputs and outputs, two directions.
#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "course/lesson.h"
#include "formula/product_explanation.h"
#include "lessons/05_recurrent/recurrent_explanation.h"
#include "lessons/05_recurrent/recurrent_figures.h"
#include "lessons/05_recurrent/recurrent_gradient_figure.h"
#include "lessons/05_recurrent/recurrent_gradients.h"
#include "lessons/05_recurrent/recurrent_run.h"
#include "lessons/05_recurrent/recurrent_study.h"

namespace attn::lessons::recurrent {
namespace {

using kernels::Cell;

constexpr Real kInputLimit = 2, kWeightLimit = 14, kStep = Real(0.1);
constexpr Real kLeastRadius = Real(0.3), kMostRadius = 2, kLeastClip = Real(0.001), kMostClip = 1000;

struct Params : RecurrentSettings {
  Real radius = GradientSettings{}.radius;
  int length = GradientSettings{}.length;
  Real input = GradientSettings{}.input;
  Real keep_bias = GradientSettings{}.keep_bias;
  Real clip = GradientSettings{}.clip;

  GradientSettings gradients() const { return {seed, radius, length, input, keep_bias, clip}; }
};

struct Result {
  RecurrentStudy study;
  GradientStudy gradients;
};

Result compute(const Params& p, const compute::Backend&) { return {study(p), study_gradients(p.gradients())}; }

const std::array<std::string, kCells> kCellNames{"RNN", "GRU", "LSTM"};
const std::string& name_of(Cell cell) { return kCellNames[static_cast<size_t>(cell)]; }

RecurrentRun run_of(const Params& p, const Reading& r) {
  return {kernels::gate_count(p.cell), r.h, r.c, r.h_before, r.c_before, r.gates, r.input_product, r.recurrent_product};
}

// ---- results ---------------------------------------------------------------------------------------------------------------------------

std::vector<std::string> numbers(std::string_view name, Index count, int first = 1) {
  std::vector<std::string> out;
  for (int i = 0; i < static_cast<int>(count); ++i) out.push_back(std::string(name) + " " + std::to_string(first + i));
  return out;
}

course::Tensor by_unit(In m) { return course::tensor(m, numbers("unit", m.rows()), numbers("step", m.cols())); }
course::Tensor by_cell(In m, std::vector<std::string> cols) {
  return course::tensor(m, {kCellNames.begin(), kCellNames.end()}, std::move(cols));
}
course::Tensor reach(In influence, int output = 1, int input = 1) {
  return course::tensor(shares(influence), numbers("output", influence.rows(), output), numbers("input", influence.cols(), input));
}

template <RecurrentPart part>
course::Tensor read_part(const Params& p, const Result& r) {
  return by_unit(part_of(run_of(p, r.study.forward), part));
}

template <size_t... k>
std::vector<course::ResultSpec<Params, Result>> part_results(std::index_sequence<k...>) {
  constexpr auto part = [](size_t i) { return static_cast<RecurrentPart>(i); };
  return {{name_of(part(k)).id, name_of(part(k)).label, read_part<part(k)>}...};
}

std::vector<course::ResultSpec<Params, Result>> results() {
  using P = const Params&;
  using R = const Result&;
  auto all = part_results(std::make_index_sequence<kRecurrentParts>());
  const std::vector<course::ResultSpec<Params, Result>> more = {
      {"input-product", "Sums over the inputs, p", [](P, R r) { return course::tensor(r.study.forward.input_product); }},
      {"recurrent-product", "Sums over the states, q", [](P, R r) { return course::tensor(r.study.forward.recurrent_product); }},
      {"backward-state", "Hidden state of the backward reading", [](P, R r) { return by_unit(r.study.backward.h); }},
      {"pattern-state", "Hidden state under the pattern", [](P, R r) { return by_unit(r.study.pattern.h); }},
      {"pattern-output", "Outputs of the pattern",
       [](P, R r) { return course::tensor(r.study.pattern_y, {"y"}, numbers("step", r.study.pattern_y.cols(), r.study.outputs[0] + 1)); }},
      {"influence", "Share of each input in each output",
       [](P, R r) { return reach(r.study.pattern_influence, r.study.outputs[0] + 1, r.study.inputs[0] + 1); }},
      {"forward-influence", "The same, forward", [](P, R r) { return reach(r.study.forward.influence); }},
      {"backward-influence", "The same, backward", [](P, R r) { return reach(r.study.backward.influence); }},
      {"both-influence", "The same, in both directions", [](P, R r) { return reach(r.study.both); }},
      {"gradient", "Length of the gradient at a distance",
       [](P, R r) { return by_cell(r.gradients.norm, numbers("distance", r.gradients.norm.cols(), 0)); }},
      {"theory", "Spectral radius to the power of the distance",
       [](P, R r) { return course::tensor(r.gradients.theory, {"theory"}, numbers("distance", r.gradients.theory.cols(), 0)); }},
      {"rate", "Factor of the gradient per step", [](P, R r) { return by_cell(r.gradients.rate, {"factor"}); }},
      {"length-before", "Length of the gradient of all weights", [](P, R r) { return by_cell(r.gradients.length, {"length"}); }},
      {"length-after", "The same, clipped", [](P, R r) { return by_cell(r.gradients.clipped, {"length"}); }},
  };
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string percent(Real share) { return fixed(100 * static_cast<double>(share), 0) + " %"; }

std::string describe(const Params& p, const Result& r) {
  const auto at = static_cast<Index>(p.step - 1);
  const Reading& f = r.study.forward;
  std::string text = name_of(p.cell) + " with four units at step " + std::to_string(p.step) + " of " + std::to_string(p.x.cols()) +
                     ": input " + fixed(p.x(0, at), 2) + " and flag " + fixed(p.x(1, at), 1) + ". ";
  const RecurrentRun run = run_of(p, f);
  for (int k = 0; k < kCandidate; ++k) {
    const auto part = static_cast<RecurrentPart>(k);
    if (const Mat m = part_of(run, part); m.rows() > 0)
      text += std::string(name_of(part).label) + " of unit 1: " + percent(m(0, at)) + ". ";
  }
  text += "Hidden state " + fixed(f.h(0, at), 2) + ", " + fixed(f.h(1, at), 2) + ", " + fixed(f.h(2, at), 2) + ", " + fixed(f.h(3, at), 2) +
          ". ";
  const Index last = r.gradients.norm.cols() - 1;
  text += "With spectral radius " + fixed(p.radius, 2) + " the gradient has, " + std::to_string(last) + " steps back, length " +
          rounded(r.gradients.norm(0, last), 2) + " in the RNN, " + rounded(r.gradients.norm(1, last), 2) + " in the GRU and " +
          rounded(r.gradients.norm(2, last), 2) + " in the LSTM.";
  return text;
}

// ---- explanations ----------------------------------------------------------------------------------------------------------------------

formula::Explanation explain_gradients(const Params& p, const Result& r, std::string_view name, int i, int j) {
  const GradientStudy& g = r.gradients;
  if (name == "theory")
    return {"Spectral radius to the power of the distance", formula::power(formula::sym("rho"), formula::sym("k")),
            formula::power(formula::num(static_cast<double>(p.radius)), formula::num(j)), static_cast<double>(g.theory(0, j)),
            "What a linear network of this spectral radius does in the long run."};
  const std::string& cell = kCellNames[static_cast<size_t>(i)];
  if (name == "gradient")
    return explain_length(cell + ": gradient at distance " + std::to_string(j), g.d_state[static_cast<size_t>(i)].row(j), g.norm(i, j));
  if (name == "rate")
    return explain_rate(cell + ": factor per step", g.norm(i, 1), g.norm(i, g.norm.cols() - 1), static_cast<int>(g.norm.cols()) - 2,
                        g.rate(i, 0));
  if (name == "length-before") {
    formula::Explanation x = explain_length(cell + ": length of the whole gradient", g.length_parts.row(i), g.length(i, 0));
    x.note = "The lengths for the input matrix, the recurrent matrix and the bias.";
    return x;
  }
  if (name == "length-after") return explain_clipped(cell + ": length after clipping", g.length(i, 0), p.clip, g.clipped(i, 0));
  return {};
}

formula::Explanation explain_plain(std::string title, std::string_view letter, Real value, std::string note) {
  return {std::move(title), formula::sym(letter), formula::num(static_cast<double>(value)), static_cast<double>(value), std::move(note)};
}

bool inside(const Mat& m, int i, int j) { return i >= 0 && j >= 0 && i < m.rows() && j < m.cols(); }

/// A cell of one of the matrices of who reaches whom.
formula::Explanation explain_reach(const RecurrentStudy& s, std::string_view name, int i, int j) {
  struct Reach {
    std::string_view id;
    const Mat& lengths;
    int output, input;  ///< steps of the first row and column
  };
  for (const Reach& reach : {Reach{"influence", s.pattern_influence, s.outputs[0], s.inputs[0]},
                             {"forward-influence", s.forward.influence, 0, 0},
                             {"backward-influence", s.backward.influence, 0, 0},
                             {"both-influence", s.both, 0, 0}})
    if (name == reach.id && inside(reach.lengths, i, j))
      return explain_share("Share of input " + std::to_string(reach.input + j + 1) + " in output " + std::to_string(reach.output + i + 1),
                           reach.lengths.row(i), j);
  return {};
}

/// What the reader has set.
formula::Explanation explain_given(const Params& p, const RecurrentStudy& s, std::string_view name, int i, int j) {
  if (name == "x" && inside(p.x, i, j))
    return explain_plain(std::string(i == 0 ? "Value" : "Flag") + " at step " + std::to_string(j + 1), "x", p.x(i, j),
                         "An input; drag it.");
  if (name == "readout" && inside(p.readout, i, j))
    return explain_plain("Weight of unit " + std::to_string(j + 1) + " in the output", "w", p.readout(i, j), "");
  if ((name == "rnn-weights" || name == "gru-weights" || name == "lstm-weights") && inside(s.weights, i, j))
    return explain_plain("Weight, row " + std::to_string(i + 1) + ", column " + std::to_string(j + 1), "w", s.weights(i, j), "");
  return {};
}

formula::Explanation explain(const Params& p, const Result& r, std::string_view name, int i, int j) {
  const RecurrentStudy& s = r.study;
  for (int k = 0; k < kRecurrentParts; ++k) {
    const auto part = static_cast<RecurrentPart>(k);
    if (name == name_of(part).id) return explain_part(run_of(p, s.forward), part, i, j, std::string(name_of(part).label));
  }
  if (name == "backward-state") return explain_part(run_of(p, s.backward), kHiddenState, i, j, "Backward state");
  if ((name == "input-product" || name == "recurrent-product") && inside(s.forward.input_product, i, j))
    return explain_sum(run_of(p, s.forward), p.x, s.weights, name == "input-product", i, j);
  if (name == "pattern-state") return explain_part(run_of(p, s.pattern), kHiddenState, i, j, "State");
  if (name == "pattern-output" && inside(s.pattern_y, i, j)) {
    const int step = s.outputs[static_cast<size_t>(j)];
    return formula::explain_product("Output of step " + std::to_string(step + 1), {p.readout, "w"}, {s.pattern.h.col(step), "h"},
                                    s.pattern_y(0, j));
  }
  if (formula::Explanation x = explain_reach(s, name, i, j); !x.empty()) return x;
  if (formula::Explanation x = explain_given(p, s, name, i, j); !x.empty()) return x;
  const bool curve = name == "gradient" || name == "theory";
  if (!inside(curve ? (name == "theory" ? r.gradients.theory : r.gradients.norm) : r.gradients.length, i, j)) return {};
  return explain_gradients(p, r, name, i, j);
}

// ---- exercises -------------------------------------------------------------------------------------------------------------------------

course::Verdict vanish(const Params& p, const Result&, int prediction, const compute::Backend&) {
  GradientSettings s;
  s.seed = p.seed, s.radius = Real(0.9), s.length = 51, s.input = Real(0.02);
  const auto kept = static_cast<double>(study_gradients(s).norm(0, 50));
  const int answer = kept > 0.1 ? 0 : kept > 1e-4 ? 1 : 2;
  return {prediction == answer,
          "After 50 steps the RNN's gradient has " + rounded(kept, 2) + " of its length; 0.9 to the power of 50 is 0.0052."};
}

course::Verdict survive(const Params& p, const Result&, int, const compute::Backend&) {
  GradientSettings s = p.gradients();
  s.length = 21;
  const Mat norm = study_gradients(s).norm;
  const double kept = static_cast<double>(norm(2, 20)) / static_cast<double>(norm(2, 1));
  return {kept >= 0.5, "From distance 1 to distance 20 the LSTM keeps " + rounded(kept, 2) + " of its gradient" +
                           (kept >= 0.5 ? "." : "; a half is asked for.")};
}

course::Verdict reaches(const Params& p, const Result&, int prediction, const compute::Backend&) {
  RecurrentSettings s = p;
  s.source = WeightSource::kRandom, s.x = Mat::Constant(kStudyInputs, 8, Real(0.5));
  settle(s);
  const Mat row = study(s).backward.influence.row(2);
  int first = 8, last = 0;
  for (int j = 0; j < 8; ++j)
    if (row(0, j) > 0) first = std::min(first, j + 1), last = j + 1;
  const int answer = first == 1 && last == 3 ? 0 : first == 3 && last == 8 ? 1 : 2;
  return {prediction == answer, "The backward state of step 3 has a gradient with respect to inputs " + std::to_string(first) + " to " +
                                    std::to_string(last) + "."};
}

// ---- figures ---------------------------------------------------------------------------------------------------------------------------

std::vector<std::string> unit_names(const Params& p) {
  if (p.source != WeightSource::kPurpose) return numbers("unit", kStudyUnits);
  if (p.cell == Cell::rnn) return {"keeps?", "leaks", "adds?", "only now"};
  return {"keeps", "leaks", p.cell == Cell::gru ? "slow mean" : "adds up", "only now"};
}

template <void (*draw)(canvas::Canvas&, const StepPicture&, RecurrentEdit&)>
void draw_cell(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  constexpr std::string_view kIds[] = {"rnn-weights", "gru-weights", "lstm-weights"};
  const RecurrentRun run = run_of(p, r.study.forward);
  const std::vector<std::string> units = unit_names(p);
  RecurrentEdit hands{edit.x, edit.step, r.study.weights, edit.readout};
  draw(canvas, {p.x, run, p.step - 1, units, r.study.weights, kIds[static_cast<size_t>(p.cell)], kInputLimit, kWeightLimit, kStep}, hands);
  if (hands.weights_changed) edit.source = WeightSource::kOwn, edit.own() = hands.weights;
}

void draw_pattern(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const RecurrentStudy& s = r.study;
  const Mat shares = recurrent::shares(s.pattern_influence);
  RecurrentEdit hands{edit.x, edit.step, {}, edit.readout};
  draw_recurrent_pattern(canvas, {p.x, s.pattern.h, s.pattern_y, s.inputs, s.outputs, shares, p.readout, kInputLimit, kStep}, hands);
}

void draw_directions(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const RecurrentStudy& s = r.study;
  const Mat forward = shares(s.forward.influence), backward = shares(s.backward.influence), both = shares(s.both);
  RecurrentEdit hands{edit.x, edit.step, {}, edit.readout};
  draw_recurrent_directions(canvas, {p.x, s.forward.h, s.backward.h, forward, backward, both, kInputLimit, kStep}, hands);
}

void draw_gradient(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const GradientStudy& g = r.gradients;
  GradientEdit hands{edit.radius, edit.clip};
  draw_recurrent_gradient(
      canvas, {g.norm, g.theory, g.length, g.clipped, kCellNames, p.radius, kLeastRadius, kMostRadius, p.clip, kLeastClip, kMostClip},
      hands);
}

params::Table<Params> table() {
  const auto weights = [](std::string_view id, std::string_view label, int gates) {
    const int cols = gates * kStudyUnits;
    return params::Spec{.id = id,
                        .label = label,
                        .help = "Used where the weights are your own: two rows for the inputs, the bias, four for the states.",
                        .min = -kWeightLimit,
                        .max = kWeightLimit,
                        .step = kStep,
                        .rows = {kStudyRows, kStudyRows},
                        .cols = {cols, cols}};
  };
  return params::Table<Params>{}
      .choice(static_cast<Cell Params::*>(&Params::cell), {.id = "cell", .label = "Cell", .help = "What a step computes."},
              {{"rnn", "RNN"}, {"gru", "GRU"}, {"lstm", "LSTM"}})
      .matrix(&Params::x, {.id = "x",
                           .label = "Inputs",
                           .help = "A column for each step: a value, and a flag that says keep this.",
                           .min = -kInputLimit,
                           .max = kInputLimit,
                           .step = kStep,
                           .rows = {kStudyInputs, kStudyInputs},
                           .cols = {1, kStudySteps}})
      .integer(&Params::step,
               {.id = "step", .label = "Step", .help = "The step that is looked at.", .min = 1, .max = kStudySteps, .step = 1})
      .choice(static_cast<WeightSource Params::*>(&Params::source),
              {.id = "weights", .label = "Weights", .help = "Set by hand for one purpose a unit, drawn at random, or your own."},
              {{"purpose", "by hand"}, {"random", "random"}, {"own", "my own"}})
      .integer(&Params::seed, {.id = "seed", .label = "Seed", .help = "Number of the random draw.", .min = 0, .max = 9999, .step = 1})
      .matrix(&Params::rnn, weights("rnn-weights", "My RNN", 1))
      .matrix(&Params::gru, weights("gru-weights", "My GRU", 3))
      .matrix(&Params::lstm, weights("lstm-weights", "My LSTM", 4))
      .choice(static_cast<IoPattern Params::*>(&Params::pattern),
              {.id = "pattern", .label = "Pattern", .help = "Which steps have an input, and which an output."},
              {{"one-to-one", "one to one"},
               {"one-to-many", "one to many"},
               {"many-to-one", "many to one"},
               {"aligned", "many to many, in step"},
               {"summary", "many to many, one after the other"}})
      .matrix(&Params::readout, {.id = "readout",
                                 .label = "Readout",
                                 .help = "An output is the state times these weights.",
                                 .min = -kInputLimit,
                                 .max = kInputLimit,
                                 .step = kStep,
                                 .rows = {1, 1},
                                 .cols = {kStudyUnits, kStudyUnits}})
      .number(&Params::radius, {.id = "radius",
                                .label = "Spectral radius",
                                .help = "Every recurrent matrix of the gradient's figure is scaled to it.",
                                .min = kLeastRadius,
                                .max = kMostRadius,
                                .step = 0.01})
      .integer(&Params::length, {.id = "length",
                                 .label = "Steps",
                                 .help = "How long the sequence of the gradient's figure is.",
                                 .min = 10,
                                 .max = 100,
                                 .step = 1})
      .number(&Params::input, {.id = "input",
                               .label = "Size of the inputs",
                               .help = "Standard deviation of the random inputs; large ones drive tanh into its flat ends.",
                               .min = 0,
                               .max = 3,
                               .step = 0.05})
      .number(&Params::keep_bias, {.id = "keep-bias",
                                   .label = "Bias of the keeping gate",
                                   .help = "Of the LSTM's forget gate and the GRU's update gate; the LSTM's input gate gets its negative.",
                                   .min = -2,
                                   .max = 8,
                                   .step = 0.1})
      .number(&Params::clip, {.id = "clip",
                              .label = "Clip at",
                              .help = "A longer gradient is scaled down to this length.",
                              .min = kLeastClip,
                              .max = kMostClip,
                              .step = 0.01,
                              .logarithmic = true});
}

}  // namespace

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result>({
      .slug = "recurrent",
      .title = "Recurrent networks",
      .summary = "RNN, GRU and LSTM stepped through time: gates, patterns, directions, and where gradients vanish and explode.",
      .params = table(),
      .settle = [](const Params&, Params& after) { settle(after); },
      .compute = compute,
      .results = results(),
      .figures = {{"step", "One step", {"cell", "weights", "step", "seed", "x"}, 1.1f, draw_cell<draw_recurrent_step>},
                  {"weights", "Its weights", {"cell", "weights", "step", "seed"}, 1.5f, draw_cell<draw_recurrent_weights>},
                  {"gates", "Gates over time", {"cell", "weights", "step", "seed", "x"}, 1.5f, draw_cell<draw_recurrent_gates>},
                  {"gradient", "Gradients", {"radius", "keep-bias", "input", "length", "clip", "seed"}, 1.05f, draw_gradient},
                  {"patterns", "Inputs and outputs", {"pattern", "cell", "weights", "seed", "readout", "x"}, 1.5f, draw_pattern},
                  {"bidirectional", "Both directions", {"cell", "weights", "seed", "x"}, 1.4f, draw_directions}},
      .describe = describe,
      .explain = explain,
      .exercises = {{"vanish", 3, vanish}, {"survive", 0, survive}, {"reaches", 3, reaches}},
  });
  return made;
}

}  // namespace attn::lessons::recurrent
