// Results of the trained machines.
#include <limits>
#include <string>

#include "base/text.h"
#include "lessons/17_neural-turing-machine/explanations.h"
#include "lessons/17_neural-turing-machine/results.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using course::scalar, course::tensor;
using formula::Explanation;
using P = const Params&;
using R = const Result&;

std::vector<std::string> steps(R r) { return numbered("step ", r.machine.example.steps()); }

std::vector<std::string> shown_cells(R r) {
  std::vector<std::string> out;
  for (const int c : r.machine.cells) out.push_back("cell " + std::to_string(c + 1));
  return out;
}

std::vector<std::string> line_names(const tasks::BitTask& task, const std::vector<std::string_view>& more) {
  std::vector<std::string> out = numbered("bit ", task.bits);
  for (const std::string_view name : more) out.emplace_back(name);
  return out;
}

/// `values` of the steps of the answer, and NaN at the other steps.
course::Tensor of_answer(R r, const Mat& values) {
  if (values.size() == 0) return tensor(Mat(0, 0));
  Mat out = values.transpose();
  out.leftCols(r.machine.example.answer).setConstant(std::numeric_limits<Real>::quiet_NaN());
  return tensor(out, line_names(*r.machine.task, r.machine.task->output_names), steps(r));
}

Explanation explain_answer(R r, const Answer& answer, std::string_view who, int b, int t) {
  const bool right = (answer.said(t, b) >= Real(0.5)) == (r.machine.example.targets(t, b) >= Real(0.5));
  Explanation x = explain_said(std::string(who) + ", bit " + std::to_string(b + 1) + " at step " + std::to_string(t + 1),
                               answer.logits(t, b), answer.said(t, b));
  if (!right) x.note = "Wrong: it should be " + fixed(static_cast<double>(r.machine.example.targets(t, b)), 0) + ".";
  return x;
}

Explanation explain_weight(R r, const models::HeadTrace& head, std::string_view who, int i, int t) {
  const int cell = r.machine.cells[static_cast<size_t>(i)];
  return explain_sharpened(std::string(who) + ", cell " + std::to_string(cell + 1) + " at step " + std::to_string(t + 1),
                           head.shifted.row(t), head.sharpen(t, 0), cell, head.weights(t, cell));
}

/// A number of the memory after `step` steps.
Explanation explain_memory_after(R r, int step, int i, int j) {
  const MachineResult& m = r.machine;
  const int cell = m.cells[static_cast<size_t>(i)], at = step - 1;
  const std::string title = "Number " + std::to_string(j + 1) + " of cell " + std::to_string(cell + 1);
  const Real value = m.trace.memory[static_cast<size_t>(step)](cell, j);
  if (step == 0)
    return explain_given(title + " before the first step", static_cast<double>(value), "All cells begin with the same small number.");
  const models::HeadTrace& head = m.trace.write_heads.front();
  Explanation x =
      explain_added(m.trace.memory[static_cast<size_t>(at)](cell, j), head.weights(at, cell), head.erase(at, j), head.add(at, j), value);
  x.title = title + " after step " + std::to_string(step);
  return x;
}

/// What the head that reads has read, a column for each step; the first column is what the first step is given.
course::Tensor of_readings(R r) {
  const Mat& reads = r.machine.trace.reads;
  Mat out(reads.cols(), reads.rows() + 1);
  out.col(0) = r.machine.first_reads.transpose();
  out.rightCols(reads.rows()) = reads.transpose();
  std::vector<std::string> after = steps(r);
  after.insert(after.begin(), "before");
  return tensor(out, numbered("", out.rows()), after);
}

Explanation explain_reading(R r, int j, int step) {
  const MachineResult& m = r.machine;
  const std::string title = "Number " + std::to_string(j + 1);
  if (step == 0)
    return explain_given(title + " in place of a reading", static_cast<double>(m.first_reads(0, j)),
                         "Learned: before the first step nothing has been read.");
  return explain_read(title + " read in step " + std::to_string(step), m.trace.memory[static_cast<size_t>(step - 1)],
                      m.trace.read_heads.front().weights.row(step - 1), j, m.trace.reads(step - 1, j));
}

/// What the controller says to the head that writes, a column for each step.
course::Tensor of_writing(R r, const Mat& vectors) { return tensor(vectors.transpose(), numbered("", vectors.cols()), steps(r)); }

Explanation explain_wrong(R r, std::string_view who, int wrong) {
  return explain_count(who, wrong, "Of " + std::to_string(r.machine.example.answer_bits()) + " bits of the answer.");
}

std::vector<std::string> lengths(const ByLength& all) {
  std::vector<std::string> out;
  for (const WrongAt& at : all) out.push_back(at.name());
  return out;
}

