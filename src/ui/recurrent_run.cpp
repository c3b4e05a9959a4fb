#include "ui/recurrent_run.h"

#include <utility>

#include "ui/product_explanation.h"

namespace attn::ui {
namespace {

constexpr std::array<RecurrentPartName, kRecurrentParts> kNames{{{"input-gate", "Input gate", 0, -1, true},
                                                                 {"forget-gate", "Forget gate", 1, -1, true},
                                                                 {"output-gate", "Output gate", 3, -1, true},
                                                                 {"reset-gate", "Reset gate", -1, 0, true},
                                                                 {"update-gate", "Update gate", -1, 1, true},
                                                                 {"candidate", "Candidate", 2, 2},
                                                                 {"new-share", "Share of the candidate", -1, -1, true},
                                                                 {"cell-state", "Cell state"},
                                                                 {"squashed-cell", "Cell state through tanh"},
                                                                 {"hidden-state", "Hidden state"}}};

Expression before(std::string_view letter) { return sub(sym(letter), row({sym("t"), op("-"), num(1)})); }
Expression plus(Expression a, Expression b) { return row({std::move(a), op("+"), std::move(b)}); }
Expression times(Expression a, Expression b) { return row({std::move(a), op("*"), std::move(b)}); }
Expression one_minus(Expression a) { return row({num(1), op("-"), std::move(a)}); }

/// The formula of a part, and the same with numbers.
struct Made {
  Expression formula, substituted;
  std::string note = {};
};

Made activated(std::string_view function, double p, double q) {
  return {call(function, {plus(sym("p"), sym("q"))}), call(function, {plus(num(p), num(q))})};
}

/// Numbers of one unit at one step.
struct At {
  const RecurrentRun& run;
  Index i, j;

