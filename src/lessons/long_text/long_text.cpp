#include "lessons/long_text/long_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/check.h"
#include "base/kept.h"
#include "base/text.h"
#include "canvas/paragraph.h"
#include "charts/figure_text.h"
#include "formula/attention_explanation.h"
#include "kernels/matmul.h"
#include "lessons/large_map/map_view.h"
#include "lessons/sentence/sentence.h"

namespace attn::lessons::long_text {
namespace {

constexpr Index kStrip = 256;  ///< rows that are computed at a time

struct Link {
  std::string_view what, did;
};
/// Who did what to the one before.
constexpr std::array<Link, 29> kLinks = {
    {{"rain", "woke"},    {"cloud", "carried"}, {"wind", "drove"},    {"hill", "slowed"},  {"shepherd", "climbed"}, {"dog", "obeyed"},
     {"hare", "heard"},   {"fox", "chased"},    {"miller", "saw"},    {"cart", "passed"},  {"horse", "pulled"},     {"smith", "shod"},
     {"bell", "called"},  {"monk", "rang"},     {"candle", "warmed"}, {"moth", "circled"}, {"bat", "hunted"},       {"owl", "followed"},
     {"oak", "hid"},      {"stream", "fed"},    {"boat", "crossed"},  {"fisher", "rowed"}, {"cat", "robbed"},       {"mouse", "escaped"},
     {"baker", "cursed"}, {"oven", "helped"},   {"bread", "filled"},  {"child", "ate"},    {"song", "calmed"}}};

std::string named(const std::vector<std::string>& tokens, Index i) { return std::to_string(i + 1) + " " + tokens[static_cast<size_t>(i)]; }

}  // namespace

params::Table<LongText> table() {
  return params::Table<LongText>{}
      .text(&LongText::text, {.id = "long-text",
                              .label = "Your text",
                              .help = "Paste a text; its first 2,048 words and signs are the tokens. Empty, it is one that is ready here.",
                              .max_length = kMostCharacters})
      .integer(&LongText::token, {.id = "long-token",
                                  .label = "Token that asks",
                                  .help = "Its row of the map is marked; counted from 1.",
                                  .min = 1,
                                  .max = kMostTokens,
                                  .step = 1})
      .include(&LongText::view, large_map::view_table());
}

course::Import take(LongText* p, std::string_view text) {
  const std::vector<char32_t> characters = is_utf8(text) ? code_points(text) : std::vector<char32_t>{0};
  // Pages read a file as UTF-8 and put U+FFFD in the place of what is none.
  const auto is_no_text = [](char32_t c) { return c == 0 || c == 0xfffd; };
  if (std::any_of(characters.begin(), characters.end(), is_no_text)) return {false, "This is not a text in UTF-8, so nothing was taken."};
  std::string taken;
  int count = 0;
  for (const char32_t c : characters) {
    const bool space = c <= ' ' || c == 0x7f || c == 0xa0 || c == 0x2028 || c == 0x2029;
    if (space && (taken.empty() || taken.back() == ' ')) continue;
    if (++count > kMostCharacters) break;
    append_utf8(&taken, space ? U' ' : c);
  }
  if (taken.empty()) return {false, "There are no words in this, so nothing was taken."};
  const size_t tokens = sentence::tokens(taken, kMostTokens + 1).size();
  p->text = std::move(taken), p->view = {};
  const std::string most = thousands(kMostTokens);
  return {true, tokens > kMostTokens ? "The first " + most + " words and signs of your text are the tokens."
                                     : "Your text has " + counted(static_cast<int>(tokens), "token") + "."};
}

std::string tale() {
  std::string all;
  for (size_t last = 0; last <= kLinks.size(); ++last) {
    all += "This is the ";
    for (size_t k = last; k > 0; --k) all.append(kLinks[k - 1].what).append(" that ").append(kLinks[k - 1].did).append(" the ");
    all += "seed that slept in the garden. ";
  }
  return all;
}

int LongHead::token(const LongText& p) const { return std::clamp(p.token, 1, static_cast<int>(asking.size())) - 1; }

Mask LongHead::allowed_row(int i) const {
  return allowed.size() > 0 ? Mask(allowed.row(i)) : Mask(Mask::Constant(1, static_cast<Index>(answering.size()), true));
}

Mat LongHead::scores(int i) const { return scale * kernels::product_bt(q.row(i), k); }

void attend(LongHead* head, const compute::Backend& backend) {
  const Index n = head->q.rows(), m = head->k.rows(), d = head->q.cols();
  CHECK(n == static_cast<Index>(head->asking.size()) && m == static_cast<Index>(head->answering.size()) && head->k.cols() == d,
        "attend: ", shape(head->q), shape(head->k));
  Mat weights(n, m);
  // The kernel divides by the root of d; a temperature makes up for heads that do not.
  const Real temperature = 1 / (head->scale * std::sqrt(static_cast<Real>(d)));
  for (Index first = 0; first < n; first += kStrip) {
    const Index rows = std::min(kStrip, n - first);
    Mask allowed;
    if (head->allowed.size() > 0) allowed = head->allowed.middleRows(first, rows);
    const kernels::AttentionOptions options{.mask = allowed.size() > 0 ? &allowed : nullptr, .temperature = temperature};
    weights.middleRows(first, rows) = backend.attention(head->q.middleRows(first, rows), head->k, head->k.leftCols(1), options).weights;
  }
  head->field = large_map::WholeField(std::move(weights));
}

std::string key_of(const params::Rows& rows, std::initializer_list<std::string_view> ids, const void* params) {
  std::string key;
  for (const std::string_view id : ids) {
    const params::Row* row = params::find(rows, id);
    CHECK(row, "key_of: ", id);
    key += "&" + params::print(*row, row->get(params));
  }
  return key;
}

namespace {

using LastHeads = Kept<std::string, LongHead, 2>;

LastHeads& last_heads() {
  static thread_local LastHeads last;
  return last;
}

}  // namespace

const LongHead& kept(const std::string& key, const std::function<LongHead()>& make) { return last_heads().get(key, make); }

const LongHead* find_kept(const std::string& key) { return last_heads().find(key); }

course::Tensor read_weights(const LongHead* head, const LongText& p) {
  return head ? course::tensor(head->field.row(head->token(p)), {}, head->answering) : course::Tensor{{0}, {}, {}, {}};
}

namespace {

std::string asking(const LongHead& head) {
  return head.asking.size() == 1 ? "1 token asks" : thousands(static_cast<std::ptrdiff_t>(head.asking.size())) + " tokens ask";
}
std::string answering(const LongHead& head) {
  return thousands(static_cast<std::ptrdiff_t>(head.answering.size())) + (head.answering.size() == 1 ? " answers" : " answer");
}

}  // namespace

void draw(canvas::Canvas& canvas, const LongHead& head, const LongText& p, LongText* edit) {
  const std::string rows = asking(head), cols = answering(head);
  const large_map::MapHand hand = large_map::draw_large_map(canvas, charts::page(canvas, 8),
                                                            {.id = "map",
                                                             .field = head.field,
                                                             .row_name = rows,
                                                             .col_name = cols,
                                                             .row_label = [&](Index i) { return head.asking[static_cast<size_t>(i)]; },
                                                             .col_label = [&](Index j) { return head.answering[static_cast<size_t>(j)]; },
                                                             .numbered = true,
                                                             .query = static_cast<double>(head.token(p)),
                                                             .query_label = "token that asks, drag to move"},
                                                            p.view);
  if (hand.view) edit->view = *hand.view;
  if (hand.query) edit->token = static_cast<int>(std::lround(*hand.query)) + 1;
}

formula::Explanation explain_weight(const LongHead& head, const LongText& p, int j) {
  const int i = head.token(p);
  const Mask allowed = head.allowed_row(i);
  return formula::explain_softmax("Weight of " + named(head.answering, j) + " for " + named(head.asking, i), head.scores(i),
                                  head.field.row(i), &allowed, 1, j);
}

namespace {

/// Where a map that does not show all is, for who does not see it.
std::string said_middle(const LongHead& head, const large_map::MapView& view) {
  if (view.zoom <= 1) return {};
  const auto at = [](Real share, Index count) {
    return std::clamp<Index>(static_cast<Index>(share * static_cast<Real>(count)), 0, count - 1);
  };
  const Index i = at(view.y, head.field.rows()), j = at(view.x, head.field.cols());
  const auto place = [](const std::vector<std::string>& tokens, Index k) {
    return "number " + std::to_string(k + 1) + ", " + quoted(tokens[static_cast<size_t>(k)]);
  };
  return " The map is " + rounded(static_cast<double>(view.zoom), 2) + " times as near; in its middle " + place(head.asking, i) +
         ", gives " + rounded(static_cast<double>(head.field.at(i, j)), 3) + " to " + place(head.answering, j) + ".";
}

}  // namespace

std::string describe(const LongHead& head, const LongText& p) {
  const int i = head.token(p);
  Index j = 0;
  const Real most = head.field.row(i).row(0).maxCoeff(&j);
  std::string text = asking(head) + " and " + answering(head) + ". ";
  if (!(most > 0)) return text + quoted(head.asking[static_cast<size_t>(i)]) + " sees nothing." + said_middle(head, p.view);
  return text + "Number " + std::to_string(i + 1) + ", " + quoted(head.asking[static_cast<size_t>(i)]) + ", gives its largest weight, " +
         rounded(static_cast<double>(most), 3) + ", to number " + std::to_string(j + 1) + ", " +
         quoted(head.answering[static_cast<size_t>(j)]) + "." + said_middle(head, p.view);
}

}  // namespace attn::lessons::long_text
