#include "lessons/05_recurrent/results.h"

#include <string>
#include <utility>

#include "base/text.h"
#include "course/definition.h"
#include "formula/product_explanation.h"
#include "lessons/05_recurrent/explanations.h"
#include "lessons/05_recurrent/weights.h"

namespace attn::lessons::recurrent {
namespace {

using formula::Explanation;
using kernels::Cell;
using P = const Params&;
using R = const Result&;
using Rows = std::vector<course::ResultSpec<Params, Result>>;

course::Tensor by_unit(In m) { return course::tensor(m, numbered("unit ", m.rows()), numbered("step ", m.cols())); }
course::Tensor by_cell(In m, std::vector<std::string> cols) {
  return course::tensor(m, {kCellNames.begin(), kCellNames.end()}, std::move(cols));
}
std::string cell_name(int i) { return std::string(kCellNames[static_cast<size_t>(i)]); }

// ---- one step --------------------------------------------------------------------------------------------------------------------------

template <Part part>
course::Tensor read_part(P, R r) {
  return by_unit(part_of(r.study.forward, part));
}
template <Part part>
Explanation explain_own_part(P, R r, int i, int j) {
  return explain_part(r.study.forward, part, i, j, std::string(name_of(part).label), true);
}
template <size_t... k>
Rows part_rows(std::index_sequence<k...>) {
  constexpr auto part = [](size_t i) { return static_cast<Part>(i); };
  return {{name_of(part(k)).id, name_of(part(k)).label, read_part<part(k)>, explain_own_part<part(k)>}...};
}

Rows sum_rows() {
  return {{"input-product", "Sums over the inputs", [](P, R r) { return course::tensor(r.study.forward.input_product); },
           [](P p, R r, int i, int j) { return explain_sum(r.study.forward, p.x, r.study.weights, true, i, j); }},
          {"recurrent-product", "Sums over the states", [](P, R r) { return course::tensor(r.study.forward.recurrent_product); },
           [](P p, R r, int i, int j) { return explain_sum(r.study.forward, p.x, r.study.weights, false, i, j); }}};
}

// ---- what the reader has set -----------------------------------------------------------------------------------------------------------

/// The weights of a cell: those in use if it is the cell shown, otherwise the reader's own.
const Mat& weights_shown(P p, R r, Cell cell) { return cell == p.cell ? r.study.weights : p.own(cell); }

std::string weight_name(Cell cell, int i, int j) {
  constexpr std::array<std::string_view, kStudyInputs + 1> kRead{"the value", "the flag", "the bias"};
  const std::string read = i < static_cast<int>(kRead.size()) ? std::string(kRead[static_cast<size_t>(i)])
                                                              : "the state of unit " + std::to_string(i - kStudyInputs);
  const Letter gate = gate_letters(cell)[static_cast<size_t>(j / kStudyUnits)];
  return "Weight of " + read + " in " + std::string(gate.letter) + " of unit " + std::to_string(j % kStudyUnits + 1);
}

template <Cell cell>
course::ResultSpec<Params, Result> weight_row(std::string_view label) {
  return {weights_id(cell), label,
          [](P p, R r) {
            std::vector<std::string> rows{"value", "flag", "bias"}, cols;
            for (const std::string& unit : numbered("unit ", kStudyUnits)) rows.push_back(unit);
            for (const Letter& gate : gate_letters(cell))
              for (const std::string& unit : numbered(std::string(gate.letter) + " ", kStudyUnits)) cols.push_back(unit);
            return course::tensor(weights_shown(p, r, cell), std::move(rows), std::move(cols));
          },
          [](P p, R r, int i, int j) { return explain_given(weight_name(cell, i, j), "w", weights_shown(p, r, cell)(i, j)); }};
}

Rows given_rows() {
  return {{"x", "Inputs",
           [](P p, R) {
             return course::tensor(p.x, {"value", "flag"}, numbered("step ", p.x.cols()));
           },
           [](P p, R, int i, int j) {
             return explain_given((i == 0 ? "Value at step " : "Flag at step ") + std::to_string(j + 1), "x", p.x(i, j),
                                  "An input; drag it.");
           }},
          {"readout", "Weights of the output", [](P p, R) { return course::tensor(p.readout, {"w"}, numbered("unit ", kStudyUnits)); },
           [](P p, R, int, int j) {
             return explain_given("Weight of unit " + std::to_string(j + 1) + " in the output", "w", p.readout(0, j));
           }},
          weight_row<Cell::rnn>("Weights of the RNN"),
          weight_row<Cell::gru>("Weights of the GRU"),
          weight_row<Cell::lstm>("Weights of the LSTM")};
}

// ---- who reaches whom ------------------------------------------------------------------------------------------------------------------

/// Shares with names. `output` and `input` are the steps, from 0, of the first row and column.
course::Tensor reach(In lengths, int output = 0, int input = 0) {
  return course::tensor(shares(lengths), numbered("output ", lengths.rows(), output + 1), numbered("input ", lengths.cols(), input + 1));
}
Explanation explain_reach(In lengths, int i, int j, int output = 0, int input = 0) {
  return explain_share("Share of input " + std::to_string(input + j + 1) + " in output " + std::to_string(output + i + 1), lengths.row(i),
                       j);
}
Explanation explain_output(P p, R r, int, int j) {
  const int step = r.study.outputs[static_cast<size_t>(j)];
  return formula::explain_product("Output of step " + std::to_string(step + 1), {p.readout, "w"}, {r.study.pattern.h.col(step), "h"},
                                  r.study.pattern_y(0, j));
}

Rows reach_rows() {
  return {
      {"backward-state", "Hidden state of the backward reading", [](P, R r) { return by_unit(r.study.backward.h); },
       [](P, R r, int i, int j) { return explain_part(r.study.backward, kHiddenState, i, j, "Backward state"); }},
      {"pattern-state", "Hidden state under the pattern", [](P, R r) { return by_unit(r.study.pattern.h); },
       [](P, R r, int i, int j) { return explain_part(r.study.pattern, kHiddenState, i, j, "State"); }},
      {"pattern-output", "Outputs of the pattern",
       [](P, R r) { return course::tensor(r.study.pattern_y, {"y"}, numbered("step ", r.study.pattern_y.cols(), r.study.outputs[0] + 1)); },
       explain_output},
      {"influence", "Share of each input in each output",
       [](P, R r) { return reach(r.study.pattern_influence, r.study.outputs[0], r.study.inputs[0]); },
       [](P, R r, int i, int j) { return explain_reach(r.study.pattern_influence, i, j, r.study.outputs[0], r.study.inputs[0]); }},
      {"forward-influence", "The same, forward", [](P, R r) { return reach(r.study.forward.influence); },
       [](P, R r, int i, int j) { return explain_reach(r.study.forward.influence, i, j); }},
      {"backward-influence", "The same, backward", [](P, R r) { return reach(r.study.backward.influence); },
       [](P, R r, int i, int j) { return explain_reach(r.study.backward.influence, i, j); }},
      {"both-influence", "The same, in both directions", [](P, R r) { return reach(r.study.both); },
       [](P, R r, int i, int j) { return explain_reach(r.study.both, i, j); }},
  };
}

// ---- gradients over time ---------------------------------------------------------------------------------------------------------------

Explanation explain_theory(P p, R r, int, int j) {
  return {"Spectral radius to the power of the distance", formula::power(formula::sym("rho"), formula::sym("k")),
          formula::power(formula::num(static_cast<double>(p.radius)), formula::num(j)), static_cast<double>(r.gradients.theory(0, j)),
          "What a linear network of this spectral radius does in the long run."};
}
Explanation explain_whole(P, R r, int i, int) {
  Explanation x =
      explain_length(cell_name(i) + ": length of the whole gradient", r.gradients.length_parts.row(i), r.gradients.length(i, 0));
  x.note = "The lengths for the input matrix, the recurrent matrix and the bias.";
  return x;
}

Rows gradient_rows() {
  return {
      {"gradient", "Length of the gradient at a distance",
       [](P, R r) { return by_cell(r.gradients.norm, numbered("distance ", r.gradients.norm.cols(), 0)); },
       [](P, R r, int i, int j) {
         return explain_length(cell_name(i) + ": gradient at distance " + std::to_string(j),
                               r.gradients.d_state[static_cast<size_t>(i)].row(j), r.gradients.norm(i, j));
       }},
      {"theory", "Spectral radius to the power of the distance",
       [](P, R r) { return course::tensor(r.gradients.theory, {"theory"}, numbered("distance ", r.gradients.theory.cols(), 0)); },
       explain_theory},
      {"rate", "Factor of the gradient per step", [](P, R r) { return by_cell(r.gradients.rate, {"factor"}); },
       [](P, R r, int i, int) {
         const Mat& norm = r.gradients.norm;
         const Index last = norm.cols() - 1;
         return explain_rate(cell_name(i) + ": factor per step", norm(i, 1), norm(i, last), static_cast<int>(last) - 1,
                             r.gradients.rate(i, 0));
       }},
      {"length-before", "Length of the gradient of all weights", [](P, R r) { return by_cell(r.gradients.length, {"length"}); },
       explain_whole},
      {"length-after", "The same, clipped", [](P, R r) { return by_cell(r.gradients.clipped, {"length"}); },
       [](P p, R r, int i, int) {
         return explain_clipped(cell_name(i) + ": length after clipping", r.gradients.length(i, 0), p.clip, r.gradients.clipped(i, 0));
       }},
  };
}

}  // namespace

Rows results() {
  Rows all = part_rows(std::make_index_sequence<kParts>());
  for (const Rows& more : {sum_rows(), reach_rows(), gradient_rows(), given_rows(), lamp_results()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace attn::lessons::recurrent
