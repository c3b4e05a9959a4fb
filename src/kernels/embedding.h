// Embedding: looks up the rows of a table by their numbers, and so turns words into vectors.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// Row i of `rows` [n,e] becomes row ids[i] of the table [v,e], or zeros for an id of -1. CHECKs that other ids are in 0 ... v - 1.
void embedding_into(In table, const int* ids, Out rows);
/// Adds each row of d_rows [n,e] to the row of d_table [v,e] that its id names.
void add_embedding_vjp(const int* ids, In d_rows, Out d_table);

}  // namespace attn::kernels
