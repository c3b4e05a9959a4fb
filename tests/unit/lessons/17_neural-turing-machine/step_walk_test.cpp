// How lesson 17 tells one step of the machine: in the order of the model, nothing before it is told, and at the end all of it.
#include <algorithm>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "lessons/17_neural-turing-machine/params.h"
#include "lessons/17_neural-turing-machine/step_story.h"
#include "lessons/lesson_under_test.h"
#include "unit/canvas/recording_canvas.h"

namespace attn {
namespace {

namespace ntm = lessons::neural_turing_machine;
using Names = std::vector<std::string>;

constexpr canvas::Size kDesktop{1000, 720};

class StepStory : public ::testing::Test {
 protected:
  StepStory() { EXPECT_TRUE(lesson.load_weights()); }

  template <class Drawing>
  void draw(Drawing& canvas) {
    const course::Lesson::Params edit = lesson.lesson().copy(lesson.params());
    named("figure", "step", lesson.lesson().figures, kId).draw(canvas, lesson.params(), lesson.result(), edit.get());
  }
  /// The figure at a time of its story.
  canvas::RecordingCanvas drawn(double act, const std::string& set = "", canvas::Size size = kDesktop) {
    lesson.set((set.empty() ? "" : set + "&") + "act=" + std::to_string(act));
    canvas::RecordingCanvas canvas{size};
    draw(canvas);
    return canvas;
  }
  const ntm::Params& params() { return *static_cast<const ntm::Params*>(lesson.params()); }
  const ntm::MachineResult& machine() { return static_cast<const ntm::Result*>(lesson.result())->machine; }

