// What holds in every state that a link of a lesson's text leads to: figures stay within their bounds and change nothing by being drawn,
// every region answers to a press, every explanation comes to the number that is shown, and exercises begin on their own scenes.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <sstream>

#include "canvas/svg_canvas.h"
#include "formula/cells.h"
#include "lessons/another_value.h"
#include "lessons/suite/lesson_text.h"
#include "programs/weight_files.h"
#include "session/session.h"
#include "unit/formula/python_value.h"

namespace attn::lessons {
namespace {

constexpr const char* kWeights = ATTN_SOURCE_DIR "/assets/weights";

constexpr int kFewLines = 3;  ///< rows and columns of large grids where there are many states
#if defined(__SANITIZE_ADDRESS__) || defined(__EMSCRIPTEN__)
constexpr int kLinesTried = 4, kCellsTried = 25;  ///< of large grids and results; each cell costs five times what it does natively
#else
constexpr int kLinesTried = 6, kCellsTried = 50;
#endif

/// From a small phone to a desktop.
constexpr canvas::Size kSizes[] = {{320, 240}, {374, 277}, {820, 600}, {1280, 800}};

/// A figure on a page of 390, 820 and 1440 px, the last with few controls and with many.
constexpr canvas::Size kOnPages[] = {{377, 346}, {493, 470}, {640, 400}, {640, 280}};
constexpr std::string_view kEllipsis = "\u2026";

/// What an SVG's text elements say.
std::vector<std::string> texts_of(std::string_view svg) {
  std::vector<std::string> texts;
  for (size_t at = svg.find("<text"); at != std::string_view::npos; at = svg.find("<text", at + 1)) {
    const size_t begin = svg.find('>', at) + 1;
    texts.emplace_back(svg.substr(begin, svg.find("</text>", begin) - begin));
  }
  return texts;
}

/// What the symbols of the text's formulas stand for: of "[$w$]: show:weights|matrix" the two names.
std::vector<std::vector<std::string>> symbols_of(const std::string& text) {
  std::vector<std::vector<std::string>> symbols;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t at = line.find("$]: show:");
    if (!line.starts_with("[$") || at == std::string::npos) continue;
    std::istringstream names(line.substr(at + 9));
    symbols.emplace_back();
    for (std::string name; std::getline(names, name, '|');) symbols.back().push_back(name);
  }
  return symbols;
}

/// The queries of the text's links, and the lesson as it opens.
std::set<std::string> states_of(const course::Entry& entry) {
  const std::string text = text_of(entry);
  std::set<std::string> states = {""};
  for (const content::Block& block : content::parse(text).blocks)
    for (const content::Run& run : runs_of(block))
      if (run.link.kind == content::LinkKind::kSet || run.link.kind == content::LinkKind::kScene) states.insert(run.link.target);
  return states;
}

class EveryState : public ::testing::TestWithParam<course::Entry> {
 protected:
  const course::Lesson& lesson = GetParam().lesson();
  session::Session session{lesson};
  int lines_tried = kLinesTried;
  std::set<std::string, std::less<>> followed;  ///< cells of this state that were led to and answered

  /// Opens each state, with its weights where it has some, but for those that are refused: text_test.cpp says why.
  template <class Check>
  void in_every_state(Check check) {
    for (const std::string& query : states_of(GetParam())) {
      SCOPED_TRACE(std::string(lesson.slug) + "?" + query);
      if (!session.open(lesson, query).empty()) continue;
      load();
      check();
    }
  }

  /// Shipped weights come in; held-out data need not be measured.
  void load() {
    followed.clear();
    programs::provide_weights(session, kWeights);
    session.work(0);
    programs::provide_weights(session, kWeights);
    session.work(0);
  }

  canvas::SvgCanvas drawn(const course::Lesson::Figure& figure, canvas::Size size) {
    canvas::SvgCanvas canvas(size, canvas::Theme());
    const course::Lesson::Params edit = session.document().draft();
    figure.draw(canvas, session.document().params(), session.results().get(), edit.get());
    for (const params::Row& row : lesson.rows)
      EXPECT_TRUE(params::equal(row, session.document().params(), edit.get())) << figure.id << " changed " << row.id << " by being drawn";
    return canvas;
  }

