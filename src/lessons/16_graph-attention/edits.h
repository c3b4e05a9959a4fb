// What the reader makes of drawn examples: a molecule's atoms and bonds, an image's pixels.
#pragma once

#include "charts/graph.h"
#include "lessons/16_graph-attention/params.h"
#include "tasks/graphs.h"

namespace attn::lessons::graph_attention {

/// Held-out molecule and image number `example`, as they were drawn.
tasks::GraphExample drawn_molecule(const Params& p);
tasks::GraphExample drawn_image(const Params& p);
/// The same with the reader's edits. A molecule's answer follows the rule; a painted pixel is bright and of a figure, or dark and of none.
tasks::GraphExample edited_molecule(const Params& p);
tasks::GraphExample edited_image(const Params& p);
/// Held-out graph number `example` of the parameters' task, with the reader's edits where it is a molecule or an image.
tasks::GraphExample shown_example(const Params& p);

/// Which of tasks::Atom each node is.
tasks::Atom atom_of(const tasks::GraphExample& molecule, int node);
/// "C", "N", "O", "S".
std::string atom_letter(tasks::Atom atom);

/// What the hand did to the molecule's graph: a bond made or cut; and, where `changes_atoms`, a click that makes an atom the next kind.
void edit_molecule(const charts::GraphHand& hand, bool changes_atoms, const Params& p, Params* edit);
/// The image after a stroke: `bright` [s,s] which of its pixels shall be bright. Those that are so already stay unpainted.
void paint_image(const Mask& bright, const Params& p, Params* edit);

/// Whether a pixel of this brightness counts as bright when it is painted over.
inline bool is_bright(Real brightness) { return brightness > Real(0.5); }

}  // namespace attn::lessons::graph_attention
