// The Gaussian factor of local attention around a predicted place (Luong et al. 2015, eq. 10).
uniform sampler2D weights;  // [b, m]
uniform sampler2D centres;  // [b, 1] in positions
uniform float deviation;

out vec4 result;  // [b, m]

void main() {
  ivec2 at = place();
  vec4 off = (vec4(4 * at.x + ivec4(0, 1, 2, 3)) - entry(centres, at.y, 0)) / deviation;
  result = texelFetch(weights, at, 0) * exp(-0.5 * off * off);
}
