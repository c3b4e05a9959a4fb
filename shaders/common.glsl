// Stands in front of every kernel's shader, after the version line, the precisions and the constants that C++ injects.
//
// A matrix [r, c] lies in a float texture with four neighbouring columns to a texel: texel (J, i) holds columns 4J ... 4J+3 of row i, and
// zeros from column c on. A mask [n, m] lies in the same way in bytes; 0 = may not attend, which is also what its padding says.
// Comments give the shape of the matrix in a sampler, in the letters of the C++ kernels: n queries, m keys, d width, h heads stacked
// below each other.

// 1 for each of the four columns of block J that exist, 0 for padding.
vec4 existing(int block, int cols) { return vec4(lessThan(4 * block + ivec4(0, 1, 2, 3), ivec4(cols))); }

// The same for columns place.w ... place.y - 1.
vec4 within(int block, vec4 place) { return existing(block, int(place.y)) - existing(block, int(place.w)); }

// Where the fragment lies: x = block of four columns, y = row.
ivec2 place() { return ivec2(gl_FragCoord.xy); }

// The regression kernels f(|q - x| / width) up to a factor that the weights do not feel. The Gaussian is taken relative to its value at
// `nearest`, as exp(-(gap - nearest)(gap + nearest) / (2 width^2)), so that it neither vanishes nor loses digits far from the data.
vec4 kernel_value(vec4 gap, float nearest, float width) {
#if defined(KERNEL_GAUSSIAN)
  vec4 exponent = -0.5 * ((gap - nearest) / width) * ((gap + nearest) / width);
  return mix(exp(min(exponent, vec4(0.0))), vec4(1.0), equal(gap, vec4(nearest)));  // 1 also where the exponent is 0 times infinity
#elif defined(KERNEL_BOXCAR)
  return vec4(lessThanEqual(gap, vec4(width)));
#elif defined(KERNEL_TRIANGULAR)
  return max((width - gap) / width, vec4(0.0));
#else
  return 0.75 * max((width - gap) / width, vec4(0.0)) * ((width + gap) / width);
#endif
}

// One number of a matrix.
float entry(sampler2D matrix, int row, int column) { return texelFetch(matrix, ivec2(column / 4, row), 0)[column % 4]; }

// Four numbers of a row from any column on; those beyond the row are of no use.
vec4 four(sampler2D matrix, int row, int column) {
  if (column % 4 == 0) return texelFetch(matrix, ivec2(column / 4, row), 0);
  ivec4 at = min(column + ivec4(0, 1, 2, 3), ivec4(4 * textureSize(matrix, 0).x - 1));
  return vec4(entry(matrix, row, at.x), entry(matrix, row, at.y), entry(matrix, row, at.z), entry(matrix, row, at.w));
}

// What a pass writes; with ADDED the sum of that and of what was there before.
#ifdef ADDED
uniform sampler2D before;  // in the shape of the result
vec4 added(vec4 x) { return texelFetch(before, place(), 0) + x; }
#else
vec4 added(vec4 x) { return x; }
#endif

// The normal distribution, from the error function of Abramowitz and Stegun 1964 (7.1.26), whose error is at most 1.5e-7.
vec4 normal(vec4 z) {
  vec4 t = 1.0 / (1.0 + 0.3275911 * abs(z) * 0.70710678);
  vec4 tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * exp(-0.5 * z * z);
  return mix(0.5 * tail, 1.0 - 0.5 * tail, greaterThan(z, vec4(0.0)));
}

// Through exp of a negative number only, which cannot overflow.
vec4 safe_tanh(vec4 x) {
  vec4 t = exp(-2.0 * abs(x));
  return sign(x) * (1.0 - t) / (1.0 + t);
}
vec4 sigmoid(vec4 x) { return 0.5 + 0.5 * safe_tanh(0.5 * x); }
vec4 leaky(vec4 x, float slope) { return max(x, vec4(0.0)) + slope * min(x, vec4(0.0)); }

// x^exponent of numbers in 0 ... 1; what is less than SMALLEST counts as 0.
#define SMALLEST 1e-37
vec4 power(vec4 x, float exponent) {
  return vec4(greaterThanEqual(x, vec4(SMALLEST))) * exp2(exponent * log2(max(x, vec4(SMALLEST))));
}
