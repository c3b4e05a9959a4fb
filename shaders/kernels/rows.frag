// Copies rows: row i of the result is row i + shift of `x`.
uniform sampler2D x;  // [., d]
uniform int shift;

out vec4 result;  // [., d]

void main() {
  ivec2 at = place();
  result = added(texelFetch(x, at + ivec2(0, shift), 0));
}
