// Byte pairs that are learned: the latest merges, the beginning of the text cut into the tokens so far, and the reader's own words.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/merges_study.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr float kMergeGap = 2, kMergePad = 3;  ///< between tokens, and beside a token's letters
constexpr size_t kLatestMerges = 14;           ///< of the list: the newest one, and quiet ones
constexpr size_t kAllMergePieces = std::numeric_limits<size_t>::max();

float merge_piece_line(float size) { return 1.75f * size; }

/// Where tokens stand in lines of `area`, as far as they have room.
std::vector<Rect> merge_piece_places(const Canvas& canvas, Rect area, std::span<const std::string> pieces, float size) {
  const canvas::TextStyle style{.color = {}, .size = size};
  std::vector<Rect> out;
  float x = 0, y = 0;
  for (const std::string& piece : pieces) {
    const float wide = std::min(area.width, canvas.measure(piece, style).width + 2 * kMergePad);
    if (x > 0 && x + wide > area.width) x = 0, y += merge_piece_line(size);
    if (y + merge_piece_line(size) > area.height + 4) break;
    out.push_back({area.x + x, area.y + y, wide, merge_piece_line(size) - 5});
    x += wide + kMergeGap;
  }
  return out;
}

/// A token on the ground that it has everywhere. Neighbours have two shades, so that borders are seen without lines.
void draw_merge_piece(Canvas& canvas, Rect at, const std::string& name, float size, bool darker, bool pale) {
  const float shade = pale ? (darker ? 0.09f : 0.04f) : (darker ? 0.27f : 0.12f);
  canvas.rect(at, canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kMuted), shade), 3);
  const canvas::TextStyle style{.color = canvas.color(pale ? Role::kMuted : Role::kInk), .size = size, .align = canvas::Align::kCenter};
  canvas.text(at.center(), canvas::elided(canvas, name, style, at.width), style);
}

void frame_merge_piece(Canvas& canvas, Rect at) { canvas.border(at, {canvas.color(Role::kAccent), 2}, 3); }

/// The mark of the two that are joined next. Below the last one it may be on another line.
void underline_merge_pair(Canvas& canvas, Rect left, Rect right) {
  const canvas::Stroke stroke{canvas.color(Role::kInk), 2};
  const auto under = [&](Rect from, Rect to) { canvas.line({from.x + 1, from.bottom() + 2}, {to.right() - 1, to.bottom() + 2}, stroke); };
  if (left.y == right.y) return under(left, right);
  under(left, left), under(right, right);
}

struct MergePieces {
  std::span<const std::string> names;
  std::span<const Rect> places;
  size_t pale_from = kAllMergePieces;  ///< tokens from here on are pale
};

void draw_merge_pieces(Canvas& canvas, const MergePieces& pieces, const MergeStudy& study, float size) {
  const std::string newest = study.merges.empty() ? std::string() : study.merges.back().whole;
  const size_t n = pieces.places.size();
  for (size_t i = 0; i < n; ++i) draw_merge_piece(canvas, pieces.places[i], pieces.names[i], size, i % 2 == 1, i >= pieces.pale_from);
  for (size_t i = 0; i < n; ++i)
    if (pieces.names[i] == newest) frame_merge_piece(canvas, pieces.places[i]);
  for (size_t i = 0; study.next.count > 0 && i + 1 < n; ++i)
    if (pieces.names[i] == study.next.left && pieces.names[i + 1] == study.next.right) {
      underline_merge_pair(canvas, pieces.places[i], pieces.places[i + 1]);
      ++i;
    }
}

