// Second half of the gradient of a softmax over rows. What is not allowed has no weight, and so no gradient.
uniform sampler2D weights;    // [n, m]
uniform sampler2D d_weights;  // [n, m]
uniform sampler2D rows;       // one texel for [n]: x = sum of weight times d_weight
uniform float temperature;

out vec4 d_scores;  // [n, m]

void main() {
  ivec2 at = place();
  vec4 sum = vec4(texelFetch(rows, ivec2(0, at.y), 0).x);
  d_scores = added(texelFetch(weights, at, 0) * (texelFetch(d_weights, at, 0) - sum) / temperature);
}
