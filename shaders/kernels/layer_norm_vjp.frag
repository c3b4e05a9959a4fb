// Second third of the gradients of layer normalisation: that of x.
uniform sampler2D x;      // [n, d]
uniform sampler2D rows;   // one texel for [n]: mean, 1 / sqrt(variance + epsilon), and the means of d_norm and d_norm norm
uniform sampler2D gamma;  // [1, d]
uniform sampler2D d_y;    // [n, d]
uniform int cols;         // d

out vec4 d_x;  // [n, d]

void main() {
  ivec2 at = place();
  vec4 row = texelFetch(rows, ivec2(0, at.y), 0);
  vec4 norm = (texelFetch(x, at, 0) - row.x) * row.y;
  vec4 d_norm = texelFetch(gamma, ivec2(at.x, 0), 0) * texelFetch(d_y, at, 0);
  d_x = added(existing(at.x, cols) * row.y * (d_norm - row.z - norm * row.w));
}
