// First half of x^T g, and of the sums of g's columns: what each chunk of rows adds. Since a fragment multiplies four columns of x with four
// of g, it has four rows of the result; row i is row i / 4 of part i % 4.
uniform sampler2D x;    // [n, d]
uniform sampler2D g;    // [n, c]
uniform int count;      // n
uniform int chunk;      // rows in a chunk
uniform int row_blocks; // ceil(d / 4)
uniform int height;     // rows of a part for each chunk: row_blocks, and with the columns' sums one more

layout(location = 0) out vec4 first;  // [chunks height, c] each
layout(location = 1) out vec4 second;
layout(location = 2) out vec4 third;
layout(location = 3) out vec4 fourth;

void main() {
  ivec2 at = place();
  int begin = at.y / height * chunk, end = min(begin + chunk, count), block = at.y % height;
  first = second = third = fourth = vec4(0.0);
  if (block == row_blocks) {
    for (int row = begin; row < end; ++row) first += texelFetch(g, ivec2(at.x, row), 0);
    return;
  }
  mat4 rows = mat4(0.0);
  int row = begin;
  for (; row + 3 < end; row += 4)
    rows += mat4(texelFetch(g, ivec2(at.x, row), 0), texelFetch(g, ivec2(at.x, row + 1), 0), texelFetch(g, ivec2(at.x, row + 2), 0),
                 texelFetch(g, ivec2(at.x, row + 3), 0)) *
            transpose(mat4(texelFetch(x, ivec2(block, row), 0), texelFetch(x, ivec2(block, row + 1), 0),
                           texelFetch(x, ivec2(block, row + 2), 0), texelFetch(x, ivec2(block, row + 3), 0)));
  for (; row < end; ++row) rows += outerProduct(texelFetch(g, ivec2(at.x, row), 0), texelFetch(x, ivec2(block, row), 0));
  first = rows[0], second = rows[1], third = rows[2], fourth = rows[3];
}
