// Matrices, masks and points at the smallest and the largest size that their parameters allow: the lesson settles whatever depends on the
// size, and then computes, describes and draws, and every region answers for its cells.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "canvas/svg_canvas.h"
#include "lessons/another_value.h"
#include "lessons/suite/lesson_text.h"
#include "session/session.h"
#include "unit/params/print_params.h"

namespace attn::lessons {
namespace {

/// What is being tried, for the case that the lesson stops the program there.
class Trying {
 public:
  explicit Trying(const std::string& what) {
    std::snprintf(text, sizeof text, "%s", what.c_str());
    before_ = std::signal(SIGABRT, say);
  }
  ~Trying() { std::signal(SIGABRT, before_); }
  Trying(const Trying&) = delete;
  Trying& operator=(const Trying&) = delete;

 private:
  static void say(int) { std::fprintf(stderr, "The program stopped while this was tried: %s.\n", text); }
  static inline char text[300];
  void (*before_)(int);
};

/// Each test ends at the first state that fails: the others often fail alike.
class EverySize : public ::testing::TestWithParam<course::Entry> {
 protected:
  const course::Lesson& lesson = GetParam().lesson();
  session::Session session{lesson};

  std::string text_of_row(const params::Row& row) const { return params::print(row, row.get(session.document().params())); }

  void expect_settled() {
    const course::Lesson::Params again = session.document().draft();
    lesson.settle(session.document().params(), again.get());
    for (const params::Row& row : lesson.rows) {
      EXPECT_EQ(params::validate(row, row.get(again.get())), "") << "settle() left " << row.id << " with an illegal value";
      EXPECT_EQ(cited(params::print(row, row.get(again.get())), 200), cited(text_of_row(row), 200))
          << "settle() changed " << row.id << " again when it was called for what it had settled";
    }
  }

  void expect_read() {
    for (const auto* rows : {&lesson.results, &lesson.inputs})
      for (const auto& row : *rows) {
        const course::Tensor tensor = session.results().read(row);
        size_t size = 1;
        for (const int n : tensor.shape) size *= static_cast<size_t>(n);
        EXPECT_EQ(tensor.data.size(), size) << "The result " << row.name << " has another number of cells than its shape says.";
      }
  }

  void expect_drawn() {
    for (const auto& figure : lesson.figures) {
      canvas::SvgCanvas canvas({1000, 700}, canvas::Theme());
      const course::Lesson::Params edit = session.document().draft();
      figure.draw(canvas, session.document().params(), session.results().get(), edit.get());
      if (figure.describe(session.document().params(), session.results().get()).empty())
        ADD_FAILURE() << "describe() says nothing in the figure " << figure.id;
      for (const params::Row& row : lesson.rows)
        EXPECT_TRUE(params::equal(row, session.document().params(), edit.get())) << figure.id << " changed " << row.id << " by being drawn";
      for (const canvas::Region& region : canvas.regions().all()) expect_has_cells(figure, region);
    }
  }

  /// The last cell of a grid, which is the first that a result of another size lacks.
  void expect_has_cells(const course::Lesson::Figure& figure, const canvas::Region& region) {
    const course::Lesson::ResultRow* row = session.results().find(canvas::parse_region_id(region.id).name);
    if (!row || !region.is_grid()) return;
    const course::Tensor tensor = session.results().read(*row);
    EXPECT_TRUE(tensor.has(region.rows - 1, region.cols - 1))
        << figure.id << " draws " << region.rows << " x " << region.cols << " cells of " << region.id << ", which has "
        << tensor.row_count() << " x " << tensor.col_count();
  }

  void try_it(const std::string& state) {
    SCOPED_TRACE(state);
    const Trying trying(state);
    expect_settled();
    expect_read();
    expect_drawn();
  }

  /// Sets `row` to the size, and tries what came of it. A lesson may settle for another size, but refuses no legal one.
  void try_size(const params::Row& row, const LegalSize& size, const std::string& after) {
    const std::string state =
        std::string(row.id) + " at its " + size.name + " size, " + std::to_string(size.rows) + " x " + std::to_string(size.cols) + after;
    const Trying trying(state);
    const params::Value value = resized(row, row.get(session.document().params()), size);
    ASSERT_EQ(session.document().set_value(row.id, value, session::Origin::kUi), "") << state;
    try_it(state);
  }
};

TEST_P(EverySize, IsSettledComputedDescribedAndDrawn) {
  for (const params::Row& row : lesson.rows)
    for (const LegalSize& size : extreme_sizes(row)) {
      session.open(lesson, "");
      try_size(row, size, "");
      if (HasFailure()) return;
    }
}

TEST_P(EverySize, IsSettledAfterAnyOtherParameterHasChanged) {
  for (const params::Row& row : lesson.rows)
    for (const LegalSize& size : extreme_sizes(row))
      for (const params::Row& other : lesson.rows) {
        if (other.id == row.id || other.id == "steps") continue;  // a model that has yet to take them
        session.open(lesson, "");
        const params::Value value = another_value(other, other.get(session.document().params()));
        ASSERT_EQ(session.document().set_value(other.id, value, session::Origin::kUi), "") << other.id;
        try_size(row, size, " after " + std::string(other.id) + " was set to " + cited(text_of_row(other)));
        if (HasFailure()) return;
      }
}

TEST_P(EverySize, OfOneIsSettledWithThatOfAnother) {
  for (const params::Row& first : lesson.rows)
    for (const LegalSize& size : extreme_sizes(first))
      for (const params::Row& row : lesson.rows)
        for (const LegalSize& next : extreme_sizes(row)) {
          if (first.id == row.id) continue;
          session.open(lesson, "");
          const params::Value value = resized(first, first.get(session.document().params()), size);
          ASSERT_EQ(session.document().set_value(first.id, value, session::Origin::kUi), "") << first.id;
          try_size(row, next, " after " + std::string(first.id) + " was set to its " + size.name + " size");
          if (HasFailure()) return;
        }
}

INSTANTIATE_TEST_SUITE_P(Course, EverySize, ::testing::ValuesIn(course::lessons()), test_name);

}  // namespace
}  // namespace attn::lessons
