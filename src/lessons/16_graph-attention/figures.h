// The figures of attention over graphs.
#pragma once

#include "course/draw.h"
#include "lessons/16_graph-attention/study.h"

namespace attn::lessons::graph_attention {

using Draw = course::Draw<Params, Result>;

/// The club, large: sides by colour as the model answers (nodes `node[i]`, which can be moved), the side of the member chosen as a bar, and
/// a knob `tie[j]` on each of its ties, which cuts it or ties it again. `restore` takes all changes back.
Draw draw_club;

/// The painted mask as a graph (nodes `token[i]`; dragging from one to another draws a tie) beside the cells `mask[i,j]`, and buttons
/// `preset[k]`.
Draw draw_mask;

/// The task's graph, with nodes `node[i]` and ties `weights[i,j]`. Beside it are the `scores[i,j]`, `weights[i,j]`, `features[j,c]` and
/// `mixed[i,c]` of the selected node, or all weights as the cells `matrix[i,j]`.
Draw draw_graph;

/// The node `node`, large, with those that it sees (`node[j]`), and beside it the rows of features before and after the layer (`row[j]`
/// unfolds a node's sum): `features[j,c]`, `scores[i,j]` or `sees[j]`, `weights[i,j]`, `products[j,c]`, and below them `mixed[i,c]`,
/// `bias[0,c]`, `before-bend[i,c]` and `new-row[i,c]`. It tells itself in kSumStops stops.
Draw draw_sum;

/// The entropy of each node's weights (`entropy[i,0]`) beside that of equal weights (`uniform[i,0]`), and how much the model and the one
/// beside it get right (`right-shown[k,0]`, `right-held-out[k,0]`).
Draw draw_choice;

/// The weights of the keys for each node that asks, by both versions of attention: `version-1[i,j]`, `version-2[i,j]`.
Draw draw_lookup;

/// How much of the source is in each node after some layers (`influence[i]`), and how far the nodes are spread after each number of layers
/// (`spread[l,0]`, `spread-kept[l,0]`).
Draw draw_reach;

/// The graph of communities with its held-out ties, and the probabilities `tied[k,0]` and `untied[k,0]`.
Draw draw_ties;

/// A molecule that the reader takes apart (atoms `atom[i]`), with its probability of being poisonous (`verdict[0,0]`); and a gallery of
/// molecules that can be pressed (`molecule[k]`), with their probabilities (`poisonous[k,0]`).
Draw draw_molecules;

/// A noisy image (`bright[i,j]`), which can be painted, the figures in it (`truth[i,j]`), and what two models see of them (`seen[i,j]`,
/// `rival-seen[i,j]`).
Draw draw_pixels;

}  // namespace attn::lessons::graph_attention
