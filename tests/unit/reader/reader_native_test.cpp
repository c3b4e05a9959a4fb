// The native program around a lesson, without window and GPU: the figure follows the reading of a real text, its exercises begin at their
// scene, presenter mode, menus, keys and files.
#include "reader/reader_native.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "unit/canvas/headless.h"

namespace attn::reader {
namespace {

class ReaderTest : public ::testing::Test {
 protected:
  explicit ReaderTest(const std::string& assets = ATTN_SOURCE_DIR "/assets") : lab(*course::find("pooling")) {
    stage = std::make_unique<window::Stage>(lab);
    Host host;
    host.write = [this](const std::string& path, std::string_view content) {
      if (path.ends_with("refused.svg")) return std::string("No room.");
      return written[path] = content, std::string();
    };
    host.read = [](const std::string&, std::string*) { return std::string("No such file."); };
    host.scale = {[this] { return scale; }, [this](float to) { scale = to; }};
    reader = std::make_unique<Reader>(lab, *stage, assets, std::move(host));
    run(3);
  }
  ~ReaderTest() override {
    reader.reset();
    stage->release();
  }

  void run(int frames) {
    for (int i = 0; i < frames; ++i) imgui.frame([this] { stage->draw(); });
  }
  void tap(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) {
    ImGuiIO& io = ImGui::GetIO();
    for (const bool down : {true, false}) {
      if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, down);
      io.AddKeyEvent(key, down);
      run(2);
    }
    run(2);
  }
  void press(std::string_view id) {
    const canvas::Rect r = reader->rect_of(id);
    ASSERT_GT(r.width, 0) << id;
    ImGui::GetIO().AddMousePosEvent(r.center().x, r.center().y);
    run(2);
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(0, down);
      run(2);
    }
    run(1);
  }
  /// Turns the wheel over the text and reads what has come for a moment.
  void scroll(float notches) {
    ImGui::GetIO().AddMousePosEvent(300, 500);
    ImGui::GetIO().AddMouseWheelEvent(0, notches);
    run(static_cast<int>(60 * Following::kDwell) + 6);
  }
  /// Reads on until the scene of `section` has come; false at the text's end.
  bool read_to(std::string_view section) {
    for (int i = 0; i < 300 && lab.session.scenes().place() != section; ++i) scroll(-1);
    return lab.session.scenes().place() == section;
  }
  /// What the address of a session in the scene `query` says.
  std::string query_of(std::string_view query) const {
    session::Session fresh(lab.session.lesson());
    EXPECT_TRUE(fresh.open(lab.session.lesson(), query).empty());
    return fresh.query();
  }

  canvas::Headless imgui{{1440, 900}};
  api::Lab lab;
  float scale = 1;
  std::map<std::string, std::string> written;
  std::unique_ptr<window::Stage> stage;
  std::unique_ptr<Reader> reader;
};

TEST_F(ReaderTest, TheFigureGoesThroughAllScenesInOrderAsTheTextIsRead) {
  std::vector<std::string> wanted, met{std::string(lab.session.scenes().place())};
  for (const course::Scene& scene : lab.session.scenes().all()) wanted.emplace_back(scene.id);
  ASSERT_GT(wanted.size(), 6u);
  for (int i = 0; i < 300 && met.back() != wanted.back(); ++i) {
    scroll(-1);
    const std::string place(lab.session.scenes().place());
    if (place == met.back()) continue;
    met.push_back(place);
    for (const course::Scene& scene : lab.session.scenes().all()) {
      if (scene.id == place) {
        EXPECT_EQ(lab.session.query(), query_of(scene.query)) << place;
      }
    }
  }
  EXPECT_EQ(met, wanted);
  EXPECT_FALSE(lab.session.scenes().has_own());
}

TEST_F(ReaderTest, WhoeverScrollsPastMeansNothingByIt) {
  ImGui::GetIO().AddMousePosEvent(300, 500);
  for (int i = 0; i < 4; ++i) {
    ImGui::GetIO().AddMouseWheelEvent(0, -6);
    run(3);
    EXPECT_EQ(lab.session.scenes().place(), "top");
  }
  run(20);
  EXPECT_NE(lab.session.scenes().place(), "top");
}

