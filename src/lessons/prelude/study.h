// What the picture shows about the two networks: what each makes of the word, where it looks, and how many held-out words it gets right.
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
  std::string word = std::string(spelling().sample);  ///< what the reader typed
  int seed = kSeed;                                   ///< seed of a training from nothing
  int steps = 0;                                      ///< steps of a training from nothing; 0 for the shipped weights

  // Set by settle().
  Tokens shown;         ///< the last word that could be read
  std::string refusal;  ///< why `word` cannot be read; empty where it can

  static params::Table<Params> table();
};
/// Reads the word. If it cannot be read, `shown` stays as it was. An empty word is replaced by the sample.
void settle(const Params& before, Params& after);

/// What one network makes of the word. The word has m letters, so there are m + 1 places: one for each letter to be said, and the end.
struct Spelling {
  models::Translation translation;
  std::vector<std::string> said;  ///< [m+1] what is said at each place, "end" for the end; empty after the network has ended its word
  std::vector<bool> right;        ///< [m+1] whether that is right
  int letters_right = 0;          ///< how many of the m letters are right
  bool all_right = false;         ///< all places are right, the end included
  Mat weights;                    ///< [m+1,m+1], with rows of zeros after the network has ended its word; empty without attention
  int looked_right = 0;           ///< at how many of the m letters the largest weight lies on the letter that is to be said
  std::string text;               ///< the letters that it said, m + 1 at most
};

struct Result {
  std::string word, answer;
  std::vector<std::string> source;  ///< [m+1] the letters and "end"
  Spelling attention, none;
  Mat curve;            ///< [c,3] Pair::curve()
  bool loaded = false;  ///< the networks have the shipped weights
  bool unseen = false;  ///< the word is held out from training
  int steps = 0;        ///< steps taken; for the shipped weights those of their training
  std::string trouble;  ///< why training broke off; empty if it did not
  const Spelling& of(Network network) const { return network == Network::attention ? attention : none; }
};
Result compute(const Params& p, const Pair& pair, const compute::Backend& backend);

/// How much of a word of that many letters is right: "2 of 9 right"; after all of them a network may say a letter too many.
std::string score_of(const Spelling& s, std::size_t letters);

/// The newest share of the network in the curve; NaN before there is any.
double share_of(const Result& r, Network network);
/// Describes the picture in sentences, with its present numbers.
std::string describe(const Params& p, const Result& r);

/// The picture. It shows the state of the network without attention in rows of kStateColumns numbers.
constexpr int kStateColumns = 8;
void draw_birth(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::prelude
