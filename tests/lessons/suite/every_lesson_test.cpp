// What holds for every lesson of the course: links reproduce pictures, junk never enters, undo goes back, idle computes nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "api/calls.h"
#include "base/rng.h"
#include "base/text.h"
#include "lessons/another_value.h"
#include "lessons/named.h"
#include "programs/weight_files.h"
#include "session/export.h"
#include "session/session.h"
#include "session/training_buttons.h"
#include "unit/course/print_entry.h"
#include "unit/params/print_params.h"

namespace attn::session {
namespace {

using lessons::another_value;
using params::Row;
using params::Value;

std::vector<Value> values_of(const Document& document) {
  std::vector<Value> values;
  for (const Row& row : document.lesson().rows) values.push_back(row.get(document.params()));
  return values;
}

std::vector<std::string> texts_of(const Document& document) {
  std::vector<std::string> texts;
  for (const Row& row : document.lesson().rows) texts.push_back(params::print(row, row.get(document.params())));
  return texts;
}

class EveryLesson : public ::testing::TestWithParam<course::Entry> {
 protected:
  Session session{GetParam().lesson()};
};

std::string test_name(const ::testing::TestParamInfo<course::Entry>& info) {
  std::string name(info.param.about.slug);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

TEST_P(EveryLesson, NoParameterTakesAReservedNameAndAllAreDeclaredInFull) {
  std::set<std::string_view> seen;
  for (const Row& row : session.lesson().rows) {
    EXPECT_EQ(std::count(kReservedNames.begin(), kReservedNames.end(), row.id), 0) << row.id << " has another meaning in addresses";
    EXPECT_TRUE(seen.insert(row.id).second) << row.id << " is declared twice";
    EXPECT_FALSE(row.label.empty()) << row.id;
    EXPECT_FALSE(row.help.empty()) << row.id;
    EXPECT_EQ(params::validate(row, row.get(session.document().params())), "") << row.id << "'s default is illegal";
  }
  for (const auto& figure : session.lesson().figures)
    for (std::string_view id : figure.controls) EXPECT_NE(params::find(session.lesson().rows, id), nullptr) << id;
}

TEST_P(EveryLesson, NoTwoThingsOnOneScreenShareAName) {
  for (const auto& figure : session.lesson().figures) {
    ASSERT_EQ(session.figures().show(figure.id), "");
    std::multiset<std::string_view> names = {"Undo", "Redo", "Reset", "Keep as A", "Pin", "Present", "Share"};
    for (const auto& tab : session.lesson().figures) names.insert(tab.title);
    for (std::string_view id : figure.controls) names.insert(params::find(session.lesson().rows, id)->label);
    if (session.model().belongs_beside(session.figures().current())) {
      const TrainingButtons buttons = training_buttons(session.model());
      for (std::string_view name : {buttons.run, buttons.step, buttons.reset, buttons.slow, buttons.fast}) names.insert(name);
    }
    for (std::string_view name : names) EXPECT_EQ(names.count(name), 1u) << figure.id << ": " << name;
  }
}

TEST_P(EveryLesson, TheDeepLinkOfEveryParameterReproducesThePicture) {
  for (const Row& row : session.lesson().rows) {
    session.open(GetParam().lesson(), "");
    EXPECT_EQ(session.document().set_value(row.id, another_value(row, row.get(session.document().params())), Origin::kApi), "") << row.id;
    const std::string query = session.query();
    Session other(GetParam().lesson());
    EXPECT_TRUE(other.open(GetParam().lesson(), query).empty()) << query;
    EXPECT_EQ(texts_of(other.document()), texts_of(session.document())) << query;
    EXPECT_EQ(other.query(), query);
    if (row.id == "steps") {
      for (Session* s : {&session, &other}) EXPECT_EQ(programs::catch_up(*s, ATTN_SOURCE_DIR "/assets/weights", 100), "");
      EXPECT_EQ(other.model().status().step, other.model().status().target);
    }
    EXPECT_EQ(to_csv(other), to_csv(session)) << query;
  }
}

TEST_P(EveryLesson, JunkNeverEnters) {
  const char* const kJunk[] = {
      "",    " ",         "nan", "inf",  "-inf",  "1e999",    "-1e38",        "1e38", "0x10", "true",
      "1;2", "1,2;3",     ",",   ";;;;", "111;1", "\xff\xfe", "\xed\xa0\x80", "%00",  "null", "999999999999999999999",
      "-0",  "1,nan;3,4", "0,0", "é",    "🎈"};
  Rng rng(7);
  std::vector<std::string> junk(std::begin(kJunk), std::end(kJunk));
  junk.push_back(std::string(100000, '1'));
  junk.push_back(std::string(100000, ';'));
  junk.push_back(std::string(3, '\0'));
  for (int i = 0; i < 200; ++i) {
    std::string text;
    for (int length = static_cast<int>(rng.uniform() * 20); length > 0; --length)
      text += rng.uniform() < 0.7 ? "0123456789.,;-+e 1"[static_cast<size_t>(rng.uniform() * 17)] : static_cast<char>(rng.uniform() * 255);
    junk.push_back(text);
  }
  for (const Row& row : session.lesson().rows)
    for (const std::string& text : junk) {
      const auto before = values_of(session.document());
      const std::string why = session.document().set_text(row.id, text, Origin::kApi);
      for (const Row& r : session.lesson().rows)
        ASSERT_EQ(params::validate(r, r.get(session.document().params())), "")
            << row.id << " took " << text.substr(0, 40) << ", " << r.id << " is illegal";
      if (!why.empty()) {
        ASSERT_EQ(before, values_of(session.document())) << row.id << " refused and yet changed";
      }
    }
  for (double x : {std::nan(""), double(INFINITY), -double(INFINITY), 1e300, -1e300})
    for (const Row& row : session.lesson().rows) {
      session.document().set_value(row.id, x, Origin::kApi);
      session.document().set_value(row.id, Mat(Mat::Constant(2, 2, static_cast<Real>(x))), Origin::kApi);
      session.document().set_value(row.id, Mat(), Origin::kApi);
      session.document().set_value(row.id, true, Origin::kApi);
      session.document().set_value(row.id, std::string("?"), Origin::kApi);
      for (const Row& r : session.lesson().rows) ASSERT_EQ(params::validate(r, r.get(session.document().params())), "") << row.id;
    }
  session.results().get();
  session.describe();
}

TEST_P(EveryLesson, EveryLegalValueComputesAndDraws) {
  std::string silent;
  for (const Row& row : session.lesson().rows) {
    session.open(GetParam().lesson(), "");
    session.document().set_value(row.id, another_value(row, row.get(session.document().params())), Origin::kApi);
    for (const auto& result : session.lesson().results) {
      const course::Tensor tensor = session.results().read(result);
      size_t size = 1;
      for (int n : tensor.shape) size *= static_cast<size_t>(n);
      EXPECT_EQ(tensor.data.size(), size) << result.name << " after " << row.id;
    }
    for (const auto& figure : session.lesson().figures) {
      session.figures().show(figure.id);
      EXPECT_GT(to_svg(session, false).size(), 200u) << figure.id << " after " << row.id;
      if (figure.describe(session.document().params(), session.results().get()).empty())
        silent += "\n  in the figure " + std::string(figure.id) + " after " + std::string(row.id) + " was set to " +
                  cited(params::print(row, row.get(session.document().params())));
    }
  }
  if (!silent.empty()) ADD_FAILURE() << "describe() says nothing" << silent;
}

TEST_P(EveryLesson, UndoGoesBackThroughRandomChangesAndRedoForward) {
  Rng rng(11);
  std::vector<std::vector<std::string>> states = {texts_of(session.document())};
  for (int i = 0; i < 40; ++i) {
    const auto& rows = session.lesson().rows;
    const Row& row = rows[static_cast<size_t>(rng.uniform() * static_cast<double>(rows.size())) % rows.size()];
    if (session.model().trained() && row.id == "steps") continue;  // no undo takes training back
    session.document().set_value(row.id, another_value(row, row.get(session.document().params())), Origin::kUi);
    if (texts_of(session.document()) != states.back()) states.push_back(texts_of(session.document()));
  }
  EXPECT_EQ(session.document().history().undo_steps(), static_cast<int>(states.size()) - 1);
  for (size_t i = states.size() - 1; i-- > 0;) {
    ASSERT_TRUE(session.document().undo());
    ASSERT_EQ(texts_of(session.document()), states[i]);
  }
  for (size_t i = 1; i < states.size(); ++i) {
    ASSERT_TRUE(session.document().redo());
    ASSERT_EQ(texts_of(session.document()), states[i]);
  }
}

TEST_P(EveryLesson, SettlingIsIdempotentAndIdleComputesNothing) {
  const auto edit = session.document().draft();
  session.lesson().settle(session.document().params(), edit.get());
  EXPECT_FALSE(session.document().adopt(edit.get(), Origin::kUi));
  session.results().get();
  const int computed = session.results().computations();
  for (int frame = 0; frame < 10; ++frame) {
    const auto draft = session.document().draft();
    EXPECT_FALSE(session.document().adopt(draft.get(), Origin::kUi));
    session.results().get();
    session.describe();
    to_svg(session, true);
  }
  EXPECT_EQ(session.results().computations(), computed);
}

TEST_P(EveryLesson, ResetBringsEveryParameterBack) {
  const auto defaults = texts_of(session.document());
  for (const Row& row : session.lesson().rows)
    session.document().set_value(row.id, another_value(row, row.get(session.document().params())), Origin::kApi);
  session.reset("", Origin::kApi);
  EXPECT_EQ(texts_of(session.document()), defaults);
  EXPECT_EQ(session.query(), "");
}

TEST_P(EveryLesson, ExplainsTheFirstCellOfEachResultByItsValue) {
  int explained = 0;
  for (const auto& result : GetParam().lesson().results) {
    const course::Tensor tensor = session.results().read(result);
    if (tensor.data.empty() || !std::isfinite(tensor.data[0])) continue;  // a model that has not been loaded, say
    formula::Explanation x;
    EXPECT_EQ(session.explain(result.name, 0, 0, &x), "") << result.name;
    const double value = static_cast<double>(tensor.data[0]);
    EXPECT_NEAR(x.value, value, 1e-4 * std::max(1.0, std::abs(value))) << result.name;
    ++explained;
  }
  EXPECT_GT(explained, 0) << "no result has an explanation";
}

INSTANTIATE_TEST_SUITE_P(Course, EveryLesson, ::testing::ValuesIn(course::lessons()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EveryLesson);

}  // namespace
}  // namespace attn::session