TEST_F(ReaderTest, TheReadersOwnPictureIsKeptAndBroughtBack) {
  EXPECT_EQ(reader->rect_of("own").width, 0);
  lab.session.set("temperature=0.3", session::Origin::kUi);
  run(2);
  ASSERT_TRUE(read_to("one-query-some-pairs"));
  EXPECT_EQ(lab.session.query().find("temperature"), std::string::npos);
  run(1);
  press("own");
  EXPECT_NE(lab.session.query().find("temperature=0.3"), std::string::npos) << lab.session.query();
  EXPECT_EQ(reader->rect_of("own").width, 0);
}

TEST_F(ReaderTest, ThePinHoldsThePictureAndLetsItGoToWhereTheReaderIs) {
  ASSERT_TRUE(read_to("the-output-stays-inside"));
  press("pin");
  const std::string before = lab.session.query();
  for (int i = 0; i < 30; ++i) scroll(-1);
  EXPECT_EQ(lab.session.scenes().place(), "the-output-stays-inside");
  EXPECT_EQ(lab.session.query(), before);
  press("pin");
  run(3);
  const std::string there(lab.session.scenes().place());
  EXPECT_NE(there, "the-output-stays-inside");
  EXPECT_NE(there, "top");
  press("pin");
  lab.session.set("temperature=0.3", session::Origin::kUi);
  run(2);
  press("pin");  // nothing was scrolled, and the figure goes to the section's scene all the same
  run(3);
  EXPECT_EQ(lab.session.scenes().place(), there);
  EXPECT_EQ(lab.session.query().find("temperature"), std::string::npos);
  EXPECT_TRUE(lab.session.scenes().has_own());
}

TEST_F(ReaderTest, TheLastSectionsComeIntoPositionInAHighWindowToo) {
  ImGui::GetIO().DisplaySize = {1440, 2200};
  run(6);
  EXPECT_TRUE(read_to(lab.session.scenes().all().back().id));
}

TEST_F(ReaderTest, AnExerciseBeginsAtItsSceneByItsButton) {
  ASSERT_TRUE(read_to("exercise-escape"));
  lab.session.set("temperature=0.3&figure=temperature-sweep", session::Origin::kUi);
  run(2);
  press("hull-scene");
  const session::Exercises::State* state = lab.session.exercises().find("hull");
  ASSERT_TRUE(state);
  EXPECT_TRUE(state->begun);
  EXPECT_FALSE(state->answered);
  EXPECT_EQ(lab.session.query(), query_of("figure=pairs"));
}

TEST_F(ReaderTest, ThePresenterStepsThroughTheScenesAndLeavesTheTextThere) {
  tap(ImGuiKey_F5);
  ASSERT_TRUE(reader->presents());
  EXPECT_EQ(lab.view.parts, api::Parts::kFigure);
  EXPECT_GT(scale, 1);
  EXPECT_LT(stage->rect_of("figure").bottom(), reader->rect_of("present:next").y + 1);
  tap(ImGuiKey_RightArrow);
  tap(ImGuiKey_PageDown);
  EXPECT_EQ(lab.session.scenes().place(), "the-output-stays-inside");
  tap(ImGuiKey_LeftArrow);
  EXPECT_EQ(lab.session.scenes().place(), "one-query-some-pairs");
  press("present:next");
  EXPECT_EQ(lab.session.scenes().place(), "the-output-stays-inside");
  tap(ImGuiKey_End);
  EXPECT_EQ(lab.session.scenes().place(), lab.session.scenes().all().back().id);
  tap(ImGuiKey_RightArrow);
  EXPECT_EQ(lab.session.scenes().place(), lab.session.scenes().all().back().id);
  lab.session.set("temperature=0.3", session::Origin::kUi);
  run(2);
  tap(ImGuiKey_Escape);
  EXPECT_FALSE(reader->presents());
  EXPECT_EQ(lab.view.parts, api::Parts::kFull);
  EXPECT_EQ(scale, 1);
  run(30);
  EXPECT_EQ(lab.session.scenes().place(), lab.session.scenes().all().back().id);
  EXPECT_NE(lab.session.query().find("temperature=0.3"), std::string::npos);
  EXPECT_LT(reader->rect_of("hull-scene").y, 0) << "the last exercise is above the section that was presented last";
  EXPECT_GT(reader->rect_of("hull-scene").y, -900);
}

