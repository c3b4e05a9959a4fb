// The stage on ImGui without window and GPU: every lesson at three sizes and in three arrangements, tabs, tools, one drag one undo step.
#include <algorithm>
#include <map>

#include "unit/course/print_entry.h"
#include "unit/session/small_model.h"
#include "unit/session/trained_sample.h"
#include "unit/window/stage_harness.h"

namespace attn::window {
namespace {

class TrainedStageTest : public StageTest {
 protected:
  TrainedStageTest() : StageTest(session::testing::trained_sample()) {}
  session::Training::Status status() const { return lab.session.model().status(); }
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

class FilmStageTest : public StageTest {
 protected:
  FilmStageTest() : StageTest(session::testing::small_lesson()) {}
  void train(int steps) {
    lab.session.model().train(steps);
    while (lab.session.work(10)) {
    }
    settle();
  }
  session::Film& film() { return lab.session.film(); }
};

TEST_F(FilmStageTest, TheFilmComesWithTheFirstStepAndIsDrawnBackAndForth) {
  EXPECT_EQ(stage->rect_of("train:film").width, 0);
  for (const canvas::Size size : {canvas::Size{320, 480}, {900, 600}, {1300, 800}}) {
    resize(size);
    train(20);
    settle();  // the strip has become higher, and then the row of controls
    const canvas::Rect track = stage->rect_of("train:film");
    ASSERT_GT(track.width, 100);
    EXPECT_LE(track.right(), size.width);
    EXPECT_LE(track.bottom(), size.height);
    EXPECT_GT(stage->rect_of("train:film-play").width, 20);
    const int last = static_cast<int>(film().frames().size()) - 1;
    point({track.right() - 2, track.center().y});
    button(true);
    point(track.center());
    EXPECT_NEAR(film().at(), last / 2.0, 1);
    point({track.x - 30, track.center().y});
    EXPECT_EQ(film().at(), 0);
    point({track.right() + 30, track.center().y});
    EXPECT_EQ(film().at(), last);
    button(false);
  }
}

TEST_F(FilmStageTest, TheFilmAnswersToTheKeyboard) {
  train(20);
  press("train:film");
  const int at = film().at();
  tap(ImGuiKey_LeftArrow);
  EXPECT_EQ(film().at(), at - 1);
  EXPECT_TRUE(stage->wants_key("ArrowLeft"));
  tap(ImGuiKey_RightArrow);
  EXPECT_EQ(film().at(), at);
  tap(ImGuiKey_Comma);
  EXPECT_EQ(film().at(), at - 1) << "without the strip too";
  tap(ImGuiKey_Period);
  EXPECT_EQ(film().at(), at);
}

TEST_F(FilmStageTest, TheFilmPlaysAndStopsAtAPress) {
  train(20);
  press("train:film-play");
  EXPECT_TRUE(film().playing());
  EXPECT_EQ(film().at(), 0);
  press("train:film-play");
  EXPECT_FALSE(film().playing());
}

TEST_F(TrainedStageTest, InLittleHeightTheStripGoesToTheControls) {
  resize({320, 300});
  settle();
  const canvas::Rect run = stage->rect_of("train:run");
  EXPECT_GE(run.y, 180);
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
  const auto temperature = [this] {
    return static_cast<const session::testing::SampleParams*>(lab.session.document().params())->temperature;
  };
  EXPECT_GT(temperature(), 1);
  EXPECT_EQ(lab.session.document().history().undo_steps(), 1);
  press("undo");
  EXPECT_FLOAT_EQ(temperature(), 1);
}

TEST_F(StageTest, WhoComesByKeyboardAloneReachesAndMovesTheHandle) {
  const std::string before = lab.session.query();
  tap(ImGuiKey_N);
  tap(ImGuiKey_RightArrow);
  EXPECT_NE(lab.session.query(), before);
}

TEST_F(StageTest, WhatAKeySelectsIsTold) {
  std::vector<std::string> told;
  lab.listener = [&told](std::string_view type, const std::string& json) {
    if (type == "select") told.push_back(json);
  };
  press("handle");
  EXPECT_TRUE(told.empty());
  tap(ImGuiKey_N);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("drag to change the temperature"), std::string::npos) << told[0];
}

TEST_F(StageTest, AKeyOpensTheNextFigureAndTellsWhich) {
  std::vector<std::string> told;
  lab.listener = [&told](std::string_view type, const std::string& json) {
    if (type == "select") told.push_back(json);
  };
  tap(ImGuiKey_F);
  EXPECT_EQ(lab.session.figures().current().id, "second");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("Figure 2 of 2: Second"), std::string::npos) << told[0];
  tap(ImGuiKey_F);
  EXPECT_EQ(lab.session.figures().current().id, "first") << "after the last the first";
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  tap(ImGuiKey_F);
  EXPECT_EQ(lab.session.figures().current().id, "second");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  lab.view.parts = api::Parts::kFigure;
  settle();
  tap(ImGuiKey_F);
  EXPECT_EQ(lab.session.figures().current().id, "second") << "without tabs there is one figure";
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
  EXPECT_EQ(lab.session.figures().index(), 1);
  EXPECT_EQ(stage->rect_of("temperature").width, 0);
  EXPECT_GT(stage->rect_of("mask").width, 0);
}

TEST_F(StageTest, TheBackendSwitchStandsWhereItActsAndTheSentenceIsOfThePicture) {
  lab.session.results().prefer_backend("gl");
  settle();
  EXPECT_EQ(stage->rect_of("backend:gl").width, 0) << "the sample asks no backend for anything";
  lab.session.results().prefer_backend("cpu");
  lab.session.open(*course::find("pooling"), "");
  settle();
  press("backend:gl");
  EXPECT_EQ(lab.session.results().preferred_backend(), "gl");
  EXPECT_EQ(lab.session.results().computed().name, "cpu");
}

TEST_F(StageTest, TrainBeginsFromRandomWeightsWhereTheModelStandsAsShipped) {
  const auto begins_with = [this] {
    return std::get<std::string>(params::find(lab.session.lesson().rows, "weights")->get(lab.session.document().params()));
  };
  lab.session.open(*course::find("positions"), "figure=training");
  settle();
  EXPECT_EQ(begins_with(), "shipped");
  press("train:run");
  EXPECT_EQ(begins_with(), "seed");
  EXPECT_TRUE(lab.session.model().status().running);
  EXPECT_EQ(lab.session.document().history().undo_steps(), 1);
  lab.session.open(*course::find("positions"), "figure=training");
  lab.session.document().lock("weights");
  settle();
  press("train:run");
  EXPECT_EQ(begins_with(), "shipped") << "a page that fixes them is obeyed";
}

TEST_F(StageTest, WhatIsWalkedThroughPlaysAtAPressAndAtAKey) {
  double now = 0;
  lab.session.set_clock([&now] { return now; });
  lab.session.open(*course::find("recurrent"), "figure=step&step=5");
  settle();
  const auto value = [this] {
    return std::get<double>(params::find(lab.session.lesson().rows, "step")->get(lab.session.document().params()));
  };
  press("step:play");
  EXPECT_EQ(lab.session.playback().playing(), "step");
  EXPECT_EQ(value(), 6) << "the first step comes at once";
  press("step:play");
  EXPECT_EQ(lab.session.playback().playing(), "");
  tap(ImGuiKey_K);
  EXPECT_EQ(lab.session.playback().playing(), "step");
  EXPECT_EQ(value(), 7);
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

TEST_F(StageTest, ALowWindowUnfoldsItsControlsAndThenScrollsThem) {
  EXPECT_EQ(stage->rect_of("controls:more").width, 0);
  lab.session.open(*course::find("pooling"), "");
  resize({320, 300});
  settle();
  EXPECT_FALSE(stage->scrolls_at({160, 290}));
  press("controls:more");
  EXPECT_TRUE(stage->scrolls_at({160, 290}));
}

TEST_F(StageTest, ControlsKeepTheirOrderFromSceneToScene) {
  lab.session.open(*course::find("transformer-block"), "");
  resize({640, 640});
  const auto& controls = lab.session.figures().current().controls;
  const int figure = lab.session.figures().index();
  for (const course::Scene& scene : lab.session.scenes().all()) {
    lab.session.scenes().go_to(scene.id, session::Way::kReading);
    if (lab.session.figures().index() != figure) continue;
    settle();
    std::map<float, std::vector<float>> columns;
    for (const std::string_view id : controls)
      if (const canvas::Rect r = stage->rect_of(std::string(id) + ":label"); r.width > 0) columns[r.x].push_back(r.y);
    EXPECT_FALSE(columns.empty());
    for (const auto& [x, column] : columns) EXPECT_TRUE(std::is_sorted(column.begin(), column.end())) << scene.id << " at " << x;
  }
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
  lab.session.set("temperature=3", session::Origin::kApi);
  settle();
  EXPECT_GT(stage->rect_of("undo").width, 0);
  lab.view.tools = false;
  settle();
  EXPECT_EQ(stage->rect_of("undo").width, 0);
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
          lab.session.figures().show(figure.id);
          settle();
          EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 50) << figure.id;
        }
  lab.session.figures().show(lab.session.lesson().figures[0].id);
  EXPECT_EQ(lab.session.query(), "");
  const auto& figures = lab.session.lesson().figures;
  const auto large = std::count_if(figures.begin(), figures.end(), [](const auto& figure) { return static_cast<bool>(figure.prepare); });
  EXPECT_LE(lab.session.results().computations(), 1 + large);
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

class OpenedHeadTest : public StageTest {
 protected:
  OpenedHeadTest() : StageTest(*course::find("transformer")) {}
  bool moves() { return stage->canvases().front()->arrives(); }
};

TEST_F(OpenedHeadTest, GrowsFromItsSmallPicture) {
  resize({1000, 800});
  settle();
  const canvas::Rect small = stage->rect_of("effect[0,0]");
  ASSERT_GT(small.width, 0);
  press("effect[0,0]");
  EXPECT_GT(stage->rect_of("effect[0,0]").width, 3 * small.width) << "the open head is the picture itself";
  EXPECT_TRUE(moves());
  for (int i = 0; i < 40; ++i) frame();
  EXPECT_FALSE(moves());
  EXPECT_EQ(stage->rect_of("inspector").width, 0) << "what the press has opened is the answer";

  const auto vertices = [] { return ImGui::GetDrawData()->TotalVtxCount; };
  const int quiet = vertices();
  const ImVec2 hand = ImGui::GetIO().MousePos;
  ImGui::GetIO().AddMousePosEvent(hand.x + 10, hand.y);
  settle();
  EXPECT_GT(vertices(), quiet + 100) << "the number under the hand is named once the hand moves, not before";
}

}  // namespace
}  // namespace attn::window
