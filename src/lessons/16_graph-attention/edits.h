// What the reader makes of drawn examples: a molecule's atoms and bonds, an image's pixels.
#pragma once

#include "charts/graph.h"
#include "lessons/16_graph-attention/params.h"
#include "tasks/graphs.h"

namespace attn::lessons::graph_attention {

/// Held-out molecule and image number `example`, as they were drawn.
tasks::GraphExample drawn_molecule(const Params& p);
tasks::GraphExample drawn_image(const Params& p);
/// The same with the reader's edits. The right answer for an edited molecule follows from the rule of the task. A painted pixel is either
/// bright and part of a figure, or dark and part of none.
tasks::GraphExample edited_molecule(const Params& p);
tasks::GraphExample edited_image(const Params& p);
/// Held-out graph number `example` of the parameters' task. A molecule or an image has the reader's edits.
tasks::GraphExample shown_example(const Params& p);

/// The kind of atom that a node is.
tasks::Atom atom_of(const tasks::GraphExample& molecule, int node);
/// "C", "N", "O", "S".
std::string atom_letter(tasks::Atom atom);

/// Writes to `edit` what the hand did to the molecule: a bond that was made or cut and, if `changes_atoms`, a click, which makes an atom
/// one of the next kind.
void edit_molecule(const charts::GraphHand& hand, bool changes_atoms, const Params& p, Params* edit);
/// Writes to `edit` what a stroke painted. `bright` [s,s] says which pixels are to be bright; pixels that are as wanted are not painted.
void paint_image(const Mask& bright, const Params& p, Params* edit);

/// Whether a pixel of this brightness counts as bright when it is painted over.
inline bool is_bright(Real brightness) { return brightness > Real(0.5); }

}  // namespace attn::lessons::graph_attention
