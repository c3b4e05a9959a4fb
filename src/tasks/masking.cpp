#include "tasks/masking.h"

namespace attn::tasks {

MaskedText mask_tokens(const Tokens& text, const Masking& m, Rng& rng) {
  MaskedText out;
  out.tokens = text;
  std::vector<int> possible;
  for (int t = 0; t < static_cast<int>(text.size()); ++t) {
    const int token = text[static_cast<std::size_t>(t)];
    if (token >= m.first && token < m.beyond) possible.push_back(t);
  }
  for (const int t : possible)
    if (rng.uniform() < m.chosen) out.places.push_back(t);
  if (out.places.empty() && !possible.empty()) out.places.push_back(possible[rng.below(possible.size())]);
  for (const int t : out.places) {
    int& token = out.tokens[static_cast<std::size_t>(t)];
    out.answers.push_back(token);
    const double draw = rng.uniform();
    if (draw < m.marked)
      token = m.mark;
    else if (draw < m.marked + m.replaced)
      token = m.first + static_cast<int>(rng.below(static_cast<std::uint64_t>(m.beyond - m.first)));
  }
  return out;
}

}  // namespace attn::tasks
