// Sums of the rows that several chunks have of one result.
uniform sampler2D x;  // [chunks height, c]
uniform int begin;    // row of the result's first row in each chunk
uniform int height;   // of a chunk
uniform int chunks;

out vec4 result;  // [., c]

void main() {
  ivec2 at = place();
  vec4 sum = vec4(0.0);
  for (int c = 0; c < chunks; ++c) sum += texelFetch(x, ivec2(at.x, c * height + begin + at.y), 0);
  result = added(sum);
}
