// One step of a head, told in stops: what each stop says, and what moves while it is told. A thread goes from the key to every cell,
// cosines become shares, and weights go from stage to stage, until the rows of the memory come together in what is read.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "charts/story.h"
#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

enum AddressingStop { kGiven, kCompared, kShared, kGate, kShift, kSharpening, kReading };
static_assert(kReading + 1 == kAddressingStops);

/// The columns of bars beside the memory, from left to right.
enum Panel { kContent, kBefore, kGated, kShifted, kSharpened };
inline constexpr int kPanels = kSharpened + 1;

/// Where the parts of the figure lie.
struct AddressingPlaces {
  canvas::Rect key, names, memory;  ///< `names` of the cells
  canvas::Rect read, foot;          ///< `foot` is the whole line in which `read` stands
  std::array<canvas::Rect, kPanels> captions, panels;
  bool roomy = true;  ///< whether there is room for the names of axes
};

/// A sentence for each stop, which holds for the numbers that the reader has set.
std::vector<std::string> addressing_sentences(const Params& p, const HandResult& r);

/// The rows of a memory, each times its weight, on their way into what is read.
struct Summing {
  canvas::Rect from, to;
  Mat memory, weights, read;  ///< [n,d], [1,n], [1,d]; what is read may have parts of further cells
  float limit = 1;
};
void draw_summing(canvas::Canvas& canvas, const charts::Story& story, int stop, const Summing& summing);

/// What moves at this moment, above what has been told, and a frame round the part that is being told.
void draw_motion(canvas::Canvas& canvas, const charts::Story& story, const AddressingPlaces& places, In memory, const HandResult& r);

}  // namespace attn::lessons::neural_turing_machine
