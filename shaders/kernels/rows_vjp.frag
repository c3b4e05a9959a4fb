// Gradient of a run of rows: zero outside of it.
uniform sampler2D d_y;  // [count, d]
uniform int first;
uniform int count;

out vec4 d_x;  // [n, d]

void main() {
  ivec2 at = place();
  int row = at.y - first;
  d_x = added(row >= 0 && row < count ? texelFetch(d_y, ivec2(at.x, row), 0) : vec4(0.0));
}