  Expression part(RecurrentPart part) const { return num(static_cast<double>(part_of(run, part)(i, j))); }
  Expression entry(const Mat& m) const { return num(static_cast<double>(m(i, j))); }
};

Made made_candidate(const At& at, double p, double q) {
  if (!at.run.is_gru()) return activated("tanh", p, q);
  return {call("tanh", {plus(sym("p"), times(sym("r"), sym("q")))}), call("tanh", {plus(num(p), times(at.part(kResetGate), num(q)))}),
          "The reset gate is applied after the product with the recurrent matrix."};
}

Made made_state(const At& at, double p, double q) {
  if (at.run.is_lstm()) return {times(sym("o"), call("tanh", {sym("c")})), times(at.part(kOutputGate), call("tanh", {at.entry(at.run.c)}))};
  if (!at.run.is_gru()) return activated("tanh", p, q);
  return {plus(times(one_minus(sym("z")), sym("n")), times(sym("z"), before("h"))),
          plus(times(one_minus(at.part(kUpdateGate)), at.part(kCandidate)), times(at.part(kUpdateGate), at.entry(at.run.h_before)))};
}

Made made(const At& at, RecurrentPart part, double p, double q) {
  switch (part) {
    case kCandidate:
      return made_candidate(at, p, q);
    case kNewShare:
      return {one_minus(sym("z")), one_minus(at.part(kUpdateGate))};
    case kCellState:
      return {plus(times(sym("f"), before("c")), times(sym("i"), sym("g"))),
              plus(times(at.part(kForgetGate), at.entry(at.run.c_before)), times(at.part(kInputGate), at.part(kCandidate)))};
    case kSquashedCell:
      return {call("tanh", {sym("c")}), call("tanh", {at.entry(at.run.c)})};
    case kHiddenState:
      return made_state(at, p, q);
    default:
      return activated("sigmoid", p, q);
  }
}

FlowColumn part_column(const RecurrentRun& run, int step, RecurrentPart part, std::string_view sign, bool earlier = false) {
  step -= earlier;
  const RecurrentPartName& name = name_of(part);
  FlowColumn column{sign, letter_of(run, part), name.label, Mat::Zero(run.units(), 1), {}, name.is_gate};
  if (step >= 0) column.values = part_of(run, part).col(step);
  if (earlier || part == kCellState || part == kHiddenState) column.letter.subscript = earlier ? "t\u22121" : "t";
  for (int i = 0; i < run.units(); ++i)
    column.ids.push_back(step < 0 ? "" : std::string(name.id) + "[" + std::to_string(i) + "," + std::to_string(step) + "]");
  const bool from_sums = name.block(run) >= 0 && !(run.is_gru() && part == kCandidate);
  if (from_sums) column.activation = name.is_gate ? "\u03c3" : "tanh";
  return column;
}

/// p or q of one block.
FlowColumn sum_column(const RecurrentRun& run, int step, bool of_inputs, int block, std::string_view sign) {
  const Mat& sums = of_inputs ? run.p : run.q;
  const int u = run.units();
  FlowColumn column{sign, {of_inputs ? "p" : "q"}, "sum", sums.row(step).segment(block * u, u).transpose(), {}, false, " "};
  if (run.is_gru()) column.letter.subscript = "n";
  for (int i = 0; i < u; ++i)
    column.ids.push_back(std::string(of_inputs ? "input-product[" : "recurrent-product[") + std::to_string(step) + "," +
                         std::to_string(block * u + i) + "]");
  return column;
}

}  // namespace

const RecurrentPartName& name_of(RecurrentPart part) { return kNames[part]; }

Letter letter_of(const RecurrentRun& run, RecurrentPart part) {
  constexpr std::array<std::string_view, kRecurrentParts> kLetters{"i", "f", "o", "r", "z", "g", "1 \u2212 z", "c", "tanh c", "h"};
  return {part == kCandidate && run.is_gru() ? "n" : kLetters[part]};
}

std::vector<Letter> gate_letters(const RecurrentRun& run) {
  if (run.is_lstm()) return {{"i"}, {"f"}, {"g"}, {"o"}};
  if (run.is_gru()) return {{"r"}, {"z"}, {"n"}};
  return {{"h"}};
}

Mat part_of(const RecurrentRun& run, RecurrentPart part) {
  const int block = name_of(part).block(run);
  if (block >= 0) return run.gate_values.middleRows(block * run.units(), run.units());
  if (part == kHiddenState) return run.h;
  if (part == kCellState && run.is_lstm()) return run.c;
  if (part == kSquashedCell && run.is_lstm()) return run.c.array().tanh();
  if (part == kNewShare && run.is_gru()) return Real(1) - part_of(run, kUpdateGate).array();
  return Mat(0, run.h.cols());
}

std::vector<FlowColumn> flow_of(const RecurrentRun& run, int step) {
  const auto part = [&](RecurrentPart p, std::string_view sign, bool earlier = false) { return part_column(run, step, p, sign, earlier); };
  const auto sum = [&](bool of_inputs, int block, std::string_view sign) { return sum_column(run, step, of_inputs, block, sign); };
  if (run.is_lstm())
    return {part(kCellState, "", true), part(kForgetGate, "\u00b7"), part(kInputGate, "+"),       part(kCandidate, "\u00b7"),
            part(kCellState, "="),      part(kSquashedCell, "tanh"), part(kOutputGate, "\u00b7"), part(kHiddenState, "=")};
  if (run.is_gru())
    return {sum(true, 2, ""),
            part(kResetGate, "+"),
            sum(false, 2, "\u00b7"),
            part(kCandidate, "tanh"),
            part(kNewShare, "\u00b7"),
            part(kUpdateGate, "+"),
            part(kHiddenState, "\u00b7", true),
            part(kHiddenState, "=")};
  return {sum(true, 0, ""), sum(false, 0, "+"), part(kHiddenState, "tanh")};
}

Explanation explain_sum(const RecurrentRun& run, const Mat& x, const Mat& weights, bool of_inputs, int t, int k) {
  Mat read(1, of_inputs ? x.rows() + 1 : run.units());
  if (of_inputs)
    read << x.col(t).transpose(), Real(1);
  else
    read = run.h_before.col(t).transpose();
  const Mat column = of_inputs ? weights.col(k).head(read.cols()) : weights.col(k).tail(read.cols());
  Explanation e =
      explain_product(std::string(of_inputs ? "Sum p" : "Sum q") + ", column " + std::to_string(k + 1) + ", step " + std::to_string(t + 1),
                      {read, of_inputs ? "x" : "h"}, {column, of_inputs ? "W_x" : "W_h"}, (of_inputs ? run.p : run.q)(t, k));
  if (of_inputs) e.note = "The last term is the bias.";
  return e;
}

Explanation explain_part(const RecurrentRun& run, RecurrentPart part, int i, int j, std::string title) {
  const Mat values = part_of(run, part);
  if (i < 0 || j < 0 || i >= values.rows() || j >= values.cols()) return {};
  const Index column = std::max(0, name_of(part).block(run)) * run.units() + i;
  Made m = made({run, i, j}, part, static_cast<double>(run.p(j, column)), static_cast<double>(run.q(j, column)));
  title += " of unit " + std::to_string(i + 1) + ", step " + std::to_string(j + 1);
  return {std::move(title), std::move(m.formula), std::move(m.substituted), static_cast<double>(values(i, j)), std::move(m.note)};
}

}  // namespace attn::ui
