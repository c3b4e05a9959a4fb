#include "lessons/08_positions/words.h"

#include "base/text.h"

namespace attn::lessons::positions {

std::string describe(const Params& p, const Result& r) {
  std::string text = "Position " + rounded(static_cast<double>(p.position), 4) + " as " + std::to_string(p.pairs()) +
                     " clock hands: the first has turned " + fixed(static_cast<double>(r.angles(0, 0)) / 6.283185307, 2) +
                     " times, the last " + fixed(static_cast<double>(r.angles(p.pairs() - 1, 0)) / 6.283185307, 4) + ". ";
  text += "The encodings of positions " + std::to_string(p.query_at) + " and " + std::to_string(p.key_at) + " have a dot product of " +
          fixed(static_cast<double>(r.similarity(p.query_at, p.key_at)), 2) + ". With both words moved by " + std::to_string(p.shift) +
          " places";
  for (int kind = 0; kind < kKinds; ++kind) {
    const KindScores& k = r.kinds[static_cast<size_t>(kind)];
    text += std::string(kind ? ", " : ": ") + std::string(kind_name(static_cast<Kind>(kind))) + " " +
            fixed(static_cast<double>(k.score), 2) + (k.stays() ? " stays" : " becomes " + fixed(static_cast<double>(k.moved), 2));
  }
  return text + ".";
}

}  // namespace attn::lessons::positions
