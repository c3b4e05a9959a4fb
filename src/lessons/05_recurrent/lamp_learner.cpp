#include "lessons/05_recurrent/lamp_learner.h"

#include <cmath>

#include "base/check.h"

namespace attn::lessons::recurrent {
namespace {

constexpr std::uint64_t kHeldOutSeed = 8805;  ///< seed of the rows of lamps on which networks are measured

}  // namespace

Mat lamp_inputs(In lamps, int kept) {
  Mat x(lamps.cols(), 2);
  x.col(0) = (lamps.row(0).array() - Real(0.5)).transpose();
  x.col(1).setZero();
  x(kept - 1, 1) = 1;
  return x;
}

LampLearner::LampLearner(kernels::Cell cell, const training::Plan& plan, int units)
    : SeededTrainee(plan),
      cell_(cell),
      layer_(parameters_, "net", cell, 2, units, random().weights),
      answer_(parameters_, "answer", units, 1, random().weights) {}

kernels::RecurrentWeights LampLearner::weights() const {
  const auto value = [this](std::string_view name) { return parameters_.find(name)->value; };
  return {value("net.wx"), value("net.wh"), value("net.bx"), value("net.bh")};
}

Mat LampLearner::readout() const {
  const Mat &w = parameters_.find("answer.w")->value, &b = parameters_.find("answer.b")->value;
  Mat all(w.rows() + 1, 1);
  all << w, b;
  return all;
}

LampLearner::Rows LampLearner::draw_rows(int count, bool first, Rng& rng) {
  Rows rows{Mat(kLamps * count, 2), Mat::Zero(kLamps * count, 1), Mat::Zero(kLamps * count, 1)};
  Mat lamps(1, kLamps);
  for (int e = 0; e < count; ++e) {
    const int kept = first || rng.below(2) == 1 ? 1 : 1 + static_cast<int>(rng.below(kLamps));
    for (int t = 0; t < kLamps; ++t) lamps(0, t) = static_cast<Real>(rng.uniform());
    const Mat x = lamp_inputs(lamps, kept);
    for (int t = 0; t < kLamps; ++t) {
      rows.x.row(t * count + e) = x.row(t);
      if (t + 1 < kept) continue;
      rows.right(t * count + e, 0) = lamps(0, kept - 1), rows.asked(t * count + e, 0) = 1;
    }
  }
  return rows;
}

autodiff::Var LampLearner::answers(autodiff::Tape& tape, const Mat& x, int count) const {
  return answer_(tape, layer_(tape, tape.constant(x), count).h);
}

void LampLearner::draw(int) { drawn_ = draw_rows(batch(), false, random().examples); }

autodiff::Var LampLearner::loss(autodiff::Tape& tape, int) {
  const autodiff::Var off =
      autodiff::multiply(autodiff::subtract(answers(tape, drawn_.x, batch()), tape.constant(drawn_.right)), tape.constant(drawn_.asked));
  return autodiff::scale(autodiff::sum(autodiff::multiply(off, off)), 1 / drawn_.asked.sum());
}

Mat LampLearner::answer(In inputs, autodiff::MakeEngine engine) const {
  autodiff::Tape tape(engine());
  tape.set_recording(false);
  return answers(tape, inputs, 1).value();
}

std::vector<int> LampLearner::recalled(int count) const {
  Rng rng(kHeldOutSeed);
  const Rows rows = draw_rows(count, true, rng);
  autodiff::Tape tape;
  tape.set_recording(false);
  const Mat off = answers(tape, rows.x, count).value() - rows.right;
  std::vector<int> right(kLamps);
  for (int t = 0; t < kLamps; ++t)
    for (int e = 0; e < count; ++e) right[static_cast<size_t>(t)] += std::abs(static_cast<double>(off(t * count + e, 0))) < kLampTolerance;
  return right;
}

std::vector<training::Score> LampLearner::measure(int examples) const {
  return {{"recalled", "held_out_recalled", "lamps recalled to a tenth after twenty steps",
           static_cast<double>(recalled(examples).back()) / examples}};
}

training::Wording LampLearner::wording() const {
  return {.example = "row",
          .right = "recalled to a tenth after twenty steps",
          .loss = "squared error",
          .loss_note = "Mean of the squared error over all steps of a batch at which an answer is asked for"};
}

}  // namespace attn::lessons::recurrent
