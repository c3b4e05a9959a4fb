#include "lessons/11_language-models/merges_study.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <tuple>

#include "base/kept.h"
#include "base/text.h"
#include "tasks/merge_learner.h"

namespace attn::lessons::language_models {
namespace {

constexpr std::size_t kMergedBytes = 200'000, kMergeExcerpt = 2'000;

/// All merges of a text that the picture goes through, and one more.
struct LearnedMerges {
  std::vector<tasks::Merge> merges;
  std::vector<double> characters_per_token;  ///< after 0, 1, ... of them
};

std::shared_ptr<const std::string> merged_text(const Params& p) {
  const auto own = p.reads == Reads::text ? shelved(p.own) : nullptr;
  return own ? own : stories_as_text();
}

/// `bytes` of text at most, with no character cut.
std::string_view merge_beginning(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

LearnedMerges learn_merges(std::string_view text) {
  LearnedMerges out;
  tasks::MergeLearner learner(text);
  const auto characters = static_cast<double>(code_point_count(text));
  bool more = true;
  while (more) {
    out.characters_per_token.push_back(characters / static_cast<double>(std::max<std::int64_t>(1, learner.text_length())));
    more = static_cast<int>(learner.merges().size()) <= kMostMerges && learner.learn(1);
  }
  out.merges = learner.merges();
  return out;
}

const LearnedMerges& merges_of(const std::shared_ptr<const std::string>& text) {
  static thread_local Kept<std::shared_ptr<const std::string>, LearnedMerges, 2> kept;
  return kept.get(text, [&] { return learn_merges(merge_beginning(*text, kMergedBytes)); });
}

MergeStudy make_merge_study(std::string_view text, const LearnedMerges& all, int count, std::string_view words) {
  MergeStudy study;
  const std::size_t so_far = std::min(static_cast<std::size_t>(std::max(0, count)), all.merges.size());
  const auto end = static_cast<std::ptrdiff_t>(so_far);
  // The token of the next pair has a name, too, but nothing is cut into it yet.
  const tasks::TextTokens named =
      tasks::TextTokens::byte_pairs({all.merges.begin(), all.merges.begin() + std::min<std::ptrdiff_t>(end + 1, std::ssize(all.merges))});
  const tasks::TextTokens tokens = tasks::TextTokens::byte_pairs({all.merges.begin(), all.merges.begin() + end});
  const auto joined = [&](std::size_t i) {
    const tasks::Merge& merge = all.merges[i];
    return MergeStudy::Joined{named.name(merge.left), named.name(merge.right), named.name(tasks::TextTokens::kBytes + static_cast<int>(i)),
                              merge.count};
  };
  for (std::size_t i = 0; i < so_far; ++i) study.merges.push_back(joined(i));
  if (so_far < all.merges.size()) study.next = joined(so_far);
  const auto cut = [&](std::string_view shown, std::vector<std::string>* names, std::vector<int>* bytes) {
    for (const int token : tokens.encode(shown)) {
      names->push_back(tokens.name(token));
      bytes->push_back(static_cast<int>(tokens.text_of(token).size()));
    }
  };
  const std::string_view excerpt = merge_beginning(text, kMergeExcerpt);
  cut(excerpt, &study.excerpt, &study.excerpt_bytes);
  cut(words, &study.word, &study.word_bytes);
  for (const char c : excerpt) study.single.push_back(tokens.name(tasks::token_of(static_cast<unsigned char>(c))));
  study.growth.assign(all.characters_per_token.begin(), all.characters_per_token.begin() + end + 1);
  study.characters_per_token = study.growth.back();
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
  return kept.get(Key{text, p.merges, p.word}, [&] { return make_merge_study(*text, merges_of(text), p.merges, p.word); });
}

}  // namespace attn::lessons::language_models
