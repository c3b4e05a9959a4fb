// Every figure of every lesson at the sizes that its stage has on the pages: one row of tabs, no control cut, nothing to scroll.
#include "window/layout.h"
#include "unit/course/print_entry.h"

#include <algorithm>

#include "unit/window/stage_harness.h"

namespace attn::window {
namespace {

/// The stage of a lesson's page in windows of 1920x1080, 1440x900, 1280x800, 820x1180 and 390x844, and the least that is the figure's.
struct Place {
  const char* page;
  canvas::Size size;
  bool controls;  ///< narrow pages have their own below the figure
  canvas::Size figure;
};
constexpr Place kPlaces[] = {{"1920x1080", {1265, 1029}, true, {1150, 760}},
                             {"1440x900", {881, 849}, true, {800, 600}},
                             {"1280x800", {783, 749}, true, {700, 500}},
                             {"820x1180", {778, 636}, false, {778, 590}},
                             {"390x844", {377, 356}, false, {377, 310}}};
constexpr float kLeastBesideAll = 100;

class LayoutOfEveryLesson : public StageTest, public ::testing::WithParamInterface<course::Entry> {
 protected:
  LayoutOfEveryLesson() : StageTest(GetParam().lesson()) { lab.view.tools = false; }

  void show(const Place& place, std::string_view figure) {
    resize(place.size);
    lab.view.parts = place.controls ? api::Parts::kFull : api::Parts::kFigure;
    lab.view.tabs = api::Tabs::kShown;
    lab.session.figures().show(figure);
    settle();
  }
  canvas::Rect tab(std::string_view figure) const { return stage->rect_of("tab:" + std::string(figure)); }
  bool is_shown(std::string_view control) const { return stage->rect_of(std::string(control) + ":label").width > 0; }

  int controls_that_matter(const course::Lesson::Figure& figure) const {
    return static_cast<int>(std::count_if(figure.controls.begin(), figure.controls.end(), [&](std::string_view id) {
      return params::matters(*params::find(lab.session.lesson().rows, id), lab.session.document().params());
    }));
  }

  /// Which of the figure's controls are drawn; each of them and each part of one within the panel.
  int check_controls() {
    const canvas::Rect panel = stage->rect_of("controls");
    int shown = 0;
    for (const std::string_view id : lab.session.figures().current().controls) {
      if (!is_shown(id)) continue;
      ++shown;
      for (const char* part : {"", ":label", ":value", ":fold", ":reset"}) {
        const canvas::Rect r = stage->rect_of(std::string(id) + part);
        if (r.width <= 0 || (*part == 0 && !panel.contains(r.center()))) continue;  // not there, or the figure's own
        EXPECT_GE(r.y, panel.y) << id << part;
        EXPECT_LE(r.bottom(), panel.bottom()) << id << part;
        EXPECT_GE(r.x, panel.x) << id << part;
        EXPECT_LE(r.right(), panel.right()) << id << part;
      }
    }
    EXPECT_FALSE(stage->scrolls_at({panel.right() - 2, panel.bottom() - 2})) << "a bar beside the controls";
    return shown;
  }
};

TEST_P(LayoutOfEveryLesson, ItsTabsStandInOneRowAndAllCanBeReached) {
  const auto& figures = lab.session.lesson().figures;
  for (const Place& place : kPlaces)
    for (const auto& shown : figures) {
      SCOPED_TRACE(std::string(place.page) + " " + std::string(shown.id));
      show(place, shown.id);
      const canvas::Rect figure = stage->rect_of("figure"), more = stage->rect_of("tab:more");
      EXPECT_GT(tab(shown.id).width, 0);
      float right = 0;
      size_t in_row = 0;
      for (const auto& f : figures) {
        const canvas::Rect r = tab(f.id);
        if (r.width <= 0) continue;
        ++in_row;
        EXPECT_EQ(r.y, tab(shown.id).y) << f.id;
        EXPECT_LE(r.bottom(), figure.y) << f.id;
        EXPECT_GE(r.x, right) << f.id;
        right = r.right();
        EXPECT_LE(right, more.width > 0 ? more.x : place.size.width) << f.id;
      }
      EXPECT_LE(more.right(), place.size.width);
      EXPECT_EQ(more.width > 0, in_row < figures.size());
      EXPECT_GE(figure.width, place.figure.width);
      EXPECT_GE(figure.height, place.figure.height);
      if (more.width <= 0) continue;
      press("tab:more");
      for (const auto& f : figures) EXPECT_GT(tab(f.id).width, 0) << f.id;
      press("tab:more");
      size_t left = 0;
      for (const auto& f : figures) left += tab(f.id).width > 0;
      EXPECT_EQ(left, in_row);
    }
}

TEST_P(LayoutOfEveryLesson, NoControlIsCutAndTheRestUnfolds) {
  for (const Place& place : kPlaces) {
    if (!place.controls) continue;
    for (const auto& figure : lab.session.lesson().figures) {
      SCOPED_TRACE(std::string(place.page) + " " + std::string(figure.id));
      show(place, figure.id);
      const int all = controls_that_matter(figure), shown = check_controls();
      const bool more = stage->rect_of("controls:more").width > 0;
      EXPECT_EQ(more, shown < all);
      if (!more) continue;
      press("controls:more");
      EXPECT_EQ(check_controls(), all);
      const float figure_height = stage->rect_of("figure").height;
      EXPECT_TRUE(figure_height == 0 || figure_height >= kLeastBesideAll) << figure_height;
      press("controls:more");
      EXPECT_EQ(check_controls(), shown);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Course, LayoutOfEveryLesson, ::testing::ValuesIn(course::lessons()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LayoutOfEveryLesson);

}  // namespace
}  // namespace attn::window
