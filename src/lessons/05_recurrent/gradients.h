// How far back a gradient reaches in an RNN, a GRU and an LSTM of sixteen units, depending on the spectral radius of the recurrent matrix;
// and the length of the whole gradient before and after clipping (Pascanu, Mikolov and Bengio 2013, section 2 and algorithm 1).
//
// Every square block of a recurrent matrix (one for each gate) is drawn from the seed and scaled to the same spectral radius. The loss is
// the dot product of the last h with a fixed vector of length 1, so its gradient with respect to that h has length 1.
#pragma once

#include <array>

#include "lessons/05_recurrent/params.h"

namespace attn::lessons::recurrent {

inline constexpr int kGradientUnits = 16;
inline constexpr int kGradientInputs = 4;
inline constexpr int kCells = 3;  ///< in the order of kernels::Cell

struct GradientStudy {
  /// The gradient with respect to the state; row k is at distance k from the last step. [t,u], but [t,2u] for the LSTM, whose state is h
  /// and c side by side.
  std::array<Mat, kCells> d_state;
  Mat norm;          ///< [3,t] lengths of the rows of d_state
  Mat theory;        ///< [1,t] rho^k
  Mat length_parts;  ///< [3,3] lengths of the gradients with respect to Wx, Wh and b
  Mat length;        ///< [3,1] length of the gradient with respect to all weights
  Mat rate;          ///< [3,1] factor per step: the geometric mean from distance 1 on (t > 2)
  Mat clipped;       ///< [3,1] `length` after clipping
};

GradientStudy study_gradients(const Params& params);

/// The largest absolute value of an eigenvalue of a square matrix, by Gelfand's formula: the limit of |A^k|^(1/k), k = 65536 here.
double spectral_radius(In a);

/// The gradients [t,u] with respect to the cell states of an LSTM. `d_h` [t,u] are the gradients with respect to the h of each step, along
/// all paths (RecurrentGrads::d_h).
Mat cell_gradient(const kernels::Recurrence& trace, In d_h);

/// What a gradient of this length is multiplied by: min(1, clip / length).
double clip_factor(double length, double clip);

}  // namespace attn::lessons::recurrent
