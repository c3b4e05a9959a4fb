// Self-attention on the reader's own sentence: queries, keys and values from the same tokens, masks, heads, and the order of the tokens.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "course/lesson.h"
#include "models/sentence_attention.h"
#include "ui/attention_explanation.h"
#include "ui/product_explanation.h"
#include "ui/sentence_figures.h"

namespace attn::lessons {
namespace {

using Params = models::SentenceAttentionSettings;
using Result = models::SentenceAttention;
using models::AttentionSetting, models::MaskPreset;
constexpr int kWidth = models::kSentenceWidth;
constexpr double kEntryLimit = 3, kStep = 0.1;  ///< of the matrices' entries

Result compute(const Params& p, const compute::Backend& backend) { return models::attend(p, backend.multi_head_attention); }

const Mat& weights_of(const Params& p, const Result& r) { return r.attention.weights[static_cast<size_t>(p.head - 1)]; }
const Mat& scores_of(const Params& p, const Result& r) { return r.attention.scores[static_cast<size_t>(p.head - 1)]; }

// ---- results ---------------------------------------------------------------------------------------------------------------------------

std::vector<std::string> features() {
  std::vector<std::string> names;
  for (int j = 0; j < kWidth; ++j) names.push_back(std::to_string(j + 1));
  return names;
}

course::Tensor all_heads(const Params&, const Result& r) {
  course::Tensor all{
      {static_cast<int>(r.attention.weights.size()), static_cast<int>(r.x.rows()), static_cast<int>(r.c.rows())}, {}, r.tokens, r.context};
  for (const Mat& w : r.attention.weights) all.data.insert(all.data.end(), w.data(), w.data() + w.size());
  return all;
}

std::vector<course::ResultSpec<Params, Result>> results() {
  using P = const Params&;
  using R = const Result&;
  return {
      {"weights", "Weights of the head shown", [](P p, R r) { return course::tensor(weights_of(p, r), r.tokens, r.context); }},
      {"scores", "Scores of the head shown", [](P p, R r) { return course::tensor(scores_of(p, r), r.tokens, r.context); }},
      {"allowed", "Who may attend to whom", [](P, R r) { return course::tensor(r.allowed.cast<Real>(), r.tokens, r.context); }},
      {"all-weights", "Weights of every head", all_heads},
      {"embeddings", "Embeddings", [](P, R r) { return course::tensor(r.x, r.tokens, features()); }},
      {"context", "Embeddings of the tokens that answer", [](P, R r) { return course::tensor(r.c, r.context, features()); }},
      {"queries", "Queries", [](P, R r) { return course::tensor(r.attention.q, r.tokens, features()); }},
      {"keys", "Keys", [](P, R r) { return course::tensor(r.attention.k, r.context, features()); }},
      {"values", "Values", [](P, R r) { return course::tensor(r.attention.v, r.context, features()); }},
      {"heads-output", "Outputs of the heads, side by side",
       [](P, R r) { return course::tensor(r.attention.concat, r.tokens, features()); }},
      {"output", "Output", [](P, R r) { return course::tensor(r.attention.output, r.tokens, features()); }},
      {"shuffled-output", "Output of the shuffled sentence",
       [](P, R r) { return course::tensor(r.shuffled, r.shuffled_tokens(), features()); }},
      {"shuffle-difference", "Largest change of an output by shuffling", [](P, R r) { return course::scalar(r.shuffle_difference); }},
      {"blind-rows", "Tokens that see nothing", [](P, R r) { return course::scalar(r.blind()); }},
      {"head-width", "Width of a head", [](P p, R) { return course::scalar(kWidth / p.heads()); }},
      {"parameters", "Numbers in the four matrices",
       [](P, R r) {
         const auto& w = r.matrices;
         return course::scalar(static_cast<double>(w.wq.size() + w.wk.size() + w.wv.size() + w.wo.size()));
       }},
  };
}

std::string quoted(const std::string& token) { return "\u201c" + token + "\u201d"; }

const char* setting_name(const Params& p) {
  switch (p.setting) {
    case AttentionSetting::kBase:
      return "Base attention";
    case AttentionSetting::kGlobal:
      return "Global self-attention";
    case AttentionSetting::kCausal:
      return "Causal self-attention";
    case AttentionSetting::kCross:
      return "Cross-attention";
  }
  return "";
}

std::string describe(const Params& p, const Result& r) {
  const Mat& w = weights_of(p, r);
  Index i = 0, j = 0;
  const Real largest = w.maxCoeff(&i, &j);
  const std::string sizes =
      p.is_cross() ? std::to_string(w.rows()) + " tokens to " + std::to_string(w.cols()) : "over " + std::to_string(w.rows()) + " tokens";
  std::string text = std::string(setting_name(p)) + " " + sizes + ", " + std::to_string(p.heads()) + (p.heads() == 1 ? " head" : " heads") +
                     " of width " + std::to_string(kWidth / p.heads()) + ". ";
  if (largest > 0)
    text += "In head " + std::to_string(p.head) + " the largest weight is " + fixed(largest, 2) + ", from " +
            quoted(r.tokens[static_cast<size_t>(i)]) + " to " + quoted(r.context[static_cast<size_t>(j)]) + ". ";
  const Index open = r.allowed.count();
  text += std::to_string(open) + " of " + std::to_string(r.allowed.size()) + " cells may attend";
  const int blind = r.blind();
  text +=
      blind == 0 ? "." : "; " + std::to_string(blind) + (blind == 1 ? " token sees" : " tokens see") + " nothing, and its output is zero.";
  return text;
}

// ---- explanations ----------------------------------------------------------------------------------------------------------------------

/// Entry (i, j) of x W.
ui::Explanation explain_projection(const char* what, const Mat& x, const std::string& token, const Mat& w, const char* w_name,
                                   ui::Role role, Real value, Index i, Index j) {
  return ui::explain_product(std::string(what) + " of " + quoted(token) + ", number " + std::to_string(j + 1),
                             {x.row(i), "x", ui::Role::kInk}, {w.col(j), w_name, role}, value);
}

ui::Explanation explain_embedding(const std::string& token, Real made, Real nudge, Index j) {
  ui::Explanation x;
  x.title = "Embedding of " + quoted(token) + ", number " + std::to_string(j + 1);
  x.formula = ui::row({ui::sym("x"), ui::op("+"), ui::sym("delta")});
  x.substituted = ui::row({ui::num(made), ui::op("+"), ui::num(nudge)});
  x.value = static_cast<double>(made) + static_cast<double>(nudge);
  x.note = "The first number is made from the token's letters, the second is your change.";
  return x;
}

ui::Explanation explain_allowed(const Params& p, const Result& r, int i, int j) {
  ui::Explanation x;
  x.title = quoted(r.tokens[static_cast<size_t>(i)]) + " looks at " + quoted(r.context[static_cast<size_t>(j)]);
  x.formula = ui::sub(ui::sym("m"), ui::sym("ij"));
  x.value = r.allowed(i, j);
  x.substituted = ui::num(x.value);
  x.note = r.allowed(i, j) ? "True: may attend." : "False: may not attend; the weight is 0.";
  if (p.flipped) x.note += " The mask is being read the wrong way round.";
  return x;
}

ui::Explanation explain_value(const char* title, const char* letter, double value, const char* note) {
  return {title, ui::sym(letter), ui::num(value), value, note};
}

ui::Explanation explain(const Params& p, const Result& r, std::string_view name, int i, int j) {
  const auto& a = r.attention;
  const std::string token = i < static_cast<int>(r.tokens.size()) ? r.tokens[static_cast<size_t>(i)] : "";
  const std::string answer = i < static_cast<int>(r.context.size()) ? r.context[static_cast<size_t>(i)] : "";
  const int width = kWidth / p.heads(), first = (p.head - 1) * width;
  if (name == "weights") {
    const Mask row = r.allowed.row(i);
    return ui::explain_softmax(
        "Weight of " + quoted(r.context[static_cast<size_t>(j)]) + " for " + quoted(token) + ", head " + std::to_string(p.head),
        scores_of(p, r).row(i), weights_of(p, r).row(i), &row, 1, j);
  }
  if (name == "scores")
    return ui::explain_scaled_product(
        "Score of " + quoted(r.context[static_cast<size_t>(j)]) + " for " + quoted(token) + ", head " + std::to_string(p.head),
        {a.q.row(i).segment(first, width), "q", ui::Role::kQuery}, {a.k.row(j).segment(first, width), "k", ui::Role::kKey}, width,
        scores_of(p, r)(i, j));
  if (name == "allowed" || name == "mask") return explain_allowed(p, r, i, j);
  if (name == "embeddings" || (name == "context" && !p.is_cross()))
    return explain_embedding(token, r.made_x(i, j), i < p.nudge.rows() ? p.nudge(i, j) : 0, j);
  if (name == "context") return explain_embedding(answer, r.made_c(i, j), i < p.nudge_other.rows() ? p.nudge_other(i, j) : 0, j);
  if (name == "queries") return explain_projection("Query", r.x, token, r.matrices.wq, "W_q", ui::Role::kQuery, a.q(i, j), i, j);
  if (name == "keys") return explain_projection("Key", r.c, answer, r.matrices.wk, "W_k", ui::Role::kKey, a.k(i, j), i, j);
  if (name == "values") return explain_projection("Value", r.c, answer, r.matrices.wv, "W_v", ui::Role::kValue, a.v(i, j), i, j);
  if (name == "heads-output")
    return ui::explain_weighted_sum(
        "Output of head " + std::to_string(j / width + 1) + " for " + quoted(token) + ", number " + std::to_string(j % width + 1),
        a.weights[static_cast<size_t>(j / width)].row(i), a.v.col(j), a.concat(i, j));
  if (name == "output")
    return ui::explain_product("Output of " + quoted(token) + ", number " + std::to_string(j + 1),
                               {a.concat.row(i), "c", ui::Role::kOutput}, {r.matrices.wo.col(j), "W_o"}, a.output(i, j));
  if (name == "shuffled-output")
    return explain_value("Output of the shuffled sentence", "o", r.shuffled(i, j), "Computed anew, from the tokens in their new order.");
  if (name == "shuffle-difference")
    return explain_value("Largest change of an output by shuffling", "delta", r.shuffle_difference,
                         "Each token's output, in the sentence and in the shuffled one, compared number by number.");
  if (name == "blind-rows") return explain_value("Tokens that see nothing", "n", r.blind(), "Rows of the mask without a single true cell.");
  if (name == "parameters")
    return {"Numbers in the four matrices", ui::row({ui::num(4), ui::op("*"), ui::power(ui::sym("e"), ui::num(2))}),
            ui::row({ui::num(4), ui::op("*"), ui::power(ui::num(kWidth), ui::num(2))}), 4.0 * kWidth * kWidth,
            "The number of heads does not enter."};
  if (name == "head-width")
    return {"Width of a head", ui::frac(ui::sym("e"), ui::sym("h")), ui::frac(ui::num(kWidth), ui::num(p.heads())), width * 1.0, ""};
  return {};
}

// ---- exercises -------------------------------------------------------------------------------------------------------------------------

constexpr int kThird = 2, kFirst = 0;  ///< the tokens of the exercise, from 0

course::Verdict alone_by_mask(const Params& p, const Result& r, int, const compute::Backend&) {
  if (r.x.rows() <= kThird) return {false, "The sentence has no third token."};
  const Index open = r.allowed.row(kThird).count();
  const bool correct = open == 1 && r.allowed(kThird, kFirst);
  return {correct, "Token 3 may attend to " + std::to_string(open) + " of " + std::to_string(r.c.rows()) +
                       " tokens and gives token 1 a weight of " + fixed(weights_of(p, r)(kThird, kFirst), 2) + "."};
}

course::Verdict alone_by_weights(const Params&, const Result& r, int, const compute::Backend&) {
  if (r.x.rows() <= kThird) return {false, "The sentence has no third token."};
  const Index open = r.allowed.row(kThird).count();
  Real best = 0;
  size_t head = 0;
  for (size_t h = 0; h < r.attention.weights.size(); ++h)
    if (r.attention.weights[h](kThird, kFirst) > best) best = r.attention.weights[h](kThird, kFirst), head = h;
  if (open < r.c.rows())
    return {false, "The mask still hides " + std::to_string(r.c.rows() - open) + " tokens from token 3; open its whole row first."};
  return {best >= Real(0.95), "With nothing hidden, token 3 gives token 1 a weight of " + fixed(best, 3) + " in head " +
                                  std::to_string(head + 1) + (best >= Real(0.95) ? "." : "; 0.95 is asked for.")};
}

/// The two "them" of the default sentence, with the reader's matrices and an open mask.
course::Verdict twins(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  Params q;
  q.heads_log2 = p.heads_log2, q.wq = p.wq, q.wk = p.wk, q.wv = p.wv, q.wo = p.wo;
  settle(q);
  const Result r = compute(q, backend);
  const Real outputs = (r.attention.output.row(1) - r.attention.output.row(4)).cwiseAbs().maxCoeff();
  Real weights = 0;
  for (const Mat& w : r.attention.weights) weights = std::max(weights, (w.row(1) - w.row(4)).cwiseAbs().maxCoeff());
  const int answer = weights > Real(1e-6) ? 2 : outputs > Real(1e-6) ? 1 : 0;
  return {prediction == answer,
          "Between the two rows the weights differ by at most " + fixed(weights, 2) + " and the outputs by " + fixed(outputs, 2) + "."};
}

/// A causal mask read the wrong way round: what do the first and the last token see?
course::Verdict flip(const Params& p, const Result&, int prediction, const compute::Backend& backend) {
  Params q = p;
  q.setting = AttentionSetting::kGlobal, q.preset = MaskPreset::kCausal, q.flipped = true;
  q.pad = 0, q.mask.setConstant(true);
  settle(q);
  const Result r = compute(q, backend);
  const Index n = r.allowed.rows(), first = r.allowed.row(0).count(), last = r.allowed.row(n - 1).count();
  const int answer = first == n && last == 1 ? 0 : first == n - 1 && last == 0 ? 1 : 2;
  return {prediction == answer, "The first token sees " + std::to_string(first) + " of " + std::to_string(n) +
                                    " tokens, itself not among them; the last one sees " + std::to_string(last) + ", and its output is " +
                                    (r.attention.output.row(n - 1).isZero(0) ? "zero." : "not zero.")};
}

// ---- figures ---------------------------------------------------------------------------------------------------------------------------

/// Everything a figure shows, and what it may change. `names` outlives the picture.
struct Scene {
  std::vector<std::string> shuffled;
  ui::SentencePicture picture;
  ui::SentenceEdit edit;

