// The numbers of the first figure by name, with how each came about, and the figure in a sentence.
#include <cmath>
#include <string>

#include "base/text.h"
#include "course/definition.h"
#include "formula/product_explanation.h"
#include "lessons/05_recurrent/explanations.h"
#include "lessons/05_recurrent/results.h"

namespace attn::lessons::recurrent {
namespace {

using formula::Explanation;
using P = const Params&;
using R = const Result&;

std::string name_of(int memory) { return memory == kPlain ? "Plain network" : "Network with gates"; }
std::string after(int step) { return ", step " + std::to_string(step + 1); }

course::Tensor by_step(In m, std::vector<std::string> rows) { return course::tensor(m, std::move(rows), numbered("step ", m.cols())); }
course::Tensor by_network(In m) { return by_step(m, {"plain", "gates"}); }

template <Memory memory>
course::Tensor read_state(P, R r) {
  return by_step(r.lamp.reading[memory].h, numbered("unit ", kLampUnits));
}
template <Memory memory>
Explanation explain_state(P, R r, int i, int j) {
  return explain_part(r.lamp.reading[memory], kHiddenState, i, j, name_of(memory) + ": state");
}

Explanation explain_answer(P, R r, int i, int j) {
  const Mat& w = r.lamp.readout[static_cast<size_t>(i)];
  const formula::Factor weights{w.topRows(kLampUnits), "w"};
  const formula::Factor state{
      r.lamp.reading[static_cast<size_t>(i)].h.col(j), "h", canvas::Role::kInk, {i == kPlain ? "plain-state" : "gates-state", 0, j, true}};
  Explanation x = formula::explain_product(name_of(i) + ": answer" + after(j), weights, state, r.lamp.answers(i, j));
  x.formula = formula::row({x.formula, formula::op("+"), formula::sym("b")});
  x.substituted = formula::row({x.substituted, formula::op("+"), formula::num(w(kLampUnits, 0))});
  x.note = "How bright it takes the lamp to have been.";
  return x;
}

Explanation explain_recalled(P, R r, int i, int j) {
  const Real share = r.lamp.recalled(i, j);
  if (!std::isfinite(share)) return {};
  const auto right = std::round(static_cast<double>(share) * kLampRows);
  return {name_of(i) + ": right" + after(j), formula::frac(formula::sym("right"), formula::sym("rows")),
          formula::frac(formula::num(right), formula::num(kLampRows)), static_cast<double>(share),
          "Of " + std::to_string(kLampRows) +
              " rows of lamps drawn anew, with the first lamp to be remembered, those whose answer is off by " + "less than a tenth."};
}

template <Memory memory>
course::Tensor read_recalled(P, R r) {
  course::Tensor one = course::tensor(Mat::Constant(1, 1, r.lamp.recalled(memory, kLamps - 1)), {"recalled"}, {"share"});
  one.share = true;
  return one;
}
template <Memory memory>
Explanation explain_last(P p, R r, int, int) {
  return explain_recalled(p, r, memory, kLamps - 1);
}

constexpr course::ResultSpec<Params, Result> kRows[] = {
    {"lamp-answer", "How bright the lamp was, by the network's answer", [](P, R r) { return by_network(r.lamp.answers); }, explain_answer},
    {"plain-state", "State of the plain network", read_state<kPlain>, explain_state<kPlain>},
    {"gates-state", "State of the network with gates", read_state<kGated>, explain_state<kGated>},
    {"lamp-gate", "Share of what is new that the gate lets in",
     [](P, R r) { return by_step(part_of(r.lamp.reading[kGated], kNewShare), numbered("unit ", kLampUnits)); },
     [](P, R r, int i, int j) {
       return explain_part(r.lamp.reading[kGated], kNewShare, i, j, "Share of what is new that the gate lets in");
     }},
    {"recalled-by-step", "Share of unseen rows that are right",
     [](P, R r) {
       course::Tensor all = by_network(r.lamp.recalled);
       all.share = true;
       return all;
     },
     explain_recalled},
    {"recalled", "Unseen rows that are right after twenty steps, with gates", read_recalled<kGated>, explain_last<kGated>},
    {"recalled-plain", "Unseen rows that are right after twenty steps, without", read_recalled<kPlain>, explain_last<kPlain>},
};

std::string percent(double share) { return fixed(100 * share, 0) + " %"; }

}  // namespace

std::vector<course::ResultSpec<Params, Result>> lamp_results() { return {std::begin(kRows), std::end(kRows)}; }

std::string describe_lamps(const Params& p, const Result& r) {
  if (!r.lamp.trouble.empty()) return r.lamp.trouble;
  const int at = p.time - 1;
  std::string text = "Lamp " + std::to_string(p.kept) + " of " + std::to_string(kLamps) + " has to be remembered. Its brightness is " +
                     percent(static_cast<double>(p.lamps(0, p.kept - 1))) + ". ";
  if (p.time < p.kept) return text + "At step " + std::to_string(p.time) + " it has not been lit yet.";
  text += "At step " + std::to_string(p.time) + " the plain network answers " + percent(static_cast<double>(r.lamp.answers(kPlain, at))) +
          ", the one with gates " + percent(static_cast<double>(r.lamp.answers(kGated, at))) + ".";
  const auto plain = static_cast<double>(r.lamp.recalled(kPlain, kLamps - 1)),
             gated = static_cast<double>(r.lamp.recalled(kGated, kLamps - 1));
  if (std::isfinite(plain) && std::isfinite(gated))
    text += " After twenty steps the plain network is right to a tenth on " + percent(plain) + " of unseen rows, the one with gates on " +
            percent(gated) + ".";
  return text;
}

}  // namespace attn::lessons::recurrent