/// The beginning of the text. What had no room while every byte was a token is pale.
void draw_merged_text(Canvas& canvas, Rect area, const MergeStudy& study) {
  const Rect head = area.cut_top(24);
  const canvas::TextStyle title = charts::strong(canvas, 13), quiet = charts::quiet(canvas, 12);
  const std::string held = fixed(study.characters_per_token, 2);
  const std::string shown = charts::fitting(canvas, title, 0.45f * head.width, {"The text in tokens", "The text"});
  const float room = head.width - canvas.measure(shown, title).width - 10;
  charts::draw_heading(
      canvas, {head.x, head.y, head.width, 16}, shown,
      charts::fitting(canvas, quiet, room,
                      {"1 token holds " + held + " characters on average", "1 token: " + held + " characters", held + " a token"}),
      13);
  const bool explained = area.height > 130;
  const Rect foot = area.cut_bottom(explained ? 20.0f : 0.0f);
  float size = std::clamp(area.width / 30, 15.0f, 20.0f);
  std::vector<Rect> single = merge_piece_places(canvas, area, study.single, size);
  while (single.size() < std::min<size_t>(200, study.single.size()) && size > 12) {
    size -= 0.5f;
    single = merge_piece_places(canvas, area, study.single, size);
  }
  const std::vector<Rect> places = merge_piece_places(canvas, area, study.excerpt, size);
  size_t pale = 0, bytes = 0;
  while (pale < places.size() && bytes < single.size()) bytes += static_cast<size_t>(study.excerpt_bytes[pale++]);
  draw_merge_pieces(canvas, {study.excerpt, places, pale}, study, size);
  if (explained && pale < places.size())
    canvas.text({foot.x, foot.bottom() - 7},
                charts::fitting(canvas, quiet, foot.width,
                                {"Pale: what had no room while every byte was a token.", "Pale: it had no room at first."}),
                quiet);
}

/// The height that the reader's words need. It does not depend on the merges, so that nothing moves while they are made.
float merged_words_height(const Canvas& canvas, float width, const Params& p) {
  constexpr float kSize = 14;
  const float letters = canvas.measure(p.word, {.color = {}, .size = kSize}).width;
  const float lines = std::ceil(1.06f * (letters + (2 * kMergePad + kMergeGap) * static_cast<float>(p.word.size())) / width);
  return 24 + std::max(1.0f, lines) * merge_piece_line(kSize) + (lines > 1 ? 0.0f : 6.0f);
}

void draw_merged_words(Canvas& canvas, Rect area, const Params& p, const MergeStudy& study) {
  const Rect head = area.cut_top(24);
  const canvas::TextStyle title = charts::strong(canvas, 13);
  float size = std::clamp(0.55f * area.height, 13.0f, 20.0f);
  std::vector<Rect> places = merge_piece_places(canvas, area, study.word, size);
  while (places.size() < study.word.size() && size > 10.5f) {
    size -= 0.5f;
    places = merge_piece_places(canvas, area, study.word, size);
  }
  const auto tokens = static_cast<std::ptrdiff_t>(study.word.size());
  const std::string count = ": " + counted(tokens, "token");
  const std::string shown = charts::fitting(canvas, title, head.width, {quoted(p.word) + count, "Your words" + count});
  const int bytes = std::accumulate(study.word_bytes.begin(), study.word_bytes.end(), 0);
  charts::draw_heading(canvas, {head.x, head.y, head.width, 16}, tokens ? shown : "Your words",
                       !tokens                             ? "none yet"
                       : places.size() < study.word.size() ? "the first " + std::to_string(places.size())
                                                           : "of " + counted(bytes, "byte"),
                       13);
  draw_merge_pieces(canvas, {study.word, places}, study, size);
  for (size_t i = 0; i < places.size(); ++i) {
    const std::string id = canvas::cell_id("word-pieces", static_cast<int>(i), 0);
    if (canvas.is_hot(id)) canvas.border(places[i].inset(-1, -1), {canvas.color(Role::kAccent), 1.5f}, 4);
    canvas.region(id, places[i], Grip::kHover, counted(study.word_bytes[i], "byte") + " of your words");
  }
}

// ---- the list of merges ----------------------------------------------------------------------------------------------------------------

/// The columns of the list: "t + h -> th" and the count.
struct MergeColumns {
  float number = 0, left = 0, right = 0, whole = 0;  ///< widths
  float size = 13;

  static constexpr float kPlus = 16, kArrow = 24;
  float until_left() const { return number; }
  float until_right() const { return number + left + kPlus; }
  float until_whole() const { return until_right() + right + kArrow; }
};

