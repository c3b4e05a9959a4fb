// Between the halves of a softmax over rows: the chunks of a row become one.
uniform sampler2D chunks;  // one texel for [h n, chunk]: x = largest allowed score, y = sum of exponentials, 0 where nothing is allowed
uniform int chunk_count;
uniform float temperature;

out vec4 row;  // one texel for [h n]: the same for the whole row

void main() {
  ivec2 at = place();
  bool any_allowed = false;
  float largest = 0.0;
  for (int c = 0; c < chunk_count; ++c) {
    vec4 chunk = texelFetch(chunks, ivec2(c, at.y), 0);
    if (chunk.y == 0.0) continue;
    largest = any_allowed ? max(largest, chunk.x) : chunk.x;
    any_allowed = true;
  }
  float sum = 0.0;
  for (int c = 0; c < chunk_count; ++c) {
    vec4 chunk = texelFetch(chunks, ivec2(c, at.y), 0);
    if (chunk.y > 0.0) sum += chunk.y * exp((chunk.x - largest) / temperature);
  }
  row = vec4(largest, sum, 0.0, 0.0);
}
