// Products of stacked matrices: block b of the result is bias_b + sum over p of a_(b,p) w_(b+p). One formula serves
//   the projection into heads  (b = head, one part, a shared by the heads: a_batch_rows = 0),
//   each head's weighted sum of values  (b = head, one part, a_batch_rows = n), and
//   putting the heads together through Wo  (one block, p = head).
uniform sampler2D a;  // [blocks or parts times n, d]
uniform sampler2D w;  // [blocks or parts times d, c]
#ifdef BIASED
uniform sampler2D bias;  // [blocks, c]
#endif
uniform int rows;          // n, rows of one block
uniform int depth;         // d
uniform int parts;         // p
uniform int a_batch_rows;  // from one block's first row of `a` to the next block's

out vec4 result;  // [blocks times n, c]

void main() {
  ivec2 at = place();
  int batch = at.y / rows;
  int a_row = batch * a_batch_rows + at.y % rows;
#ifdef BIASED
  vec4 sum = texelFetch(bias, ivec2(at.x, batch), 0);
#else
  vec4 sum = vec4(0.0);
#endif
  for (int part = 0; part < parts; ++part) {
    int first = (batch + part) * depth;
    int last = first + depth - 1;
    for (int k = 0; k < depth; k += 4) {
      vec4 x = texelFetch(a, ivec2(k / 4, a_row + part * rows), 0);  // zeros beyond column d - 1
      ivec4 row = min(first + k + ivec4(0, 1, 2, 3), ivec4(last));
      sum += x.x * texelFetch(w, ivec2(at.x, row.x), 0) + x.y * texelFetch(w, ivec2(at.x, row.y), 0) +
             x.z * texelFetch(w, ivec2(at.x, row.z), 0) + x.w * texelFetch(w, ivec2(at.x, row.w), 0);
    }
  }
  result = added(sum);
}
