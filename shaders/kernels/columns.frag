// Columns first ... of `left`; with BESIDE the columns of `right` follow those of `left`.
uniform sampler2D left;  // [n, left_cols]
#ifdef BESIDE
uniform sampler2D right;  // [n, .]
uniform int left_cols;
#endif
uniform int first;
uniform int cols;  // of the result

out vec4 result;  // [n, cols]

float column(int row, int at) {
#ifdef BESIDE
  if (at >= left_cols) return entry(right, row, at - left_cols);
#endif
  return entry(left, row, at);
}

void main() {
  ivec2 at = place();
  vec4 lanes = vec4(0.0);
  for (int lane = 0; lane < 4; ++lane) {
    if (4 * at.x + lane < cols) lanes[lane] = column(at.y, first + 4 * at.x + lane);
  }
  result = added(lanes);
}
