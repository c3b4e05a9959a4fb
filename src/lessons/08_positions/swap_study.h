// Three words through one layer of attention, with a clock for each place or without.
//
// A word is a row of 12 numbers: 6 for the word, and 6 for its place, the sines and cosines of three clocks. There are two heads. In both
// the queries and keys of the words' numbers come from random matrices; the clocks of a query are turned by one place, back in the first
// head and ahead in the second. So each word looks for the place before it, and for the one after it. Nothing is trained.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/mat.h"

namespace attn::lessons::positions {

inline constexpr int kWords = 3, kWordClocks = 3, kWordNumbers = 6, kValueNumbers = 2;
inline constexpr double kClockBase = 10;
/// The words in each of the orders that a reader may choose.
enum Word { kDog, kBites, kMan };
inline constexpr std::array<std::array<Word, kWords>, 6> kWordOrders{
    {{kDog, kBites, kMan}, {kMan, kBites, kDog}, {kBites, kDog, kMan}, {kBites, kMan, kDog}, {kDog, kMan, kBites}, {kMan, kDog, kBites}}};
inline constexpr std::array<std::string_view, kWords> kWordNames{"dog", "bites", "man"};

/// Which head, and which way it looks.
enum Look { kBack, kAhead, kLooks };

/// Rows and columns are places.
struct SwapStudy {
  std::array<Word, kWords> order;
  std::vector<std::string> names;  ///< [3] the words by place
  Mat angles;                      ///< [3,3] of each word's clocks; zero without clocks
  struct Head {
    Mat q, k;             ///< [3,12]
    Mat scores, weights;  ///< [3,3]
    int seen = 0;         ///< the place at which "bites" looks most
  } heads[kLooks];
  Mat values;    ///< [3,2] of each word
  Mat outputs;   ///< [3,4] both heads' mixtures of the values, side by side
  int verb = 0;  ///< the place of "bites"

  /// Who bites, or who is bitten, as the head says: a word, or "nobody" where "bites" looks at itself most.
  std::string said(Look look) const;
  /// The same as the order has it.
  std::string meant(Look look) const;
};

/// Where the outputs of two orders differ most, word by word.
struct SwapChange {
  int word = 0, number = 0;    ///< the place in the first order, and the column
  Real before = 0, after = 0;  ///< the larger number and the smaller one
};

SwapStudy study_swap(int order, bool clocks);
/// The number of the order with the words at places a and b exchanged.
int swapped(int order, int a, int b);
/// What exchanging the first and the last word changes.
SwapChange change_of_swap(int order, bool clocks);

}  // namespace attn::lessons::positions
