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

float product(int query, int key, int first) {
#ifdef WHOLE_BLOCKS  // the heads begin at whole texels
  vec4 sum = vec4(0.0);
  for (int block = first / 4; block < (first + width) / 4; ++block)
    sum += texelFetch(queries, ivec2(block, query), 0) * texelFetch(keys, ivec2(block, key), 0);
  return dot(sum, vec4(1.0));
#else
  float sum = 0.0;
  for (int column = first; column < first + width; ++column) sum += entry(queries, query, column) * entry(keys, key, column);
  return sum;
#endif
}

void main() {
  ivec2 at = place();
  int head = at.y / query_rows, query = at.y % query_rows;
  ivec3 place = ivec3(texelFetch(places, ivec2(0, query), 0).xyz);
  vec4 lanes = vec4(0.0);
  for (int lane = 0; lane < 4; ++lane) {
    int key = 4 * at.x + lane;
    if (key >= place.y) break;
    float score = scale * product(query, place.x + key, head * width);
#ifdef OFFSETS
    score += entry(offsets, clamp(key - place.z, -reach, reach) + reach, head);
#endif
    lanes[lane] = score;
  }
  scores = lanes;
}
