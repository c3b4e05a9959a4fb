// The reader's sentence in the trained network of the opening: which word every word points at.
//
// n words, d = 16 the width of the network.
#pragma once

#include <string>
#include <vector>

#include "autodiff/engine.h"
#include "base/mat.h"
#include "base/tokens.h"
#include "lessons/04_self-attention/learner.h"

namespace attn::lessons::self_attention {

struct Params;

struct Pointing {
  std::vector<std::string> words;  ///< n
  int asker = 0;                   ///< the word that is asked about
  bool asks_pronoun = false;
  int found = 0;          ///< the word on which it has its largest weight
  Mat stream;             ///< [n,d] what the encoder has made of each word
  Mat wq, wk, bq, bk;     ///< [d,d] and [1,d] of the last head
  Mat queries, keys;      ///< [n,d]
  Mat scores, weights;    ///< [n,n]
  Mat looking;            ///< [1,n] the weights of the word that is asked about
  bool trained = false;   ///< whether the weights were loaded or have taken a step
  bool held_out = false;  ///< whether training never saw the sentence's nouns together
  Tokens turned;          ///< tasks::turned() of the sentence if that changes what the pronoun means, else empty
  PronounCount held_out_count;
  bool measured = false;  ///< whether `held_out_count` is whole
};

Pointing study_pointing(const Params& p, const training::Models& models, autodiff::MakeEngine engine);

/// A sentence that training never saw, whose pronoun agrees with both nouns. Which one follows from the sentence before it.
std::string another_sentence(const Tokens& before);
/// The words as a reader writes them, with a capital at the beginning.
std::string written(const Tokens& sentence);

}  // namespace attn::lessons::self_attention
