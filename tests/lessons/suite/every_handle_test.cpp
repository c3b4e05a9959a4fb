// Whatever a scene's figure offers to the hand answers: pressed at its exact centre and at four places off it, each handle, cell and
// button changes what is set.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lessons/suite/lesson_text.h"
#include "lessons/suite/session_by_hand.h"

namespace attn::lessons {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__EMSCRIPTEN__)
constexpr int kMembers = 2, kMembersOffCentre = 1;  ///< of each kind in a scene; a frame costs five times what it does natively
#else
constexpr int kMembers = 4, kMembersOffCentre = 1;
#endif

constexpr float kSmallest = 3;  ///< cells that are smaller, in px, are taken hold of together
constexpr size_t kOthers = 3;   ///< of each kind, tried before what seems dead

/// Something to take hold of: a region, or a cell of a grid.
struct Target {
  std::string id, kind;
  canvas::Rect rect;
  canvas::Grip grip;
};

std::vector<Target> targets_of(const canvas::Regions& regions) {
  std::vector<Target> targets;
  for (const canvas::Region& region : regions.all()) {
    if (region.grip == canvas::Grip::kHover) continue;
    const std::string kind(canvas::parse_region_id(region.id).name);
    const bool has_cells = region.is_grid() && std::min(region.rect.width / static_cast<float>(region.cols),
                                                        region.rect.height / static_cast<float>(region.rows)) >= kSmallest;
    if (!has_cells) {
      targets.push_back({region.id, kind, region.rect, region.grip});
      continue;
    }
    for (int i = 0; i < region.rows; ++i)
      for (int j = 0; j < region.cols; ++j)
        targets.push_back({canvas::cell_id(region.id, i, j), kind, region.rect.cell(i, j, region.rows, region.cols), region.grip});
  }
  return targets;
}

/// At most `count` of each kind, evenly spread, the first and the last among them.
std::vector<Target> some_of_each_kind(const std::vector<Target>& targets, size_t count) {
  std::map<std::string, std::vector<const Target*>> kinds;
  for (const Target& target : targets) kinds[target.kind].push_back(&target);
  std::vector<Target> some;
  for (const auto& [kind, members] : kinds) {
    const size_t taken = std::min(count, members.size());
    for (size_t i = 0; i < taken; ++i) some.push_back(*members[taken < 2 ? 0 : i * (members.size() - 1) / (taken - 1)]);
  }
  return some;
}

class EveryHandle : public ::testing::TestWithParam<course::Entry> {
 protected:
  session::Session session{GetParam().lesson()};
  std::set<std::string, std::less<>> dead;  ///< kinds of which one has been reported; the others need no message of their own

  /// Whether doing so from the scene changes anything that is set, shown or asked of the session.
  template <class Act>
  bool changes(SessionByHand& hand, std::string_view scene, Act act) {
    hand.open(scene);
    const std::string before = session.query();
    act();
    return session.query() != before;
  }

  bool answers(SessionByHand& hand, std::string_view scene, const Target& target, canvas::Point at, const std::vector<Target>& others) {
    if (target.grip == canvas::Grip::kDrag || target.grip == canvas::Grip::kZoom) {
      for (const canvas::Point way : {canvas::Point{50, 0}, {-50, 0}, {0, -50}, {0, 50}})
        if (changes(hand, scene, [&] { hand.drag(at, way); })) return true;
    }
    return changes(hand, scene, [&] { hand.press(at); }) || changes(hand, scene, [&] { hand.press_twice(at); }) ||
           std::any_of(others.begin(), others.end(), [&](const Target& other) { return answers_with(hand, scene, at, other); });
  }

  /// What is chosen already can be chosen again when another was; and some things are done with two, or from one to the other.
  bool answers_with(SessionByHand& hand, std::string_view scene, canvas::Point at, const Target& other) {
    if (!changes(hand, scene, [&] { hand.press(other.rect.center()); }))
      return changes(hand, scene, [&] { hand.press(at), hand.press(other.rect.center()); }) ||
             changes(hand, scene, [&] { hand.drag(at, other.rect.center() - at); });
    const std::string before = session.query();
    hand.press(at);
    return session.query() != before;
  }

  void expect_answers(SessionByHand& hand, std::string_view scene, const std::vector<Target>& others, const Target& target,
                      bool off_centre) {
    const canvas::Rect r = target.rect;
    const canvas::Point c = r.center();
    const float x = r.width / 4, y = r.height / 4;
    for (const canvas::Point at : {c, {c.x - x, c.y}, {c.x + x, c.y}, {c.x, c.y - y}, {c.x, c.y + y}}) {
      hand.open(scene);
      const canvas::Region* hit = hand.regions().hit(at, canvas::Hands::kMouseReach);
      ASSERT_NE(hit, nullptr) << target.id << " is not where it is drawn";
      if (hit->grip == canvas::Grip::kHover) {
        EXPECT_TRUE(at.x != c.x || at.y != c.y) << target.id << " lies below " << hit->id << ", which only says something";
      } else if (canvas::parse_region_id(hit->id).name == target.kind) {  // else another handle lies on this one
        if (answers(hand, scene, target, at, others)) continue;
        dead.insert(target.kind);
        ADD_FAILURE() << "The region " << target.id << " offers itself to the hand, and pressing it or dragging it at " << at.x - c.x
                      << ", " << at.y - c.y
                      << " px from its centre changes nothing. A button that has nothing to do is not drawn, and what only "
                      << "says something has the grip kHover (canvas/regions.h).";
        return;
      }
      if (!off_centre) break;
    }
  }

  void try_scenes(canvas::Size size, size_t members, size_t off_centre) {
    SessionByHand hand(&session, size);
    for (const course::Scene& scene : session.scenes().all()) {
      if (!session.scenes().show(scene.query).empty()) continue;  // refused: text_test.cpp says why
      SCOPED_TRACE(std::string(scene.id) + ", ?" + std::string(scene.query));
      hand.open(scene.query);
      const std::vector<Target> all = targets_of(hand.regions());
      const std::vector<Target> fully = some_of_each_kind(all, off_centre), others = some_of_each_kind(all, kOthers);
      for (const Target& target : some_of_each_kind(all, members)) {
        if (dead.contains(target.kind)) continue;
        const bool is_full = std::any_of(fully.begin(), fully.end(), [&](const Target& t) { return t.id == target.id; });
        expect_answers(hand, scene.query, others, target, is_full);
      }
    }
  }
};

TEST_P(EveryHandle, AnswersAtItsCentreAndOffIt) { try_scenes({1000, 700}, kMembers, kMembersOffCentre); }

TEST_P(EveryHandle, AnswersOnAPhone) { try_scenes({374, 346}, kMembersOffCentre, 1); }

INSTANTIATE_TEST_SUITE_P(Course, EveryHandle, ::testing::ValuesIn(course::lessons()), test_name);

}  // namespace
}  // namespace attn::lessons
