// Random numbers that are the same on every platform: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64.
//
// Only integer arithmetic and correctly rounded floating point (+ - * / sqrt) are used, never libm, so that a seed gives the same
// numbers natively and in WebAssembly, to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/mat.h"

namespace attn {

class Rng {
 public:
  explicit Rng(std::uint64_t seed);

  bool operator==(const Rng&) const = default;

  /// 64 random bits.
  std::uint64_t next();
  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform();
  /// Uniform in [low, high).
  double uniform(double low, double high);
  /// Standard normal, by Marsaglia's polar method.
  double normal();
  double normal(double mean, double deviation) { return mean + deviation * normal(); }
  /// Uniform in 0 ... n - 1 without bias; n > 0.
  std::uint64_t below(std::uint64_t n);
  /// An independent generator, for a part of the work whose numbers must not depend on how many another part draws.
  Rng split() { return Rng(next()); }

  /// Puts `items` (anything with size() and []) into random order (Fisher and Yates).
  template <class Items>
  void shuffle(Items* items) {
    for (std::size_t i = items->size(); i > 1; --i) {
      using std::swap;
      swap((*items)[i - 1], (*items)[static_cast<std::size_t>(below(i))]);
    }
  }

 private:
  std::uint64_t state_[4];
  double spare_ = 0;  ///< the second number of a pair of the polar method
  bool has_spare_ = false;
};

/// rows x cols independent normal numbers, drawn row by row.
Mat normal_matrix(Index rows, Index cols, Rng& rng, double deviation = 1);
/// rows x cols numbers uniform in [low, high), drawn row by row.
Mat uniform_matrix(Index rows, Index cols, Rng& rng, double low, double high);

}  // namespace attn
