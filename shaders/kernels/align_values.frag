// The values of the positions of each example by their weights.
uniform sampler2D weights;  // [b, m]
uniform sampler2D values;   // [m b, f]
uniform sampler2D places;   // one texel for [b]: positions w ... y - 1 are within reach
uniform int batch;          // b

out vec4 context;  // [b, f]

void main() {
  ivec2 at = place();
  vec4 place = texelFetch(places, ivec2(0, at.y), 0);
  context = vec4(0.0);
  for (int position = int(place.w); position < int(place.y); ++position)
    context += entry(weights, at.y, position) * texelFetch(values, ivec2(at.x, position * batch + at.y), 0);
}
