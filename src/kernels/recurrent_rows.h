// SIMD loops over the units of a recurrent step, after its product, for recurrent.h.
#pragma once

#include "base/mat.h"

namespace attn::kernels::rows {

/// One example of a step: its rows of the matrices in StepInput and StepOutput (recurrent.h).
struct RecurrentRow {
  const Real* projected = nullptr;  ///< p [g u]
  const Real* bh = nullptr;         ///< [g u]
  const Real* h = nullptr;          ///< [u]
  const Real* c = nullptr;          ///< [u] lstm
  Real* gates = nullptr;            ///< [g u] in: h Wh; out: the gates
  Real* recurrent = nullptr;        ///< [u] gru
  Real* new_c = nullptr;            ///< [u] lstm
  Real* new_h = nullptr;            ///< [u]
  Index units = 0;
};
void rnn(const RecurrentRow& row);
void gru(const RecurrentRow& row);
void lstm(const RecurrentRow& row);

/// The same for StepGradient.
struct RecurrentRowGradient {
  const Real* gates = nullptr;
  const Real* recurrent = nullptr;  ///< gru
  const Real* h = nullptr;          ///< the step's input h; gru
  const Real* c = nullptr;          ///< the step's input c; lstm
  const Real* new_c = nullptr;      ///< lstm
  Real* d_projected = nullptr;
  Real* d_q = nullptr;
  Real* d_h = nullptr;
  Real* d_c = nullptr;  ///< lstm
  Index units = 0;
};
void rnn_vjp(const RecurrentRowGradient& row);
void gru_vjp(const RecurrentRowGradient& row);
void lstm_vjp(const RecurrentRowGradient& row);

}  // namespace attn::kernels::rows
