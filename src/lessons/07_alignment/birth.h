// Attention being born: the source with the words of the right answer given, so that the picture keeps its shape while the model learns,
// and beside it what a twin without attention says.
#pragma once

#include <string>
#include <vector>

#include "lessons/07_alignment/params.h"
#include "models/translation.h"

namespace attn::lessons::alignment {

/// What a network says by itself.
struct Said {
  std::vector<std::string> words;  ///< the end mark is left out
  std::vector<bool> right;         ///< per word, whether it stands in the right answer at its place
  int wrong = 0;                   ///< how many words are too many, missing or others
  Mat losses = Mat(0, 2);          ///< [k,2] as in training::Curves
  double held_out = -1;            ///< share of held-out sources that are right, at the last check or from the finished study; -1 unknown
};

struct Birth {
  models::Translation forced;     ///< with the right answer given word by word
  std::vector<std::string> rows;  ///< [n] the words that are given, and the end mark
  std::vector<int> translates;    ///< [n] the source position of the word that a row translates; -1 where there is none
  Mat weights;                    ///< [n,m+1]
  Said with, without;
  bool twin_is_shipped = false;  ///< the twin has the weights that are shipped, as long as the model has; else both learn together
  double guessing = 0;           ///< the loss of guessing
  int shown = -1;                ///< as in training::Curves
  int found = 0, words = 0;      ///< at how many of the `words` rows with a source word the largest weight is on it
};

/// `right` is the right answer, if the task's rules know one; else what the model says stands in its place.
Birth study_birth(const Params& p, const translation::TranslationState& state, const tasks::Example* right);

/// The network in training, without attention and with one direction, of the same width. None where the reach is local.
std::vector<training::Make> make_twins(const Params& p);

}  // namespace attn::lessons::alignment
