// What a model in training, and one that stands beside it, make of an order task: of one sentence, and of held-out ones by their length.
#pragma once

#include <string>
#include <vector>

#include "base/mat.h"
#include "base/tokens.h"
#include "lessons/08_positions/learner.h"
#include "tasks/pairs.h"
#include "training/model.h"

namespace attn::lessons::positions {

/// Of a sentence of n letters; v classes.
struct Answers {
  Tokens said;                ///< the likeliest class at each place
  Mat logits, probabilities;  ///< [n,v]
  Mat of_right;               ///< [n,1] probability of the right class
  int right = 0;              ///< places
};

/// Places right by length, [k,1]; NaN and nothing counted until it is measured.
struct ByLength {
  bool measured = false;
  std::vector<PlaceCount> counts;  ///< k
  PlaceCount total;
  Mat share;
};

struct OrderResult {
  const tasks::PairTask* task = nullptr;
  Tokens source, target;
  models::PositionKind kind = models::PositionKind::none, rival_kind = models::PositionKind::none;
  Answers model, rival;              ///< `rival` is empty where none stands beside
  Tokens turned;                     ///< what the model says at each place of the sentence read backwards
  std::vector<Mat> weights, scores;  ///< [n,n] of each head, layer by layer
  ByLength by_length, rival_by_length;
  Mat lengths, chance;     ///< [k,1]; of the best who does not know the places
  double mean_chance = 0;  ///< over all places of the study's sentences
  std::string provenance;
};

/// `source` has been read by the model's task.
OrderResult study_order(const Tokens& source, const training::Models& models);

}  // namespace attn::lessons::positions
