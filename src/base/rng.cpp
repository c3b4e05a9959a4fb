#include "base/rng.h"

#include <cmath>
#include <cstring>

#include "base/check.h"

namespace attn {
namespace {

std::uint64_t rotate_left(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

std::uint64_t splitmix(std::uint64_t* state) {
  std::uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// The natural logarithm of a normal positive number, to about 1e-15, by operations that round the same on every platform. The exponent is
/// split off, and log m = 2 artanh((m - 1) / (m + 1)) is computed as a series for m in [sqrt(1/2), sqrt(2)).
double portable_log(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  int exponent = static_cast<int>(bits >> 52) - 1022;
  bits = (bits & 0x000FFFFFFFFFFFFFu) | 0x3FE0000000000000u;
  double m;
  std::memcpy(&m, &bits, sizeof m);
  constexpr double kSqrtHalf = 0.70710678118654752440, kLn2 = 0.69314718055994530942;
  if (m < kSqrtHalf) {
    m *= 2;
    exponent -= 1;
  }
  const double t = (m - 1) / (m + 1), t2 = t * t;
  double series = 0;
  for (int k = 23; k >= 1; k -= 2) series = series * t2 + 1.0 / k;
  return exponent * kLn2 + 2 * t * series;
}

}  // namespace

Rng::Rng(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = splitmix(&seed);
}

std::uint64_t Rng::next() {
  const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9, t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

double Rng::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Rng::uniform(double low, double high) { return low + (high - low) * uniform(); }

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double u, v, s;
  do {
    u = 2 * uniform() - 1;
    v = 2 * uniform() - 1;
    s = u * u + v * v;
  } while (s >= 1 || s == 0);
  const double factor = std::sqrt(-2 * portable_log(s) / s);
  spare_ = v * factor;
  has_spare_ = true;
  return u * factor;
}

std::uint64_t Rng::below(std::uint64_t n) {
  CHECK(n > 0, "Rng::below: n is 0");
  // The first 2^64 mod n values are rejected, because they would make small results more likely.
  const std::uint64_t biased = (0 - n) % n;
  std::uint64_t x;
  do x = next();
  while (x < biased);
  return x % n;
}

Mat normal_matrix(Index rows, Index cols, Rng& rng, double deviation) {
  Mat m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = static_cast<Real>(rng.normal(0, deviation));
  return m;
}

Mat uniform_matrix(Index rows, Index cols, Rng& rng, double low, double high) {
  Mat m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = static_cast<Real>(rng.uniform(low, high));
  return m;
}

}  // namespace attn
