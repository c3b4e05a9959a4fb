// What comes back to each key of a batch of sentences: the rows of the queries that see it, by the numbers of these pairs.
uniform sampler2D pairs;   // [h n, the most keys]
uniform sampler2D x;       // [n, h width], of the queries
uniform sampler2D places;  // one texel for [keys]: x = row of the first query that sees it, y = one beyond the last, z = its number
uniform int query_rows;    // n
uniform int width;         // of a head
uniform int cols;          // h width
uniform float scale;

out vec4 result;  // [keys, h width]

void main() {
  ivec2 at = place();
  ivec3 place = ivec3(texelFetch(places, ivec2(0, at.y), 0).xyz);
  vec4 sum = vec4(0.0);
#ifdef WHOLE_BLOCKS  // the heads begin at whole texels
  int head = 4 * at.x / width * query_rows;
  vec4 lane = vec4(equal(ivec4(place.z % 4), ivec4(0, 1, 2, 3)));
  for (int query = place.x; query < place.y; ++query)
    sum += dot(lane, texelFetch(pairs, ivec2(place.z / 4, head + query), 0)) * texelFetch(x, ivec2(at.x, query), 0);
#else
  ivec4 head = min(4 * at.x + ivec4(0, 1, 2, 3), ivec4(cols - 1)) / width * query_rows;
  for (int query = place.x; query < place.y; ++query) {
    ivec4 row = head + query;
    vec4 pair = vec4(entry(pairs, row.x, place.z), entry(pairs, row.y, place.z), entry(pairs, row.z, place.z), entry(pairs, row.w, place.z));
    sum += pair * texelFetch(x, ivec2(at.x, query), 0);
  }
#endif
  result = added(scale * sum);
}
