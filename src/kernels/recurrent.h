// Recurrent cells: vanilla RNN (Elman 1990), GRU (Cho et al. 2014), LSTM (Hochreiter and Schmidhuber 1997, with forget gate).
//
// With p = x Wx + bx and q = h Wh + bh, split into gates of u columns each:
//   rnn   h' = tanh(p + q)
//   gru   r = sigma(p_r + q_r), z = sigma(p_z + q_z), n = tanh(p_n + r q_n), h' = (1 - z) n + z h     (reset after the product, as cuDNN)
//   lstm  i, f, o = sigma(p + q), g = tanh(p_g + q_g), c' = f c + i g, h' = o tanh(c')               (columns in the order i f g o)
//
// b batch, t steps, i inputs, u units, g gates. The rows of a batch are ordered by steps: step s has the rows s b ... s b + b - 1. The
// plain names run SIMD; `_reference` is the formula above, entry by entry.
#pragma once

#include "base/mat.h"
#include "kernels/views.h"

namespace attn::kernels {

enum class Cell { rnn, gru, lstm };
/// 1, 3, 4.
constexpr int gate_count(Cell cell) { return cell == Cell::rnn ? 1 : cell == Cell::gru ? 3 : 4; }

/// The weights of one layer in one direction.
struct RecurrentWeights {
  Mat wx;  ///< [i, g u]
  Mat wh;  ///< [u, g u]
  Mat bx;  ///< [1, g u]
  Mat bh;  ///< [1, g u]
};

/// What one step reads. Views of the caller's matrices, copied freely.
struct StepInput {
  Eigen::Ref<const Mat> projected;        ///< p [b, g u]
  Eigen::Ref<const Mat> h;                ///< [b, u]
  Eigen::Ref<const Mat> c = no_matrix();  ///< [b, u] for lstm, else unused
  Eigen::Ref<const Mat> wh;               ///< [u, g u]
  Eigen::Ref<const Mat> bh;               ///< [1, g u]
  const bool* active = nullptr;           ///< [b]: a row that is not active keeps h and c (its sequence is over); null: all are
};
/// What one step writes into the caller's memory, which must not overlap anything that the step reads. `gates` and `recurrent` are kept for
/// the backward step and for figures.
struct StepOutput {
  Out gates;                    ///< [b, g u] after their activations, columns as above; undefined in rows that are not active
  Out recurrent = no_matrix();  ///< [b, u] q_n for gru, else unused
  Out c = no_matrix();          ///< [b, u] for lstm, else unused
  Out h;                        ///< [b, u]
};
void recurrent_step_into(Cell cell, const StepInput& in, StepOutput out);
void recurrent_step_reference(Cell cell, const StepInput& in, StepOutput out);

/// Gradients through one step. `d_h` and `d_c` come in as those of the step's outputs and go out as those of its inputs h and c. The part
/// of d_h through the product q is left out; the caller adds it as d_q WhT. The gradient of wh is hT d_q, that of bh the column sums of
/// d_q.
struct StepGradient {
  Out d_projected;        ///< [b, g u] written; zero in rows that are not active
  Out d_q;                ///< [b, g u] written; for rnn and lstm the same numbers as d_projected (may be the same memory)
  Out d_h;                ///< [b, u] in and out
  Out d_c = no_matrix();  ///< [b, u] in and out for lstm, else unused
};
void recurrent_step_vjp_into(Cell cell, const StepInput& in, const StepOutput& forward, StepGradient gradient);

/// The record of a sequence of one example, with every intermediate result.
struct Recurrence {
  Mat h;          ///< [t, u]
  Mat c;          ///< [t, u] for lstm, else empty
  Mat gates;      ///< [t, g u]
  Mat recurrent;  ///< [t, u] q_n for gru, else empty
};
/// x [t,i]; h0, c0 [1,u] or empty for zeros.
Recurrence recurrent(Cell cell, In x, const RecurrentWeights& weights, In h0 = Mat(), In c0 = Mat());
Recurrence recurrent_reference(Cell cell, In x, const RecurrentWeights& weights, In h0 = Mat(), In c0 = Mat());

struct RecurrentGrads {
  Mat d_x;                     ///< [t, i]
  RecurrentWeights d_weights;  ///< in the shapes of the weights
  Mat d_h0, d_c0;              ///< [1, u]; d_c0 is empty except for lstm
  Mat d_h;                     ///< [t, u] the whole gradient that reaches h of each step, including that from later steps
};
/// Backpropagation through time of a scalar through recurrent(...).h, given d_h [t,u].
RecurrentGrads recurrent_vjp(Cell cell, In x, const RecurrentWeights& weights, In h0, In c0, const Recurrence& forward, In d_h);

}  // namespace attn::kernels
