// First half of the gradient of a softmax over rows: the sum of weight times d_weight.
uniform sampler2D weights;    // [n, m]
uniform sampler2D d_weights;  // [n, m]
uniform int blocks;           // ceil(m / 4)

out vec4 row;  // one texel for [n]

void main() {
  ivec2 at = place();
  vec4 sum = vec4(0.0);
  for (int block = 0; block < blocks; ++block)
    sum += texelFetch(weights, ivec2(block, at.y), 0) * texelFetch(d_weights, ivec2(block, at.y), 0);
  row = vec4(dot(sum, vec4(1.0)));
}
