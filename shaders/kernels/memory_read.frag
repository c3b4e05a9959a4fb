// What the reading heads read: the cells by their weights.
uniform sampler2D memory;   // [b width, N]
uniform sampler2D weights;  // [b H, N], reading heads first
uniform int head_count;     // H
uniform int width;
uniform int cols;    // of the result
uniform int blocks;  // ceil(N / 4)

out vec4 reads;  // [b, R width]

void main() {
  ivec2 at = place();
  vec4 lanes = vec4(0.0);
  for (int lane = 0; lane < 4; ++lane) {
    int column = 4 * at.x + lane;
    if (column >= cols) break;
    ivec2 rows = ivec2(at.y * head_count + column / width, at.y * width + column % width);
    vec4 sum = vec4(0.0);
    for (int block = 0; block < blocks; ++block)
      sum += texelFetch(weights, ivec2(block, rows.x), 0) * texelFetch(memory, ivec2(block, rows.y), 0);
    lanes[lane] = dot(sum, vec4(1.0));
  }
  reads = lanes;
}
