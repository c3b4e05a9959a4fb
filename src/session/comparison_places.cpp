#include "session/comparison_places.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "canvas/svg_canvas.h"

namespace attn::session {
namespace {

using canvas::Rect;

constexpr float kSwitch = 36;
constexpr float kRoomBeside = 560, kRoomStacked = 2 * 180 + kSwitch;  ///< pixels that A and B need beside, or above, each other
constexpr float kRoomBelow = 450, kRoomBelowCurves = 520;             ///< the height from which the difference has room below A and B
constexpr float kVeryWide = 2.1f, kRoomForThree = 690;                ///< the aspect and width from which all three are beside each other

constexpr float kNearlyAll = 0.9f;

/// Counts what a reader can read of the picture that is drawn on this canvas.
class Reading : public canvas::SvgCanvas {
 public:
  explicit Reading(canvas::Size size) : SvgCanvas(size, canvas::Theme()) {}
  void text(canvas::Point anchor, std::string_view text, const canvas::TextStyle&, canvas::Place) override {
    if (text.ends_with("\u2026")) ++cut_short_;
    if (!text.empty() && std::string_view("0123456789.-\u2212").find(text[0]) != std::string_view::npos) numbers_.push_back(anchor);
  }
  void cells(Rect, int, int, std::span<const canvas::Color>, canvas::Place) override {}
  void segments(std::span<const canvas::Segment>, canvas::Place) override {}

  int cut_short() const { return cut_short_; }
  int numbers_in_cells() const {
    const auto in_cells = [this](canvas::Point at) {
      const auto& all = regions().all();
      return std::any_of(all.begin(), all.end(), [at](const canvas::Region& r) { return r.is_grid() && r.rect.contains(at); });
    };
    return static_cast<int>(std::count_if(numbers_.begin(), numbers_.end(), in_cells));
  }

 private:
  std::vector<canvas::Point> numbers_;
  int cut_short_ = 0;
};

bool is_very_wide(canvas::Size size) { return size.width >= kRoomForThree && size.width > kVeryWide * size.height; }

/// The arrangements that there is room for, the preferred ones first.
std::vector<Arrangement> possible(canvas::Size size, const course::Lesson::Figure& figure) {
  if (is_very_wide(size)) return {Arrangement::kThree};
  std::vector<Arrangement> out;
  const bool beside = size.width >= kRoomBeside;
  if (beside && size.height >= (figure.curves.empty() ? kRoomBelow : kRoomBelowCurves)) out.push_back(Arrangement::kBelow);
  if (beside) out.push_back(Arrangement::kBeside);
  if (size.height >= kRoomStacked) out.push_back(Arrangement::kStacked);
  out.push_back(Arrangement::kOne);
  return out;
}

struct Tried {
  Arrangement arrangement;
  int numbers = 0, cut_short = 0;
};

/// Whether `one` shows nearly as many numbers as `other`, which is as good.
bool shows_numbers_of(const Tried& one, const Tried& other) { return one.numbers >= kNearlyAll * static_cast<float>(other.numbers); }

/// Chooses among `all`, the last of which shows one picture at a time. That is chosen where it is the only one or, unless `wide`, where it
/// shows more numbers than any other or has none.
Arrangement chosen(const std::vector<Tried>& all, bool wide) {
  const Tried& one = all.back();
  const std::span<const Tried> pairs(all.data(), all.size() - 1);
  if (pairs.empty()) return one.arrangement;
  const auto fewer = [](const Tried& x, const Tried& y) { return x.numbers < y.numbers; };
  const Tried& most = *std::max_element(pairs.begin(), pairs.end(), fewer);
  const bool readable = shows_numbers_of(most, one);
  if (!wide && (!readable || one.numbers == 0)) return one.arrangement;
  int least_cut = most.cut_short;
  for (const Tried& pair : pairs)
    if (shows_numbers_of(pair, most)) least_cut = std::min(least_cut, pair.cut_short);
  for (const Tried& pair : pairs)
    if (shows_numbers_of(pair, most) && pair.cut_short == least_cut && (readable || pair.arrangement != Arrangement::kBelow))
      return pair.arrangement;
  return most.arrangement;
}

Rect picture_of(Rect part) {
  part.cut_top(kCompareHead);
  return part;
}

}  // namespace

Places places_in(Rect all, Arrangement arrangement, Side side, const course::Lesson::Figure& figure) {
  Places p;
  all.cut_top(6);
  if (arrangement == Arrangement::kThree) {
    const float width = (all.width - 2 * kCompareGap) / 3;
    p.a = all.cut_left(width), all.cut_left(kCompareGap);
    p.b = all.cut_left(width), all.cut_left(kCompareGap);
    p.difference = all;
    return p;
  }
  p.pair = arrangement != Arrangement::kOne;
  const float half = (all.width - kCompareGap) / 2;
  if (arrangement == Arrangement::kBelow) {
    const float pictures = kCompareHead + 1.1f * half / figure.aspect;  // in a higher one there would be empty space
    p.difference = all.cut_bottom(std::max(std::clamp(0.38f * all.height, 130.0f, 300.0f), all.height - pictures));
    all.cut_bottom(6);
    p.a = all.cut_left(half), all.cut_left(kCompareGap);
    p.b = all;
    return p;
  }
  p.toggle = all.cut_top(kSwitch);
  if (!p.pair || side != Side::kBoth)
    (side == Side::kA ? p.a : side == Side::kDifference ? p.difference : p.b) = all;
  else if (arrangement == Arrangement::kBeside)
    p.a = all.cut_left(half), all.cut_left(kCompareGap), p.b = all;
  else
    p.a = all.cut_top((all.height - kCompareGap) / 2), all.cut_top(kCompareGap), p.b = all;
  return p;
}

Arrangement arrange(canvas::Size size, const course::Lesson::Figure& figure, const std::function<void(canvas::Canvas&)>& draw_a) {
  std::vector<Tried> all;
  for (const Arrangement one : possible(size, figure)) {
    const Rect a = picture_of(places_in({0, 0, size.width, size.height}, one, one == Arrangement::kOne ? Side::kA : Side::kBoth, figure).a);
    Reading picture({a.width, std::max(1.0f, a.height)});
    draw_a(picture);
    all.push_back({one, picture.numbers_in_cells(), picture.cut_short()});
  }
  return chosen(all, size.width >= kRoomBeside);
}

}  // namespace attn::session
