// The lengths of a memory's cells.
uniform sampler2D memory;  // [b width, N]
uniform int width;

out vec4 lengths;  // [b, N]

void main() {
  ivec2 at = place();
  vec4 sum = vec4(0.0);
  for (int j = 0; j < width; ++j) {
    vec4 m = texelFetch(memory, ivec2(at.x, at.y * width + j), 0);
    sum += m * m;
  }
  lengths = sqrt(sum);
}
