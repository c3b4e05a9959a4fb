#include "lessons/08_positions/words.h"

#include <array>

#include "base/text.h"

namespace attn::lessons::positions {

std::string describe(const Params& p, const Result& r) {
  std::string text = "Position " + rounded(static_cast<double>(p.position), 4) + " as " + std::to_string(p.pairs()) +
                     " clock hands: the first has turned " + fixed(static_cast<double>(r.hands.angles(0, 0)) / 6.283185307, 2) +
                     " times, the last " + fixed(static_cast<double>(r.hands.angles(p.pairs() - 1, 0)) / 6.283185307, 4) + ". ";
  text += "The encodings of positions " + std::to_string(p.query_at) + " and " + std::to_string(p.key_at) + " have a dot product of " +
          fixed(static_cast<double>(r.similarity.products(p.query_at, p.key_at)), 2) +
          (p.shift == 0 ? ". Before both words are moved" : ". With both words moved by " + std::to_string(p.shift) + " places");
  for (int kind = 0; kind < kKinds; ++kind) {
    const KindScores& k = r.kinds.of[static_cast<size_t>(kind)];
    text += std::string(kind ? ", " : ": ") + std::string(kind_name(static_cast<Kind>(kind))) + " " +
            fixed(static_cast<double>(k.score), 2) +
            (p.shift == 0 ? ""
             : k.stays()  ? " stays"
                          : " becomes " + fixed(static_cast<double>(k.moved), 2));
  }
  text += ". ";
  const OrderResult& o = r.order;
  text += "The model " + std::string(o.kind == models::PositionKind::none ? "" : "with ") + std::string(model_name(o.kind)) + " answers " +
          std::to_string(o.model.right) + " of " + std::to_string(o.source.size()) + " places of \"" +
          o.task->write(o.task->source, o.source) + "\" right";
  if (!o.rival.said.empty())
    text += ", the one " + std::string(o.rival_kind == models::PositionKind::none ? "" : "with ") + std::string(model_name(o.rival_kind)) +
            " " + std::to_string(o.rival.right);
  if (o.by_length.measured) text += "; of held-out places " + fixed(100 * o.by_length.total.share(), 1) + " %";
  if (o.rival_by_length.measured) text += " and " + fixed(100 * o.rival_by_length.total.share(), 1) + " %";
  return text + ".";
}

std::string describe_swap(const Params& p, const Result& r) {
  const SwapStudy& s = r.swap;
  const double change = static_cast<double>(r.swap_change.before - r.swap_change.after);
  return quoted(s.names[0] + " " + s.names[1] + " " + s.names[2]) + (p.clocks ? " with" : " without") + " clocks. The two heads say that " +
         s.said(kBack) + " bites " + s.said(kAhead) + ". When " + s.names.front() + " and " + s.names.back() +
         " swap places, the outputs of the words change by up to " + fixed(change, 2) + ".";
}

std::string_view model_name(models::PositionKind kind) {
  constexpr std::array<std::string_view, 5> kNames{"without positions", "sinusoidal positions", "learned positions", "relative positions",
                                                   "rotary positions"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view short_name(models::PositionKind kind) {
  constexpr std::array<std::string_view, 5> kNames{"without", "sinusoidal", "learned", "relative", "rotary"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace attn::lessons::positions
