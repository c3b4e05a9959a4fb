// Reading JSON: what comes next, and the first mistake as a sentence.
#include "base/json_reader.h"

#include <gtest/gtest.h>

#include <vector>

namespace attn::json {
namespace {

/// The members of an object, each as "key=raw;", or the mistake.
std::string members(std::string_view text) {
  Reader reader(text, "It");
  std::string out;
  reader.object([&](const std::string& key) {
    std::string_view raw;
    if (!reader.any(&raw)) return false;
    out += key + "=" + std::string(raw) + ";";
    return true;
  }) &&
      reader.end();
  return reader.error().empty() ? out : reader.error();
}

TEST(JsonReader, EveryKindOfValueIsPassedOverWhole) {
  EXPECT_EQ(members(" {} \n"), "");
  EXPECT_EQ(members(R"({"a":1,"b" : -2.5e-3 , "c":"x\"}","d":[1,[],{"e":null}],"f":{"g":[true,false]}})"),
            R"(a=1;b=-2.5e-3;c="x\"}";d=[1,[],{"e":null}];f={"g":[true,false]};)");
}

TEST(JsonReader, TextsAreUnescapedAndNumbersWhole) {
  Reader reader(R"(["a\n\u00e9\\", 9007199254740991])", "It");
  std::string text;
  std::uint64_t number = 0;
  EXPECT_TRUE(reader.expect('[') && reader.string(&text) && reader.take(',') && reader.whole(&number) && reader.expect(']') &&
              reader.end());
  EXPECT_EQ(text, "a\n\u00e9\\");
  EXPECT_EQ(number, 9007199254740991u);
  EXPECT_EQ(reader.error(), "");
}

TEST(JsonReader, TheFirstMistakeIsKept) {
  Reader reader("{", "It");
  EXPECT_FALSE(reader.fail("is wrong") || reader.expect('[') || reader.fail("is worse"));
  EXPECT_EQ(reader.error(), "It is wrong, at byte 0 of it.");
  EXPECT_EQ(members(""), "It should have \"{\", at byte 0 of it.");
  EXPECT_EQ(members(R"({"a" 1})"), "It should have \":\", at byte 5 of it.");
  EXPECT_EQ(members(R"({"a":tru})"), "It should have a value, at byte 5 of it.");
  EXPECT_EQ(members(R"({"a":})"), "It should have a value, at byte 5 of it.");
  EXPECT_EQ(members(R"({"a":[1 2]})"), "It should have \"]\", at byte 8 of it.");
  EXPECT_EQ(members(R"({"a":1}})"), "It goes on after its end, at byte 7 of it.");
  EXPECT_EQ(members(R"({"a":"\q"})"), "It has an unknown escape in a text, at byte 8 of it.");
  EXPECT_EQ(members("{\"a\":\"\n\"}"), "It has a control character in a text, at byte 7 of it.");
  EXPECT_EQ(members("{\"a\":" + std::string(100000, '[')), "It goes too deep, at byte 70 of it.");
  EXPECT_EQ(members("{\"a\":" + std::string(60, '[') + std::string(60, ']') + "}").size(), 123u);
}

}  // namespace
}  // namespace attn::json
