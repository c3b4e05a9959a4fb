#include "lessons/11_language-models/n_gram_study.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <span>
#include <utility>

#include "lessons/11_language-models/learner.h"

namespace attn::lessons::language_models {
namespace {

constexpr int kOrder = 5, kTokensRead = 250'000, kPiece = 1'000;  ///< tokens of a piece
constexpr std::uint64_t kTrainingSeed = 1102;

struct Shared {
  std::weak_ptr<const Corpus> corpus;
  int context;
  std::shared_ptr<NGramStudy> study;
};

}  // namespace

NGramStudy::NGramStudy(const Corpus& corpus, int context)
    : corpus_(corpus), context_(context), n_grams_(corpus.vocabulary(), kOrder), training_(kTrainingSeed), held_out_(kHeldOutSeed) {}

bool NGramStudy::work() {
  int done = 0;
  const std::span<const int> text = corpus_.training_tokens();
  const int whole = text.empty() ? kTokensRead : static_cast<int>(text.size());
  while (read_ < whole && done < kPiece) {
    const auto at = static_cast<size_t>(read_);
    const Tokens window = text.empty() ? corpus_.draw(tasks::Split::kTraining, context_, training_) : Tokens();
    const std::span<const int> piece =
        text.empty() ? std::span<const int>(window) : text.subspan(at, std::min<size_t>(kPiece, text.size() - at));
    n_grams_.add(piece);
    done += static_cast<int>(piece.size()), read_ += static_cast<int>(piece.size());
  }
  while (read_ >= whole && measured_ < kWindows && done < kPiece) {
    const Tokens window = corpus_.draw(tasks::Split::kHeldOut, context_, held_out_);
    for (size_t t = 1; t < window.size(); ++t) nats_ -= std::log(n_grams_.probability(std::span(window).first(t), window[t]));
    tokens_ += static_cast<int>(window.size()) - 1, done += static_cast<int>(window.size()), ++measured_;
  }
  return measured_ < kWindows;
}

std::shared_ptr<NGramStudy> n_grams_of(const std::shared_ptr<const Corpus>& corpus, int context) {
  static std::deque<Shared> all;
  for (const Shared& one : all)
    if (one.corpus.lock() == corpus && one.context == context) return one.study;
  constexpr std::size_t kKept = 4;
  if (all.size() == kKept) all.pop_front();
  return all.emplace_back(Shared{corpus, context, std::make_shared<NGramStudy>(*corpus, context)}).study;
}

}  // namespace attn::lessons::language_models
