// Kernel regression, second half: the chunks of a query become its answer.
uniform sampler2D chunks;  // one texel for [g, chunk]: x = nearest distance, y = sum of f, z = sum of f times target
uniform int chunk_count;
uniform float width;

out vec4 answer;  // [g, 4]: output, sum of f (0: no key in reach), nearest distance, 0

void main() {
  ivec2 at = place();
  float nearest = texelFetch(chunks, ivec2(0, at.y), 0).x;
  for (int c = 1; c < chunk_count; ++c) nearest = min(nearest, texelFetch(chunks, ivec2(c, at.y), 0).x);
  float sum = 0.0, sum_targets = 0.0;
  for (int c = 0; c < chunk_count; ++c) {
    vec4 chunk = texelFetch(chunks, ivec2(c, at.y), 0);
#ifdef KERNEL_GAUSSIAN
    chunk.yz *= kernel_value(vec4(chunk.x), nearest, width).x;
#endif
    sum += chunk.y;
    sum_targets += chunk.z;
  }
  answer = vec4(sum > 0.0 ? sum_targets / sum : 0.0, sum, nearest, 0.0);
}
