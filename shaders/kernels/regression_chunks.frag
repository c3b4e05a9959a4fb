// Kernel regression, first half: what each chunk of keys says about each query. Keys lie KEY_BLOCKS texels to a texture row, and such a row
// is a chunk. KERNEL_... says which kernel.
uniform sampler2D keys;     // [m] as [chunk, 4 KEY_BLOCKS], zeros beyond key m - 1
uniform sampler2D targets;  // [m], laid out like the keys
uniform sampler2D queries;  // [g, 1]
uniform int key_count;      // m
uniform float width;

// x: distance to the nearest key of the chunk, y: sum of f, z: sum of f times target; the Gaussian's f is relative to the nearest key's.
out vec4 chunk;  // one texel for [g, chunk]

#ifdef KERNEL_GAUSSIAN
float nearest_key(float query, int row, int end) {
  float nearest = abs(query - texelFetch(keys, ivec2(0, row), 0).x);
  for (int column = 0; column < end; ++column) {
    vec4 far = abs(query - texelFetch(keys, ivec2(column, row), 0));
    vec4 present = existing(row * KEY_BLOCKS + column, key_count);
    far = mix(vec4(nearest), far, present);
    nearest = min(min(min(far.x, far.y), min(far.z, far.w)), nearest);
  }
  return nearest;
}
#endif

void main() {
  ivec2 at = place();
  float query = texelFetch(queries, ivec2(0, at.y), 0).x;
  int end = min(KEY_BLOCKS, (key_count + 3) / 4 - at.x * KEY_BLOCKS);
#ifdef KERNEL_GAUSSIAN
  float nearest = nearest_key(query, at.x, end);
#else
  float nearest = 0.0;
#endif
  vec4 sum = vec4(0.0), sum_targets = vec4(0.0);
  for (int column = 0; column < end; ++column) {
    vec4 f = kernel_value(abs(query - texelFetch(keys, ivec2(column, at.x), 0)), nearest, width);
    f *= existing(at.x * KEY_BLOCKS + column, key_count);
    sum += f;
    sum_targets += f * texelFetch(targets, ivec2(column, at.x), 0);
  }
  chunk = vec4(nearest, dot(sum, vec4(1.0)), dot(sum_targets, vec4(1.0)), 0.0);
}
