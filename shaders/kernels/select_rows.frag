// Each row from one of two matrices.
uniform sampler2D yes;     // [n, d], where `chosen` is 1
uniform sampler2D no;      // [n, d], where it is 0
uniform sampler2D chosen;  // [n, 1]

out vec4 result;  // [n, d]

void main() {
  ivec2 at = place();
  result = texelFetch(chosen, ivec2(0, at.y), 0).x > 0.5 ? texelFetch(yes, at, 0) : texelFetch(no, at, 0);
}
