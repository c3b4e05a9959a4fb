// The stage on ImGui without window and GPU: every lesson at three sizes and in three arrangements, tabs, tools, one drag one undo step.
#include "window/stage.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include "canvas/imgui_textures.h"
#include "unit/session/sample_lesson.h"
#include "unit/session/trained_sample.h"

namespace attn::window {
namespace {

class StageTest : public ::testing::Test {
 protected:
  explicit StageTest(const course::Lesson& lesson = session::testing::sample_lesson()) : lab(lesson) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    resize({900, 600});
    stage = std::make_unique<Stage>(lab);
    settle();
  }
  ~StageTest() override {
    stage->release();
    stage.reset();
    ImGui::DestroyContext();
  }

  static void resize(canvas::Size size) { ImGui::GetIO().DisplaySize = {size.width, size.height}; }
  void frame() {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    stage->draw();
    ImGui::Render();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
      if (texture->Status != ImTextureStatus_OK && texture->Status != ImTextureStatus_Destroyed) {
        const bool gone = texture->Status == ImTextureStatus_WantDestroy;
        texture->SetTexID(gone ? ImTextureID_Invalid : ImTextureID(1));
        texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
      }
  }
  void settle() {
    for (int i = 0; i < 3; ++i) frame();
  }
  void point(canvas::Point p) {
    ImGui::GetIO().AddMousePosEvent(p.x, p.y);
    settle();
  }
  void button(bool down) {
    ImGui::GetIO().AddMouseButtonEvent(0, down);
    settle();
  }
  void tap(ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(key, true);
    settle();
    ImGui::GetIO().AddKeyEvent(key, false);
    settle();
  }
  void press(std::string_view id) {
    const canvas::Rect r = stage->rect_of(id);
    ASSERT_GT(r.width, 0) << id;
    point(r.center());
    button(true);
    button(false);
  }

