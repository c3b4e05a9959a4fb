// One step of the machine, told in stops: where its parts lie, what each stop says, and what moves while it is told. The order is that of
// models/turing_machine.h: both heads find their addresses over the memory of the step before, then one reads it, and then the other
// writes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "charts/story.h"
#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

enum StepStop { kGoesIn, kReadAddress, kWriteAddress, kReadBack, kChanged, kComesOut };
static_assert(kComesOut + 1 == kStepStops);

/// What the machine is drawn of.
enum Part { kInput, kLastRead, kOutput, kController, kErase, kAdd, kWriteHead, kMemory, kReadHead, kVectorRead };
inline constexpr int kParts = kVectorRead + 1;

struct StepPlaces {
  std::array<canvas::Rect, kParts> parts;
  std::array<canvas::Rect, kParts> names;  ///< above a part or beside it
  float size = 12;                         ///< of letters
  float channel = 0;                       ///< x of the line by which what is read goes to the output
};

/// Whether the machine is asked for an answer at the step shown.
inline bool answers(const Params& p, const MachineResult& m) { return p.at > m.example.answer; }

/// The colour of what is there but has not been told yet.
inline canvas::Color pale(const canvas::Canvas& canvas) { return canvas.color(canvas::Role::kMuted).with_alpha(0.55f); }

/// A sentence for each stop, which holds for the step shown.
std::vector<std::string> step_sentences(const Params& p, const MachineResult& m);

/// The lines between the parts: pale, and as far as they have been told in colour.
void draw_wires(canvas::Canvas& canvas, const charts::Story& story, const StepPlaces& places, bool answers);

/// The memory while it is being erased and added to, cell by cell. `before` [n,d] are the cells shown, `limit` is the number with the
/// strongest colour.
void draw_changing(canvas::Canvas& canvas, const charts::Story& story, const StepPlaces& places, const Params& p, const MachineResult& m,
                   const Mat& before, float limit);

/// Fades what the present stop is not about, and draws the frame around what it is about.
void frame_part(canvas::Canvas& canvas, const charts::Story& story, const StepPlaces& places);

}  // namespace attn::lessons::neural_turing_machine
