// Operations with stored matrices (kernels/stored.h), on tapes that do not record: such a matrix is not trained. The CPU computes them.
#pragma once

#include <span>

#include "autodiff/tape.h"
#include "kernels/stored.h"

namespace attn::autodiff {

/// x [n,k], w [k,m] -> x w [n,m].
Var stored_product(Var x, const kernels::StoredMatrix& w);
/// x [n,k], w [m,k] -> x wT [n,m].
Var stored_product_bt(Var x, const kernels::StoredMatrix& w);
/// The rows `ids` of the table [v,d] -> [n,d].
Var stored_rows(Tape& tape, const kernels::StoredMatrix& table, std::span<const int> ids);

}  // namespace attn::autodiff
