// The pictures of attention over graphs.
#pragma once

#include "course/draw.h"
#include "lessons/16_graph-attention/study.h"

namespace attn::lessons::graph_attention {

using Draw = course::Draw<Params, Result>;

/// The painted mask as a graph (nodes `token[i]`, drawn to each other) beside the cells `mask[i,j]`, and buttons `preset[k]`.
Draw draw_mask;

/// The task's graph: nodes `node[i]`, ties `weights[i,j]`; beside it the selected node's `scores[i,j]`, `weights[i,j]`, `features[j,c]` and
/// `mixed[i,c]`, or all weights as the cells `matrix[i,j]`.
Draw draw_graph;

/// `entropy[i,0]` of each node beside `uniform[i,0]`, and what the model and the one beside it get right (`right-shown[k,0]`,
/// `right-held-out[k,0]`).
Draw draw_choice;

/// The keys' weights for each node that asks, by version: `version-1[i,j]`, `version-2[i,j]`.
Draw draw_lookup;

/// How much of a node is in each other after some layers (`influence[i]`), and the nodes' spread by layers (`spread[l,0]`,
/// `spread-kept[l,0]`).
Draw draw_reach;

/// The graph of communities with its held-out ties, and the probabilities `tied[k,0]` and `untied[k,0]`.
Draw draw_ties;

/// A molecule to take apart, of atoms `atom[i]`, with its probability `verdict[0,0]` of being poisonous; and others, `molecule[k]` to
/// press, with theirs, `poisonous[k,0]`.
Draw draw_molecules;

/// An image under noise (`bright[i,j]`, which can be painted), the figures in it (`truth[i,j]`), and what two models see of them
/// (`seen[i,j]`, `rival-seen[i,j]`).
Draw draw_pixels;

}  // namespace attn::lessons::graph_attention
