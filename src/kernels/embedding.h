// Rows of a table, by number: words to vectors.
#pragma once

#include "base/mat.h"

namespace attn::kernels {

/// rows [n,e]: row i is row ids[i] of the table [v,e]; for an id of -1 it is zero. Other ids outside of 0 ... v - 1 are a CHECK.
void embedding_into(In table, const int* ids, Out rows);
/// d_table [v,e] += the rows of d_rows [n,e], each in the row of its id.
void add_embedding_vjp(const int* ids, In d_rows, Out d_table);

}  // namespace attn::kernels
