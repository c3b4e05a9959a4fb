// Functions of single numbers.
uniform sampler2D x;  // [n, d]
uniform int cols;     // d

out vec4 y;  // [n, d]

// The normal distribution, from the error function of Abramowitz and Stegun 1964 (7.1.26), whose error is at most 1.5e-7.
vec4 normal(vec4 z) {
  vec4 t = 1.0 / (1.0 + 0.3275911 * abs(z) * 0.70710678);
  vec4 tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * exp(-0.5 * z * z);
  return mix(0.5 * tail, 1.0 - 0.5 * tail, greaterThan(z, vec4(0.0)));
}

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
