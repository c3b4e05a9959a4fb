#include "lessons/17_neural-turing-machine/words.h"

#include <array>
#include <cmath>

#include "base/text.h"

namespace attn::lessons::neural_turing_machine {
namespace {

std::string wrong(int bits) { return counted(bits, "wrong bit"); }

std::string hundredths(Real value) { return fixed(static_cast<double>(value), 2); }

/// A row of numbers: "0.50, -1.00".
std::string twos(In row) {
  std::string text;
  for (Index j = 0; j < row.cols(); ++j) text += (j > 0 ? ", " : "") + hundredths(row(0, j));
  return text;
}

/// "0.3 at length 20 and 5.4 at length 120": at both ends of a curve.
std::string ends(const ByLength& all) {
  const auto at = [](const WrongAt& x) { return fixed(x.each(), 1) + " at length " + x.name(); };
  return all.size() == 1 ? at(all.front()) : at(all.front()) + " and " + at(all.back());
}

}  // namespace

std::string describe_head(const Params&, const Result& r) {
  const kernels::Address& at = r.hand.head.at;
  Index best = 0, liked = 0;
  const Real most = at.weights.row(0).maxCoeff(&best);
  at.content.row(0).maxCoeff(&liked);
  return "By content the key is most like cell " + std::to_string(liked + 1) + ", weight " + hundredths(at.content(0, liked)) +
         "; after gate, shift and sharpening the head stands on cell " + std::to_string(best + 1) + " with weight " + hundredths(most) +
         ", as wide as " + fixed(static_cast<double>(r.hand.effective), 1) + " cells.";
}

std::string describe_writing(const Params& p, const Result& r) {
  Index cell = 0;
  const Real most = r.hand.head.at.weights.row(0).maxCoeff(&cell);
  return "The head writes most into cell " + std::to_string(cell + 1) + ", with weight " + hundredths(most) + ": from " +
         twos(p.memory.row(cell)) + " erasing leaves " + twos(r.hand.erased.row(cell)) + " and adding makes " +
         twos(r.hand.after.row(cell)) + ".";
}

std::string describe_smear(const Params& p, const Result& r) {
  return "A head that goes on shifting has a largest weight of " + hundredths(r.smear.shown.largest(0, p.after)) + " after " +
         std::to_string(p.after) + " moves, without sharpening " + hundredths(r.smear.blunt.largest(0, p.after)) + ".";
}

std::string describe_tape(const Params& p, const Result& r) {
  constexpr std::array<const char*, TapeStep::kKinds> kDoes{"marks the start", "writes", "jumps to the start mark", "reads"};
  const TapeStep& step = r.tape.steps[static_cast<size_t>(p.tape_step - 1)];
  return "The tape is at step " + std::to_string(p.tape_step) + " of " + std::to_string(r.tape.steps.size()) + " and " +
         kDoes[static_cast<size_t>(step.kind)] + (step.vector >= 0 ? " vector " + std::to_string(step.vector + 1) : "") + "; " +
         wrong(r.tape.wrong) + " so far.";
}

std::string describe_machine(const Params&, const Result& r) {
  const MachineResult& m = r.machine;
  std::string text = "The machine (" + m.provenance + ") answers " + std::string(m.task->label) + " of " + std::to_string(m.vectors()) +
                     " vectors with " + wrong(m.machine.wrong) + " of " + std::to_string(m.example.answer_bits());
  if (const Rival* rival = m.rival()) text += ", the " + rival->name() + " with " + std::to_string(rival->answer.wrong);
  return text + ".";
}

std::string describe_step(const Params& p, const Result& r) {
  const MachineResult& m = r.machine;
  const int t = p.at - 1;
  const auto stands = [&](const models::HeadTrace& head) {
    Index cell = 0;
    const Real most = head.weights.row(t).maxCoeff(&cell);
    return "cell " + std::to_string(cell + 1) + ", weight " + hundredths(most);
  };
  std::string text = "In step " + std::to_string(p.at) + " of " + std::to_string(m.example.steps()) + " the machine reads most from " +
                     stands(m.trace.read_heads.front()) + ", then writes most into " + stands(m.trace.write_heads.front());
  if (t < m.example.answer) return text + "; no answer is asked for yet.";
  text += ", and says ";
  for (Index b = 0; b < m.machine.said.cols(); ++b) text += m.machine.said(t, b) >= Real(0.5) ? '1' : '0';
  return text + ".";
}

std::string describe_lengths(const Params& p, const Result& r) {
  const MachineResult& m = r.machine;
  if (m.by_length.empty()) return describe_machine(p, r) + " Its wrong bits by length are measured when training pauses.";
  std::string text = "Wrong bits of a sequence, by what goes in: the machine makes " + ends(m.by_length);
  for (const Rival& rival : m.rivals)
    if (!rival.by_length.empty()) text += "; the " + rival.name() + " " + ends(rival.by_length);
  return text + ".";
}

std::string describe_memories(const Params&, const Result& r) {
  return "Two sequences of " + std::to_string(r.memories.vectors) + " vectors take " +
         std::to_string(r.memories.stores[kAnnotations].cells()) + " annotations, " + std::to_string(r.memories.stores[kCache].cells()) +
         " entries of a cache, or " + std::to_string(r.memories.stores[kRewritten].cells()) + " cells that are written over.";
}

std::string describe(const Params& p, const Result& r) {
  std::string text;
  for (const auto say : {describe_head, describe_smear, describe_tape, describe_machine, describe_memories})
    text += (text.empty() ? "" : " ") + say(p, r);
  return text;
}

int vector_at(const Params& p, const tasks::BitExample& e, int step) {
  const auto vectors = static_cast<int>(e.content.bits.rows());
  if (task_of(p).name != "associative-recall") return step < vectors ? step : -1;
  const int item = step / (tasks::kItemRows + 1), row = step % (tasks::kItemRows + 1) - 1;
  return row >= 0 && item * tasks::kItemRows + row < vectors ? item * tasks::kItemRows + row : -1;
}

Mat turned_over(const Mat& flipped, int vector, int bit) {
  for (Index i = 0; i < flipped.rows(); ++i) {
    if (static_cast<int>(flipped(i, 0)) != vector || static_cast<int>(flipped(i, 1)) != bit) continue;
    Mat out(flipped.rows() - 1, 2);
    out.topRows(i) = flipped.topRows(i), out.bottomRows(flipped.rows() - 1 - i) = flipped.bottomRows(flipped.rows() - 1 - i);
    return out;
  }
  if (flipped.rows() >= kMostFlipped) return flipped;
  Mat out(flipped.rows() + 1, 2);
  out.topRows(flipped.rows()) = flipped;
  out.row(flipped.rows()) << static_cast<Real>(vector), static_cast<Real>(bit);
  return out;
}

}  // namespace attn::lessons::neural_turing_machine
