// What the reader makes of drawn examples: a molecule's atoms and bonds, an image's pixels.
#pragma once

#include <vector>

#include "charts/graph.h"
#include "lessons/16_graph-attention/params.h"
#include "tasks/graphs.h"

namespace attn::lessons::graph_attention {

/// Atoms have numbers: those of a drawn molecule come first, and then up to kMostAdded that the reader adds. In Params::atoms the kind
/// kGone takes an atom away.
inline constexpr int kMostAdded = 8, kGone = tasks::kAtomKinds;
/// The numbers of the atoms that are there, which are the nodes of the edited molecule in this order.
std::vector<int> atoms_of(const Params& p);
/// Where these atoms are: `drawn` [k,2] are the places of a drawn molecule's atoms, which are moved like added ones.
Mat molecule_places(const Mat& drawn, const Params& p);

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

/// Writes to `edit` what the hand did to the molecule: a bond that was made or cut, an atom that was moved, and a click, which makes an
/// atom one of the next kind (Tool::label) or takes it away (Tool::add). The last two atoms stay.
void edit_molecule(const charts::GraphHand& hand, Tool tool, const Params& p, Params* edit);
/// Adds a carbon at `place`, tied to the atom that is nearest. Nothing happens when kMostAdded are there.
void add_atom(canvas::Point place, const Mat& places, const Params& p, Params* edit);
/// Whether one more can be added.
bool can_add_atom(const Params& p);
/// Which of `places` is nearest to `place`.
int nearest_atom(canvas::Point place, const Mat& places);
/// Writes to `edit` what a stroke painted. `bright` [s,s] says which pixels are to be bright; pixels that are as wanted are not painted.
void paint_image(const Mask& bright, const Params& p, Params* edit);

/// Whether a pixel of this brightness counts as bright when it is painted over.
inline bool is_bright(Real brightness) { return brightness > Real(0.5); }

}  // namespace attn::lessons::graph_attention
