// First third of the gradients of layer normalisation: the means over each row of d_norm and of d_norm times norm.
uniform sampler2D x;      // [n, d]
uniform sampler2D rows;   // one texel for [n]: x = mean, y = 1 / sqrt(variance + epsilon)
uniform sampler2D gamma;  // [1, d]
uniform sampler2D d_y;    // [n, d]
uniform int cols;         // d

out vec4 row;  // one texel for [n]: the same, z = mean of d_norm, w = mean of d_norm norm

void main() {
  ivec2 at = place();
  row = texelFetch(rows, ivec2(0, at.y), 0);
  vec4 sum = vec4(0.0), products = vec4(0.0);
  for (int block = 0; block < (cols + 3) / 4; ++block) {
    vec4 d_norm = texelFetch(gamma, ivec2(block, 0), 0) * texelFetch(d_y, ivec2(block, at.y), 0);
    sum += d_norm;
    products += d_norm * (texelFetch(x, ivec2(block, at.y), 0) - row.x) * row.y;
  }
  row.zw = vec2(dot(sum, vec4(1.0)), dot(products, vec4(1.0))) / float(cols);
}
