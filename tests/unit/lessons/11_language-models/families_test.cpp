// How many weights published models have, against their checkpoints.
#include "lessons/11_language-models/families.h"

#include <gtest/gtest.h>

#include <iterator>

namespace attn::lessons::language_models {
namespace {

TEST(Families, HaveAsManyWeightsAsThePublishedCheckpoints) {
  // BERT, RoBERTa and ALBERT with the layer that says words and without a pooler.
  const double published[] = {109'514'298, 124'697'433, 11'221'680, 124'439'808, 1'557'611'200};
  for (size_t i = 0; i < std::size(published); ++i) EXPECT_EQ(count_weights(families()[i]), published[i]) << families()[i].name;
  EXPECT_NEAR(count_weights(families()[5]), 175e9, 1e9);
  for (const Family& family : families()) EXPECT_EQ(explain_family(family).value, count_weights(family) / 1e6);
}

}  // namespace
}  // namespace attn::lessons::language_models
