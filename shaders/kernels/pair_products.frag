// The scalar products of pairs of rows.
uniform sampler2D x;      // [n, d]
uniform sampler2D pairs;  // one texel for [p]: the numbers of two rows
uniform int depth_blocks;  // ceil(d / 4)

out vec4 result;  // [p, 1]

void main() {
  ivec2 at = place();
  ivec2 rows = ivec2(texelFetch(pairs, ivec2(0, at.y), 0).xy);
  vec4 sum = vec4(0.0);
  for (int block = 0; block < depth_blocks; ++block) sum += texelFetch(x, ivec2(block, rows.x), 0) * texelFetch(x, ivec2(block, rows.y), 0);
  result = vec4(dot(sum, vec4(1.0)), 0.0, 0.0, 0.0);
}