  LessonUnderTest lesson{"neural-turing-machine"};
};

/// The results whose cells can be pointed at, in the order in which they are drawn.
Names results_in(const canvas::RecordingCanvas& canvas) {
  Names names;
  for (const canvas::Region& region : canvas.regions().all()) {
    const std::string name = region.id.substr(0, region.id.find('['));
    if (name != "stop" && name != "story:on" && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST_F(StepStory, NothingIsThereBeforeItIsTold) {
  const Names stops[] = {{},
                         {"input", "readings"},
                         {"input", "memory-before", "read-weights", "readings"},
                         {"input", "memory-before", "read-weights", "readings", "write-weights"},
                         {"input", "memory-before", "read-weights", "readings", "write-weights"},
                         {"adding", "erasing", "input", "memory-then", "read-weights", "readings", "write-weights"},
                         {"adding", "erasing", "input", "memory-then", "read-weights", "readings", "said", "write-weights"}};
  ASSERT_EQ(std::size(stops), static_cast<size_t>(ntm::kStepStops) + 1);
  for (int k = 0; k <= ntm::kStepStops; ++k) EXPECT_EQ(results_in(drawn(k)), stops[k]) << k;
}

TEST_F(StepStory, TheVectorIsReadBeforeTheMemoryIsWritten) {
  const auto has = [](const canvas::RecordingCanvas& canvas, const std::string& id) { return canvas.regions().rect_of(id).width > 0; };
  const std::string before = "readings[0,15]", now = "readings[0,16]";  // of step 16
  EXPECT_TRUE(has(drawn(ntm::kGoesIn + 1), before));
  EXPECT_FALSE(has(drawn(3.9), now));
  EXPECT_TRUE(has(drawn(ntm::kReadBack + 1), now));
  EXPECT_TRUE(has(drawn(ntm::kReadBack + 1), "memory-before[0,0]"));
  EXPECT_FALSE(has(drawn(ntm::kChanged + 1), "memory-before[0,0]"));
}

TEST_F(StepStory, WhatIsReadIsTheSumOfTheMemoryBefore) {
  lesson.set("at=16");
  const ntm::MachineResult m = machine();
  const Mat sum = m.trace.read_heads.front().weights.row(15) * m.trace.memory[15];
  EXPECT_LT((sum - m.trace.reads.row(15)).cwiseAbs().maxCoeff(), 1e-4);
  for (int j = 0; j < m.width; ++j) EXPECT_NEAR(lesson.at("readings", j, 16), static_cast<double>(m.trace.reads(15, j)), 1e-6);
}

TEST_F(StepStory, BeforeTheFirstStepAVectorThatWasLearnedStandsForTheReading) {
  const canvas::RecordingCanvas first = drawn(1, "at=1");
  EXPECT_GT(first.regions().rect_of("readings[0,0]").width, 0);
  EXPECT_GT(machine().first_reads.cwiseAbs().maxCoeff(), 0);
  EXPECT_NE(ntm::step_sentences(params(), machine())[ntm::kGoesIn].find("learned"), std::string::npos);
  EXPECT_NE(first.find("memory before the first step"), nullptr);
}

TEST_F(StepStory, TheMemoryIsWrittenCellByCell) {
  // A step that writes into one cell: it holds what it held until its turn has come.
  lesson.set("at=6");
  const ntm::MachineResult m = machine();
  Index cell = 0;
  EXPECT_GT(m.write_weights.col(5).maxCoeff(&cell), Real(0.9));
  const auto said = [](const canvas::RecordingCanvas& canvas, Index row, const Mat& shown) {
    const canvas::Rect place = canvas.regions().rect_of("write-weights[" + std::to_string(row) + ",5]");
    int found = 0;
    for (Index j = 0; j < shown.cols(); ++j) {
      const std::string number = canvas::shown_fixed(shown(row, j), 2);
      found += std::count_if(canvas.texts.begin(), canvas.texts.end(), [&](const auto& t) {
        return t.text == number && t.box.y < place.bottom() && t.box.y + t.box.height > place.y && t.box.x > place.right();
      });
    }
    return found;
  };
  const canvas::Size large{1500, 1100};
  const double turn = 4.35 + 0.65 * static_cast<double>(cell) / static_cast<double>(m.cells.size());
  EXPECT_GE(said(drawn(turn - 0.1, "at=6", large), cell, m.memory_after(5)), m.width);
  EXPECT_LT(said(drawn(turn - 0.1, "at=6", large), cell, m.memory), m.width);
  EXPECT_GE(said(drawn(turn + 0.2, "at=6", large), cell, m.memory), m.width);
}

TEST_F(StepStory, EachStopHasASentenceThatFitsTheStep) {
  for (const char* at : {"at=1", "at=6", "at=11", "at=16", "at=21"}) {
    lesson.set(at);
    const std::vector<std::string> sentences = ntm::step_sentences(params(), machine());
    ASSERT_EQ(sentences.size(), static_cast<size_t>(ntm::kStepStops));
    for (int k = 0; k < ntm::kStepStops; ++k) {
      EXPECT_LE(sentences[static_cast<size_t>(k)].size(), 110u) << sentences[static_cast<size_t>(k)];
      EXPECT_NE(drawn(k + 0.5, at, {1200, 800}).find(sentences[static_cast<size_t>(k)]), nullptr) << at << " " << k;
    }
  }
}

TEST_F(StepStory, BitsComeOutOnlyWhereAnAnswerIsAskedFor) {
  const int mark = machine().example.answer;
  for (const int at : {1, mark, mark + 1, machine().example.steps()}) {
    const canvas::RecordingCanvas end = drawn(params::end_of_story(ntm::kStepStops), "at=" + std::to_string(at));
    EXPECT_EQ(end.regions().rect_of("said[0," + std::to_string(at - 1) + "]").width > 0, at > mark) << at;
    EXPECT_EQ(ntm::step_sentences(params(), machine())[ntm::kComesOut].find("no answer") == std::string::npos, at > mark) << at;
    EXPECT_EQ(lesson.describe("step").find("no answer") == std::string::npos, at > mark) << at;
  }
}

TEST_F(StepStory, GoingBackAndForthGivesTheSamePicture) {
  const auto now = [this](const std::string& act) {
    lesson.set("act=" + act);
    canvas::SvgCanvas canvas(kDesktop, canvas::Theme());
    draw(canvas);
    return canvas.svg();
  };
  for (const char* middle : {"0.6", "1.5", "2.4", "3.4", "4.7", "5.4"}) {
    const std::string once = now(middle), end = now("6");
    EXPECT_NE(once, end);
    now("0");
    EXPECT_EQ(now(middle), once);
    EXPECT_EQ(now("6"), end);
  }
}

TEST_F(StepStory, ItsClockComesFirstAndThenTheStep) {
  const course::Lesson::Figure& figure = named("figure", "step", lesson.lesson().figures, kId);
  EXPECT_EQ(figure.controls[0], "act");
  EXPECT_EQ(figure.controls[1], "at");
  EXPECT_EQ(lesson.lesson().last_step(lesson.params(), lesson.result(), "act"), params::end_of_story(ntm::kStepStops));
}

}  // namespace
}  // namespace attn
