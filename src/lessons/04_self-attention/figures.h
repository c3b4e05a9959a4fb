// The figures of attention on a sentence: one of the trained network, the others of the layer by hand. Tokens that ask have queries, tokens
// that answer have keys and values.
#pragma once

#include <string>

#include "course/draw.h"
#include "lessons/04_self-attention/study.h"

namespace attn::lessons::self_attention {

using Draw = course::Draw<Params, Result>;

/// The sentence in the trained network, with lines and weights from the word that asks to all others (cells `looking[0,j]`, which a press
/// chooses), and buttons that change the sentence.
Draw draw_pointing;

/// The weights of the head shown as a heat map and, where there is room, as lines from the tokens that ask to those that answer. All heads
/// are shown as small heat maps to choose from (regions `head[i]`).
Draw draw_attention;

/// The mask, which the reader paints (cells `mask[i,j]`; pressing a token's name, `mask-row[i]`, toggles its row), beside the weights that
/// it leaves.
Draw draw_mask;

/// X, the matrices W_q, W_k and W_v, and Q, K and V; X and the matrices can be edited.
Draw draw_projections;

/// Q, K and V cut into heads, a heat map for each head, their outputs side by side, W_o and the output, each with its shape.
Draw draw_heads;

/// The outputs of the sentence and of the shuffled one, with a line that joins the two places of each token.
Draw draw_shuffle;

/// The head shown on a text of up to 2,048 tokens, as a map.
Draw draw_long_text;
void prepare_long_text(const Params& p, const Result& r);
std::string describe_long_text(const Params& p, const Result& r);

}  // namespace attn::lessons::self_attention
