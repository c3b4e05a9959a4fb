#include "lessons/17_neural-turing-machine/results.h"

#include <cmath>
#include <string>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "lessons/17_neural-turing-machine/explanations.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using course::scalar, course::tensor;
using formula::Explanation;
using P = const Params&;
using R = const Result&;
using Row = course::ResultSpec<Params, Result>;

std::vector<std::string> cells(Index count) { return numbered("cell ", count); }
std::vector<std::string> numbers(Index count) { return numbered("", count); }
std::vector<std::string> vectors(Index count) { return numbered("vector ", count); }
std::vector<std::string> bits(Index count) { return numbered("bit ", count); }
std::vector<std::string> steps(Index count) { return numbered("step ", count); }

/// A weighting of the painted memory, a row for each cell.
course::Tensor of_cells(const Mat& weights) { return tensor(weights.transpose(), cells(kCells)); }
course::Tensor of_memory(const Mat& memory) { return tensor(memory, cells(kCells), numbers(kWidth)); }

const TapeStep& now(P p, R r) { return r.tape.steps[static_cast<size_t>(p.tape_step - 1)]; }

Explanation explain_smear(const Mat& shift, Real gamma, const Smear& s, int i, int t) {
  if (t == 0)
    return explain_given("Where the head begins", static_cast<double>(s.weights(i, 0)),
                         "On the first cell of the ring, with all its weight.");
  const Mat shifted = move_on(s.weights.col(t - 1).transpose(), shift, gamma).shifted;
  return explain_sharpened("Cell " + std::to_string(i + 1) + " after " + counted(t, "move"), shifted, gamma, i, s.weights(i, t));
}

/// Number j in cell i of the tape.
Explanation explain_tape_memory(P p, R r, int j, int i) {
  const TapeStep& s = now(p, r);
  if (s.add.size() == 0) return explain_kept(s.after(i, j));
  return explain_added(s.before(i, j), s.head.at.weights(0, i), s.erase(0, j), s.add(0, j), s.after(i, j));
}

Explanation explain_tape_said(P p, R r, int b, int v) {
  const TapeStep& s = r.tape.steps[static_cast<size_t>(p.tape.cols() + 2 + v)];
  return explain_read("Bit " + std::to_string(b + 1) + " of vector " + std::to_string(v + 1) + " as read", s.before, s.head.at.weights, b,
                      r.tape.said(b, v));
}

Explanation nothing_read() { return explain_given("Not read", 0, "Nothing reads this cell in this step."); }

Explanation explain_annotation(P, R r, int i, int t) {
  const MemoriesResult& m = r.memories;
  const int first = m.sequence(t) * m.vectors, v = m.vector_out(t);
  if (v < 0 || i < first || i >= first + m.vectors) return nothing_read();
  const Mat weights = m.stores[kAnnotations].read.block(first, t, m.vectors, 1).transpose();
  return formula::explain_softmax("Weight of annotation " + std::to_string(i + 1), m.annotation_scores.row(v), weights, nullptr,
                                  kPlaceTemperature, i - first);
}

Explanation explain_cache(P, R r, int i, int t) {
  const MemoriesResult& m = r.memories;
  Mask seen(1, m.steps);
  for (Index j = 0; j < m.steps; ++j) seen(0, j) = j <= t;
  const Mat weights = m.stores[kCache].read.col(t).transpose();
  return formula::explain_softmax("Weight of what step " + std::to_string(i + 1) + " left", m.cache_scores.row(t), weights, &seen,
                                  kPlaceTemperature, i);
}

Explanation explain_cell(P, R r, int i, int t) {
  const TapeStep& s = r.memories.tape[static_cast<size_t>(t)];
  if (s.add.size() > 0) return nothing_read();
  return explain_sharpened("Weight of cell " + std::to_string(i + 1), s.head.at.shifted, s.head.says.sharpen, i, s.head.at.weights(0, i));
}

Explanation explain_writes(R r, Store store) {
  const Mat& written = r.memories.stores[store].written;
  const auto count = static_cast<double>((written.array() > 0).count());
  return explain_count("Times that something is written", count, "In one sequence after the other.");
}

