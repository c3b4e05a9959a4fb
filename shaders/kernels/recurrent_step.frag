// One step of a recurrent cell. The gates stand side by side, in the order of kernels/recurrent.h.
uniform sampler2D projected;  // x Wx + bx [b, g u]
uniform sampler2D recurrent;  // h Wh + bh [b, g u]
#ifndef RNN
uniform sampler2D state;  // [b, u]: with GRU h before the step, with LSTM_CELL c before it, with LSTM_OUTPUT c after it
#endif
uniform int units;  // u

out vec4 result;  // [b, u]: h after the step, with LSTM_CELL c

vec4 both(ivec2 at, int gate) {
  int column = gate * units + 4 * at.x;
  return four(projected, at.y, column) + four(recurrent, at.y, column);
}

void main() {
  ivec2 at = place();
#if defined(RNN)
  vec4 now = safe_tanh(both(at, 0));
#elif defined(GRU)
  vec4 z = sigmoid(both(at, 1));
  int column = 2 * units + 4 * at.x;
  vec4 fresh = safe_tanh(four(projected, at.y, column) + sigmoid(both(at, 0)) * four(recurrent, at.y, column));
  vec4 now = (1.0 - z) * fresh + z * texelFetch(state, at, 0);
#elif defined(LSTM_CELL)
  vec4 now = sigmoid(both(at, 1)) * texelFetch(state, at, 0) + sigmoid(both(at, 0)) * safe_tanh(both(at, 2));
#else
  vec4 now = sigmoid(both(at, 3)) * safe_tanh(texelFetch(state, at, 0));
#endif
  result = existing(at.x, units) * now;
}
