// How a model in training and one that stands beside it do on an order task: on one sentence, and on held-out sentences by their length.
#pragma once

#include <string>
#include <vector>

#include "autodiff/engine.h"
#include "base/mat.h"
#include "base/tokens.h"
#include "lessons/08_positions/learner.h"
#include "tasks/pairs.h"
#include "training/model.h"

namespace attn::lessons::positions {

/// A model's answers on a sentence of n letters, with v classes to choose from.
struct Answers {
  Tokens said;                ///< the likeliest class at each place
  Mat logits, probabilities;  ///< [n,v]
  Mat of_right;               ///< [n,1] probability of the right class
  int right = 0;              ///< how many places are right
};

/// The share of places that are right, for each of k lengths. NaN, with nothing counted, until it has been measured.
struct ByLength {
  bool measured = false;
  std::vector<PlaceCount> counts;  ///< one for each length
  PlaceCount total;
  Mat share;  ///< [k,1]
};

struct OrderResult {
  const tasks::PairTask* task = nullptr;
  Tokens source, target;
  models::PositionKind kind = models::PositionKind::none, rival_kind = models::PositionKind::none;
  Answers model, rival;              ///< `rival` is empty where no model stands beside
  Tokens turned;                     ///< what the model says at each place of the sentence read backwards
  std::vector<Mat> weights, scores;  ///< [n,n] of each head, layer by layer
  ByLength by_length, rival_by_length;
  Mat lengths, chance;     ///< [k,1]; `chance` is the best share that can be right without knowing the places
  double mean_chance = 0;  ///< mean of `chance` over all places of the study's sentences
  std::string provenance;
};

/// `source` is a sentence that the model's task has read (PairTask::read).
OrderResult study_order(const Tokens& source, const training::Models& models, autodiff::MakeEngine engine);

}  // namespace attn::lessons::positions
