// First half of layer normalisation: mean and 1 / sqrt(variance + epsilon) of each row.
uniform sampler2D x;  // [n, d]
uniform int cols;     // d
uniform float epsilon;

out vec4 row;  // one texel for [n]

void main() {
  ivec2 at = place();
  vec4 sum = vec4(0.0);
  int blocks = (cols + 3) / 4;
  for (int block = 0; block < blocks; ++block) sum += texelFetch(x, ivec2(block, at.y), 0);
  float mean = dot(sum, vec4(1.0)) / float(cols);
  vec4 squares = vec4(0.0);
  for (int block = 0; block < blocks; ++block) {
    vec4 off = existing(block, cols) * (texelFetch(x, ivec2(block, at.y), 0) - mean);
    squares += off * off;
  }
  row = vec4(mean, 1.0 / sqrt(dot(squares, vec4(1.0)) / float(cols) + epsilon), 0.0, 0.0);
}
