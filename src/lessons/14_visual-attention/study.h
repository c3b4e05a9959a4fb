// Everything that the lesson's figures show, computed from the parameters and the models.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/mat.h"
#include "compute/backend.h"
#include "lessons/14_visual-attention/learner.h"
#include "lessons/14_visual-attention/params.h"

namespace attn::lessons::visual_attention {

inline constexpr Real kUnknown = std::numeric_limits<Real>::quiet_NaN();  ///< of a network that has not arrived or was not measured yet

/// How one network tells the scene, by itself: with its own maps, and hard attention at the likeliest places.
struct Told {
  models::Telling telling;
  bool right = false;  ///< to the last word
};

/// What a network would say at one word if it looked at one place, for every place; and what a draw of hard attention costs its gradient.
/// All is NaN where the network has not arrived.
struct Draws {
  int word = 0;               ///< which word of its caption, from 0
  int said = 0;               ///< the word that it says there
  Mat weights;                ///< [1,n]
  Mat gain;                   ///< [1,n] ln p of that word if this place were drawn
  std::vector<int> by_place;  ///< [n] the likeliest word of each place
  Real expected = 0;          ///< the reward that the network expects
  Real best = 0;              ///< the constant baseline with the least variance
  Real missed = 0;            ///< how likely a draw leads to another word
  Real alone = 0;             ///< the mean of p(said) over places, by the weights
  Real together = 0;          ///< p(said) as it is said: of the mean of the annotations, or at the likeliest place
  /// Squares of gradients for the scores of this word (Williams 1992): of the mean over all draws, and the variance of a single one without
  /// a baseline, less the expected reward, and less the best constant.
  Real signal = 0, plain = 0, less_expected = 0, less_best = 0;
};

/// t words of the caption on the stage with its end, n places, f width of an annotation, v words of the vocabulary. Where the network has
/// no attention, all that is about scores and weights is NaN.
struct Result {
  tasks::Things things;                            ///< as they lie
  tasks::Things in_order;                          ///< as they are told
  Tokens truth;                                    ///< the words that tell the scene
  bool clear = true;                               ///< whether only these do
  Mat picture;                                     ///< [s s, 3]
  Tokens words;                                    ///< that the network on the stage says, as it is bent and drawn
  models::Telling telling;                         ///< likewise
  Mat probabilities;                               ///< [t,v]
  Mat queries, keys, scorer;                       ///< h_t W_q [t,a], a_i W_k [n,a] and v [1,a]; [0,0] without attention
  std::array<std::optional<Told>, kNetworks> all;  ///< the networks that have arrived
  int word = 0;                                    ///< the one that is shown, from 0
  std::array<Draws, 2> draws;                      ///< of soft and of hard attention, at the word that is shown
  Mat right;   ///< [kNetworks, kMostThings] shares of captions right by the number of things; NaN until measured
  Mat within;  ///< [kNetworks, 1] shares of nouns within; NaN until measured, or without attention

  bool attends() const { return telling.weights.rows() > 0; }
  Index steps() const { return telling.logits.rows(); }
  /// Word t as it is said: "circle", or "end".
  std::string_view word_at(Index t) const;
};

std::string_view word_at(const models::Telling& telling, Index t);

/// The sum [1,n] of a network's weights over the words of its caption. With their end, like the penalty that makes them even.
Mat received(const models::Telling& telling);
/// exp of the entropy of weights [1,n]: over how many places they are spread.
Real spread_of(In weights);

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend);

}  // namespace attn::lessons::visual_attention
