// Operations on a tape: products, sums, activations, cutting and joining, embedding, layer norm, loss. Each is a kernel forward and its
// `_vjp` backward. Recurrent networks are in recurrence.h, attention in attention.h and multi_head.h.
//
// CHECKs that shapes fit. The arguments of an operation must be on the same tape. n rows, d width, v vocabulary.
#pragma once

#include <initializer_list>
#include <span>

#include "autodiff/tape.h"
#include "base/rng.h"

namespace attn::autodiff {

/// a [n,k], b [k,p] -> a b [n,p].
Var product(Var a, Var b);
/// a [n,k], b [p,k] -> a bT [n,p].
Var product_bt(Var a, Var b);
/// x [n,d] w [d,f] + bias [1,f], or without a bias.
Var linear(Var x, Var w, Var bias = {});

/// a and b have the same shape, here and in the next two.
Var add(Var a, Var b);
Var subtract(Var a, Var b);
Var multiply(Var a, Var b);
/// x [n,d] + row [1,d].
Var add_row(Var x, Var row);
/// x [n,d] * column [n,1]: each row by its own factor.
Var multiply_rows(Var x, Var column);
Var scale(Var x, Real factor);

Var tanh(Var x);
Var sigmoid(Var x);
Var relu(Var x);
Var gelu(Var x);
/// gelu by way of a tanh, x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2, as GPT-2 was released with (Hendrycks and Gimpel 2016).
Var gelu_tanh(Var x);

/// Side by side: [n,d1], [n,d2], ... -> [n,d1+d2+...].
Var concat_cols(std::span<const Var> parts);
inline Var concat_cols(std::initializer_list<Var> parts) { return concat_cols(std::span(parts.begin(), parts.size())); }
/// One below the other: [n1,d], [n2,d], ... -> [n1+n2+...,d].
Var concat_rows(std::span<const Var> parts);
/// A copy of columns first ... first + count - 1.
Var slice_cols(Var x, Index first, Index count);
/// Rows first ... first + count - 1 in the same memory, without a copy. Parameters can be sliced too: so a layer on two concatenated inputs
/// is split into one for each.
inline Var slice_rows(Var x, Index first, Index count) { return x.tape->rows_of(x, first, count); }

/// table [v,d], ids of n rows -> [n,d]; an id of -1 gives a row of zeros. The ids are copied.
Var gather_rows(Var table, std::span<const int> ids);
/// Sets each number to 0 with the probability `rate`, and divides the others by 1 - rate (Srivastava et al. 2014). Returns x itself where
/// the rate is 0 or the tape does not record.
Var dropout(Var x, Real rate, Rng* rng);
/// Brings each row to mean 0 and (biased) variance 1, then multiplies by gamma [1,d] and adds beta [1,d] (Ba et al. 2016).
Var layer_norm(Var x, Var gamma, Var beta, Real epsilon = Real(1e-5));

/// All entries -> [1,1].
Var sum(Var x);
Var mean(Var x);
/// The mean [1,1] of -log softmax(logits)[target] over the rows of logits [n,v] whose target is not -1 (padding); 0 where all are padding.
/// With label smoothing s the target distribution is 1 - s at the target plus s / v everywhere (Szegedy et al. 2016, section 7). Targets
/// are copied.
Var cross_entropy(Var logits, std::span<const int> targets, Real label_smoothing = 0);
/// ln x[i, picks[i]] [n,1] of probabilities x [n,m], and 0 where the pick is -1: what the score function weighs (Williams 1992). Picks are
/// copied.
Var log_picked(Var x, std::span<const int> picks);

}  // namespace attn::autodiff