  Scene(const Params& p, const Result& r, Params& e)
      : shuffled(r.shuffled_tokens()),
        picture{.tokens = r.tokens,
                .context = r.context,
                .weights = r.attention.weights,
                .head = p.head - 1,
                .allowed = r.allowed,
                .x = r.x,
                .c = r.c,
                .wq = r.matrices.wq,
                .wk = r.matrices.wk,
                .wv = r.matrices.wv,
                .wo = r.matrices.wo,
                .q = r.attention.q,
                .k = r.attention.k,
                .v = r.attention.v,
                .concat = r.attention.concat,
                .output = r.attention.output,
                .cross = p.is_cross(),
                .fixed_matrices = p.setting == AttentionSetting::kBase,
                .order = r.order,
                .shuffled_tokens = shuffled,
                .shuffled = r.shuffled,
                .difference = r.shuffle_difference,
                .step = static_cast<Real>(kStep),
                .limit = static_cast<Real>(kEntryLimit)},
        edit{e.head, e.mask, e.nudge, e.nudge_other, e.wq, e.wk, e.wv, e.wo, e.shuffle} {}
};

/// What was painted is what is allowed from now on: it takes the place of the preset.
void draw_mask(ui::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Scene scene(p, r, edit);
  if (!ui::draw_sentence_mask(canvas, scene.picture, scene.edit)) return;
  edit.preset = MaskPreset::kNone;
  if (p.flipped) edit.mask = !edit.mask.array();
  for (Index i = 0; i < edit.mask.rows(); ++i)
    for (Index j = i + 1; j < edit.mask.cols(); ++j)
      if (edit.mask(i, j) && p.setting == AttentionSetting::kCausal) edit.setting = AttentionSetting::kGlobal;
}

template <void (*draw)(ui::Canvas&, const ui::SentencePicture&, ui::SentenceEdit&)>
void draw_figure(ui::Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Scene scene(p, r, edit);
  draw(canvas, scene.picture, scene.edit);
}

params::Table<Params> table() {
  static constexpr params::Extent kSide = {1, models::kSentenceTokens + models::kSentencePads};
  const auto matrix = [](std::string_view id, std::string_view label, std::string_view help) {
    return params::Spec{.id = id,
                        .label = label,
                        .help = help,
                        .min = -kEntryLimit,
                        .max = kEntryLimit,
                        .step = kStep,
                        .rows = {kWidth, kWidth},
                        .cols = {kWidth, kWidth}};
  };
  const auto nudge = [](std::string_view id, std::string_view label, std::string_view help) {
    return params::Spec{
        .id = id, .label = label, .help = help, .min = -8, .max = 8, .step = kStep, .rows = kSide, .cols = {kWidth, kWidth}};
  };
  return params::Table<Params>{}
      .text(&Params::text,
            {.id = "text", .label = "Sentence", .help = "Your sentence, in any script; its first 24 words and signs are the tokens."})
      .choice(&Params::setting, {.id = "setting", .label = "Setting", .help = "Who asks, who answers, and through which matrices."},
              {{"base", "base"}, {"global", "global self"}, {"causal", "causal self"}, {"cross", "cross"}})
      .text(&Params::other, {.id = "other", .label = "Second sentence", .help = "In cross-attention its tokens give the keys and values."})
      .choice(&Params::heads_log2,
              {.id = "heads", .label = "Heads", .help = "Into how many heads the eight columns of Q, K and V are cut."},
              {{"1", "1"}, {"2", "2"}, {"4", "4"}, {"8", "8"}})
      .integer(&Params::head,
               {.id = "head", .label = "Head shown", .help = "The head whose weights are shown large.", .min = 1, .max = 8, .step = 1})
      .choice(&Params::preset, {.id = "preset", .label = "Mask preset", .help = "A usual mask, on top of what you painted."},
              {{"none", "none"}, {"padding", "padding"}, {"causal", "causal"}, {"window", "window"}, {"prefix", "prefix-LM"}})
      .integer(&Params::window, {.id = "window",
                                 .label = "Window",
                                 .help = "The window mask lets a token see so many places to either side.",
                                 .min = 0,
                                 .max = 12,
                                 .step = 1})
      .integer(&Params::prefix, {.id = "prefix",
                                 .label = "Prefix",
                                 .help = "The prefix mask lets every token see so many of the first tokens.",
                                 .min = 0,
                                 .max = 24,
                                 .step = 1})
      .integer(&Params::pad, {.id = "pad",
                              .label = "Padding",
                              .help = "So many pad tokens are put behind the tokens that answer.",
                              .min = 0,
                              .max = models::kSentencePads,
                              .step = 1})
      .boolean(&Params::flipped,
               {.id = "flipped", .label = "Read the mask the wrong way round", .help = "True then means: may not attend."})
      .mask(&Params::mask, {.id = "mask",
                            .label = "Painted mask",
                            .help = "1: this row's token may attend to this column's. Paint it on the mask figure.",
                            .rows = kSide,
                            .cols = kSide})
      .matrix(&Params::nudge, nudge("nudge", "Change of the embeddings", "Added to the embeddings of the first tokens, a row each."))
      .matrix(&Params::nudge_other,
              nudge("nudge-other", "Change of the second embeddings", "Added to the embeddings of the second sentence's first tokens."))
      .matrix(&Params::wq, matrix("wq", "Query matrix", "Queries are the embeddings times this matrix."))
      .matrix(&Params::wk, matrix("wk", "Key matrix", "Keys are the answering embeddings times this matrix."))
      .matrix(&Params::wv, matrix("wv", "Value matrix", "Values are the answering embeddings times this matrix."))
      .matrix(&Params::wo, matrix("wo", "Output matrix", "Mixes the heads' outputs, which stand side by side."))
      .integer(&Params::shuffle, {.id = "shuffle",
                                  .label = "Shuffle",
                                  .help = "Number of a random order of the tokens; 0 is the order as written.",
                                  .min = 0,
                                  .max = 999,
                                  .step = 1});
}

}  // namespace

extern const course::Lesson self_attention_lesson;
const course::Lesson self_attention_lesson = course::define<Params, Result>({
    .slug = "self-attention",
    .title = "Self-attention",
    .summary = "Every word of a sentence asks all the others: queries, keys and values from the same tokens, masks, heads, and order.",
    .params = table(),
    .settle = models::settle,
    .compute = compute,
    .results = results(),
    .figures =
        {{"attention", "Who looks at whom", {"text", "setting", "other", "heads", "head"}, 1.5f, draw_figure<ui::draw_sentence_weights>},
         {"mask", "Paint the mask", {"text", "setting", "preset", "window", "prefix", "pad", "flipped", "head"}, 1.7f, draw_mask},
         {"projections", "Queries, keys, values", {"text", "setting", "wq", "wk", "wv"}, 1.3f, draw_figure<ui::draw_sentence_projections>},
         {"heads", "Split, attend, join", {"text", "heads", "head", "wo"}, 1.4f, draw_figure<ui::draw_sentence_heads>},
         {"shuffle",
          "Shuffle the tokens",
          {"text", "shuffle", "setting", "preset", "heads"},
          1.6f,
          draw_figure<ui::draw_sentence_shuffle>}},
    .describe = describe,
    .explain = explain,
    .exercises = {{"twins", 3, twins}, {"flip", 3, flip}, {"alone-by-mask", 0, alone_by_mask}, {"alone-by-weights", 0, alone_by_weights}},
});

}  // namespace attn::lessons
