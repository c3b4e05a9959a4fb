// Multiplies the rows of each example's heads by a number that is said to each head.
uniform sampler2D x;      // [b H, N]
uniform sampler2D heads;  // [b, P]
uniform int head_count;   // H
uniform int first;        // column of the first head's number

out vec4 result;  // [b H, N]

void main() {
  ivec2 at = place();
  result = entry(heads, at.y / head_count, first + at.y % head_count) * texelFetch(x, at, 0);
}
