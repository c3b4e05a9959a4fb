// Scores of the edges of a graph for each head (kernels/graph.h).
#if VERSION == 1
uniform sampler2D source_parts;  // [n, h] a_source . g_i
uniform sampler2D target_parts;  // [n, h] a_target . g_j
#else
uniform sampler2D source_features;  // [n, h o]
uniform sampler2D features;         // [n, h o]
uniform sampler2D direction;        // [h, o]
uniform int width;                  // o
#endif
uniform sampler2D edges;  // one texel for [m]: x = node that looks, y = node that is seen
uniform int heads;        // h
uniform float slope;

out vec4 scores;  // [m, h]

void main() {
  ivec2 at = place();
  ivec2 edge = ivec2(texelFetch(edges, ivec2(0, at.y), 0).xy);
#if VERSION == 1
  vec4 lanes = leaky(texelFetch(source_parts, ivec2(at.x, edge.x), 0) + texelFetch(target_parts, ivec2(at.x, edge.y), 0), slope);
#else
  vec4 lanes = vec4(0.0);
  for (int lane = 0; lane < 4; ++lane) {
    int head = 4 * at.x + lane;
    if (head >= heads) break;
    float sum = 0.0;
    for (int column = 0; column < width; ++column) {
      float both = entry(source_features, edge.x, head * width + column) + entry(features, edge.y, head * width + column);
      sum += entry(direction, head, column) * (both > 0.0 ? both : slope * both);
    }
    lanes[lane] = sum;
  }
#endif
  scores = existing(at.x, heads) * lanes;
}
