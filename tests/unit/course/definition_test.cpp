// What a lesson's files say, and what becomes of it.
#include "course/definition.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attn::course {
namespace {

struct Params {
  double factor = 2;
};
struct Result {
  double value = 21;
};
using Row = ResultSpec<Params, Result>;

formula::Explanation explain_value(const Params&, const Result& r, int i, int j) {
  return {"Value " + std::to_string(10 * i + j), formula::sym("x"), formula::num(r.value), r.value, ""};
}

constexpr Row kValues[] = {
    {"value", "The value", [](const Params&, const Result& r) { return scalar(r.value); }, explain_value, "handle"},
    {"times", "Times the factor", [](const Params& p, const Result& r) { return scalar(p.factor * r.value); },
     [](const Params& p, const Result& r, int, int) {
       return formula::Explanation{"Times", formula::sym("y"), formula::num(p.factor * r.value), p.factor * r.value, ""};
     }}};
template <int power>
constexpr Row kPowers[] = {{power == 2 ? "square" : "cube", "A power", [](const Params&, const Result&) { return scalar(power); },
                            [](const Params&, const Result&, int, int) {
                              return formula::Explanation{"Power", formula::sym("p"), formula::num(power), power, ""};
                            }}};

TEST(ExplainedLater, TheRowsOfTablesFollowEachOtherAndExplainWhatTheySay) {
  const std::vector<Row> rows = explained_later<kPowers<2>, kValues, kPowers<3>>();
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"square", "value", "times", "cube"}));
  const Params p;
  const Result r;
  EXPECT_EQ(rows[1].label, "The value");
  EXPECT_EQ(rows[1].handle, "handle");
  EXPECT_EQ(rows[2].read(p, r).data, std::vector<float>{42});
  EXPECT_EQ(rows[0].explain(p, r, 0, 0).value, 2);
  EXPECT_EQ(rows[1].explain(p, r, 3, 4).title, "Value 34");
  EXPECT_EQ(rows[2].explain(p, r, 0, 0).value, 42);
  EXPECT_EQ(rows[3].explain(p, r, 0, 0).value, 3);
}

TEST(ExplainedLater, AnExplanationIsReachedThroughAFunctionThatMayComeLater) {
  const std::vector<Row> rows = explained_later<kValues>();
  EXPECT_NE(rows[0].explain, kValues[0].explain) << "a direct pointer would keep its code in the lesson's first part";
  EXPECT_EQ(rows[0].read, kValues[0].read) << "what is read is always here";
  EXPECT_TRUE(is_here(rows[0].explain)) << "this program is one piece";
}

}  // namespace
}  // namespace attn::course
