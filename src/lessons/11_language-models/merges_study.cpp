#include "lessons/11_language-models/merges_study.h"

#include <algorithm>
#include <tuple>

#include "base/kept.h"
#include "base/text.h"
#include "tasks/merge_learner.h"

namespace attn::lessons::language_models {
namespace {

constexpr std::size_t kLookedAt = 200'000, kExcerpt = 420;  ///< bytes

std::shared_ptr<const std::string> merged_text(const Params& p) {
  const auto own = p.reads == Reads::text ? shelved(p.own) : nullptr;
  return own ? own : stories_as_text();
}

/// `bytes` of text at most, with no character cut.
std::string_view beginning(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

const std::vector<tasks::Merge>& all_merges(const std::shared_ptr<const std::string>& text) {
  static thread_local Kept<std::shared_ptr<const std::string>, std::vector<tasks::Merge>, 2> kept;
  return kept.get(text, [&] {
    tasks::MergeLearner learner(beginning(*text, kLookedAt));
    learner.learn(kMostMerges + 1);
    return learner.merges();
  });
}

MergeStudy make_merge_study(const std::string& text, const std::vector<tasks::Merge>& all, int count, const std::string& words) {
  MergeStudy study;
  const auto so_far = static_cast<std::size_t>(std::min<std::ptrdiff_t>(count, static_cast<std::ptrdiff_t>(all.size())));
  const tasks::TextTokens whole = tasks::TextTokens::byte_pairs(all);
  const tasks::TextTokens tokens = tasks::TextTokens::byte_pairs({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(so_far)});
  const auto joined = [&](std::size_t i) {
    return MergeStudy::Joined{whole.name(all[i].left), whole.name(all[i].right),
                              whole.name(tasks::TextTokens::kBytes + static_cast<int>(i)), all[i].count};
  };
  for (std::size_t i = 0; i < so_far; ++i) study.merges.push_back(joined(i));
  if (so_far < all.size()) study.next = joined(so_far);
  const std::string_view excerpt = beginning(text, kExcerpt);
  const Tokens cut = tokens.encode(excerpt);
  for (const int token : cut) study.excerpt.push_back(tokens.name(token));
  study.characters_per_token = cut.empty() ? 1 : static_cast<double>(code_point_count(excerpt)) / static_cast<double>(cut.size());
  for (const int token : tokens.encode(words)) {
    study.word.push_back(tokens.name(token));
    study.word_bytes.push_back(static_cast<int>(tokens.text_of(token).size()));
  }
  return study;
}

}  // namespace

Mat MergeStudy::counts() const {
  Mat out(static_cast<Index>(merges.size()), 1);
  for (std::size_t i = 0; i < merges.size(); ++i) out(static_cast<Index>(i), 0) = static_cast<Real>(merges[i].count);
  return out;
}

std::vector<std::string> MergeStudy::names() const {
  std::vector<std::string> out;
  for (const Joined& one : merges) out.push_back(one.left + " + " + one.right);
  return out;
}

Mat MergeStudy::piece_sizes() const {
  Mat out(static_cast<Index>(word_bytes.size()), 1);
  for (std::size_t i = 0; i < word_bytes.size(); ++i) out(static_cast<Index>(i), 0) = static_cast<Real>(word_bytes[i]);
  return out;
}

const MergeStudy& study_merges(const Params& p) {
  using Key = std::tuple<std::shared_ptr<const std::string>, int, std::string>;
  static thread_local Kept<Key, MergeStudy, 2> kept;
  const auto text = merged_text(p);
  return kept.get(Key{text, p.merges, p.word}, [&] { return make_merge_study(*text, all_merges(text), p.merges, p.word); });
}

}  // namespace attn::lessons::language_models
