// Sums and products entry by entry. The second matrix has the shape of the first, or is one row or one column for all.
uniform sampler2D a;  // [n, d]
#ifndef SCALED
uniform sampler2D b;  // [n, d]; with ROW [1, d], with COLUMN [n, 1]
#endif
uniform float factor;

out vec4 result;  // [n, d]: a + factor b; with PRODUCT a b; with SCALED factor a

void main() {
  ivec2 at = place();
  vec4 x = texelFetch(a, at, 0);
#if defined(SCALED)
  result = added(factor * x);
#else
#if defined(ROW)
  vec4 y = texelFetch(b, ivec2(at.x, 0), 0);
#elif defined(COLUMN)
  vec4 y = vec4(texelFetch(b, ivec2(0, at.y), 0).x);
#else
  vec4 y = texelFetch(b, at, 0);
#endif
#if defined(PRODUCT)
  result = added(x * y);
#else
  result = x + factor * y;
#endif
#endif
}
