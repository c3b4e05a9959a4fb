// Scores of one query of each example with the positions of that example (kernels/alignment.h).
uniform sampler2D queries;  // [b, e]
uniform sampler2D keys;     // [m b, e]: row j b + i is position j of example i
uniform sampler2D places;   // one texel for [b]: positions w ... y - 1 are within reach
#ifdef ADDITIVE
uniform sampler2D direction;  // [1, e], the w of w . tanh(q + k)
#endif
uniform int batch;         // b
uniform int depth_blocks;  // ceil(e / 4)

out vec4 scores;  // [b, m], 0 out of reach

void main() {
  ivec2 at = place();
  vec4 place = texelFetch(places, ivec2(0, at.y), 0);
  vec4 lanes = vec4(0.0);
  for (int lane = 0; lane < 4; ++lane) {
    int position = 4 * at.x + lane;
    if (position < int(place.w) || position >= int(place.y)) continue;
    float sum = 0.0;
    for (int block = 0; block < depth_blocks; ++block) {
      vec4 q = texelFetch(queries, ivec2(block, at.y), 0);
      vec4 k = texelFetch(keys, ivec2(block, position * batch + at.y), 0);
#ifdef ADDITIVE
      sum += dot(texelFetch(direction, ivec2(block, 0), 0), safe_tanh(q + k));
#else
      sum += dot(q, k);
#endif
    }
    lanes[lane] = sum;
  }
  scores = lanes;
}