MergeColumns merge_columns(const Canvas& canvas, float width, std::span<const MergeStudy::Joined> shown) {
  MergeColumns out;
  const canvas::TextStyle style{.color = {}, .size = out.size, .font = canvas::Font::kStrong};
  const auto widen = [&](float* column, const std::string& name) {
    *column = std::max(*column, canvas.measure(name, style).width + 2 * kMergePad + 2);
  };
  float count = 0;
  for (const MergeStudy::Joined& one : shown) {
    widen(&out.left, one.left), widen(&out.right, one.right), widen(&out.whole, one.whole);
    count = std::max(count, canvas.measure("\u00d7 " + thousands(static_cast<std::ptrdiff_t>(one.count)), style).width + 8);
  }
  out.number = width > 230 ? 30.0f : 0.0f;
  const float room = width - count - out.number - MergeColumns::kPlus - MergeColumns::kArrow;
  const float whole = out.left + out.right + out.whole, factor = whole > room ? room / whole : 1;
  out.left *= factor, out.right *= factor, out.whole *= factor;
  return out;
}

/// One merge. `number` counts from 1; the one that comes next has none of its own, and has not been made.
void draw_merge(Canvas& canvas, Rect line, const MergeColumns& columns, const MergeStudy::Joined& merge, int number, bool strong,
                bool is_next) {
  canvas::TextStyle style = strong ? charts::strong(canvas, columns.size) : charts::quiet(canvas, columns.size);
  const float y = line.center().y, high = std::min(line.height - 4, 21.0f);
  const auto place = [&](float from, float column, const std::string& name, bool to_right) {
    const float wide = std::min(column, canvas.measure(name, style).width + 2 * kMergePad + 2);
    return Rect{line.x + from + (to_right ? column - wide : 0), y - high / 2, wide, high};
  };
  const auto sign = [&](float from, float wide, std::string_view text) {
    canvas.text({line.x + from + wide / 2, y}, text, charts::quiet(canvas, columns.size, canvas::Align::kCenter));
  };
  const Rect left = place(columns.until_left(), columns.left, merge.left, true);
  const Rect right = place(columns.until_right(), columns.right, merge.right, false);
  if (columns.number > 0) canvas.text({line.x, y}, std::to_string(number), charts::quiet(canvas, 11));
  draw_merge_piece(canvas, left, merge.left, columns.size, false, !strong);
  sign(columns.until_left() + columns.left, MergeColumns::kPlus, "+");
  draw_merge_piece(canvas, right, merge.right, columns.size, true, !strong);
  if (is_next) {
    underline_merge_pair(canvas, left, right);
    canvas.text({line.x + columns.until_right() + columns.right + 10, y}, "next", charts::quiet(canvas, 12));
  } else {
    const Rect whole = place(columns.until_whole(), columns.whole, merge.whole, false);
    sign(columns.until_right() + columns.right, MergeColumns::kArrow, "\u2192");
    draw_merge_piece(canvas, whole, merge.whole, columns.size, false, !strong);
    if (strong) frame_merge_piece(canvas, whole);
  }
  style.align = canvas::Align::kRight;
  canvas.text({line.right(), y}, "\u00d7 " + thousands(static_cast<std::ptrdiff_t>(merge.count)), style);
}

/// The pair that comes next, the newest one and those before it.
void draw_merge_list(Canvas& canvas, Rect area, const MergeStudy& study) {
  const bool roomy = area.height > 230;
  const float line = roomy ? 25.0f : 22.0f;
  const auto made = static_cast<std::ptrdiff_t>(study.merges.size());
  const canvas::TextStyle quiet = charts::quiet(canvas, 12);
  if (area.height > 80) {
    const Rect head = area.cut_top(24);
    charts::draw_heading(canvas, {head.x, head.y, head.width, 16}, "Pairs joined", made ? thousands(made) : "none yet", 13);
  }
  const bool next = study.next.count > 0;
  const float between = roomy ? 8.0f : 2.0f, label = roomy ? 20.0f : 0.0f;
  const float room = area.height - (next ? label + line + between : 0.0f) - label;
  const size_t shown = std::min({kLatestMerges, study.merges.size(), static_cast<size_t>(std::max(0.0f, room / line))});
  std::vector<MergeStudy::Joined> rows(study.merges.rbegin(), study.merges.rbegin() + static_cast<std::ptrdiff_t>(shown));
  if (next) rows.push_back({study.next.left, study.next.right, "", study.next.count});  // it has not been made
  const MergeColumns columns = merge_columns(canvas, area.width, rows);
  const auto say = [&](std::string_view what) {
    const Rect place = area.cut_top(label);
    if (roomy) canvas.text({place.x, place.center().y}, canvas::elided(canvas, what, quiet, place.width), quiet);
  };
  if (next) {
    say("the most frequent pair now");
    draw_merge(canvas, area.cut_top(line), columns, study.next, static_cast<int>(made) + 1, true, true);
    area.cut_top(between);
  }
  if (shown > 0) say("joined, the newest first");
  for (size_t k = 0; k < shown; ++k) {
    const std::ptrdiff_t i = made - 1 - static_cast<std::ptrdiff_t>(k);
    const Rect row = area.cut_top(line);
    const std::string id = canvas::cell_id("merge-counts", static_cast<int>(i), 0);
    if (canvas.is_hot(id)) canvas.border(row.inset(-3, 0), {canvas.color(Role::kAccent), 1.5f}, 4);
    draw_merge(canvas, row, columns, rows[k], static_cast<int>(i) + 1, k == 0, false);
    canvas.region(id, row, Grip::kHover, "how often this pair stood in the text");
  }
}

