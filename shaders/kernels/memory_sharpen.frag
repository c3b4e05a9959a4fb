// Second half of sharpening.
uniform sampler2D shifted;  // [b H, N]
uniform sampler2D rows;     // one texel for [b H]: x = largest number, y = sum of (number / largest)^gamma, z = gamma

out vec4 weights;  // [b H, N]

void main() {
  ivec2 at = place();
  vec4 row = texelFetch(rows, ivec2(0, at.y), 0);
  weights = row.y > 0.0 ? power(texelFetch(shifted, at, 0) / row.x, row.z) / row.y : vec4(0.0);
}
