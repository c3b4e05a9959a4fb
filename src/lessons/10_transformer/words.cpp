#include "lessons/10_transformer/words.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "lessons/10_transformer/whole.h"

namespace attn::lessons::transformer {
namespace {

/// Says what becomes of the source.
std::string translated(const Params& p, const Result& r) {
  Tokens said = r.sentence.said;
  if (!said.empty() && said.back() == kEndToken) said.pop_back();
  return quoted(r.task->write(r.task->source, p.shown)) + " becomes " + quoted(r.task->write(r.task->target, said)) + ". " +
         (r.refusal.empty() ? "" : r.refusal + " The picture is of the last source that could be shown. ");
}

std::string cost_without_cache(const Result& r) {
  return "Without a cache this output costs " + fixed(saving(r), 1) + " times as many multiply-adds, " + std::to_string(kLongOutput) +
         " words " + fixed(saving_longer(r), 1) + " times as many.";
}

std::string percent(const translation::LengthStudy::Point& point) { return fixed(100 * point.accuracy(), 1) + " %"; }

}  // namespace

std::string head_name(const models::HeadPlace& place) {
  static constexpr std::array<std::string_view, kKinds> kOf{"encoder to itself", "decoder to itself", "decoder to encoder"};
  return "Head " + std::to_string(place.head + 1) + " of layer " + std::to_string(place.layer + 1) + ", " +
         std::string(kOf[static_cast<size_t>(place.part)]);
}

std::string note(const Result& r) {
  if (!r.trained) return r.shipped ? "Not trained yet: these words are chance." : "No weights are shipped: these words are chance.";
  std::string text;
  if (r.sentence.changed > 0) text += counted(r.sentence.changed, "word has", "words have") + " changed. ";
  if (r.sentence.bent && r.sentence.changed == 0) text += "No word has changed. ";
  if (!r.sentence.solved) return text + "The task\u2019s rules know no right answer for this source.";
  return text + (r.sentence.right ? "This is the right answer."
                                  : "The right answer is " + quoted(r.task->write(r.task->target, r.sentence.answer.target)) + ".");
}

std::string describe(const Params& p, const Result& r) {
  Index most = 0;
  r.attention.weights.row(r.attention.query).maxCoeff(&most);
  std::string text =
      translated(p, r) + note(r) + " " + head_name(place_of(p)) +
      (is_cut(p, place_of(p)) ? " is cut out"
                              : ": " + quoted(r.attention.row_names[static_cast<size_t>(r.attention.query)]) + " looks most at " +
                                    quoted(r.attention.key_names[static_cast<size_t>(most)]) + ", with a weight of " +
                                    fixed(static_cast<double>(r.attention.weights(r.attention.query, most)), 2)) +
      ". " + cost_without_cache(r);
  const translation::TranslationNumbers& n = r.numbers;
  if (n.within.total > 0) text += " Exact matches on held-out data: " + percent(n.within) + " at the lengths of training";
  if (n.within.total > 0) text += n.beyond.total > 0 ? ", " + percent(n.beyond) + " on longer sources." : ".";
  return n.divergence.empty() ? text : text + " " + n.divergence;
}

std::string describe_whole(const Params& p, const Result& r) {
  const auto heads = static_cast<int>(r.effects.changed.size()), matter = static_cast<int>((r.effects.changed.array() > 0).count());
  std::string text = translated(p, r) + note(r) + " Of " + counted(heads, "head") + ", " + std::to_string(matter) +
                     (matter == 1 ? " changes" : " change") + " a word if that one alone is cut.";
  if (p.cut.rows() > 0) text += " " + counted(static_cast<int>(p.cut.rows()), "head is", "heads are") + " cut now.";
  if (p.opened) text += " " + head_name(place_of(p)) + " is open.";
  if (const charts::Story story = Walk(p, r).story(); story.stop() >= 0 && !story.all())
    text += " Told now: " + walk_sentences(r)[static_cast<size_t>(story.stop())];
  return text;
}

std::string describe_decoding(const Params& p, const Result& r) {
  std::string text = translated(p, r) + note(r);
  const auto step = static_cast<size_t>(r.step);
  const auto at = std::find(r.next.candidates.begin(), r.next.candidates.end(), r.sentence.said[step]) - r.next.candidates.begin();
  text += " Word " + std::to_string(r.step + 1) + " is " + quoted(r.sentence.output[step]);
  if (at < r.next.probabilities.cols()) text += ", with a probability of " + fixed(static_cast<double>(r.next.probabilities(0, at)), 2);
  if (p.decoding == Decoding::sample) text += ", drawn from " + counted(r.next.kept, "word");
  return text + ". " + cost_without_cache(r);
}

std::string describe_costs(const Params& p, const Result& r) {
  const auto count = [&r](models::LayerKind kind) { return count_text(r.costs.layers[static_cast<size_t>(kind)].multiply_adds); };
  using K = models::LayerKind;
  return "Multiply-adds of a layer on " + std::to_string(p.length) + " positions of width " + std::to_string(p.breadth) + ": recurrent " +
         count(K::recurrent) + ", a convolution of three " + count(K::convolution) + ", self-attention " + count(K::self_attention) +
         ", with its projections " + count(K::projected) + ".";
}

std::string count_text(std::int64_t count) {
  if (count >= 1'000'000) return fixed(static_cast<double>(count) / 1e6, count >= 10'000'000 ? 1 : 2) + " M";
  std::string digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

double saving(const Result& r) {
  return static_cast<double>(r.costs.without_cache.sentence) / static_cast<double>(r.costs.with_cache.sentence);
}
double saving_longer(const Result& r) {
  return static_cast<double>(r.costs.without_cache.longer) / static_cast<double>(r.costs.with_cache.longer);
}

}  // namespace attn::lessons::transformer
