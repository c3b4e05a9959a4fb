// What is seen only while the whole model is being told: words become rows of numbers, a mask slides in, threads lead from a word that
// looks to those that it sees, and a word that was said goes back.
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "canvas/paragraph.h"
#include "charts/arrows.h"
#include "charts/figure_text.h"
#include "lessons/10_transformer/whole.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {
namespace {

using canvas::Canvas, canvas::Color, canvas::Point, canvas::Rect, canvas::Role, canvas::TextStyle;
using models::AttentionPart, models::HeadPlace;

constexpr float kFaded = 0.62f;  ///< how much of the background lies over what the sentence is not about

Rect between(Rect a, Rect b, float t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.width + t * (b.width - a.width), a.height + t * (b.height - a.height)};
}

Rect around(Rect a, Rect b) {
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

/// Item `i` of `n` that set out one after another, where `share` of all their way is done.
float turn_of(float share, size_t i, size_t n) {
  constexpr float kTogether = 3;  // so many are on their way at once
  const float t = std::clamp((share * (static_cast<float>(n) + kTogether - 1) - static_cast<float>(i)) / kTogether, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

// ---- rows of numbers -------------------------------------------------------------------------------------------------------------------

/// One row of a matrix as a strip of coloured cells.
void draw_strip(Canvas& canvas, Rect place, const Mat& rows, size_t i, float alpha) {
  const Real largest = std::max(rows.cwiseAbs().maxCoeff(), Real(1e-6));
  std::vector<Color> colors;
  for (Index j = 0; j < rows.cols(); ++j)
    colors.push_back(canvas.theme().diverging(static_cast<float>(rows(static_cast<Index>(i), j) / largest)).with_alpha(alpha));
  canvas.cells(place, 1, static_cast<int>(rows.cols()), colors);
}

/// The first `count` rows of a matrix on their way from places of their own to the rows of `block`.
template <class From>
void draw_rows(Canvas& canvas, Rect block, const Mat& rows, size_t count, From from, float share, float alpha = 1) {
  if (share <= 0 || alpha <= 0) return;
  const auto n = static_cast<size_t>(rows.rows());
  for (size_t i = 0; i < count; ++i) {
    const float t = turn_of(share, i, count);
    const Rect row = block.cell(static_cast<int>(i), 0, static_cast<int>(n), 1);
    if (t > 0) draw_strip(canvas, between(from(i), {row.x, row.y, row.width, std::max(1.0f, row.height - 1)}, t), rows, i, alpha);
  }
}

/// Where word `i` stands below a stack, as the place that its row sets out from.
auto from_word(Rect line, const WordLine& words, float size) {
  return [=](size_t i) { return Rect{words.centers[i] - size, line.bottom() - 1.2f * size, 2 * size, 0.3f * size}; };
}

/// Feed-forward: each word's row in a place of its own, none beside another.
void draw_each_alone(Canvas& canvas, Rect bar, const Mat& rows, float share) {
  if (share <= 0) return;
  canvas.rect(bar.inset(1, 1), canvas.color(Role::kBackground), 4);
  const auto n = static_cast<size_t>(rows.rows());
  for (size_t i = 0; i < n; ++i) {
    const Rect place = bar.inset(2, 2).cell(0, static_cast<int>(i), 1, static_cast<int>(n));
    if (const float t = turn_of(share, i, n); t > 0) draw_strip(canvas, place.inset(std::min(2.0f, 0.1f * place.width), 0), rows, i, t);
  }
}

void draw_encoder_rows(Canvas& canvas, const Plan& plan, const charts::Story& story, const Result& r) {
  const int heads = r.settings.heads;
  const auto block = [&](int layer) { return stamps_of(plan, AttentionPart::encoder_self, layer, heads); };
  const auto bar = [&](int layer) { return plan.feed_forward(plan.layer(plan.encoder, 1, layer)); };
  const auto count = r.sentence.source.size();
  const WordLine words(canvas, plan.source, r.sentence.source, {.color = {}, .size = plan.size + 1});
  const models::NetworkRun& run = r.run.encoder;
  draw_rows(canvas, block(0), run.input, count, from_word(plan.source, words, plan.size), story.told(kWordsIn, 0.4f, 1),
            1 - story.told(kEncoderSelf, 0, 0.1f));
  if (story.at(kFeedForward)) draw_each_alone(canvas, bar(0), run.layers[0].output, story.told(kFeedForward, 0, 0.6f));
  if (story.at(kEncoderAgain)) draw_each_alone(canvas, bar(1), run.layers[1].output, story.told(kEncoderAgain, 0.65f, 1));
}

/// What the boxes of a self-attention hold while words lie in them as rows of numbers: over the name of the attention, which has not been
/// told yet.
void name_rows(Canvas& canvas, const Plan& plan, Rect stamps, Rect part, float alpha, std::initializer_list<std::string_view> wordings) {
  if (plan.names_left || plan.label == 0 || alpha <= 0) return;
  const Rect name{part.x, stamps.y - plan.label, part.width, plan.label - 1};
  canvas.rect(name, canvas.color(Role::kSurface).with_alpha(std::min(1.0f, 2 * alpha)));  // first the other name goes
  const TextStyle style{.color = canvas.color(Role::kInk).with_alpha(std::max(0.0f, 2 * alpha - 1)), .size = plan.size};
  canvas.text({name.x, stamps.y - 0.55f * plan.label}, charts::fitting(canvas, style, name.width, wordings), style);
}

void name_all_rows(Canvas& canvas, const Plan& plan, const charts::Story& story, const Result& r) {
  const int heads = r.settings.heads;
  name_rows(canvas, plan, stamps_of(plan, AttentionPart::encoder_self, 0, heads), plan.part(plan.encoder, 1, 0, 0),
            story.told(kWordsIn, 0.4f, 0.6f) * (1 - story.told(kEncoderSelf, 0, 0.1f)),
            {"a row of numbers for each word", "a row for each word", "a row a word", ""});
  name_rows(canvas, plan, stamps_of(plan, AttentionPart::decoder_self, 0, heads), plan.part(plan.decoder, 2, 0, 0),
            story.told(kStartMark, 0.05f, 0.2f) * (1 - story.told(kStartMark, 0.7f, 0.75f)),
            {"the numbers of the start mark", "the start mark\u2019s row", "its row", ""});
}

constexpr std::array kStages{"goes in", "hidden layer", "comes out"};

/// The row of one word on its way up through the network: what goes in, what the hidden layer and the network make of it.
void draw_one_alone(Canvas& canvas, Rect column, const models::BlockRun& run, size_t i, float share) {
  const Mat* const stages[] = {&run.feed_normed, &run.hidden, &run.feed};
  const auto count = static_cast<int>(kStages.size());
  for (int k = 0; k < count; ++k) {
    const float there = std::clamp(static_cast<float>(count) * share - static_cast<float>(k), 0.0f, 1.0f);
    if (there <= 0) return;
    const Rect place = column.cell(count - 1 - k, 0, count, 1);
    const Rect strip = place.inset(0, (k == 1 ? 0.2f : 0.3f) * place.height);
    if (k > 0)
      canvas.line({place.center().x, place.bottom() + 0.3f * place.height}, {place.center().x, strip.bottom()},
                  {canvas.color(Role::kMuted).with_alpha(there), 1});
    draw_strip(canvas, strip, *stages[k], i, there);
    canvas.border(strip, {canvas.color(Role::kMuted).with_alpha(there), 1});
  }
}

/// The feed-forward part beside the drawing, a column for each word. Nothing leads from one word to another.
void draw_alone(Canvas& canvas, Rect side, const Plan& plan, const models::BlockRun& run, const std::vector<std::string>& words,
                float share) {
  if (share <= 0) return;
  const TextStyle quiet = charts::quiet(canvas, plan.size);
  canvas.text({side.x, side.y + 0.6f * plan.size},
              charts::fitting(canvas, quiet, side.width, {"each word by itself, through the same weights", "each word by itself", ""}),
              quiet);
  side.cut_top(1.8f * plan.size);
  Rect names = side.width < 30 * plan.size ? Rect{} : side.cut_right(7 * plan.size);
  const Rect below = side.cut_bottom(1.5f * (plan.size + 1));
  names.height = side.height;
  for (size_t k = 0; k < kStages.size() && names.width > 0; ++k)
    canvas.text({names.x + 6, names.cell(static_cast<int>(kStages.size() - 1 - k), 0, static_cast<int>(kStages.size()), 1).center().y},
                kStages[k], quiet);
  TextStyle style{.color = canvas.color(Role::kInk), .size = plan.size + 1, .align = canvas::Align::kCenter};
  float widest = 1;
  for (const std::string& word : words) widest = std::max(widest, canvas.measure(word, style).width);
  style.size = std::min(style.size, style.size * (side.width / static_cast<float>(words.size()) - 3) / widest);
  for (size_t i = 0; i < words.size(); ++i) {
    const float t = turn_of(share, i, words.size());
    if (t <= 0) continue;
    const Rect column = side.cell(0, static_cast<int>(i), 1, static_cast<int>(words.size()));
    if (style.size >= 10) canvas.text({column.center().x, below.center().y}, words[i], style);
    draw_one_alone(canvas, column.inset(std::min(3.0f, 0.08f * column.width), 0), run, i, t);
  }
}

/// The row of the start mark goes in.
void draw_start_row(Canvas& canvas, const Plan& plan, const charts::Story& story, const Result& r) {
  const WordLine words(canvas, plan.given, r.sentence.input, {.color = {}, .size = plan.size + 1});
  draw_rows(canvas, stamps_of(plan, AttentionPart::decoder_self, 0, r.settings.heads), r.run.decoder.input, 1,
            from_word(plan.given, words, plan.size), story.told(kStartMark, 0.05f, 0.4f), 1 - story.told(kStartMark, 0.7f, 0.75f));
}

/// The mask slides over a head of the decoder's self-attention: the words that follow a row's own.
void draw_mask(Canvas& canvas, Rect stamp, int n, float share, float alpha) {
  if (share <= 0 || alpha <= 0) return;
  canvas.push_clip(stamp.inset(1, 1));
  for (int i = 0; i + 1 < n; ++i) {
    const Rect first = stamp.cell(i, i + 1, n, n);
    canvas.rect({first.x + (1 - share) * stamp.width, first.y, stamp.right() - first.x, first.height},
                canvas.color(Role::kMuted).with_alpha(0.4f * alpha));
  }
  canvas.pop_clip();
}

void draw_masks(Canvas& canvas, const Plan& plan, const charts::Story& story, const Result& r) {
  const float alpha = 1 - story.told(kWordByWord, 0.9f, 1);
  const auto n = static_cast<int>(r.sentence.input.size());
  for (int h = 0; h < r.settings.heads; ++h) {
    draw_mask(canvas, stamp_of(plan, {AttentionPart::decoder_self, 0, h}, r.settings.heads), n, story.told(kStartMark, 0.35f, 0.7f), alpha);
    draw_mask(canvas, stamp_of(plan, {AttentionPart::decoder_self, 1, h}, r.settings.heads), n, story.told(kFirstWord, 0.1f, 0.2f), alpha);
  }
}

// ---- who looks at whom -----------------------------------------------------------------------------------------------------------------

/// Finds the head whose weights are threads at the present stop, if there is one.
bool has_threads(const charts::Story& story, const Params& p, HeadPlace* head) {
  const int h = p.head - 1;
  switch (story.stop()) {
    case kEncoderSelf:
    case kEncoderAgain:
      return *head = {AttentionPart::encoder_self, story.stop() == kEncoderAgain, h}, true;
    case kStartMark:
    case kCross:
      return *head = {story.stop() == kCross ? AttentionPart::decoder_cross : AttentionPart::decoder_self, 0, h}, true;
    case kFirstWord:
    case kWordByWord:
      return *head = {AttentionPart::decoder_cross, 1, h}, true;
    default:
      return false;
  }
}

/// A word for each row above, a word for each key below, and the weights between as lines: the row that is being told strong, those before
/// it pale. Where all rows are told, all are alike.
void draw_threads(Canvas& canvas, Rect side, const Plan& plan, const Walk& walk, const HeadPlace& head, const Result& r) {
  const bool encoder = head.part == AttentionPart::encoder_self, cross = head.part == AttentionPart::decoder_cross;
  const Mat& weights = attention_of(r.run, head.part, head.layer).weights[static_cast<size_t>(head.head)];
  const std::vector<std::string>&asking = encoder ? r.sentence.source : r.sentence.input,
        &seen = encoder || cross ? r.sentence.source : r.sentence.input;
  const float size = plan.size + 1, rows = walk.rows(head);
  if (rows <= 0) return;
  const TextStyle title = charts::quiet(canvas, plan.size);
  const std::string name = head_name(head), brief = name.substr(0, name.find(','));
  canvas.text({side.x, side.y + 0.6f * plan.size}, charts::fitting(canvas, title, side.width, {name + ": who looks at whom", name, brief}),
              title);
  side.cut_top(1.6f * plan.size);
  const Rect above = side.cut_top(1.4f * size), below = side.cut_bottom(1.4f * size);
  const WordLine top(canvas, above, asking, {.color = canvas.color(Role::kQuery), .size = size});
  const WordLine bottom(canvas, below, seen, {.color = canvas.color(Role::kKey), .size = size});
  const bool finished = walk.is_told(head);
  const auto there = static_cast<Index>(std::ceil(rows - 1e-4f));
  for (Index i = 0; i < there; ++i) {
    const bool now = !finished && i == there - 1;
    const float alpha = now ? std::min(1.0f, 2 * (rows - static_cast<float>(i))) : finished ? 0.7f : 0.3f;
    for (Index j = 0; j < weights.cols(); ++j)
      charts::draw_bond(canvas, {top.centers[static_cast<size_t>(i)], above.bottom()}, {bottom.centers[static_cast<size_t>(j)], below.y},
                        static_cast<float>(weights(i, j)), canvas.color(Role::kQuery).with_alpha(alpha), true, 0.5f * size);
    TextStyle style = top.style;
    if (now) style.font = canvas::Font::kStrong;
    if (top.fits) canvas.text({top.centers[static_cast<size_t>(i)], above.center().y}, asking[static_cast<size_t>(i)], style);
  }
  const size_t keys = encoder || cross ? seen.size() : static_cast<size_t>(there);
  for (size_t j = 0; j < keys && bottom.fits; ++j) canvas.text({bottom.centers[j], below.center().y}, seen[j], bottom.style);
}

// ---- what the sentence is about --------------------------------------------------------------------------------------------------------

/// The part of the drawing that a stop tells. Empty for the memory, which is a line.
Rect part_told(const Plan& plan, int stop) {
  const auto part = [&](const Rect& stack, int parts, int k) {
    Rect band = plan.part(stack, parts, 0, k);
    band.cut_top(plan.gap);
    return band;
  };
  const auto with_name = [&](Rect r) { return Rect{r.x, r.y - 1.5f * plan.size, r.width, r.height + 1.5f * plan.size}; };
  switch (stop) {
    case kWordsIn:
      return around(plan.source, part(plan.encoder, 1, 0));
    case kEncoderSelf:
      return part(plan.encoder, 1, 0);
    case kFeedForward:
      return plan.feed_forward(plan.layer(plan.encoder, 1, 0));
    case kEncoderAgain:
      return with_name(plan.layer(plan.encoder, 1, 1));
    case kStartMark:
      return around(plan.given, part(plan.decoder, 2, 0));
    case kCross:
      return part(plan.decoder, 2, 1);
    case kFirstWord:
      return with_name(around(plan.feed_forward(plan.layer(plan.decoder, 2, 0)), plan.layer(plan.decoder, 2, 1)));
    case kWordByWord: {
      const std::array<Point, 4> way = way_back(plan);
      return around(around(plan.given, with_name(plan.decoder)), {way[0].x, way[0].y, way[1].x - way[0].x, 1});
    }
    default:
      return {};
  }
}

/// What is free above the encoder: less where the line from it and the answer have come.
Rect side_told(const Plan& plan, const charts::Story& story) {
  Rect side = plan.side;
  if (story.told(kMemory) > 0) return side.cut_bottom(2.6f * plan.size), side;
  side = {side.x, plan.answer.y, std::min(plan.decoder.x - 14 - side.x, 36 * plan.size), side.bottom() - plan.answer.y};
  side.cut_bottom(1.8f * plan.size);  // for the encoder's name
  return side;
}

/// The word that was said last, on its way back.
void draw_returning(Canvas& canvas, const Plan& plan, const Walk& walk, const Result& r) {
  if (walk.returned() <= 0 || walk.returned() >= 1) return;
  const Point at = first_of(way_back(plan), walk.returned()).back();
  const std::string& word = r.sentence.output[static_cast<size_t>(walk.said() - 1)];
  const TextStyle style{
      .color = canvas.color(Role::kOutput), .size = plan.size + 2, .font = canvas::Font::kStrong, .align = canvas::Align::kRight};
  const float wide = canvas.measure(word, style).width + 8, high = 1.5f * style.size;
  canvas.rect({at.x - 5 - wide, at.y - high / 2, wide, high}, canvas.color(Role::kBackground), 4);
  canvas.text({at.x - 9, at.y}, word, style);
  canvas.circle(at, 4, canvas.color(Role::kOutput));
}

}  // namespace

void draw_telling(Canvas& canvas, Rect area, const Plan& plan, const Walk& walk, const Params& p, const Result& r) {
  const charts::Story& story = walk.story();
  draw_encoder_rows(canvas, plan, story, r);
  name_all_rows(canvas, plan, story, r);
  draw_start_row(canvas, plan, story, r);
  draw_masks(canvas, plan, story, r);
  const Rect all{area.x - 8, plan.middle.y, area.width + 16, plan.middle.height + 6}, told = part_told(plan, story.stop());
  const float faded = kFaded * (1 - story.told(kWordByWord, 0.9f, 1));
  const bool framed = told.width > 0;
  for (const Rect rest : beside(all, framed ? told.inset(-3, -3) : Rect{all.x, all.y, 0, 0}))
    if (rest.width > 0 && rest.height > 0) canvas.rect(rest, canvas.color(Role::kBackground).with_alpha(faded));
  if (framed) charts::frame_told(canvas, told);
  if (story.at(kMemory)) draw_memory(canvas, plan, walk.memory(), r.settings.heads);
  draw_returning(canvas, plan, walk, r);
  const Rect side = side_told(plan, story);
  if (side.height <= 6.5f * plan.size) return;
  if (HeadPlace head; has_threads(story, p, &head)) draw_threads(canvas, side, plan, walk, head, r);
  if (story.stop() == kFeedForward)
    draw_alone(canvas, side, plan, r.run.encoder.layers[0], r.sentence.source, story.told(kFeedForward, 0.05f, 0.9f));
}

}  // namespace attn::lessons::transformer
