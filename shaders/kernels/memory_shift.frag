// Moves each head's weighting around the ring of cells by a distribution over small moves.
uniform sampler2D gated;  // [b H, N]
uniform sampler2D heads;  // [b, P]
uniform int head_count;   // H
uniform int first;        // column of the first head's shifts
uniform int shifts;       // s
uniform int cells;        // N

out vec4 shifted;  // [b H, N]

void main() {
  ivec2 at = place();
  shifted = vec4(0.0);
  for (int k = 0; k < shifts; ++k) {
    float share = entry(heads, at.y / head_count, first + at.y % head_count * shifts + k);
    ivec4 from = 4 * at.x + ivec4(0, 1, 2, 3) - (k - (shifts - 1) / 2);
    from = (from + shifts * cells) % cells;  // positive, since the remainder of a negative number is not defined
    shifted += share * vec4(entry(gated, at.y, from.x), entry(gated, at.y, from.y), entry(gated, at.y, from.z), entry(gated, at.y, from.w));
  }
  shifted *= existing(at.x, cells);
}
