// What the picture shows of the two networks: what each makes of the word, where it looked, and how many held-out words it gets right.
#pragma once

#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "compute/backend.h"
#include "lessons/prelude/models.h"
#include "models/translation.h"
#include "params/params.h"

namespace attn::lessons::prelude {

struct Params {
  std::string word = std::string(spelling().sample);  ///< as typed
  int seed = kSeed;                                   ///< of a training from nothing
  int steps = 0;                                      ///< taken from nothing; 0: the shipped weights

  // Follow from the word, see settle().
  Tokens shown;         ///< the last word that could be read
  std::string refusal;  ///< why the one in `word` cannot, or empty

  static params::Table<Params> table();
};
/// Where the word cannot be read the last one that could stays; an empty one gives way to the sample.
void settle(const Params& before, Params& after);

/// One network and the word, m letters; places are the letters to be said and the end of the word.
struct Spelling {
  models::Translation translation;
  std::vector<std::string> said;  ///< [m+1] per place, "end" for the end; empty where it had ended before
  std::vector<bool> right;        ///< [m+1]
  int letters_right = 0;          ///< of m
  bool all_right = false;         ///< the whole word, and no letter more
  Mat weights;                    ///< [m+1,m+1] without attention empty; a place after its end has a row of zeros
  int looked_right = 0;           ///< of m: places where the largest weight lies on the letter that is to be said there
  std::string text;               ///< the letters it said, up to m + 1 of them
};

struct Result {
  std::string word, answer;
  std::vector<std::string> source;  ///< [m+1] the letters and "end"
  Spelling attention, none;
  Mat curve;            ///< [c,3] as Pair::curve()
  bool loaded = false;  ///< the shipped weights
  bool unseen = false;  ///< the word is one of those that training cannot draw
  int steps = 0;        ///< taken; of loaded weights those of their training
  std::string trouble;  ///< why training broke off, or empty
  const Spelling& of(Network network) const { return network == Network::attention ? attention : none; }
};
Result compute(const Params& p, const Pair& pair, const compute::Backend& backend);

/// The newest share of held-out words of the curve; NaN before there is any.
double share_of(const Result& r, Network network);
/// What one sees, in sentences with the numbers of this moment.
std::string describe(const Params& p, const Result& r);

/// The picture. It shows the state of the network without attention in rows of so many numbers.
constexpr int kStateColumns = 8;
void draw_birth(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::prelude
