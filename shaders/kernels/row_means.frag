// The mean of each run of rows.
uniform sampler2D x;     // [n, d]
uniform sampler2D runs;  // one texel for [g]: x = first row, y = one beyond the last

out vec4 result;  // [g, d]; 0 for a run without rows

void main() {
  ivec2 at = place();
  ivec2 run = ivec2(texelFetch(runs, ivec2(0, at.y), 0).xy);
  result = vec4(0.0);
  for (int row = run.x; row < run.y; ++row) result += texelFetch(x, ivec2(at.x, row), 0);
  result /= float(max(run.y - run.x, 1));
}
