// Where the cells of an explanation are in a figure, and what a card had better not cover.
#pragma once

#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/regions.h"
#include "formula/cells.h"

namespace attn::window {

/// Where the cell of a result is drawn: as a cell, as a member ("key[2]" for "keys[2,0]"), or as the one thing of that name; empty where
/// the figure has it nowhere.
canvas::Rect place_of(const canvas::Regions& regions, const std::string& cell);

/// The operands that are drawn; of more than some twenty one rectangle for all of a result.
std::vector<canvas::Rect> places_of(const canvas::Regions& regions, const std::vector<formula::Operand>& operands);

/// The cell with its row and its column, and room for their names.
std::vector<canvas::Rect> lines_through(const canvas::Regions& regions, const std::string& cell);

/// Everything that answers to the hand, but for what lies on the card at `card`.
std::vector<canvas::Rect> all_places(const canvas::Regions& regions, canvas::Rect card);

/// Frames the place of an operand in its colour.
void frame_operand(canvas::Canvas& canvas, const canvas::Regions& regions, const formula::Operand& operand, bool strong);

}  // namespace attn::window
