// Second half of layer normalisation.
uniform sampler2D x;      // [n, d]
uniform sampler2D rows;   // one texel for [n]: x = mean, y = 1 / sqrt(variance + epsilon)
uniform sampler2D gamma;  // [1, d]
uniform sampler2D beta;   // [1, d]

out vec4 result;  // [n, d]

void main() {
  ivec2 at = place();
  vec4 row = texelFetch(rows, ivec2(0, at.y), 0);
  vec4 norm = (texelFetch(x, at, 0) - row.x) * row.y;
  result = texelFetch(gamma, ivec2(at.x, 0), 0) * norm + texelFetch(beta, ivec2(at.x, 0), 0);
}
