// Functions of single numbers.
uniform sampler2D x;  // [n, d]
uniform int cols;     // d

out vec4 y;  // [n, d]

void main() {
  ivec2 at = place();
  vec4 z = texelFetch(x, at, 0);
#if defined(TANH)
  y = safe_tanh(z);
#elif defined(SIGMOID)
  y = existing(at.x, cols) * sigmoid(z);
#elif defined(RELU)
  y = max(z, vec4(0.0));
#elif defined(GELU)
  y = z * normal(z);
#else
  y = mix(exp(min(z, vec4(0.0))) - 1.0, z, greaterThan(z, vec4(0.0)));  // ELU
#endif
}
