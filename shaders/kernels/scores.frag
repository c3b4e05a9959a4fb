// Scores of every query with every key, for h heads at once; a fragment holds four neighbouring keys of one query.
// What SCORE_... says is computed on rows of equal width: bilinear queries arrive multiplied by M, additive ones as q Wq and k Wk.
uniform sampler2D queries;  // [h n, d]
uniform sampler2D keys;     // [h m, d]
#ifdef SCORE_ADDITIVE
uniform sampler2D direction;  // [1, d], the w of w . tanh(...)
#endif
uniform int query_rows;    // n
uniform int key_rows;      // m
uniform int depth_blocks;  // ceil(d / 4)
uniform float scale;       // multiplies the sum

out vec4 scores;  // [h n, m]

float term(vec4 q, int block, int key) {
  vec4 k = texelFetch(keys, ivec2(block, key), 0);
#if defined(SCORE_ADDITIVE)
  return dot(texelFetch(direction, ivec2(block, 0), 0), safe_tanh(q + k));
#elif defined(SCORE_DISTANCE)
  vec4 difference = q - k;
  return dot(difference, difference);
#else
  return dot(q, k);
#endif
}

void main() {
  ivec2 at = place();
  int first = at.y / query_rows * key_rows;
  ivec4 key = min(first + 4 * at.x + ivec4(0, 1, 2, 3), ivec4(first + key_rows - 1));
  vec4 sum = vec4(0.0);
  for (int block = 0; block < depth_blocks; ++block) {
    vec4 q = texelFetch(queries, ivec2(block, at.y), 0);
    sum += vec4(term(q, block, key.x), term(q, block, key.y), term(q, block, key.z), term(q, block, key.w));
  }
  scores = added(existing(at.x, key_rows) * scale * sum);
}