course::Tensor of_lengths(const ByLength& all) {
  Mat out(static_cast<Index>(all.size()), 1);
  for (Index k = 0; k < out.rows(); ++k) out(k, 0) = static_cast<Real>(all[static_cast<size_t>(k)].each());
  return tensor(out, lengths(all));
}

Explanation explain_length(const ByLength& all, int k) {
  const WrongAt& at = all[static_cast<size_t>(k)];
  return explain_ratio("Wrong bits of a sequence of length " + at.name(), "wrong", "sequences", at.wrong_bits, at.sequences,
                       "Held-out sequences that training never saw.");
}

course::Tensor share_of(const Advance& of) { return course::share(of.by_one, of.steps); }
Explanation explain_advance(std::string_view title, const Advance& of) {
  if (of.steps == 0) return {};
  return explain_ratio(title, "by one cell", "steps", of.by_one, of.steps,
                       "Steps at which the cell of the largest weight is the neighbour of the one before, always on the same side.");
}

double room(R r) { return r.machine.width; }
/// A value of the LSTM shown. NaN until its weights have been loaded.
template <class F>
course::Tensor of_rival(R r, F value) {
  const Rival* rival = r.machine.rival();
  return scalar(rival ? static_cast<double>(value(*rival)) : std::numeric_limits<double>::quiet_NaN());
}

template <class F>
Explanation explain_rival(R r, F explain) {
  return r.machine.rival() ? explain(*r.machine.rival()) : Explanation{};
}

const ByLength& rival_lengths(R r, RivalSize size) {
  static const ByLength none;
  for (const Rival& rival : r.machine.rivals)
    if (rival.size == size) return rival.by_length;
  return none;
}

Explanation explain_gate(std::string_view title, const models::HeadTrace& head, int t) {
  return explain_given(title, static_cast<double>(head.gate(t, 0)),
                       "Said by the controller: 0 goes on from the weights of the step before.");
}

