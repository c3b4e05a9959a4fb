// Kernel regression: the weights themselves, for a run of queries that starts at first_query; a query's row is folded like the keys.
uniform sampler2D keys;     // [m] as [chunk, 4 KEY_BLOCKS]
uniform sampler2D queries;  // [g, 1]
uniform sampler2D answers;  // [g, 4]: output, sum of f, nearest distance, 0
uniform int key_count;      // m
uniform int chunk_count;
uniform int first_query;
uniform float width;

out vec4 weights;  // [run of queries times chunk, 4 KEY_BLOCKS]

void main() {
  ivec2 at = place();
  int query_row = first_query + at.y / chunk_count;
  int chunk = at.y % chunk_count;
  float query = texelFetch(queries, ivec2(0, query_row), 0).x;
  vec4 answer = texelFetch(answers, ivec2(0, query_row), 0);
  vec4 f = kernel_value(abs(query - texelFetch(keys, ivec2(at.x, chunk), 0)), answer.z, width);
  f *= existing(chunk * KEY_BLOCKS + at.x, key_count);
  weights = answer.y > 0.0 ? f / answer.y : vec4(0.0);
}
