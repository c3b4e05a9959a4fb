// The long text of lesson 09 has the weights that the block has on a short one.
#include <gtest/gtest.h>

#include "lessons/09_transformer-block/study.h"
#include "lessons/lesson_under_test.h"

namespace attn::lessons::transformer_block {
namespace {

TEST(LongText, ASentenceHasTheWeightsOfTheBlock) {
  int settings = 0;
  for (const char* norm : {"post", "pre", "none"})
    for (const char* scale : {"true", "false"})
      for (const char* causal : {"true", "false"})
        for (const char* positions : {"true", "false"}) {
          LessonUnderTest lesson("transformer-block");
          lesson.set("text=time flies like arrows").set("long-text=time flies like arrows").set(std::string("norm=") + norm);
          lesson.set(std::string("scale=") + scale).set(std::string("causal=") + causal).set(std::string("positions=") + positions);
          lesson.set("heads=4").set("head=3").set("width=12");
          const Params& p = *static_cast<const Params*>(lesson.params());
          const Result& r = *static_cast<const Result*>(lesson.result());
          const Mat& wanted = r.block.layer.attention.weights[2];
          EXPECT_LT((long_head(p, r).field.weights() - wanted).cwiseAbs().maxCoeff(), 1e-5)
              << norm << " " << scale << " " << causal << " " << positions;
          ++settings;
        }
  EXPECT_EQ(settings, 24);
}

}  // namespace
}  // namespace attn::lessons::transformer_block
