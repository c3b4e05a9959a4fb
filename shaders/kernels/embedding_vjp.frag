// Gradient of a table whose rows were looked up: each row gathers what came to its copies.
uniform sampler2D d_y;    // [n, d]
uniform sampler2D order;  // [n, 1]: the numbers of the copies, those of one row together
uniform sampler2D runs;   // one texel for [v]: x = first place in `order`, y = one beyond the last

out vec4 d_table;  // [v, d]

void main() {
  ivec2 at = place();
  ivec2 run = ivec2(texelFetch(runs, ivec2(0, at.y), 0).xy);
  vec4 sum = vec4(0.0);
  for (int i = run.x; i < run.y; ++i) sum += texelFetch(d_y, ivec2(at.x, int(texelFetch(order, ivec2(0, i), 0).x)), 0);
  d_table = added(sum);
}
