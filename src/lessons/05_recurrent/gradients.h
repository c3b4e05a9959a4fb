// How far back a gradient reaches in an RNN, a GRU and an LSTM of sixteen units, as a function of the spectral radius of the recurrent
// matrix; and the length of the whole gradient before and after clipping (Pascanu, Mikolov and Bengio 2013, section 2 and algorithm 1).
//
// Every square block of a recurrent matrix (one for each gate) is drawn from the seed and scaled to the same spectral radius. The loss is
// a fixed direction of length 1 times the last h, so that its gradient with respect to that h has length 1.
#pragma once

#include <array>

#include "lessons/05_recurrent/params.h"

namespace attn::lessons::recurrent {

inline constexpr int kGradientUnits = 16;
inline constexpr int kGradientInputs = 4;
inline constexpr int kCells = 3;  ///< in the order of kernels::Cell

struct GradientStudy {
  /// [t,u], for the LSTM h and c side by side [t,2u]: gradient with respect to the state, row k at distance k from the last one.
  std::array<Mat, kCells> d_state;
  Mat norm;          ///< [3,t] their lengths
  Mat theory;        ///< [1,t] rho^k
  Mat length_parts;  ///< [3,3] length of the gradient with respect to Wx, Wh and b
  Mat length;        ///< [3,1] with respect to all weights
  Mat rate;          ///< [3,1] factor a step, the geometric mean from distance 1 on (t > 2)
  Mat clipped;       ///< [3,1] after clipping
};

GradientStudy study_gradients(const Params& params);

/// The largest absolute value of an eigenvalue of a square matrix, by Gelfand's formula: the limit of |A^k|^(1/k), k = 65536 here.
double spectral_radius(In a);

/// Of an LSTM: gradients [t,u] with respect to the cell states, given those that reach h of each step in all ways (RecurrentGrads::d_h).
Mat cell_gradient(const kernels::Recurrence& trace, In d_h);

/// What a gradient of this length is multiplied by: min(1, clip / length).
double clip_factor(double length, double clip);

}  // namespace attn::lessons::recurrent
