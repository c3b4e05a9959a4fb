// Scores of the heads of a batch of sentences: each query with the keys of its own sentence that it sees.
uniform sampler2D queries;  // [n, h width]
uniform sampler2D keys;     // [., h width]
uniform sampler2D places;   // one texel for [n]: x = row of the first key, y = how many keys are seen, z = position of the query
#ifdef OFFSETS
uniform sampler2D offsets;  // [2 reach + 1, h]
uniform int reach;
#endif
uniform int query_rows;  // n
uniform int width;       // of a head
uniform float scale;

out vec4 scores;  // [h n, the most keys], 0 where a key is not seen

#ifdef WHOLE_BLOCKS  // the heads begin at whole texels
vec4 products(int query, ivec4 key, int first) {
  vec4 sum = vec4(0.0);
  for (int block = first / 4; block < (first + width) / 4; ++block)
    sum += texelFetch(queries, ivec2(block, query), 0) * mat4(texelFetch(keys, ivec2(block, key.x), 0), texelFetch(keys, ivec2(block, key.y), 0),
                                                              texelFetch(keys, ivec2(block, key.z), 0), texelFetch(keys, ivec2(block, key.w), 0));
  return sum;
}
#else
vec4 products(int query, ivec4 key, int first) {
  vec4 sum = vec4(0.0);
  for (int column = first; column < first + width; ++column)
    sum += entry(queries, query, column) *
           vec4(entry(keys, key.x, column), entry(keys, key.y, column), entry(keys, key.z, column), entry(keys, key.w, column));
  return sum;
}
#endif

void main() {
  ivec2 at = place();
  int head = at.y / query_rows, query = at.y % query_rows;
  ivec3 place = ivec3(texelFetch(places, ivec2(0, query), 0).xyz);
  scores = vec4(0.0);
  if (4 * at.x >= place.y) return;
  ivec4 key = 4 * at.x + ivec4(0, 1, 2, 3);
  vec4 sum = scale * products(query, place.x + min(key, ivec4(place.y - 1)), head * width);
#ifdef OFFSETS
  ivec4 row = clamp(key - place.z, -reach, reach) + reach;
  sum += vec4(entry(offsets, row.x, head), entry(offsets, row.y, head), entry(offsets, row.z, head), entry(offsets, row.w, head));
#endif
  scores = existing(at.x, place.y) * sum;
}
