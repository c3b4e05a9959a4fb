// First half of a b, or with TRANSPOSED of a b^T. Since a fragment multiplies four rows of `a` at once, with a quarter of the reading, it has
// four rows of the result; row i is row i / 4 of part i % 4 (quarters.frag).
uniform sampler2D a;  // [n, d]
uniform sampler2D b;  // [d, c]; with TRANSPOSED [c, d]
uniform int count;    // n
uniform int depth;    // d
uniform int cols;     // c

layout(location = 0) out vec4 first;  // [ceil(n / 4), c] each
layout(location = 1) out vec4 second;
layout(location = 2) out vec4 third;
layout(location = 3) out vec4 fourth;

// One block of four rows, as columns.
mat4 tile(sampler2D m, ivec4 rows, int block) {
  return mat4(texelFetch(m, ivec2(block, rows.x), 0), texelFetch(m, ivec2(block, rows.y), 0), texelFetch(m, ivec2(block, rows.z), 0),
              texelFetch(m, ivec2(block, rows.w), 0));
}

// Four rows from one on; where there are fewer, the last one again.
ivec4 four_rows(int row, int end) { return min(row + ivec4(0, 1, 2, 3), ivec4(end - 1)); }

void main() {
  ivec2 at = place();
  mat4 rows = mat4(0.0);
  ivec4 own = four_rows(4 * at.y, count);
#ifdef TRANSPOSED
  ivec4 others = four_rows(4 * at.x, cols);
  for (int block = 0; 4 * block < depth; ++block) rows += transpose(tile(b, others, block)) * tile(a, own, block);
  vec4 there = existing(at.x, cols);
  rows = mat4(there * rows[0], there * rows[1], there * rows[2], there * rows[3]);
#else
  // Of the last block of `a` those beyond column d - 1 are zeros.
  for (int block = 0; 4 * block < depth; ++block) rows += tile(b, four_rows(4 * block, depth), at.x) * tile(a, own, block);
#endif
  first = rows[0], second = rows[1], third = rows[2], fourth = rows[3];
}
