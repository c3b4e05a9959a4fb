// What the tests of published models have alike.
#pragma once

#include "models/gpt.h"
#include "unit/compare.h"
#include "unit/models/gpt_kinds.h"

namespace attn::test {

/// That an opened model has the settings of `b` and says the same of texts.
inline void expect_same_model(const Gpt& a, const Gpt& b) {
  EXPECT_EQ(a.settings(), b.settings());
  EXPECT_TRUE(a.opened());
  Rng rng(5);
  for (int i = 0; i < 3; ++i) {
    const Tokens text = random_text(rng, std::min(7, b.settings().context), b.settings().vocabulary);
    EXPECT_TRUE(close(models::run(a, text).logits, models::run(b, text).logits, 2e-5));
  }
}

}  // namespace attn::test
