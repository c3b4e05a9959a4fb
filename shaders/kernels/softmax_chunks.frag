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

bvec4 allowed(ivec2 at) {
#if defined(MASKED)
  return greaterThan(texelFetch(mask, ivec2(at.x, at.y % query_rows), 0), vec4(0.0));
#elif defined(COUNTED)
  return greaterThan(within(at.x, texelFetch(places, ivec2(0, at.y % query_rows), 0)), vec4(0.0));
#else
  return greaterThan(existing(at.x, key_rows), vec4(0.0));
#endif
}

void main() {
  ivec2 at = place();
  int begin = at.x * CHUNK_BLOCKS;
  int end = min(begin + CHUNK_BLOCKS, (key_rows + 3) / 4);
  bool any_allowed = false;
  float largest = 0.0;
  for (int block = begin; block < end; ++block) {
    vec4 s = texelFetch(scores, ivec2(block, at.y), 0);
    bvec4 open = allowed(ivec2(block, at.y));
    for (int lane = 0; lane < 4; ++lane) {
      if (!open[lane]) continue;
      largest = any_allowed ? max(largest, s[lane]) : s[lane];
      any_allowed = true;
    }
  }
  float sum = 0.0;
  for (int block = begin; any_allowed && block < end; ++block) {
    vec4 s = texelFetch(scores, ivec2(block, at.y), 0);
    bvec4 open = allowed(ivec2(block, at.y));
    for (int lane = 0; lane < 4; ++lane) {
      if (open[lane]) sum += exp((s[lane] - largest) / temperature);
    }
  }
  chunk = vec4(largest, sum, 0.0, 0.0);
}
