// The pictures of an alignment between two sequences: the weights of every output word over the source, one decoder step as data flow, the
// context as a weighted sum, and the window of local attention.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::lessons::alignment {

/// All that the pictures show. m source positions (the end mark is the last one), n decoder steps, u units.
struct AlignmentPicture {
  std::span<const std::string> source;  ///< m names
  std::span<const std::string> output;  ///< n words that were said
  std::span<const std::string> former;  ///< n: what the model says there without overrides, empty where that is the same
  const std::vector<bool>& overridden;  ///< n: whether the reader set this row
  const Mat& weights;                   ///< [n,m] in use
  int step = 0;                         ///< the one shown, from 0
  std::string_view input;               ///< the word that this step was given
  std::string_view note;                ///< a sentence on the translation as a whole
  std::string_view warning = {};        ///< what a reader has to know before believing any number, or empty
  const Mat &scores, &softmax;          ///< [1,m] of the step: before the softmax, and a softmax over all positions
  const Mat &before, &state;            ///< [1,u] s of the step before and of this one
  const Mat& annotations;               ///< [m,u]
  const Mat& weighted;                  ///< [m,u] annotations times the step's weights
  const Mat& context;                   ///< [1,u]
  const Mat& attentional;               ///< [1,u], empty where the timing is `previous`
  struct Candidate {
    std::string word;
    int index;  ///< of its cell `probabilities[0,index]`
    Real probability;
  };
  std::span<const Candidate> candidates;  ///< the step's likeliest words, best first
  std::string_view score;                 ///< the score's formula: "s\u00b7h"
  bool previous = true;                   ///< the state before is scored (else this step's)
  bool input_feeding = false;
  bool bidirectional = true;
  enum class Reach { kGlobal, kMonotonic, kPredictive } reach = Reach::kGlobal;
  float centre = 0;     ///< of the window, in positions from 0
  float deviation = 0;  ///< sigma of the Gaussian, 0 without one
  int window = 2;       ///< D
};

/// What the hand may change.
struct AlignmentEdit {
  int step;            ///< from 0
  Mat row = {};        ///< [1,m] weights for the step, or empty: no change
  bool reset = false;  ///< all rows back to the model's own
  bool previous;       ///< the timing
};

/// `row` [1,m] with weight `j` set to `value` (clamped to 0 and 1) and the others scaled so that all sum to 1; where the others are all
/// zero they share alike. A row of one weight stays 1. Rounded to thousandths, so that it can be written down.
Mat with_weight(In row, int j, Real value);

/// The alignment matrix (cells `alignment[i,j]`; a press chooses the row), lines from words to words (regions `word[i]`), and the chosen
/// row as columns whose tops can be dragged (regions `weight[j]`); `override-reset` undoes that.
void draw_alignment(canvas::Canvas& canvas, const AlignmentPicture& picture, AlignmentEdit& edit);

/// One decoder step: which state is scored, what the weights make of the annotations, and where the context goes. The way that the other
/// timing would take is drawn dashed; the regions `timing-previous` and `timing-current` change it.
void draw_decoder_flow(canvas::Canvas& canvas, const AlignmentPicture& picture, AlignmentEdit& edit);

/// Annotations, the same times their weights, and their sum; the halves of a bidirectional encoder apart.
void draw_context_sum(canvas::Canvas& canvas, const AlignmentPicture& picture, AlignmentEdit& edit);

/// The step's weights over the positions, with the window, its centre and the Gaussian of local attention, beside a softmax over all.
void draw_alignment_window(canvas::Canvas& canvas, const AlignmentPicture& picture, AlignmentEdit& edit);

}  // namespace attn::lessons::alignment
