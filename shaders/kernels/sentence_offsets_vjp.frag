// Gradient of relative positions: what each chunk of queries adds to the number of each offset and head.
uniform sampler2D d_scores;  // [h n, the most keys], 0 where a key is not seen
uniform sampler2D places;    // one texel for [n]: y = how many keys are seen, z = position of the query
uniform int query_rows;      // n
uniform int chunk;           // queries in a chunk
uniform int reach;
uniform int heads;  // h

out vec4 sums;  // [(2 reach + 1) chunks, h]

void main() {
  ivec2 at = place();
  int height = 2 * reach + 1, begin = at.y / height * chunk, offset = at.y % height - reach;
  vec4 lanes = vec4(0.0);
  for (int query = begin; query < min(begin + chunk, query_rows); ++query) {
    ivec2 place = ivec2(texelFetch(places, ivec2(0, query), 0).yz);
    int first = offset == -reach ? 0 : max(place.y + offset, 0);
    int last = offset == reach ? place.x - 1 : min(place.y + offset, place.x - 1);
    for (int key = first; key <= last; ++key)
      for (int lane = 0; lane < 4; ++lane)
        if (4 * at.x + lane < heads) lanes[lane] += entry(d_scores, (4 * at.x + lane) * query_rows + query, key);
  }
  sums = lanes;
}
