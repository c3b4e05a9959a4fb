// The memory after all writing heads have erased, and then added.
uniform sampler2D memory;   // [b width, N]
uniform sampler2D weights;  // [b H, N], reading heads first
uniform sampler2D heads;    // [b, P]
uniform int head_count;     // H
uniform int first_writer;   // R
uniform int first_add;      // column of the first writing head's add vector
uniform int first_erase;
uniform int width;

out vec4 result;  // [b width, N]

void main() {
  ivec2 at = place();
  int example = at.y / width, entry_of_cell = at.y % width;
  result = texelFetch(memory, at, 0);
  for (int writer = 0; writer < head_count - first_writer; ++writer)
    result *= 1.0 - entry(heads, example, first_erase + writer * width + entry_of_cell) *
                        texelFetch(weights, ivec2(at.x, example * head_count + first_writer + writer), 0);
  for (int writer = 0; writer < head_count - first_writer; ++writer)
    result += entry(heads, example, first_add + writer * width + entry_of_cell) *
              texelFetch(weights, ivec2(at.x, example * head_count + first_writer + writer), 0);
}