constexpr course::ResultSpec<Params, Result> kMachine[] = {
    {"input", "What goes in",
     [](P, R r) {
       return tensor(r.machine.example.inputs.transpose(), line_names(*r.machine.task, r.machine.task->input_names), steps(r));
     },
     [](P, R r, int b, int t) {
       return explain_given("Input at step " + std::to_string(t + 1), static_cast<double>(r.machine.example.inputs(t, b)),
                            t >= r.machine.example.answer ? "While it answers it is given nothing but zeros." : "Random, or yours.");
     }},
    {"target", "What has to come out", [](P, R r) { return of_answer(r, r.machine.example.targets); },
     [](P, R r, int b, int t) {
       return explain_given("Asked for at step " + std::to_string(t + 1), static_cast<double>(r.machine.example.targets(t, b)),
                            "What the task asks for here.");
     }},
    {"said", "What the machine says: the probability of a 1", [](P, R r) { return of_answer(r, r.machine.machine.said); },
     [](P, R r, int b, int t) { return explain_answer(r, r.machine.machine, "The machine", b, t); }},
    {"rival-said", "What the LSTM says",
     [](P, R r) { return r.machine.rival() ? of_answer(r, r.machine.rival()->answer.said) : tensor(Mat(0, 0)); },
     [](P, R r, int b, int t) {
       return explain_rival(r, [&](const Rival& rival) { return explain_answer(r, rival.answer, "The " + rival.name(), b, t); });
     }},
    {"wrong-bits", "Wrong bits of the machine", [](P, R r) { return scalar(r.machine.machine.wrong); },
     [](P, R r, int, int) { return explain_wrong(r, "Wrong bits of the machine", r.machine.machine.wrong); }},
    {"rival-wrong-bits", "Wrong bits of the LSTM",
     [](P, R r) { return of_rival(r, [](const Rival& rival) { return rival.answer.wrong; }); },
     [](P, R r, int, int) {
       return explain_rival(r,
                            [&](const Rival& rival) { return explain_wrong(r, "Wrong bits of the " + rival.name(), rival.answer.wrong); });
     }},
    {"rival-units", "Units of the LSTM", [](P, R r) { return of_rival(r, [](const Rival& rival) { return rival.units; }); },
     [](P, R r, int, int) {
       return explain_rival(r, [](const Rival& rival) {
         return explain_given("Units of the LSTM", rival.units, "Each has two numbers of the state, one of h and one of c.");
       });
     }},
    {"answer-bits", "Bits of the answer", [](P, R r) { return scalar(r.machine.example.answer_bits()); },
     [](P, R r, int, int) { return explain_wrong(r, "Bits of the answer", r.machine.example.answer_bits()); }},
    {"write-weights", "Weights of the head that writes", [](P, R r) { return tensor(r.machine.write_weights, shown_cells(r), steps(r)); },
     [](P, R r, int i, int t) { return explain_weight(r, r.machine.trace.write_heads.front(), "Writing", i, t); }},
    {"read-weights", "Weights of the head that reads", [](P, R r) { return tensor(r.machine.read_weights, shown_cells(r), steps(r)); },
     [](P, R r, int i, int t) { return explain_weight(r, r.machine.trace.read_heads.front(), "Reading", i, t); }},
    {"memory-then", "Memory after the step of the handle",
     [](P, R r) { return tensor(r.machine.memory, shown_cells(r), numbered("", r.machine.memory.cols())); },
     [](P p, R r, int i, int j) { return explain_memory_after(r, p.at, i, j); }},
    {"write-gate", "Gate of the head that writes, now",
     [](P p, R r) { return scalar(static_cast<double>(r.machine.trace.write_heads.front().gate(p.at - 1, 0))); },
     [](P p, R r, int, int) { return explain_gate("Gate of the head that writes", r.machine.trace.write_heads.front(), p.at - 1); }},
    {"read-gate", "Gate of the head that reads, now",
     [](P p, R r) { return scalar(static_cast<double>(r.machine.trace.read_heads.front().gate(p.at - 1, 0))); },
     [](P p, R r, int, int) { return explain_gate("Gate of the head that reads", r.machine.trace.read_heads.front(), p.at - 1); }},
    {"writing-walks", "Steps at which writing moves on by one", [](P, R r) { return share_of(r.machine.writing); },
     [](P, R r, int, int) { return explain_advance("Steps at which writing moves on by one", r.machine.writing); }},
    {"reading-walks", "Steps at which reading moves on by one", [](P, R r) { return share_of(r.machine.reading); },
     [](P, R r, int, int) { return explain_advance("Steps at which reading moves on by one", r.machine.reading); }},
    {"wrong", "Wrong bits of a held-out sequence, by length", [](P, R r) { return of_lengths(r.machine.by_length); },
     [](P, R r, int k, int) { return explain_length(r.machine.by_length, k); }},
    {"rival-wrong", "The same, of the LSTM", [](P, R r) { return of_lengths(rival_lengths(r, RivalSize::kSmall)); },
     [](P, R r, int k, int) { return explain_length(rival_lengths(r, RivalSize::kSmall), k); }},
    {"large-rival-wrong", "The same, of the larger LSTM", [](P, R r) { return of_lengths(rival_lengths(r, RivalSize::kLarge)); },
     [](P, R r, int k, int) { return explain_length(rival_lengths(r, RivalSize::kLarge), k); }},
    {"room", "Numbers for a vector in the memory", [](P, R r) { return scalar(room(r)); },
     [](P, R r, int, int) {
       return explain_given("Numbers for a vector in the memory", room(r), "The width of a cell, however many vectors there are.");
     }},
    {"rival-room", "Numbers for a vector in the LSTM's state",
     [](P, R r) { return of_rival(r, [&r](const Rival& rival) { return static_cast<double>(rival.numbers) / r.machine.vectors(); }); },
     [](P, R r, int, int) {
       return explain_rival(r, [&](const Rival& rival) {
         return explain_ratio("Numbers for a vector in the LSTM's state", "state", "vectors", rival.numbers, r.machine.vectors(),
                              "The state has the same numbers for one vector and for a hundred.");
       });
     }},
};

constexpr course::ResultSpec<Params, Result> kInsideAStep[] = {
    {"memory-before", "Memory before the step of the handle",
     [](P p, R r) { return tensor(r.machine.memory_after(p.at - 1), shown_cells(r), numbered("", r.machine.width)); },
     [](P p, R r, int i, int j) { return explain_memory_after(r, p.at - 1, i, j); }},
    {"readings", "What is read, by steps", [](P, R r) { return of_readings(r); },
     [](P, R r, int j, int step) { return explain_reading(r, j, step); }},
    {"erasing", "What is erased, by steps", [](P, R r) { return of_writing(r, r.machine.trace.write_heads.front().erase); },
     [](P, R r, int j, int t) {
       return explain_given("Erase vector at step " + std::to_string(t + 1),
                            static_cast<double>(r.machine.trace.write_heads.front().erase(t, j)),
                            "Said by the controller: the share that goes from a cell with weight 1.");
     }},
    {"adding", "What is added, by steps", [](P, R r) { return of_writing(r, r.machine.trace.write_heads.front().add); },
     [](P, R r, int j, int t) {
       return explain_given("Add vector at step " + std::to_string(t + 1),
                            static_cast<double>(r.machine.trace.write_heads.front().add(t, j)),
                            "Said by the controller: what a cell with weight 1 gains.");
     }},
};

}  // namespace

std::vector<course::ResultSpec<Params, Result>> machine_results() {
  std::vector<course::ResultSpec<Params, Result>> all = course::explained_later<kMachine>();
  all.insert(all.end(), course::kAllLater<kInsideAStep>.begin(), course::kAllLater<kInsideAStep>.end());
  return all;
}

}  // namespace attn::lessons::neural_turing_machine