/// How many characters a token holds on average, merge by merge.
void draw_merge_growth(Canvas& canvas, Rect area, const MergeStudy& study) {
  const Rect head = area.cut_top(22);
  const canvas::TextStyle title = charts::strong(canvas, 13);
  canvas.text({head.x, head.y + 8}, charts::fitting(canvas, title, head.width, {"Characters that a token holds", "Characters a token"}),
              title);
  const double highest = std::max(3.0, 1.1 * study.characters_per_token);
  const charts::Axes axes = charts::draw_axes(canvas, area, {.label = "merges", .min = 0, .max = kMostMerges, .whole = true},
                                              {.label = "", .min = 1, .max = highest}, 11);
  std::vector<double> merges(study.growth.size());
  std::iota(merges.begin(), merges.end(), 0.0);
  charts::draw_curve(canvas, axes, merges, study.growth, {canvas.color(Role::kInk), 2});
  const Point now = axes.to_pixel(merges.back(), study.growth.back());
  canvas.circle(now, 4, canvas.color(Role::kAccent));
  const bool left = now.x > axes.plot.center().x;
  canvas.text(now + Point{left ? -8.0f : 8.0f, -10}, fixed(study.characters_per_token, 2),
              charts::strong(canvas, 12, left ? canvas::Align::kRight : canvas::Align::kLeft));
}

}  // namespace

void draw_merges(Canvas& canvas, const Params& p, const Result&, Params&) {
  const MergeStudy& study = study_merges(p);
  Rect area = charts::page(canvas);
  const bool beside = area.width > 1.05f * area.height && area.width > 460;
  if (!beside) {
    const bool roomy = area.height > 300;
    const float needed = merged_words_height(canvas, area.width, p), most = 0.3f * area.height;
    const Rect list = area.cut_bottom(roomy ? std::clamp(0.32f * area.height, 116.0f, 330.0f) : 46.0f);
    area.cut_bottom(roomy ? 14.0f : 6.0f);
    const Rect words = area.cut_bottom(std::min(needed, most));
    area.cut_bottom(roomy ? 12.0f : 6.0f);
    draw_merged_text(canvas, area, study);
    draw_merged_words(canvas, words, p, study);
    draw_merge_list(canvas, list, study);
    return;
  }
  Rect list = area.cut_left(std::clamp(0.34f * area.width, 190.0f, 330.0f));
  area.cut_left(std::clamp(0.04f * area.width, 18.0f, 44.0f));
  if (list.height > 430) {
    const Rect growth = list.cut_bottom(std::clamp(0.4f * list.height, 130.0f, 300.0f));
    list.cut_bottom(14);
    draw_merge_growth(canvas, growth, study);
  }
  draw_merge_list(canvas, list, study);
  const Rect words = area.cut_bottom(std::clamp(merged_words_height(canvas, area.width, p) + 8, 60.0f, 0.4f * area.height));
  area.cut_bottom(18);
  draw_merged_text(canvas, area, study);
  draw_merged_words(canvas, words, p, study);
}

}  // namespace attn::lessons::language_models
