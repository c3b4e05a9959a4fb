// Masked tokens as BERT's paper describes them: how many are chosen, and what becomes of them.
#include "tasks/masking.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attn::tasks {
namespace {

constexpr int kMark = 50;
constexpr Masking kMasking{.mark = kMark, .first = 3, .beyond = 50};

/// The start mark and then tokens that can be chosen.
Tokens long_text(int count) {
  Tokens text{kStartToken};
  for (int i = 0; i < count; ++i) text.push_back(3 + i % 47);
  return text;
}

TEST(Masking, FifteenOfAHundredAreChosenAndEightyTenTenOfThese) {
  Rng rng(4);
  const Tokens text = long_text(20'000);
  const MaskedText masked = mask_tokens(text, kMasking, rng);
  const auto all = static_cast<double>(masked.places.size());
  EXPECT_NEAR(all / 20'000, 0.15, 0.01);
  ASSERT_EQ(masked.answers.size(), masked.places.size());
  int marked = 0, kept = 0;
  for (std::size_t k = 0; k < masked.places.size(); ++k) {
    const auto t = static_cast<std::size_t>(masked.places[k]);
    EXPECT_EQ(masked.answers[k], text[t]);
    marked += masked.tokens[t] == kMark;
    kept += masked.tokens[t] == text[t];
  }
  EXPECT_NEAR(marked / all, 0.8, 0.03);
  EXPECT_NEAR(kept / all, 0.1 + 0.1 / 47, 0.02) << "one in 47 of those drawn at random is the token itself";
}

TEST(Masking, NothingElseChanges) {
  Rng rng(5);
  const Tokens text = long_text(300);
  const MaskedText masked = mask_tokens(text, kMasking, rng);
  EXPECT_TRUE(std::is_sorted(masked.places.begin(), masked.places.end()));
  ASSERT_EQ(masked.tokens.size(), text.size());
  for (std::size_t t = 0; t < text.size(); ++t) {
    if (!std::binary_search(masked.places.begin(), masked.places.end(), static_cast<int>(t))) {
      EXPECT_EQ(masked.tokens[t], text[t]) << t;
    }
  }
  EXPECT_EQ(masked.tokens.front(), kStartToken);
}

TEST(Masking, OneAtLeastIfThereIsAnyToChoose) {
  Rng rng(6);
  for (int i = 0; i < 100; ++i) {
    const MaskedText one = mask_tokens({kStartToken, 7, kEndToken}, {.mark = kMark, .first = 3, .beyond = 50, .chosen = 0}, rng);
    EXPECT_EQ(one.places, std::vector<int>{1});
    EXPECT_EQ(one.answers, Tokens{7});
  }
  EXPECT_TRUE(mask_tokens({kStartToken, kEndToken}, kMasking, rng).places.empty());
  EXPECT_TRUE(mask_tokens({}, kMasking, rng).places.empty());
}

TEST(Masking, ForReadingEveryChosenTokenIsHidden) {
  Rng rng(7);
  const MaskedText masked = mask_tokens(long_text(500), {.mark = kMark, .first = 3, .beyond = 50, .marked = 1}, rng);
  for (const int t : masked.places) EXPECT_EQ(masked.tokens[static_cast<std::size_t>(t)], kMark);
}

}  // namespace
}  // namespace attn::tasks
