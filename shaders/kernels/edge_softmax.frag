// The weights of the edges: a softmax of their scores over the edges of each node.
uniform sampler2D scores;   // [m, h]
uniform sampler2D edges;    // one texel for [m]: x = node that looks
uniform sampler2D largest;  // [n, h]
uniform sampler2D sums;     // [n, h]
uniform int heads;          // h

out vec4 weights;  // [m, h]

void main() {
  ivec2 at = place();
  ivec2 node = ivec2(at.x, int(texelFetch(edges, ivec2(0, at.y), 0).x));
  weights = existing(at.x, heads) * exp(texelFetch(scores, at, 0) - texelFetch(largest, node, 0)) / texelFetch(sums, node, 0);
}
