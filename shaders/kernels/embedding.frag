// Looks up the rows of a table by their numbers.
uniform sampler2D table;  // [v, d]
uniform sampler2D ids;    // [n, 1]; -1 gives zeros

out vec4 rows;  // [n, d]

void main() {
  ivec2 at = place();
  int id = int(texelFetch(ids, ivec2(0, at.y), 0).x);
  rows = id < 0 ? vec4(0.0) : texelFetch(table, ivec2(at.x, id), 0);
}
