// The cosine of each head's key with each cell.
uniform sampler2D memory;   // [b width, N]
uniform sampler2D heads;    // [b, P]: the keys come first
uniform sampler2D lengths;  // [b, N]
uniform int head_count;     // H
uniform int width;
uniform float epsilon;

out vec4 cosines;  // [b H, N]

void main() {
  ivec2 at = place();
  int example = at.y / head_count, first = at.y % head_count * width;
  vec4 sum = vec4(0.0);
  float square = 0.0;
  for (int j = 0; j < width; ++j) {
    float key = entry(heads, example, first + j);
    square += key * key;
    sum += key * texelFetch(memory, ivec2(at.x, example * width + j), 0);
  }
  cosines = sum / (sqrt(square) * texelFetch(lengths, ivec2(at.x, example), 0) + epsilon);
}
