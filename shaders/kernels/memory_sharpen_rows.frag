// First half of sharpening: the largest number of each row, and the sum of (number / largest)^gamma.
uniform sampler2D shifted;  // [b H, N]
uniform sampler2D heads;    // [b, P]
uniform int head_count;     // H
uniform int first;          // column of the first head's gamma
uniform int blocks;         // ceil(N / 4)

out vec4 row;  // one texel for [b H]; y = 0 where all numbers are 0

void main() {
  ivec2 at = place();
  float gamma = entry(heads, at.y / head_count, first + at.y % head_count), largest = 0.0;
  for (int block = 0; block < blocks; ++block) {
    vec4 x = texelFetch(shifted, ivec2(block, at.y), 0);
    largest = max(largest, max(max(x.x, x.y), max(x.z, x.w)));
  }
  vec4 sum = vec4(0.0);
  for (int block = 0; largest >= SMALLEST && block < blocks; ++block)
    sum += power(texelFetch(shifted, ivec2(block, at.y), 0) / largest, gamma);
  row = vec4(largest, dot(sum, vec4(1.0)), gamma, 0.0);
}