constexpr Row kHand[] = {
    {"moves", "Shift distribution",
     [](P, R r) {
       return tensor(r.hand.head.says.shift, {}, {"-1", "0", "+1"});
     },
     [](P p, R, int, int k) { return explain_share("Share of the move", p.shift, k); }},
    {"before", "Weights of the step before", [](P, R r) { return of_cells(r.hand.head.previous); },
     [](P p, R, int i, int) { return explain_share("Weight of the step before", p.previous, i); }},
    {"cosines", "Cosines of key and cells", [](P, R r) { return of_cells(r.hand.head.at.cosines); },
     [](P p, R r, int i, int) { return explain_cosine(p.memory, r.hand.head, i); }},
    {"content", "Weights by content", [](P, R r) { return of_cells(r.hand.head.at.content); },
     [](P, R r, int i, int) { return explain_content(r.hand.head, i); }},
    {"gated", "Weights after the gate", [](P, R r) { return of_cells(r.hand.head.at.gated); },
     [](P, R r, int i, int) { return explain_gated(r.hand.head, i); }},
    {"shifted", "Weights after the shift", [](P, R r) { return of_cells(r.hand.head.at.shifted); },
     [](P, R r, int i, int) { return explain_shifted(r.hand.head, i); }},
    {"weights", "Weights after sharpening", [](P, R r) { return of_cells(r.hand.head.at.weights); },
     [](P p, R r, int i, int) {
       return explain_sharpened("Weight of cell " + std::to_string(i + 1), r.hand.head.at.shifted, p.sharpen, i,
                                r.hand.head.at.weights(0, i), {"shifted", 0, 0, true});
     }},
    {"largest-weight", "Largest weight", [](P, R r) { return scalar(static_cast<double>(r.hand.head.at.weights.maxCoeff())); },
     [](P, R r, int, int) { return explain_largest("Largest weight", r.hand.head.at.weights); }},
    {"entropy", "Entropy of the weights", [](P, R r) { return scalar(static_cast<double>(r.hand.entropy)); },
     [](P, R r, int, int) { return explain_spread("Entropy of the weights", r.hand.head.at.weights, r.hand.entropy); }},
    {"width", "As wide as so many cells", [](P, R r) { return scalar(static_cast<double>(r.hand.effective)); },
     [](P, R r, int, int) {
       Explanation x = formula::explain_effective_count("As wide as so many cells", r.hand.entropy, r.hand.effective, {"entropy"});
       x.note = "So many cells with equal weights would have the same entropy.";
       return x;
     }},
    {"read", "What the head reads", [](P, R r) { return tensor(r.hand.read, {}, numbers(kWidth)); },
     [](P p, R r, int, int j) {
       return explain_read("Number " + std::to_string(j + 1) + " of what is read", p.memory, r.hand.head.at.weights, j, r.hand.read(0, j),
                           {"weights", 0, 0, true}, {"memory", 0, j, true});
     }},
    {"erased", "Memory after erasing", [](P, R r) { return of_memory(r.hand.erased); },
     [](P p, R r, int i, int j) {
       return explain_erased(p.memory(i, j), r.hand.head.at.weights(0, i), p.erase(0, j), r.hand.erased(i, j));
     }},
    {"written", "Memory after adding", [](P, R r) { return of_memory(r.hand.after); },
     [](P p, R r, int i, int j) {
       return explain_added(p.memory(i, j), r.hand.head.at.weights(0, i), p.erase(0, j), p.add(0, j), r.hand.after(i, j));
     }},
};

constexpr Row kSmear[] = {
    {"smear", "Weights of the ring's cells after each move",
     [](P, R r) { return tensor(r.smear.shown.weights, cells(kRing), numbered("", kMoves + 1, 0)); },
     [](P p, R r, int i, int t) { return explain_smear(r.smear.shift, p.sharpen, r.smear.shown, i, t); }},
    {"largest", "Largest weight after each move", [](P, R r) { return tensor(r.smear.shown.largest, {}, numbered("", kMoves + 1, 0)); },
     [](P, R r, int, int t) { return explain_largest("Largest weight", r.smear.shown.weights.col(t).transpose()); }},
    {"largest-blunt", "The same without sharpening", [](P, R r) { return tensor(r.smear.blunt.largest, {}, numbered("", kMoves + 1, 0)); },
     [](P, R r, int, int t) { return explain_largest("Largest weight, without sharpening", r.smear.blunt.weights.col(t).transpose()); }},
    {"smear-entropy", "Entropy after each move", [](P, R r) { return tensor(r.smear.shown.entropy, {}, numbered("", kMoves + 1, 0)); },
     [](P, R r, int, int t) {
       return explain_spread("Entropy of the weights", r.smear.shown.weights.col(t).transpose(), r.smear.shown.entropy(0, t));
     }},
    {"largest-then", "Largest weight after the moves of the handle",
     [](P p, R r) { return scalar(static_cast<double>(r.smear.shown.largest(0, p.after))); },
     [](P p, R r, int, int) { return explain_largest("Largest weight", r.smear.shown.weights.col(p.after).transpose()); }},
    {"width-then", "As wide as so many cells, after the moves of the handle",
     [](P p, R r) { return scalar(std::exp(static_cast<double>(r.smear.shown.entropy(0, p.after)))); },
     [](P p, R r, int, int) {
       const Real entropy = r.smear.shown.entropy(0, p.after);
       return formula::explain_effective_count("As wide as so many cells", entropy,
                                               static_cast<Real>(std::exp(static_cast<double>(entropy))));
     }},
};

