#include "lessons/17_neural-turing-machine/machine.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/check.h"
#include "base/rng.h"
#include "lessons/17_neural-turing-machine/learner.h"
#include "lessons/17_neural-turing-machine/shipped.h"
#include "lessons/17_neural-turing-machine/words.h"
#include "training/models.h"

namespace attn::lessons::neural_turing_machine {
namespace {

constexpr Real kStandsOn = Real(0.1);  ///< a head stands on a cell while the cell has a larger weight than this
constexpr int kFewestShown = 6;
constexpr int kAllShown = 24;   ///< of a memory with no more cells all are shown, so that the picture stays while the machine learns
constexpr int kSpareCells = 8;  ///< cells in addition to one for each vector

Answer answer_of(const Mat& logits, const tasks::BitExample& e) {
  Answer a{logits, (1 + (-logits.array()).exp()).inverse().matrix(), 0};
  a.wrong = tasks::wrong_bits_of_logits(e, logits);
  return a;
}

ByLength by_length(const BitLearner& learner) {
  ByLength out;
  for (const BitCount& count : learner.study_counts())
    if (count.sequences == kStudied)
      out.push_back(
          {count.size.length * std::max(1, count.size.copies), count.size.length, count.size.copies, count.sequences, count.wrong});
  return out;
}

/// The cells on which the first write head or the first read head ever stands, in the order of the ring. They begin after the widest gap.
std::vector<int> cells_in_use(const models::TuringTrace& trace) {
  const models::HeadTrace &writes = trace.write_heads.front(), &reads = trace.read_heads.front();
  const auto all = static_cast<int>(writes.weights.cols());
  std::vector<int> used;
  if (all <= kAllShown) {
    for (int c = 0; c < all; ++c) used.push_back(c);
    return used;
  }
  for (int c = 0; c < all; ++c)
    if (writes.weights.col(c).maxCoeff() > kStandsOn || reads.weights.col(c).maxCoeff() > kStandsOn) used.push_back(c);
  if (static_cast<int>(used.size()) < kFewestShown) {
    used.clear();
    for (int c = 0; c < std::min(all, kFewestShown); ++c) used.push_back(c);
    return used;
  }
  size_t first = 0;
  int widest = used.front() + all - used.back();
  for (size_t i = 1; i < used.size(); ++i)
    if (used[i] - used[i - 1] > widest) widest = used[i] - used[i - 1], first = i;
  std::rotate(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(first), used.end());
  return used;
}

Mat shown(const Mat& weights, const std::vector<int>& cells) {
  Mat out(static_cast<Index>(cells.size()), weights.rows());
  for (size_t i = 0; i < cells.size(); ++i) out.row(static_cast<Index>(i)) = weights.col(cells[i]).transpose();
  return out;
}

/// Counts the steps t for which `goes_on` says that t and t - 1 belong together.
Advance advance_of(const Mat& weights, const std::function<bool(int)>& goes_on) {
  const auto place = [&weights](Index t) {
    Index cell = 0;
    weights.row(t).maxCoeff(&cell);
    return cell;
  };
  const Index cells = weights.cols();
  int up = 0, down = 0, steps = 0;
  for (int t = 1; t < weights.rows(); ++t) {
    if (!goes_on(t)) continue;
    const Index moved = (place(t) - place(t - 1) + cells) % cells;
    up += moved == 1, down += moved == cells - 1, ++steps;
  }
  return {std::max(up, down), steps};
}

void study_rivals(const Params& p, const training::Models& models, MachineResult* r) {
  const std::vector<const training::Recipe*> all = shipped_rivals(task_of(p));
  for (size_t i = 0; i < all.size(); ++i) {
    const auto found = models.beside.find(all[i]->name);
    if (found == models.beside.end()) continue;
    const BitLearner& rival = learner_of(found->second);
    const RivalSize size = i == 0 ? RivalSize::kSmall : RivalSize::kLarge;
    if (all.size() == 1 || size == p.rival) r->rival_shown = static_cast<int>(r->rivals.size());
    r->rivals.push_back({size, rival.settings().units, 2 * rival.settings().units * rival.settings().layers,
                         answer_of(rival.model().answer(r->example.inputs, 1), r->example), by_length(rival)});
  }
}

}  // namespace

Mat MachineResult::memory_after(int step) const {
  const Mat& all = trace.memory[static_cast<size_t>(step)];
  Mat out(static_cast<Index>(cells.size()), all.cols());
  for (size_t i = 0; i < cells.size(); ++i) out.row(static_cast<Index>(i)) = all.row(cells[i]);
  return out;
}

tasks::BitExample example_of(const Params& p) {
  const tasks::BitTask& task = task_of(p);
  Rng rng(static_cast<std::uint64_t>(p.drawn));
  tasks::BitContent content = tasks::draw_content(task, tasks::Split::kHeldOut, {p.length, p.copies}, rng);
  content.copies = task.most_copies > 1 ? p.copies : 1;
  content.query = task.name == "associative-recall" ? p.asked - 1 : 0;
  for (Index i = 0; i < p.flipped.rows(); ++i) {
    Real& bit = content.bits(static_cast<Index>(p.flipped(i, 0)), static_cast<Index>(p.flipped(i, 1)));
    bit = 1 - bit;
  }
  return tasks::lay_out(task, std::move(content));
}

MachineResult study_machine(const Params& p, const training::Models& models, autodiff::MakeEngine engine) {
  const BitLearner& learner = learner_of(models.trainer);
  const models::TuringMachine* machine = learner.machine();
  CHECK(machine, "the lesson's model in training is a Turing machine");
  MachineResult r;
  r.task = &task_of(p);
  r.example = example_of(p);
  const int wanted = r.vectors() + kSpareCells;
  r.all_cells = machine->can_set_cells() ? std::max(machine->settings().cells, wanted) : machine->settings().cells;
  r.width = machine->settings().width;
  r.trace = models::trace(*machine, r.example.inputs, r.all_cells, engine);
  r.machine = answer_of(r.trace.logits, r.example);
  r.by_length = by_length(learner);
  study_rivals(p, models, &r);
  r.cells = cells_in_use(r.trace);
  r.write_weights = shown(r.trace.write_heads.front().weights, r.cells);
  r.read_weights = shown(r.trace.read_heads.front().weights, r.cells);
  r.memory = r.memory_after(p.at);
  r.first_reads = machine->first_reads();
  r.writing = advance_of(r.trace.write_heads.front().weights,
                         [&](int t) { return vector_at(p, r.example, t) >= 0 && vector_at(p, r.example, t - 1) >= 0; });
  const int vectors = r.vectors(), copies = std::max(1, r.example.content.copies);
  r.reading = advance_of(r.trace.read_heads.front().weights, [&](int t) {
    const int said = t - r.example.answer;
    return said > 0 && said < vectors * copies && said % vectors != 0;
  });
  r.provenance = models.trainer.provenance();
  return r;
}

}  // namespace attn::lessons::neural_turing_machine
