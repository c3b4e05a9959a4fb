// What a text invites to, the figure beside it takes: where a sentence says drag, press, paint or type, something in its section's scene,
// or behind the link that says it, can be dragged, pressed, painted or typed, and a result changes.
#include <gtest/gtest.h>

#include <array>
#include <cctype>

#include "lessons/suite/lesson_text.h"
#include "lessons/suite/session_by_hand.h"

namespace attn::lessons {
namespace {

constexpr std::array<std::string_view, 4> kDeeds = {"drag", "press", "paint", "type"};

/// A deed that a sentence asks for, in the picture that stands there then.
struct Invitation {
  std::string_view deed;
  std::string sentence, scene, link;  ///< queries; `link`, of the sentence up to there, is set on top of the scene
  bool is_link;                       ///< the deed's own word is one
};

/// Whether the word at `at` asks for the deed: "Drag it", "then press", and not "to drag", "a press", "the type".
bool invites(const std::string& text, size_t at, size_t length) {
  const auto is_letter = [&text](size_t i) {
    return i < text.size() && (std::isalpha(static_cast<unsigned char>(text[i])) || text[i] == '-');
  };
  if ((at > 0 && is_letter(at - 1)) || is_letter(at + length)) return false;
  size_t end = at;
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '*')) --end;
  size_t begin = end;
  while (begin > 0 && is_letter(begin - 1)) --begin;
  const std::string before = text.substr(begin, end - begin);
  for (std::string_view word :
       {"to", "a", "the", "each", "every", "first", "this", "that", "of", "one", "with", "by", "no", "you", "who", "can"})
    if (before == word) return false;
  return true;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::vector<Invitation> invitations_of(const course::Entry& entry) {
  std::vector<Invitation> found;
  std::string scene;
  std::string section;
  for (const content::Block& block : content::parse(text_of(entry)).blocks) {
    if (block.section != section || block.kind == content::Block::Kind::kHeading) section = block.section;
    if (block.kind == content::Block::Kind::kScene) scene = block.text;
    const bool reads = block.kind == content::Block::Kind::kParagraph || block.kind == content::Block::Kind::kItem ||
                       block.kind == content::Block::Kind::kMistake;
    if (!reads) continue;
    const std::string whole = content::plain_text(block.runs);
    std::string said, link;
    for (const content::Run& run : block.runs) {
      const std::string text = content::plain_text({run}), before = said;
      if (!query_of(run.link).empty()) link = query_of(run.link);
      if (run.link.kind == content::LinkKind::kNone && text.find(". ") != text.npos) link.clear();
      said += text;
      const std::string words = lower(said);
      for (std::string_view deed : kDeeds)
        for (size_t at = words.find(deed, before.size()); at != words.npos; at = words.find(deed, at + 1))
          if (invites(lower(whole), at, deed.size()))
            found.push_back({deed, whole.substr(at, 80), scene, link, run.link.kind != content::LinkKind::kNone});
    }
  }
  return found;
}

class EveryInvitation : public ::testing::TestWithParam<course::Entry> {
 protected:
  session::Session session{GetParam().lesson()};

  /// All results but the parameters' own, as numbers.
  std::vector<float> results() {
    std::vector<float> all;
    for (const auto& row : session.lesson().results) {
      const course::Tensor tensor = session.results().read(row);
      all.insert(all.end(), tensor.data.begin(), tensor.data.end());
    }
    return all;
  }

  static bool asks(const Invitation& invitation, std::string_view of) { return invitation.sentence.find(of) != std::string::npos; }

  void open(SessionByHand& hand, const Invitation& invitation) {
    hand.open(invitation.scene);
    if (session.model().trained() && session.runs().all()->empty() && asks(invitation, "run")) {  // one that comes back
      EXPECT_EQ(session.model().train(training::Runs::kLeastSteps), "");
      EXPECT_EQ(programs::catch_up(session, ATTN_SOURCE_DIR "/assets/weights", programs::kCatchUpSeconds), "");
      EXPECT_EQ(session.model().restart(), "");
      hand.open(invitation.scene);
    }
    if (!invitation.link.empty()) hand.follow(invitation.link);
  }

  /// Whether some region with one of the grips changes a result when it is taken and moved, or pressed.
  bool some_region_changes_a_result(SessionByHand& hand, const Invitation& invitation, std::initializer_list<canvas::Grip> grips) {
    open(hand, invitation);
    const std::vector<canvas::Region> regions = hand.regions().all();
    for (const canvas::Region& region : regions) {
      if (std::find(grips.begin(), grips.end(), region.grip) == grips.end()) continue;
      const canvas::Rect first = region.is_grid() ? region.rect.cell(region.rows - 1, 0, region.rows, region.cols) : region.rect;
      for (const canvas::Point way : {canvas::Point{0, -40}, {40, 0}, {0, 40}, {-40, 0}}) {
        open(hand, invitation);
        const std::vector<float> before = results();
        const std::string state = session.query();
        if (invitation.deed == "drag")
          hand.drag(first.center(), way);
        else
          hand.press(first.center());
        if (results() != before || (invitation.deed == "press" && session.query() != state)) return true;
        if (invitation.deed != "drag") break;
      }
    }
    return false;
  }

  bool typing_changes_a_result(SessionByHand& hand, const Invitation& invitation) {
    open(hand, invitation);
    for (const std::string_view id : session.figures().current().controls) {
      const params::Row& row = *params::find(session.lesson().rows, id);
      if (row.type != params::Type::kText) continue;
      for (const char* end : {"", "."}) {  // half a sentence is shown where it ends in a full stop
        open(hand, invitation);
        const std::vector<float> before = results();
        std::string text = std::get<std::string>(row.get(session.document().params()));
        text = text.substr(0, text.rfind(' ')) + end;  // the same without its last word
        EXPECT_EQ(session.document().set_text(id, text, session::Origin::kUi), "");
        if (results() != before) return true;
      }
    }
    return false;
  }

  bool answers(SessionByHand& hand, const Invitation& invitation) {
    using canvas::Grip;
    if (invitation.deed == "type") return typing_changes_a_result(hand, invitation);
    if (invitation.deed == "drag") return some_region_changes_a_result(hand, invitation, {Grip::kDrag, Grip::kZoom, Grip::kPaint});
    if (invitation.deed == "paint") return some_region_changes_a_result(hand, invitation, {Grip::kPaint});
    if (invitation.is_link) {  // which itself is pressed
      hand.open(invitation.scene);
      const std::string before = session.query();
      hand.follow(invitation.link);
      if (session.query() != before) return true;
    }
    if (session.model().trained() && asks(invitation, "Train")) {
      open(hand, invitation);
      return session.model().belongs_beside(session.figures().current());
    }
    return some_region_changes_a_result(hand, invitation, {Grip::kClick, Grip::kDrag, Grip::kPaint});
  }
};

TEST_P(EveryInvitation, IsAnswered) {
  const std::vector<Invitation> invitations = invitations_of(GetParam());
  EXPECT_FALSE(invitations.empty()) << "a lesson asks for nothing";
  SessionByHand hand(&session, {1000, 700});
  for (const Invitation& invitation : invitations) {
    if (!session.scenes().show(invitation.scene).empty()) continue;  // refused: text_test.cpp says why
    EXPECT_TRUE(answers(hand, invitation)) << "'" << invitation.sentence << "' in ?" << invitation.scene << " & " << invitation.link;
  }
}

INSTANTIATE_TEST_SUITE_P(Course, EveryInvitation, ::testing::ValuesIn(course::lessons()), test_name);

}  // namespace
}  // namespace attn::lessons
