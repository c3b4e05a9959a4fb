// What the controller says to a memory's heads, after its activations (kernels/memory_step.h has the columns).
uniform sampler2D said;      // [b, P]
uniform int first_erase;     // before it are keys and add vectors
uniform int first_shift;     // before it are the erase vectors, and so on
uniform int first_strength;
uniform int first_gate;
uniform int first_gamma;
uniform int shifts;  // of each head
uniform int cols;    // P

out vec4 heads;  // [b, P]

float soft_plus(float x) { return max(x, 0.0) + log(1.0 + exp(-abs(x))); }

// The share of one shift among those of its head.
float share(int row, int column) {
  int first = first_shift + (column - first_shift) / shifts * shifts;
  float largest = entry(said, row, first), sum = 0.0;
  for (int k = 1; k < shifts; ++k) largest = max(largest, entry(said, row, first + k));
  for (int k = 0; k < shifts; ++k) sum += exp(entry(said, row, first + k) - largest);
  return exp(entry(said, row, column) - largest) / sum;
}

void main() {
  ivec2 at = place();
  vec4 x = texelFetch(said, at, 0), bent = safe_tanh(x), gates = sigmoid(x);
  vec4 lanes = vec4(0.0);
  for (int lane = 0; lane < 4; ++lane) {
    int column = 4 * at.x + lane;
    if (column >= cols) break;
    if (column < first_erase)
      lanes[lane] = bent[lane];
    else if (column < first_shift)
      lanes[lane] = gates[lane];
    else if (column < first_strength)
      lanes[lane] = share(at.y, column);
    else if (column < first_gate)
      lanes[lane] = soft_plus(x[lane]);
    else if (column < first_gamma)
      lanes[lane] = gates[lane];
    else
      lanes[lane] = 1.0 + soft_plus(x[lane]);
  }
  heads = lanes;
}