constexpr Row kTape[] = {
    {"tape-head", "Weights of the tape's head", [](P p, R r) { return tensor(now(p, r).head.at.weights, {}, cells(kTapeCells)); },
     [](P p, R r, int, int i) {
       const Head& head = now(p, r).head;
       return explain_sharpened("Weight of cell " + std::to_string(i + 1), head.at.shifted, head.says.sharpen, i, head.at.weights(0, i));
     }},
    {"tape-memory", "Cells of the tape, a column each",
     [](P p, R r) {
       std::vector<std::string> rows = bits(kTapeBits);
       rows.emplace_back("start mark");
       return tensor(now(p, r).after.transpose(), std::move(rows), cells(kTapeCells));
     },
     explain_tape_memory},
    {"tape-said", "What was read from the tape", [](P p, R r) { return tensor(r.tape.said, bits(kTapeBits), vectors(p.tape.cols())); },
     explain_tape_said},
    {"tape-wrong", "Wrong bits read so far", [](P, R r) { return scalar(r.tape.wrong); },
     [](P, R r, int, int) {
       return explain_count("Wrong bits read so far", r.tape.wrong, "Of " + std::to_string(r.tape.known) + " that were read.");
     }},
    {"tape-largest", "Largest weight of the tape's head",
     [](P p, R r) { return scalar(static_cast<double>(now(p, r).head.at.weights.maxCoeff())); },
     [](P p, R r, int, int) { return explain_largest("Largest weight of the tape's head", now(p, r).head.at.weights); }},
};

template <Store store>
constexpr Row trace_of(std::string_view name, std::string_view label, Explanation (*explain)(P, R, int, int)) {
  return {name, label,
          [](P, R r) {
            const Mat& read = r.memories.stores[store].read;
            return tensor(read, cells(read.rows()), steps(read.cols()));
          },
          explain};
}

template <Store store>
constexpr Row count_of(std::string_view name, std::string_view label) {
  return {name, label, [](P, R r) { return scalar(r.memories.stores[store].cells()); },
          [](P, R r, int, int) {
            return explain_count("Cells that the work takes", r.memories.stores[store].cells(),
                                 "For two sequences of " + std::to_string(r.memories.vectors) + " vectors.");
          }};
}

template <Store store>
constexpr Row writes_of(std::string_view name, std::string_view label) {
  return {name, label, [](P, R r) { return scalar(explain_writes(r, store).value); },
          [](P, R r, int, int) { return explain_writes(r, store); }};
}

constexpr Row kMemories[] = {
    trace_of<kAnnotations>("annotations", "Weights with which annotations are read", explain_annotation),
    trace_of<kCache>("cache", "Weights with which the cache is read", explain_cache),
    trace_of<kRewritten>("cells", "Weights with which cells are read", explain_cell),
    count_of<kAnnotations>("annotation-count", "Annotations"),
    count_of<kCache>("cache-count", "Entries of the cache"),
    count_of<kRewritten>("cell-count", "Cells that are written over"),
    writes_of<kAnnotations>("annotation-writes", "Times that an annotation is written"),
    writes_of<kCache>("cache-writes", "Times that the cache is appended to"),
    writes_of<kRewritten>("cell-writes", "Times that a cell is written"),
};

}  // namespace

std::vector<Row> results() {
  std::vector<Row> all = course::explained_later<kHand, kSmear, kTape, kMemories>(), more = machine_results();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace attn::lessons::neural_turing_machine
