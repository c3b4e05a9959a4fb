// Each head's weighting by content, interpolated with its weighting of the step before.
uniform sampler2D content;   // [b H, N]
uniform sampler2D previous;  // [b H, N]
uniform sampler2D heads;     // [b, P]
uniform int head_count;      // H
uniform int first;           // column of the first head's gate

out vec4 gated;  // [b H, N]

void main() {
  ivec2 at = place();
  vec4 before = texelFetch(previous, at, 0);
  gated = before + entry(heads, at.y / head_count, first + at.y % head_count) * (texelFetch(content, at, 0) - before);
}
