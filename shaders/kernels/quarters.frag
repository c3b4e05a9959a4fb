// Second half of a product: its rows in their order.
uniform sampler2D first;  // [ceil(n / 4), c] each
uniform sampler2D second;
uniform sampler2D third;
uniform sampler2D fourth;
#ifdef BIASED
uniform sampler2D bias;  // [1, c]
#endif

out vec4 result;  // [n, c]

void main() {
  ivec2 at = place(), from = ivec2(at.x, at.y / 4);
  int part = at.y % 4;
  result = added(part == 0 ? texelFetch(first, from, 0) : part == 1 ? texelFetch(second, from, 0) : part == 2 ? texelFetch(third, from, 0) : texelFetch(fourth, from, 0));
#ifdef BIASED
  result += texelFetch(bias, ivec2(at.x, 0), 0);
#endif
}
