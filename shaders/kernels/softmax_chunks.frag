// First half of a softmax over rows: what each chunk of CHUNK_BLOCKS texels of a row has to say.
uniform sampler2D scores;  // [h n, m]
#if defined(MASKED)
uniform sampler2D mask;  // [n, m]
#elif defined(COUNTED)
uniform sampler2D places;  // one texel for [n]: keys w ... y - 1 are seen
#endif
uniform int query_rows;  // n
uniform int key_rows;    // m
uniform float temperature;

// x: the largest allowed score, y: the sum over the allowed of exp((score - largest) / temperature); y = 0 says that nothing is allowed.
out vec4 chunk;  // one texel for [h n, chunk]

vec4 allowed(ivec2 at) {
#if defined(MASKED)
  return vec4(greaterThan(texelFetch(mask, ivec2(at.x, at.y % query_rows), 0), vec4(0.0)));
#elif defined(COUNTED)
  return within(at.x, texelFetch(places, ivec2(0, at.y % query_rows), 0));
#else
  return existing(at.x, key_rows);
#endif
}

#define LEAST -3e38

void main() {
  ivec2 at = place();
  int begin = at.x * CHUNK_BLOCKS;
  int end = min(begin + CHUNK_BLOCKS, (key_rows + 3) / 4);
  // Where nothing is allowed yet, the largest score is that of the smallest number.
  vec4 most = vec4(LEAST);
  for (int block = begin; block < end; ++block)
    most = max(most, mix(vec4(LEAST), texelFetch(scores, ivec2(block, at.y), 0), greaterThan(allowed(ivec2(block, at.y)), vec4(0.0))));
  float largest = max(max(most.x, most.y), max(most.z, most.w));
  if (largest <= LEAST) {
    chunk = vec4(0.0);
    return;
  }
  // Hidden scores may lie above the largest allowed one; min keeps their exponential finite.
  vec4 sum = vec4(0.0);
  for (int block = begin; block < end; ++block)
    sum += allowed(ivec2(block, at.y)) * exp(min(texelFetch(scores, ivec2(block, at.y), 0) - largest, vec4(0.0)) / temperature);
  chunk = vec4(largest, dot(sum, vec4(1.0)), 0.0, 0.0);
}