  /// A cell of a region: its explanation is of the number that is read there, and comes to it.
  void expect_explained(const course::Lesson::ResultRow& row, const course::Tensor& tensor, int i, int j) {
    ASSERT_TRUE(tensor.has(i, j)) << row.name << "[" << i << "," << j << "] is drawn and cannot be read";
    const double value = static_cast<double>(tensor.at(i, j));
    if (std::isnan(value)) return;  // not there yet
    const formula::Explanation x = row.explain(session.document().params(), session.results().get(), i, j);
    ASSERT_FALSE(x.empty()) << row.name << "[" << i << "," << j << "] does not explain itself";
    const double tolerance = 2e-5 * std::max(1.0, std::abs(value));
    EXPECT_NEAR(x.value, value, tolerance) << row.name << "[" << i << "," << j << "]";
    EXPECT_NEAR(formula::python_value(formula::to_numpy(x.substituted)), value, tolerance) << row.name << "[" << i << "," << j << "]";
    // What its numbers lead on to answers as well.
    const std::vector<formula::Operand> operands = formula::operands(x.substituted);
    for (size_t k = 0; k < operands.size(); k += std::max<size_t>(1, operands.size() - 1)) {
      if (!followed.insert(operands[k].cell).second) continue;
      const canvas::RegionId cell = canvas::parse_region_id(operands[k].cell);
      formula::Explanation of_operand;
      EXPECT_EQ(session.explain(cell.name, cell.row, cell.col, &of_operand), "")
          << row.name << "[" << i << "," << j << "]: " << operands[k].cell;
    }
  }

