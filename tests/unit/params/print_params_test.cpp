#include "unit/params/print_params.h"

namespace attn::params {
namespace {

TEST(PrintParams, TypesAreCalledAsInCalls) {
  EXPECT_EQ(::testing::PrintToString(Type::kMask), "mask");
  EXPECT_EQ(::testing::PrintToString(std::vector<Type>{Type::kNumber, Type::kPoints}), "{ number, points }");
}

TEST(PrintParams, ValuesAreWrittenAsInAddresses) {
  EXPECT_EQ(::testing::PrintToString(Value(0.5)), "0.5");
  EXPECT_EQ(::testing::PrintToString(Value(true)), "true");
  EXPECT_EQ(::testing::PrintToString(Value(std::string("dot"))), "dot");
  EXPECT_EQ(::testing::PrintToString(Value(Mat(Mat::Identity(2, 2)))), "1,0;0,1");
  EXPECT_EQ(::testing::PrintToString(std::vector<Value>{Value(1.0), Value(false)}), "{ 1, false }");
}

}  // namespace
}  // namespace attn::params
