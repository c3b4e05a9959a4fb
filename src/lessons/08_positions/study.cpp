#include "lessons/08_positions/study.h"

#include <cmath>

#include "base/rng.h"
#include "kernels/positions.h"

namespace attn::lessons::positions {
namespace {

constexpr std::uint64_t kSeed = 8;  ///< seed of the random tables

/// A random table [n,d], which stands for a learned one before training. Its numbers have the variance of sines.
Mat random_table(int d) {
  Rng rng(kSeed);
  return normal_matrix(kPlaces, d, rng, std::sqrt(0.5));
}

double rate(int k, int d, double base) { return std::pow(base, -2.0 * k / d); }

Mat repeated(In word) { return word.replicate(kPlaces, 1); }

Mat scores_of(Kind kind, const Params& p, const Result& r) {
  const Mat q = repeated(p.content.row(0)), k = repeated(p.content.row(1));
  const Real scale = 1 / std::sqrt(static_cast<Real>(kWordWidth));
  switch (kind) {
    case kSinusoidal:
    case kLearned: {
      const Mat& table = r.kinds.word_table[kind];
      return scale * (q + table) * (k + table).transpose();
    }
    case kRelative:
      return scale * q * k.transpose() + kernels::offset_bias(p.bias.transpose(), kPlaces, kPlaces, 0);
    default:
      return scale * kernels::rotate_positions(q, 1, p.base) * kernels::rotate_positions(k, 1, p.base).transpose();
  }
}

}  // namespace

bool KindScores::stays() const { return std::abs(moved - score) < Real(1e-4); }

Mat encoding_at(double p, int d, double base) {
  Mat out(1, d);
  for (int c = 0; c < d; ++c) {
    const double angle = p * rate(c / 2, d, base);
    out(0, c) = static_cast<Real>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
  }
  return out;
}

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  const int d = p.width();
  const double base = static_cast<double>(p.base), at = static_cast<double>(p.position);
  Result r;
  r.swap = study_swap(p.word_order, p.clocks), r.swap_change = change_of_swap(p.word_order, p.clocks);
  r.hands.rates = r.hands.angles = Mat(p.pairs(), 1);
  for (int k = 0; k < p.pairs(); ++k) {
    r.hands.rates(k, 0) = static_cast<Real>(rate(k, d, base));
    r.hands.angles(k, 0) = static_cast<Real>(at * rate(k, d, base));
  }
  r.hands.encoding = encoding_at(at, d, base);
  r.hands.waves = kernels::sinusoidal_positions(kPositions, d, p.base).transpose();
  r.similarity.table = p.position_table == Table::kSinusoidal ? Mat(r.hands.waves.leftCols(kPlaces).transpose()) : random_table(d);
  r.similarity.products = r.similarity.table * r.similarity.table.transpose();
  if (p.position_table == Table::kSinusoidal) {
    r.similarity.shares = Mat(1, p.pairs());
    for (int k = 0; k < p.pairs(); ++k) r.similarity.shares(0, k) = static_cast<Real>(std::cos((p.query_at - p.key_at) * rate(k, d, base)));
  }
  r.kinds.word_table[kSinusoidal] = kernels::sinusoidal_positions(kPlaces, kWordWidth, p.base);
  r.kinds.word_table[kLearned] = random_table(kWordWidth);
  const Real content = p.content.row(0).dot(p.content.row(1)) / std::sqrt(static_cast<Real>(kWordWidth));
  for (int kind = 0; kind < kKinds; ++kind) {
    KindScores& k = r.kinds.of[static_cast<size_t>(kind)];
    k.scores = scores_of(static_cast<Kind>(kind), p, r);
    k.content = content;
    k.score = k.scores(p.query_at, p.key_at);
    k.moved = k.scores(p.query_at + p.shift, p.key_at + p.shift);
  }
  r.order = study_order(p.shown, models, backend.engine);
  return r;
}

std::string_view kind_name(Kind kind) {
  constexpr std::array<std::string_view, kKinds> kNames{"Sinusoidal, added", "Learned, added", "Relative", "Rotary"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace attn::lessons::positions
