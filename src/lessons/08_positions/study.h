// Where a token stands, as numbers: what is computed of the four ways to tell attention.
//
// Letters: p, i, j positions (from 0), d the width of an encoding, w_k = base^(-2k/d) the rate of its hand k.
#pragma once

#include <array>
#include <string_view>

#include "base/mat.h"
#include "compute/backend.h"
#include "lessons/08_positions/order_study.h"
#include "lessons/08_positions/params.h"
#include "lessons/08_positions/swap_study.h"

namespace attn::lessons::positions {

/// The ways to tell the score where the two words stand.
enum Kind { kSinusoidal, kLearned, kRelative, kRotary, kKinds };

/// The scores of the two words at all places, by one kind. They are divided by sqrt(8).
struct KindScores {
  Mat scores;        ///< [n,n]
  Real content = 0;  ///< what the words alone would give
  Real score = 0;    ///< at i and j
  Real moved = 0;    ///< at i + shift and j + shift
  bool stays() const;
};

/// One position as clock hands.
struct HandsStudy {
  Mat rates;     ///< [d/2,1] w_k
  Mat angles;    ///< [d/2,1] p w_k
  Mat encoding;  ///< [1,d] encoding of p
  Mat waves;     ///< [d,64] encodings of all whole positions, one in each column
};

/// Positions compared with each other.
struct SimilarityStudy {
  Mat table;     ///< [n,d] the positions that are compared
  Mat products;  ///< [n,n] their dot products
  Mat shares;    ///< [1,d/2] what each hand adds to the product of i and j: cos((i - j) w_k); empty for a random table
};

struct KindStudy {
  Mat word_table[2];  ///< [n,8] what is added to the words at each place, by kSinusoidal and kLearned
  std::array<KindScores, kKinds> of;
};

struct Result {
  SwapStudy swap;
  SwapChange swap_change;
  HandsStudy hands;
  SimilarityStudy similarity;
  KindStudy kinds;
  OrderResult order;
};

Result compute(const Params& p, const training::Models& models, const compute::Backend&);

/// [1,d] sin(p w_0), cos(p w_0), sin(p w_1), ... for any p. For a whole p this is a row of kernels::sinusoidal_positions.
Mat encoding_at(double p, int d, double base);

/// "Sinusoidal", ...
std::string_view kind_name(Kind kind);

}  // namespace attn::lessons::positions
