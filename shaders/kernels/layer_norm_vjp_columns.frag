// Last third of the gradients of layer normalisation: what each chunk of rows adds to those of gamma and beta.
uniform sampler2D x;     // [n, d]
uniform sampler2D rows;  // one texel for [n]: x = mean, y = 1 / sqrt(variance + epsilon)
uniform sampler2D d_y;   // [n, d]
uniform int count;       // n
uniform int chunk;       // rows in a chunk

out vec4 sums;  // [2 chunks, d]: of each chunk gamma's and beta's

void main() {
  ivec2 at = place();
  int begin = at.y / 2 * chunk, end = min(begin + chunk, count);
  bool of_beta = at.y % 2 == 1;
  vec4 sum = vec4(0.0);
  for (int i = begin; i < end; ++i) {
    vec4 d = texelFetch(d_y, ivec2(at.x, i), 0);
    if (!of_beta) {
      vec4 row = texelFetch(rows, ivec2(0, i), 0);
      d *= (texelFetch(x, ivec2(at.x, i), 0) - row.x) * row.y;
    }
    sum += d;
  }
  sums = sum;
}