  api::Lab lab;
  std::unique_ptr<Stage> stage;
};

class TrainedStageTest : public StageTest {
 protected:
  TrainedStageTest() : StageTest(session::testing::trained_sample()) {}
  session::Training::Status status() const { return lab.session.training_status(); }
};

TEST_F(TrainedStageTest, TheStripStartsPausesStepsAndResets) {
  session::testing::WorkClock::now = 0;
  lab.session.set_clock([] { return session::testing::WorkClock::now; });
  press("train:step");
  EXPECT_EQ(status().target, 1);
  while (lab.session.work(10)) {
  }
  settle();
  press("train:run");
  EXPECT_TRUE(status().running);
  lab.session.work(10);
  settle();
  press("train:run");
  EXPECT_FALSE(status().running);
  EXPECT_EQ(status().step, 3);
  press("train:speed");
  EXPECT_EQ(status().speed, session::Training::Speed::kSlow);
  press("train:reset");
  EXPECT_EQ(status().step, 0);
  EXPECT_EQ(status().target, 0);
  tap(ImGuiKey_T);
  EXPECT_TRUE(status().running);
}

TEST_F(TrainedStageTest, InLittleHeightTheStripGoesToTheControls) {
  resize({320, 300});
  settle();
  const canvas::Rect run = stage->rect_of("train:run");
  EXPECT_GE(run.y, 200);
  EXPECT_TRUE(stage->scrolls_at(run.center()));
  press("train:run");
  EXPECT_TRUE(status().running);
}

TEST_F(TrainedStageTest, TheStripStandsBesideEveryPartAndTheFigureKeepsItsPlace) {
  for (const canvas::Size size : {canvas::Size{320, 300}, {390, 600}, {900, 600}}) {
    resize(size);
    for (const api::Parts parts : {api::Parts::kFull, api::Parts::kFigure, api::Parts::kControls}) {
      lab.view.parts = parts;
      settle();
      for (std::string_view id : {"train:run", "train:step", "train:reset", "train:speed"}) {
        const canvas::Rect r = stage->rect_of(id);
        EXPECT_GT(r.width, 30) << id;
        EXPECT_LE(r.right(), size.width) << id;
        EXPECT_LE(r.bottom(), size.height) << id;
      }
    }
  }
  lab.view.parts = api::Parts::kFigure;
  lab.view.tools = false;  // the page has buttons of its own
  settle();
  EXPECT_EQ(stage->rect_of("train:run").width, 0);
}

TEST_F(StageTest, AHeldDragIsOneStepOfUndo) {
  point(stage->rect_of("handle").center());
  button(true);
  for (int i = 0; i < 4; ++i) settle();
  button(false);
  const auto temperature = [this] { return static_cast<const session::testing::SampleParams*>(lab.session.params())->temperature; };
  EXPECT_GT(temperature(), 1);
  EXPECT_EQ(lab.session.history().undo_steps(), 1);
  press("undo");
  EXPECT_FLOAT_EQ(temperature(), 1);
}

TEST_F(StageTest, WhoComesByKeyboardAloneReachesAndMovesTheHandle) {
  const std::string before = lab.session.query();
  tap(ImGuiKey_N);
  tap(ImGuiKey_RightArrow);
  EXPECT_NE(lab.session.query(), before);
}

TEST_F(StageTest, AFirstArrowSelectsAndTheNextMoves) {
  const std::string before = lab.session.query();
  tap(ImGuiKey_RightArrow);
  EXPECT_EQ(lab.session.query(), before);
  EXPECT_TRUE(stage->wants_key("ArrowRight"));
  tap(ImGuiKey_RightArrow);
  EXPECT_NE(lab.session.query(), before);
}

TEST_F(StageTest, TabsShowTheOtherFigureWithItsControls) {
  EXPECT_GT(stage->rect_of("temperature").width, 0);
  EXPECT_EQ(stage->rect_of("mask").width, 0);
  press("tab:second");
  EXPECT_EQ(lab.session.figure(), 1);
  EXPECT_EQ(stage->rect_of("temperature").width, 0);
  EXPECT_GT(stage->rect_of("mask").width, 0);
}

TEST_F(StageTest, TheBackendSwitchSaysWhyTheCpuComputes) {
  press("backend:gl");
  EXPECT_EQ(lab.session.preferred_backend(), "gl");
  EXPECT_EQ(lab.session.backend().backend->name, "cpu");
}

TEST_F(StageTest, ResetIsOfferedOnlyWhereSomethingDiffers) {
  EXPECT_EQ(stage->rect_of("reset").width, 0);
  lab.session.set("temperature=3", session::Origin::kApi);
  settle();
  press("reset");
  EXPECT_EQ(lab.session.query(), "");
}

TEST_F(StageTest, TypedTextIsAskedOfThePageWhereThereIsOne) {
  canvas::TextRequest asked;
  stage->set_typing([&asked](const canvas::TextRequest& request) { asked = request; });
  press("words");
  EXPECT_EQ(asked.id, "words");
  EXPECT_EQ(asked.value, "to be");
}

TEST_F(StageTest, TellsWhatAFingerWouldTake) {
  EXPECT_EQ(stage->grip_at(stage->rect_of("handle").center()), "drag");
  EXPECT_EQ(stage->grip_at(stage->rect_of("tab:second").center()), "click");
  EXPECT_EQ(stage->grip_at({500, 500}), "none");
}

TEST_F(StageTest, ALowWindowScrollsItsControls) {
  EXPECT_FALSE(stage->scrolls_at({890, 300}));
  resize({320, 300});
  settle();
  EXPECT_TRUE(stage->scrolls_at({160, 290}));
  EXPECT_FALSE(stage->scrolls_at({160, 100}));
}

TEST_F(StageTest, KeysAreWantedOnlyBySomethingSelected) {
  EXPECT_FALSE(stage->wants_key("ArrowLeft"));
  press("handle");
  EXPECT_TRUE(stage->wants_key("ArrowLeft"));
  EXPECT_FALSE(stage->wants_key("PageDown"));
}

TEST_F(StageTest, PartsLeaveOutTheOthers) {
  lab.view.parts = api::Parts::kFigure;
  settle();
  EXPECT_GT(stage->rect_of("handle").width, 0);
  EXPECT_EQ(stage->rect_of("temperature").width, 0);
  EXPECT_EQ(stage->rect_of("tab:first").width, 0);
  lab.view.parts = api::Parts::kControls;
  settle();
  EXPECT_GT(stage->rect_of("temperature").width, 0);
}

TEST_F(StageTest, APageWithButtonsOfItsOwnHidesTheTools) {
  EXPECT_GT(stage->rect_of("backend:gl").width, 0);
  lab.view.tools = false;
  settle();
  EXPECT_EQ(stage->rect_of("backend:gl").width, 0);
}

class StageOfEveryLesson : public StageTest, public ::testing::WithParamInterface<course::Entry> {
 protected:
  StageOfEveryLesson() : StageTest(GetParam().lesson()) {}
};

TEST_P(StageOfEveryLesson, DrawsEveryFigureAtThreeSizesAndChangesNothing) {
  for (const canvas::Size size : {canvas::Size{320, 300}, canvas::Size{390, 844}, canvas::Size{1280, 800}})
    for (const bool dark : {false, true})
      for (const api::Parts parts : {api::Parts::kFull, api::Parts::kFigure, api::Parts::kControls})
        for (const auto& figure : lab.session.lesson().figures) {
          resize(size);
          lab.view.dark = dark;
          lab.view.parts = parts;
          lab.session.show_figure(figure.id);
          settle();
          EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 50) << figure.id;
        }
  lab.session.show_figure(lab.session.lesson().figures[0].id);
  EXPECT_EQ(lab.session.query(), "");
  EXPECT_LE(lab.session.computations(), 1);
}

TEST_P(StageOfEveryLesson, KeepsAFigureOfSomeHeightInLittle) {
  resize({320, 300});
  settle();
  const auto& figures = lab.session.lesson().figures;
  EXPECT_FALSE(stage->scrolls_at({160, 190}));
  for (size_t i = 1; i <= figures.size(); ++i) {
    EXPECT_GT(stage->rect_of("tab:" + std::string(lab.session.current_figure().id)).width, 0);
    for (const auto& figure : figures) {
      const canvas::Rect tab = stage->rect_of("tab:" + std::string(figure.id));
      EXPECT_LE(tab.bottom(), 40) << figure.id;
      EXPECT_LE(tab.right(), 320) << figure.id;
    }
    if (stage->rect_of("tab:next").width <= 0) break;  // all have room
    press("tab:next");
    EXPECT_EQ(lab.session.figure(), static_cast<int>(i % figures.size()));
  }
}

TEST_P(StageOfEveryLesson, ItsFirstFigureAnswersToTheKeyboardAlone) {
  resize({1280, 800});
  settle();
  const std::string before = lab.session.query();
  for (int i = 0; i < 40 && lab.session.query() == before; ++i)
    for (const ImGuiKey key : {ImGuiKey_N, ImGuiKey_RightArrow, ImGuiKey_Equal, ImGuiKey_Space}) tap(key);
  EXPECT_NE(lab.session.query(), before);
}

INSTANTIATE_TEST_SUITE_P(Course, StageOfEveryLesson, ::testing::ValuesIn(course::lessons()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StageOfEveryLesson);

}  // namespace
}  // namespace attn::window
