// Second half of a softmax over rows: each allowed score becomes its weight; a row that may see nothing stays all zero.
uniform sampler2D scores;  // [h n, m]
uniform sampler2D rows;    // one texel for [h n]: x = largest allowed score, y = sum of exponentials
#if defined(MASKED)
uniform sampler2D mask;  // [n, m]
#elif defined(COUNTED)
uniform sampler2D places;  // one texel for [n]: keys w ... y - 1 are seen
#endif
uniform int query_rows;  // n
uniform int key_rows;    // m
uniform float temperature;

out vec4 weights;  // [h n, m]

void main() {
  ivec2 at = place();
  vec4 row = texelFetch(rows, ivec2(0, at.y), 0);
#if defined(MASKED)
  vec4 open = vec4(greaterThan(texelFetch(mask, ivec2(at.x, at.y % query_rows), 0), vec4(0.0)));
#elif defined(COUNTED)
  vec4 open = within(at.x, texelFetch(places, ivec2(0, at.y % query_rows), 0));
#else
  vec4 open = existing(at.x, key_rows);
#endif
  // Hidden scores may lie above the largest allowed one; min keeps their exponential finite, so that 0 times it is 0.
  vec4 below = min(texelFetch(scores, at, 0) - row.x, vec4(0.0));
  weights = row.y > 0.0 ? open * exp(below / temperature) / row.y : vec4(0.0);
}
