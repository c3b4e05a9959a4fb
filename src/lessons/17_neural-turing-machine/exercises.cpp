#include "lessons/17_neural-turing-machine/exercises.h"

#include <cmath>
#include <string>

#include "base/text.h"

namespace attn::lessons::neural_turing_machine {
namespace {

std::string two(Real value) { return fixed(static_cast<double>(value), 2); }

bool near(Real a, Real b) { return std::abs(a - b) < Real(0.02); }

constexpr Index kTwin = 2, kOther = 5;  ///< the two equal cells of the scene

/// `p` with a head that stands where `previous` says, whatever the key is, and does not move.
Params standing(const Params& p, const Mat& previous) {
  Params q = p;
  q.gate = 0, q.previous = previous;
  q.shift << 0, 1, 0;
  return q;
}

/// How two equal cells share the weight if their vector is the key.
course::Verdict tie(const Params& p, const Result&, int prediction, const compute::Backend&) {
  Params blunt = p;
  blunt.memory.row(kOther) = p.memory.row(kTwin);
  blunt.key = p.memory.row(kTwin);
  Params strong = blunt;
  blunt.strength = 10, strong.strength = kMostStrength;
  const auto of = [](const Params& q) {
    Mat w = study_hand(q).head.at.content;
    Index first = 0, second = 0;
    w.row(0).maxCoeff(&first);
    const Real most = w(0, first);
    w(0, first) = 0;
    return std::pair(most, w.row(0).maxCoeff(&second));
  };
  const auto [weak_most, weak_next] = of(blunt);
  const auto [most, next] = of(strong);
  const int answer = near(most, next) ? 0 : near(weak_most, weak_next) ? 1 : 2;
  return {prediction == answer, "With strength 10 the two largest weights are " + two(weak_most) + " and " + two(weak_next) +
                                    ", with strength 50 they are " + two(most) + " and " + two(next) + "."};
}

/// Where a head goes that stands on the last cell and moves on by one.
course::Verdict last_cell(const Params& p, const Result&, int prediction, const compute::Backend&) {
  Mat last = Mat::Zero(kCells, 1);
  last(kCells - 1, 0) = 1;
  Params moved = standing(p, last);
  moved.shift << 0, 0, 1;
  const Mat w = study_hand(moved).head.at.weights;
  const int answer = near(w(0, 0), 1) ? 0 : near(w(0, kCells - 1), 1) ? 1 : 2;
  return {prediction == answer,
          "Cell 1 has weight " + two(w(0, 0)) + ", cell 8 has " + two(w(0, kCells - 1)) + ", all together " + two(w.sum()) + "."};
}

/// What is left of a number after two steps that write with weight 1/2, erase everything and add nothing.
course::Verdict twice(const Params& p, const Result&, int prediction, const compute::Backend&) {
  constexpr Index cell = 2;
  Mat halves = Mat::Zero(kCells, 1);
  halves(cell, 0) = halves(cell + 1, 0) = Real(0.5);
  Params posed = standing(p, halves);
  posed.erase.setOnes(), posed.add.setZero();
  if (posed.memory(cell, 0) == 0) return {false, "Cell 3 begins with a 0, of which nothing can be left: give it another number."};
  const HandResult once = study_hand(posed);
  const Mat again = kernels::write_memory(once.after, once.head.at.weights, posed.erase, posed.add);
  const Real before = posed.memory(cell, 0), share = again(cell, 0) / before;
  const int answer = near(share, 0) ? 0 : near(share, Real(0.5)) ? 1 : near(share, Real(0.25)) ? 2 : 3;
  return {prediction == answer, "The first number of cell " + std::to_string(cell + 1) + " was " + two(before) + ", is " +
                                    two(once.after(cell, 0)) + " after one step and " + two(again(cell, 0)) + " after two."};
}

/// Whether a head with the scene's shift still stands on one cell after all its moves.
course::Verdict keep_place(const Params& p, const Result& r, int, const compute::Backend&) {
  const Real stays = r.smear.shift(0, 1), goes = r.smear.shift(0, 2), largest = r.smear.shown.largest(0, kMoves);
  if (!near(stays, Real(0.2)) || !near(goes, Real(0.8)))
    return {false, "The shift is to stay as it was: a fifth of the weight is left behind at each move."};
  const bool correct = largest >= Real(0.9);
  return {correct, "After " + std::to_string(kMoves) + " moves the largest weight is " + two(largest) +
                       (correct ? ", with \u03b3 = " + rounded(static_cast<double>(p.sharpen), 3) + "." : "; 0.9 is asked for.")};
}

/// Whether the tape, whose shift is not certain, is read to its end without a wrong bit.
course::Verdict mend_tape(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.tape_certainty > Real(0.805)) return {false, "A move is to stay as uncertain as it was: 0.8 of the weight goes one cell on."};
  if (p.tape_step < 2 * p.tape_length + 2) return {false, "Go on to the last step: not all is read yet."};
  Params plain = p;
  plain.tape_sharpen = 1;
  if (study_tape(plain).wrong == 0) return {false, "These bits come back without being mended. Draw others."};
  return {r.tape.wrong == 0, std::to_string(r.tape.wrong) + " of " + std::to_string(r.tape.known) + " bits are wrong."};
}

/// What the three memories need for one more vector on the tape.
course::Verdict one_more(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  Params longer = p;
  longer.tape_length = p.tape_length + 1;
  settle(p, longer);
  const MemoriesResult more = study_memories(longer);
  const auto grown = [&](Store store) { return more.stores[store].cells() - r.memories.stores[store].cells(); };
  const int notes = grown(kAnnotations), cache = grown(kCache), cells = grown(kRewritten);
  const int answer = notes == 2 && cache == 4 && cells == 1 ? 0 : notes == 2 && cache == 2 && cells == 1 ? 1 : 2;
  return {prediction == answer, "It takes " + std::to_string(notes) + " annotations more, " + std::to_string(cache) +
                                    " entries of the cache, and " + std::to_string(cells) + " cell."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"tie", 3, tie},
          {"last-cell", 3, last_cell},
          {"twice", 3, twice},
          {"keep-place", 0, keep_place},
          {"mend-tape", 0, mend_tape},
          {"one-more", 3, one_more}};
}

}  // namespace attn::lessons::neural_turing_machine
