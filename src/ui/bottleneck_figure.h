// An encoder-decoder at work on one source: the encoder's states word by word, the vector between the two networks, the decoder's states
// and words; and the same decoder fed with its own words and with the right ones.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "ui/canvas.h"

namespace attn::ui {

/// One step of a decoder.
struct DecodedWord {
  std::string input;  ///< the word it was given
  std::string word;   ///< the word it said
  std::string right;  ///< the right word in this place; empty where there is none
  bool wrong = false;
  double probability = 0;        ///< of `word`
  double right_probability = 0;  ///< of `right`
};

struct WordCandidate {
  std::string word;
  int index = 0;  ///< of its cell probabilities[step,index]
  double probability = 0;
};

/// m source words with the end mark, in the order in which they are read; n words said; u units of the last layers.
struct BottleneckPicture {
  std::span<const std::string> source;        ///< m
  const Mat& encoder;                         ///< [u,m] its states after each word
  const Mat& bottleneck;                      ///< [l,u] in use, a row for each layer
  const Mat& own;                             ///< [l,u] what the encoder made
  const Mat& decoder;                         ///< [u,n]
  std::span<const DecodedWord> words;         ///< n
  int step = 0;                               ///< the one shown, from 0
  std::span<const WordCandidate> candidates;  ///< its likeliest words, best first
  std::string_view note;                      ///< a sentence on the outcome
  bool bad = false;                           ///< the note says that something is wrong
};

/// What the hand may change.
struct BottleneckEdit {
  int step = 0;               ///< from 0
  int layer = -1, unit = -1;  ///< a number of the bottleneck was given `value`; -1: none was
  Real value = 0;
  bool reset = false;  ///< all numbers back to what the encoder made
};

/// Cells `encoder-states[i,j]`, `bottleneck[l,i]` (dragged up or down), `decoder-states[i,j]`, `output[j,0]` (a press shows the step),
/// `probabilities[step,index]`; `bottleneck-reset` undoes what was dragged.
void draw_bottleneck(Canvas& canvas, const BottleneckPicture& picture, BottleneckEdit& edit);

/// The decoder fed with the right words above (cells `right-forced[j,0]`), and with its own below (`right-free[j,0]`). Without a right
/// answer `forced` is empty and only its own are shown.
void draw_forcing(Canvas& canvas, std::span<const DecodedWord> forced, std::span<const DecodedWord> free, std::string_view note);

}  // namespace attn::ui
