#include "lessons/08_positions/swap_study.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "kernels/positions.h"
#include "kernels/softmax.h"

namespace attn::lessons::positions {
namespace {

constexpr std::uint64_t kWordSeed = 77;  ///< of the words and of the matrices
constexpr Real kClockGain = 14;          ///< how much more the clocks count than the words

/// The pairs of sines and cosines in the rows of `clocks` [n,6], turned on by `places`.
Mat turned(const Mat& clocks, double places) {
  Mat out = clocks;
  for (int k = 0; k < kWordClocks; ++k) {
    const double angle = places * std::pow(kClockBase, -static_cast<double>(k) / kWordClocks);
    const auto c = static_cast<Real>(std::cos(angle)), s = static_cast<Real>(std::sin(angle));
    out.col(2 * k) = c * clocks.col(2 * k) + s * clocks.col(2 * k + 1);
    out.col(2 * k + 1) = c * clocks.col(2 * k + 1) - s * clocks.col(2 * k);
  }
  return out;
}

}  // namespace

std::string SwapStudy::said(Look look) const { return heads[look].seen == verb ? "nobody" : names[static_cast<size_t>(heads[look].seen)]; }

std::string SwapStudy::meant(Look look) const {
  const int place = look == kBack ? verb - 1 : verb + 1;
  return place < 0 || place >= kWords ? "nobody" : names[static_cast<size_t>(place)];
}

SwapStudy study_swap(int order, bool clocks) {
  Rng rng(kWordSeed);
  const Mat words = normal_matrix(kWords, kWordNumbers, rng, 1), values = normal_matrix(kWords, kValueNumbers, rng, 1);
  SwapStudy out;
  out.order = kWordOrders[static_cast<size_t>(order)];
  out.angles = Mat::Zero(kWords, kWordClocks);
  Mat rows(kWords, kWordNumbers), places = Mat::Zero(kWords, 2 * kWordClocks);
  out.values = Mat(kWords, kValueNumbers);
  for (int i = 0; i < kWords; ++i) {
    const Word word = out.order[static_cast<size_t>(i)];
    out.names.emplace_back(kWordNames[word]);
    rows.row(i) = words.row(word), out.values.row(i) = values.row(word);
    if (word == kBites) out.verb = i;
    for (int k = 0; clocks && k < kWordClocks; ++k)
      out.angles(i, k) = static_cast<Real>(i * std::pow(kClockBase, -static_cast<double>(k) / kWordClocks));
  }
  if (clocks) places = kernels::sinusoidal_positions(kWords, 2 * kWordClocks, Real(kClockBase));
  out.outputs = Mat(kWords, kLooks * kValueNumbers);
  for (int look = 0; look < kLooks; ++look) {
    SwapStudy::Head& head = out.heads[look];
    const double deviation = 1 / std::sqrt(static_cast<double>(kWordNumbers));
    const Mat wq = normal_matrix(kWordNumbers, kWordNumbers, rng, deviation),
              wk = normal_matrix(kWordNumbers, kWordNumbers, rng, deviation);
    head.q = head.k = Mat(kWords, kWordNumbers + 2 * kWordClocks);
    head.q << rows * wq, kClockGain * turned(places, look == kBack ? -1 : 1);
    head.k << rows * wk, places;
    head.scores = head.q * head.k.transpose() / std::sqrt(static_cast<Real>(head.q.cols()));
    head.weights = kernels::softmax_rows(head.scores);
    Index seen = 0;
    head.weights.row(out.verb).maxCoeff(&seen);
    head.seen = static_cast<int>(seen);
    out.outputs.middleCols(look * kValueNumbers, kValueNumbers) = head.weights * out.values;
  }
  return out;
}

int swapped(int order, int a, int b) {
  std::array<Word, kWords> words = kWordOrders[static_cast<size_t>(order)];
  std::swap(words[static_cast<size_t>(a)], words[static_cast<size_t>(b)]);
  const auto found = std::find(kWordOrders.begin(), kWordOrders.end(), words);
  CHECK(found != kWordOrders.end(), "an order of the words is missing");
  return static_cast<int>(found - kWordOrders.begin());
}

SwapChange change_of_swap(int order, bool clocks) {
  const SwapStudy first = study_swap(order, clocks), second = study_swap(swapped(order, 0, kWords - 1), clocks);
  SwapChange most;
  Real largest = -1;
  for (int i = 0; i < kWords; ++i)
    for (int c = 0; c < first.outputs.cols(); ++c) {
      const Real a = first.outputs(i, c), b = second.outputs(kWords - 1 - i, c);  // the word's row travels with it
      if (std::abs(a - b) <= largest) continue;
      largest = std::abs(a - b);
      most = {i, c, std::max(a, b), std::min(a, b)};
    }
  return most;
}

}  // namespace attn::lessons::positions
