// What each node hears: the features of the nodes that it sees, by the weights of the edges.
uniform sampler2D weights;   // [m, h]
uniform sampler2D features;  // [n, h o]
uniform sampler2D nodes;     // one texel for [n]: x = first edge, y = one beyond the last
uniform sampler2D edges;     // one texel for [m]: y = node that is seen
uniform int width;           // o
uniform int cols;            // h o

out vec4 result;  // [n, h o]

void main() {
  ivec2 at = place();
  ivec2 node = ivec2(texelFetch(nodes, ivec2(0, at.y), 0).xy);
  ivec4 head = min(4 * at.x + ivec4(0, 1, 2, 3), ivec4(cols - 1)) / width;
  result = vec4(0.0);
  for (int edge = node.x; edge < node.y; ++edge) {
    vec4 weight = vec4(entry(weights, edge, head.x), entry(weights, edge, head.y), entry(weights, edge, head.z), entry(weights, edge, head.w));
    result += weight * texelFetch(features, ivec2(at.x, int(texelFetch(edges, ivec2(0, edge), 0).y)), 0);
  }
}
