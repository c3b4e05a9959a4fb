// Rotary positions: in each head the columns (2i, 2i + 1) of a row are rotated by the angle of the row's position; with BACK by its negative.
uniform sampler2D x;          // [n, h width]
uniform sampler2D table;      // [., width]: cosine and sine of each pair
uniform sampler2D positions;  // [n, 1]
uniform int width;            // of a head

out vec4 y;  // [n, h width]

vec2 turned(vec2 pair, int position, int column) {
  float cosine = entry(table, position, column % width), sine = entry(table, position, column % width + 1);
#ifdef BACK
  sine = -sine;
#endif
  return vec2(pair.x * cosine - pair.y * sine, pair.x * sine + pair.y * cosine);
}

void main() {
  ivec2 at = place();
  vec4 z = texelFetch(x, at, 0);
  int position = int(texelFetch(positions, ivec2(0, at.y), 0).x);
  y = added(vec4(turned(z.xy, position, 4 * at.x), turned(z.zw, position, 4 * at.x + 2)));
}
