// Gradients of functions of single numbers, from x where the function is GELU, else from y.
uniform sampler2D y;    // [n, d]; with GELU x
uniform sampler2D d_y;  // [n, d]

out vec4 d_x;  // [n, d]

void main() {
  ivec2 at = place();
  vec4 z = texelFetch(y, at, 0);
#if defined(TANH)
  vec4 slope = 1.0 - z * z;
#elif defined(SIGMOID)
  vec4 slope = z * (1.0 - z);
#elif defined(RELU)
  vec4 slope = vec4(greaterThan(z, vec4(0.0)));
#elif defined(GELU)
  vec4 slope = normal(z) + 0.39894228 * z * exp(-0.5 * z * z);
#else
  vec4 slope = min(z + 1.0, vec4(1.0));  // ELU
#endif
  d_x = added(slope * texelFetch(d_y, at, 0));
}
