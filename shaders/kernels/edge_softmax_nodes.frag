// What the softmax over each node's edges needs: with LARGEST their largest score, else the sum of exp(score - largest).
uniform sampler2D scores;  // [m, h]
uniform sampler2D nodes;   // one texel for [n]: x = first edge, y = one beyond the last
#ifndef LARGEST
uniform sampler2D largest;  // [n, h]
#endif

out vec4 result;  // [n, h]; 0 for a node that sees nobody

void main() {
  ivec2 at = place();
  ivec2 node = ivec2(texelFetch(nodes, ivec2(0, at.y), 0).xy);
#ifdef LARGEST
  result = node.x < node.y ? texelFetch(scores, ivec2(at.x, node.x), 0) : vec4(0.0);
  for (int edge = node.x + 1; edge < node.y; ++edge) result = max(result, texelFetch(scores, ivec2(at.x, edge), 0));
#else
  vec4 most = texelFetch(largest, at, 0);
  result = vec4(0.0);
  for (int edge = node.x; edge < node.y; ++edge) result += exp(texelFetch(scores, ivec2(at.x, edge), 0) - most);
#endif
}
