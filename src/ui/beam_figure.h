// The tree of a beam search: at every step the hypotheses that are kept, and below them those that are cut.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/canvas.h"

namespace attn::ui {

/// A hypothesis, by the words from the root to it.
struct BeamCandidate {
  int parent = -1;  ///< place in the list; -1: the root
  int depth = 0;    ///< 0: the root
  std::string word;
  double log_probability = 0;  ///< of all its words, in nats
  bool kept = false, finished = false;
  bool best = false;    ///< on the way to the answer
  bool greedy = false;  ///< on the way that greedy search takes
};

struct BeamPicture {
  std::span<const BeamCandidate> nodes;  ///< by depth, parents before children
  int width = 1;
  std::string_view note;  ///< a sentence on the outcome
};

/// Steps from left to right; in each the kept hypotheses from the likeliest down (regions `beam[k,0]`, k the place in the list), and as
/// many of those that were cut as have room.
void draw_beam(Canvas& canvas, const BeamPicture& picture);

}  // namespace attn::ui
