// What each head of a batch of sentences says: the values of the keys that a query sees, by their weights.
uniform sampler2D weights;  // [h n, the most keys]
uniform sampler2D values;   // [., h width]
uniform sampler2D places;   // one texel for [n]: x = row of the first key, y = how many keys are seen
uniform int query_rows;     // n
uniform int width;          // of a head
uniform int cols;           // h width
uniform float scale;

out vec4 result;  // [n, h width], 0 for a query that sees nothing

void main() {
  ivec2 at = place();
  ivec2 place = ivec2(texelFetch(places, ivec2(0, at.y), 0).xy);
  vec4 sum = vec4(0.0);
#ifdef WHOLE_BLOCKS  // the heads begin at whole texels
  int row = 4 * at.x / width * query_rows + at.y;
  for (int key = 0; key < place.y; key += 4) {
    vec4 weight = texelFetch(weights, ivec2(key / 4, row), 0);  // zeros beyond the last key
    ivec4 value = place.x + min(key + ivec4(0, 1, 2, 3), ivec4(place.y - 1));
    sum += weight.x * texelFetch(values, ivec2(at.x, value.x), 0) + weight.y * texelFetch(values, ivec2(at.x, value.y), 0) +
           weight.z * texelFetch(values, ivec2(at.x, value.z), 0) + weight.w * texelFetch(values, ivec2(at.x, value.w), 0);
  }
#else
  ivec4 row = min(4 * at.x + ivec4(0, 1, 2, 3), ivec4(cols - 1)) / width * query_rows + at.y;
  for (int key = 0; key < place.y; ++key) {
    vec4 weight = vec4(entry(weights, row.x, key), entry(weights, row.y, key), entry(weights, row.z, key), entry(weights, row.w, key));
    sum += weight * texelFetch(values, ivec2(at.x, place.x + key), 0);
  }
#endif
  result = added(scale * sum);
}