  void press(const canvas::Region& region) {
    const canvas::RegionId id = canvas::parse_region_id(region.id);
    const course::Lesson::ResultRow* row = session.results().find(id.name);
    if (!row) {
      EXPECT_FALSE(region.grip == canvas::Grip::kHover) << region.id << " can be hovered, and there is nothing to say about it";
      return;
    }
    const course::Tensor tensor = session.results().read(*row);
    if (!region.is_grid()) return expect_explained(*row, tensor, std::max(id.row, 0), std::max(id.col, 0));
    for (int i = 0; i < region.rows; i += 1 + region.rows / lines_tried)
      for (int j = 0; j < region.cols; j += 1 + region.cols / lines_tried) expect_explained(*row, tensor, i, j);
  }
};

TEST_P(EveryState, FiguresStayWithinTheirBoundsAndChangeNothing) {
  in_every_state([this] {
    for (const auto& figure : lesson.figures)
      for (const canvas::Size size : kSizes) {
        const canvas::SvgCanvas canvas = drawn(figure, size);
        for (const canvas::Region& region : canvas.regions().all()) {
          EXPECT_GE(region.rect.x, 0) << figure.id << " " << region.id;
          EXPECT_GE(region.rect.y, 0) << figure.id << " " << region.id;
          EXPECT_LE(region.rect.right(), size.width + 0.5f) << figure.id << " " << region.id;
          EXPECT_LE(region.rect.bottom(), size.height + 0.5f) << figure.id << " " << region.id;
        }
      }
  });
}

TEST_P(EveryState, NoWordOfASceneIsCut) {
  for (const content::Block& block : content::parse(text_of(GetParam())).blocks)
    for (const content::Run& run : runs_of(block)) {
      if (run.link.kind != content::LinkKind::kScene) continue;
      if (!session.scenes().show(run.link.target).empty()) continue;  // refused: text_test.cpp says why
      load();
      for (const canvas::Size size : kOnPages) {
        const std::string svg = drawn(session.figures().current(), size).svg();
        for (const std::string& words : texts_of(svg))
          EXPECT_FALSE(words.size() > kEllipsis.size() && words.ends_with(kEllipsis))
              << run.link.target << ", " << size.width << " x " << size.height << ": " << words;
      }
    }
}

TEST_P(EveryState, EveryRegionOfEveryFigureAnswersToAPress) {
  in_every_state([this] {
    for (const auto& figure : lesson.figures) {
      SCOPED_TRACE(std::string(figure.id));
      const canvas::SvgCanvas canvas = drawn(figure, {1000, 700});
      for (const canvas::Region& region : canvas.regions().all()) press(region);
    }
  });
}

TEST_P(EveryState, EveryRegionAnswersWhateverTheReaderSets) {
  lines_tried = kFewLines;
  for (const params::Row& row : lesson.rows) {
    if (row.id == "steps") continue;  // a model that has yet to take them
    SCOPED_TRACE(std::string(row.id));
    session.open(lesson, "");
    const params::Value other = another_value(row, row.get(session.document().params()));
    ASSERT_EQ(session.document().set_value(row.id, other, session::Origin::kUi), "");
    load();
    for (const auto& figure : lesson.figures) {
      SCOPED_TRACE(std::string(figure.id));
      const canvas::SvgCanvas canvas = drawn(figure, {1000, 700});
      for (const canvas::Region& region : canvas.regions().all()) press(region);
    }
  }
}

TEST_P(EveryState, EverySymbolOfAFormulaIsSomethingThatIsDrawn) {
  std::set<std::string, std::less<>> drawn_names;
  in_every_state([this, &drawn_names] {
    for (const auto& figure : lesson.figures) {
      const canvas::SvgCanvas canvas = drawn(figure, {1000, 700});
      for (const canvas::Region& region : canvas.regions().all()) drawn_names.emplace(canvas::parse_region_id(region.id).name);
    }
  });
  for (const std::vector<std::string>& names : symbols_of(text_of(GetParam())))
    for (const std::string& name : names) {
      EXPECT_TRUE(session.results().find(name)) << name;
      EXPECT_TRUE(drawn_names.contains(name)) << name << " is drawn nowhere";
    }
}

TEST_P(EveryState, EveryResultExplainsItself) {
  in_every_state([this] {
    for (const auto* rows : {&lesson.results, &lesson.inputs})
      for (const auto& row : *rows) {
        const course::Tensor tensor = session.results().read(row);
        const int size = static_cast<int>(tensor.data.size()), cols = tensor.col_count();
        for (int at = 0; at < size; at += 1 + size / kCellsTried) expect_explained(row, tensor, at / cols, at % cols);
      }
  });
}

TEST_P(EveryState, ExercisesBeginUnsolvedOnTheirOwnScenes) {
  std::set<std::string> checked;  // a verdict follows from the exercise and the state, so each pair is asked for once
  in_every_state([this, &checked] {
    for (const auto& exercise : lesson.exercises) {
      SCOPED_TRACE(std::string(exercise.id));
      ASSERT_EQ(session.scenes().begin(exercise.id), "");
      EXPECT_FALSE(session.exercises().find(exercise.id)->answered);
      if (exercise.predictions > 0 || !checked.insert(std::string(exercise.id) + "?" + session.query()).second) continue;
      ASSERT_EQ(programs::catch_up(session, kWeights, programs::kCatchUpSeconds), "");
      course::Verdict verdict;
      ASSERT_EQ(session.check(exercise.id, &verdict), "");
      EXPECT_FALSE(verdict.correct) << "solved on arrival: " << verdict.message;
      EXPECT_FALSE(verdict.message.empty());
    }
  });
  EXPECT_LE(checked.size(), lesson.exercises.size()) << "an exercise begins elsewhere when it is opened from elsewhere";
}

TEST_P(EveryState, ExactlyOnePredictionIsRight) {
  for (const auto& exercise : lesson.exercises) {
    int right = 0;
    for (int k = 0; k < exercise.predictions; ++k) {
      SCOPED_TRACE(std::string(exercise.id) + ", prediction " + std::to_string(k));
      ASSERT_EQ(session.scenes().begin(exercise.id), "");
      ASSERT_EQ(session.predict(exercise.id, k), "");
      ASSERT_EQ(programs::catch_up(session, kWeights, programs::kCatchUpSeconds), "");
      course::Verdict verdict;
      ASSERT_EQ(session.check(exercise.id, &verdict), "");
      right += verdict.correct;
    }
    EXPECT_EQ(right, exercise.predictions > 0 ? 1 : 0) << exercise.id;
  }
}

INSTANTIATE_TEST_SUITE_P(Course, EveryState, ::testing::ValuesIn(course::lessons()), test_name);

}  // namespace
}  // namespace attn::lessons