TEST_F(ReaderTest, APresentedFigureIsStillTheHands) {
  tap(ImGuiKey_F5);
  const canvas::Point at = stage->rect_of("query").center();
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  run(2);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  run(2);
  ImGui::GetIO().AddMousePosEvent(at.x + 40, at.y);
  run(2);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  run(2);
  const std::string dragged = lab.session.query();
  EXPECT_NE(dragged, "");
  tap(ImGuiKey_RightArrow);  // the query's, which is selected
  EXPECT_NE(lab.session.query(), dragged);
  EXPECT_EQ(lab.session.scenes().place(), "top");
  tap(ImGuiKey_PageDown);
  EXPECT_EQ(lab.session.scenes().place(), "one-query-some-pairs");
}

TEST_F(ReaderTest, ALessonIsChosenFromTheMenuByKeys) {
  tap(ImGuiKey_Tab);  // the lesson before this one is not there: the list comes first
  tap(ImGuiKey_Enter);
  ASSERT_GT(reader->rect_of("lesson:scoring").width, 0);
  tap(ImGuiKey_DownArrow);
  tap(ImGuiKey_DownArrow);
  tap(ImGuiKey_Enter);
  EXPECT_EQ(lab.session.lesson().slug, "scoring");
  tap(ImGuiKey_PageUp, ImGuiMod_Ctrl);
  EXPECT_EQ(lab.session.lesson().slug, "kernel-regression");
}

