// Gradient of a slice of columns: zero outside of them.
uniform sampler2D d_y;  // [n, count]
uniform int first;
uniform int count;

out vec4 d_x;  // [n, d]

void main() {
  ivec2 at = place();
  vec4 lanes = vec4(0.0);
  for (int lane = 0; lane < 4; ++lane) {
    int column = 4 * at.x + lane - first;
    if (column >= 0 && column < count) lanes[lane] = entry(d_y, at.y, column);
  }
  d_x = added(lanes);
}
