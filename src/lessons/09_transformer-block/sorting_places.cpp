#include "lessons/09_transformer-block/sorting_places.h"

#include <algorithm>

namespace attn::lessons::transformer_block {
namespace {

using canvas::Rect, charts::Story;

constexpr float kLeastRow = 9;         ///< height of a reading's row beside which its letter can stand
constexpr float kLeastCell = 16;       ///< of the attention, if the count is to have all its lines
constexpr float kAlphabet = 13;        ///< height of the line of letters above a reading
constexpr float kNamesHigh = 20;       ///< height of the names above the attention
constexpr float kHeading = 1.5f;       ///< height of a heading, in sizes of its letters
constexpr float kCountLine = 1.7f;     ///< height of the count where it is one line, in the same unit
constexpr float kCountLines = 8.2f;    ///< and where it has all its lines, at least
constexpr float kCountLinesMost = 11;  ///< and at most
constexpr float kLeastStrip = 5;       ///< height of a row of coloured numbers
constexpr float kTurn = 0.3f;          ///< length of a turn, where a stop has many

/// Whether a reading of `n` letters can be read at this height.
bool is_legible(float height, int n, float size) { return height - kHeading * size - kAlphabet >= kLeastRow * static_cast<float>(n); }

/// Gives the readings their places in a column of at most `most`. Where these are fewer than three, the last one shows what has been told
/// last of the rows.
void place_readings(SortingPlaces* at, Rect column, int n, int most, float gap, const Story& story) {
  const auto high = [&](int places) { return (column.height - gap * static_cast<float>(places - 1)) / static_cast<float>(places); };
  int places = most;
  while (places > 1 && !is_legible(high(places), n, at->size)) --places;
  const auto place = [&](int k) {
    return Rect{column.x, column.y + (high(places) + gap) * static_cast<float>(k), column.width, high(places)};
  };
  const bool halfway = story.told(kFirstNormed) > 0, out = story.told(kSecondAdded) > kAddedBy;
  if (places > 1 || !halfway) at->before = place(0);
  if (places == 3 || (halfway && !out)) at->between = place(places == 3 ? 1 : places - 1);
  if (places == 3 || out) at->after = place(places - 1);
}

/// Gives the rows' numbers the place where the count will be. Where that is small they have `whole`, the attention's place as well, but
/// only before the attention is told and for the network, which works on rows.
void place_numbers(SortingPlaces* at, Rect whole, int n, const Story& story) {
  const bool fits = at->count.height - kHeading * at->size >= kLeastStrip * static_cast<float>(n);
  const bool alone = (!at->roomy || !fits) && (story.told(kScores) == 0 || story.at(kFedForward));
  if (story.all()) return;
  if (alone) at->attention = {};
  if (alone || fits) at->numbers = alone ? whole : at->count;
}

/// On a phone there is one reading below the attention and the count; where even these are too much, there is one picture at a time.
void place_narrow(SortingPlaces* at, Rect area, int n, float gap, const Story& story) {
  Rect above = area.cut_top(0.52f * (area.height - gap));
  const Rect whole = above;
  area.cut_top(gap);
  if (is_legible(area.height, n, at->size)) {
    at->attention = above.cut_left(std::min(above.height, 0.52f * above.width));
    above.cut_left(10);
    at->count = above;
    place_numbers(at, whole, n, story);
    return place_readings(at, area, n, 1, gap, story);
  }
  area = {area.x, above.y, area.width, area.bottom() - above.y};
  if (story.told(kScores) == 0 || story.at(kFedForward)) return void(at->numbers = area);
  if (story.told(kFirstNormed) == 0) return void(at->attention = area);
  if (story.all()) at->count = area.cut_top(kCountLine * at->size);
  place_readings(at, area, n, 1, gap, story);
}

void place_roomy(SortingPlaces* at, Rect area, int n, float gap, const Story& story) {
  Rect middle = area.cut_left(std::min(0.4f * area.width, 0.62f * area.height));
  area.cut_left(1.6f * at->size);
  const Rect whole = middle;
  const float names = kHeading * at->size + kNamesHigh, least = kCountLines * at->size;
  const bool lines = middle.height - least - gap - names >= kLeastCell * static_cast<float>(n);
  const float count = lines ? least : kCountLine * at->size;
  at->attention = middle.cut_top(std::min(middle.height - count - gap, middle.width + kHeading * at->size)), middle.cut_top(gap);
  at->count = middle.cut_bottom(std::min(middle.height, lines ? kCountLinesMost * at->size : count));
  place_numbers(at, whole, n, story);
  place_readings(at, area, n, 3, gap, story);
}

}  // namespace

Rect SortingPlaces::tile(Rect line, int i) {
  constexpr float kApart = 4;
  const float wide = std::min(line.height, line.width / 8 - kApart);  // the longest word has 8 letters
  return Rect{line.x + (wide + kApart) * static_cast<float>(i), line.y, wide, line.height}.inset(1, 1);
}

canvas::Point SortingPlaces::branch(Part sum) const {
  const Rect& passed = box(sum - 1);
  const float above = sum == kFirstSum ? letters.bottom() + 3 : box(sum - 2).bottom();
  return {passed.center().x, 0.5f * (above + passed.y)};
}

Rect SortingPlaces::cells(Rect reading, int n) const {
  reading.cut_top(kHeading * size + kAlphabet);
  reading.cut_left(16);
  return {reading.x, reading.y, reading.width, std::min(reading.height, static_cast<float>(n) * 1.5f * size)};
}

Rect SortingPlaces::row_cells(int n) const {
  Rect area = numbers;
  area.cut_top(kHeading * size);
  area.cut_left(16);
  return {area.x, area.y, area.width, std::min(area.height, static_cast<float>(n) * 1.5f * size)};
}

SortingPlaces sorting_places(Rect area, int n, const Story& story) {
  SortingPlaces at;
  at.size = std::clamp(area.width / 62, 11.0f, 17.0f);
  at.roomy = area.width >= 560;
  const float tile = std::clamp(0.085f * area.height, 26.0f, 62.0f), gap = std::clamp(0.022f * area.height, 5.0f, 16.0f);
  at.letters = area.cut_top(tile), area.cut_top(gap);
  at.answer = area.cut_bottom(tile), area.cut_bottom(gap);
  at.parts = area.cut_left(std::clamp(0.26f * area.width, 116.0f, 300.0f));
  area.cut_left(at.roomy ? 2.2f * at.size : 10);
  for (Rect* line : {&at.letters, &at.answer}) line->width -= area.x - line->x, line->x = area.x;
  Rect column = at.parts;
  const float rail = std::clamp(0.09f * column.width, 12.0f, 24.0f);
  column.cut_left(rail);
  at.rail = column.x - 0.6f * rail;
  const float unit = column.height / kBlockParts, between = std::clamp(0.24f * unit, 5.0f, 22.0f);
  for (int k = 0; k < kBlockParts; ++k)
    at.boxes[static_cast<size_t>(k)] = {column.x, column.y + unit * static_cast<float>(k) + between / 2, column.width, unit - between};
  (at.roomy ? place_roomy : place_narrow)(&at, area, n, gap, story);
  return at;
}

float turn_of(const Story& story, SortingStop stop, int i, int n, float from, float to) {
  const float begin = n > 1 ? (1 - kTurn) * static_cast<float>(i) / static_cast<float>(n - 1) : 0, span = to - from;
  return story.told(stop, from + span * begin, from + span * (n > 1 ? begin + kTurn : 1));
}

int turns_over(const Story& story, SortingStop stop, int n, float from, float to) {
  int over = 0;
  while (over < n && turn_of(story, stop, over, n, from, to) > 1 - 1e-4f) ++over;
  return over;
}

}  // namespace attn::lessons::transformer_block