TEST_F(ReaderTest, TheHeaderUndoesRedoesAndResets) {
  lab.session.set("temperature=0.3", session::Origin::kUi);
  run(2);
  press("undo");
  EXPECT_EQ(lab.session.query(), "");
  press("redo");
  EXPECT_NE(lab.session.query(), "");
  tap(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(lab.session.query(), "");
  tap(ImGuiKey_Y, ImGuiMod_Ctrl);
  press("reset");
  EXPECT_EQ(lab.session.query(), "");
}

TEST_F(ReaderTest, ALinkThatShowsLightsItsResultWhileTheHandIsOnIt) {
  scroll(-4);
  const auto lit_on = [this](int link) {
    const canvas::Rect r = reader->rect_of("link[" + std::to_string(link) + "]");
    if (r.width == 0 || r.y < 60 || r.bottom() > 900) return std::string();
    ImGui::GetIO().AddMousePosEvent(r.center().x, r.center().y);
    run(3);
    return lab.view.lit;
  };
  std::string lit;
  for (int link = 0; link < 40 && lit.empty(); ++link) lit = lit_on(link);
  EXPECT_EQ(lit, "weights");
  ImGui::GetIO().AddMousePosEvent(20, 880);
  run(3);
  EXPECT_EQ(lab.view.lit, "");
}

/// With a text of one formula, whose letter stands for the query.
class SymbolTest : public ReaderTest {
 protected:
  SymbolTest() : ReaderTest(write_assets()) {}
  static std::string write_assets() {
    const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "reader-assets";
    std::filesystem::create_directories(folder / "lessons");
    std::filesystem::create_directories(folder / "formulas");
    std::ofstream(folder / "lessons/01_pooling.md") << "# A title\n\nOf $\\q{q}$ and $\\q{p}$.\n";
    std::ofstream(folder / "formulas/formulas.tsv")
        << "0.446\t0.64\t0.2\tqM33 -442L460 -442L460 194Z\t33 -442 427 636 nothing|query\t01\tinline\t\\q{q}\n"
        << "0.446\t0.64\t0.2\tqM33 -442L460 -442L460 194Z\t33 -442 427 636 key\t02\tinline\t\\q{p}\n";
    return folder.string();
  }
};

TEST_F(SymbolTest, ASymbolLightsWhatItStandsForInTheFigure) {
  const canvas::Rect symbol = reader->rect_of("symbol[0]");
  ASSERT_GT(symbol.width, 0);
  EXPECT_EQ(reader->rect_of("symbol[1]").width, 0);  // another lesson's
  ImGui::GetIO().AddMousePosEvent(symbol.center().x, symbol.center().y);
  run(3);
  EXPECT_EQ(lab.view.lit, "query");  // the figure has nothing of the first name
  ImGui::GetIO().AddMousePosEvent(20, 880);
  run(3);
  EXPECT_EQ(lab.view.lit, "");
}

TEST_F(SymbolTest, TabComesToAFormulasSymbol) {
  for (int i = 0; i < 40 && lab.view.lit != "query"; ++i) tap(ImGuiKey_Tab);
  EXPECT_EQ(lab.view.lit, "query") << "what the keyboard is on is lit";
}

TEST_F(ReaderTest, ALowWindowGivesTheFigureHalfOfItsHeightAndFoldsTheRest) {
  const auto share_at = [this](canvas::Size size) {
    ImGui::GetIO().DisplaySize = {size.width, size.height};
    run(4);
    return stage->rect_of("figure").height / size.height;
  };
  const std::vector<canvas::Size> sizes = {{660, 640}, {362, 420}, {820, 800}};
  for (const canvas::Size size : sizes) {
    EXPECT_GE(share_at(size), 0.5f) << size.width;
    EXPECT_TRUE(stage->rect_of("controls").height == 0 && stage->rect_of("tab:pairs").width > 0) << size.width;
  }
  for (const canvas::Size size : sizes) {
    share_at(size);
    press("controls");
    EXPECT_GT(stage->rect_of("controls").height, 60) << size.width;
    press("controls");
    EXPECT_GE(share_at(size), 0.6f) << "the figure alone at " << size.width;
    for (int i = 0; i < 2; ++i) press("text");
    EXPECT_LE(reader->rect_of("pin").right(), size.width);
  }
  ImGui::GetIO().DisplaySize = {1280, 800};
  run(4);
  EXPECT_EQ(reader->rect_of("controls").width, 0) << "with room nothing is folded";
  EXPECT_GT(stage->rect_of("controls").height, 60);
}

TEST_F(ReaderTest, TheWheelOverTheFigureScrollsTheText) {
  const float before = reader->rect_of("hull-scene").y;
  const canvas::Rect figure = stage->rect_of("figure");
  ImGui::GetIO().AddMousePosEvent(figure.x + 4, figure.bottom() - 4);
  ImGui::GetIO().AddMouseWheelEvent(0, -2);
  run(4);
  EXPECT_LT(reader->rect_of("hull-scene").y, before - 60);
}

TEST_F(ReaderTest, AStateIsKeptAndComparedAndLeft) {
  press("keep-a");
  ASSERT_TRUE(lab.session.comparison().kept());
  lab.session.set("temperature=0.3", session::Origin::kUi);
  run(2);
  press("swap-a");
  EXPECT_EQ(lab.session.query().find("temperature=0.3"), std::string::npos) << lab.session.query();
  press("leave-a");
  EXPECT_FALSE(lab.session.comparison().kept());
}

TEST_F(ReaderTest, ColoursAndBackendAreChosenFromMenus) {
  press("theme");
  press("theme:dark");
  EXPECT_TRUE(lab.view.dark);
  press("theme");
  press("theme:system");
  EXPECT_FALSE(lab.view.dark);
  press("backend");
  press("backend:gl");
  EXPECT_EQ(lab.session.results().preferred_backend(), "gl");
}

TEST_F(ReaderTest, TheFigureIsSavedWhereTheReaderSays) {
  tap(ImGuiKey_E, ImGuiMod_Ctrl);
  run(3);
  ASSERT_GT(reader->rect_of("answer").width, 0);
  press("answer");
  ASSERT_EQ(written.size(), 1u);
  EXPECT_TRUE(written.begin()->first.ends_with("/pooling-pairs.svg")) << written.begin()->first;
  EXPECT_TRUE(written.begin()->second.starts_with("<svg"));
  EXPECT_EQ(reader->rect_of("answer").width, 0);
}

TEST_F(ReaderTest, EnterAnswersTheDialogAndSelectsNothingInTheFigure) {
  tap(ImGuiKey_E, ImGuiMod_Ctrl);
  run(3);
  tap(ImGuiKey_Enter);
  EXPECT_EQ(written.size(), 1u);
  EXPECT_TRUE(stage->canvases().front()->selected().empty()) << stage->canvases().front()->selected();
}

TEST_F(ReaderTest, AFileThatCannotBeWrittenIsSaidAndTheDialogStays) {
  tap(ImGuiKey_E, ImGuiMod_Ctrl);
  run(3);
  tap(ImGuiKey_A, ImGuiMod_Ctrl);
  ImGui::GetIO().AddInputCharactersUTF8("/refused");
  run(3);
  tap(ImGuiKey_Enter);
  EXPECT_TRUE(written.empty());
  EXPECT_GT(reader->rect_of("answer").width, 0);
  tap(ImGuiKey_Escape);
  run(2);
  EXPECT_EQ(reader->rect_of("answer").width, 0);
}

}  // namespace
}  // namespace attn::reader
