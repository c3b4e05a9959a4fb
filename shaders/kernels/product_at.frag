// Second half of x^T g: sums what the chunks of rows have added (product_at_chunks).
uniform sampler2D first;  // [chunks height, c] each
uniform sampler2D second;
uniform sampler2D third;
uniform sampler2D fourth;
uniform int begin;   // row of the result's first row in each chunk
uniform int height;  // of a chunk
uniform int chunks;

out vec4 result;  // [d, c]

void main() {
  ivec2 at = place();
  vec4 sum = vec4(0.0);
  for (int c = 0; c < chunks; ++c) {
    ivec2 from = ivec2(at.x, c * height + begin + at.y / 4);
    if (at.y % 4 == 0)
      sum += texelFetch(first, from, 0);
    else if (at.y % 4 == 1)
      sum += texelFetch(second, from, 0);
    else if (at.y % 4 == 2)
      sum += texelFetch(third, from, 0);
    else
      sum += texelFetch(fourth, from, 0);
  }
  result = added(sum);
}
