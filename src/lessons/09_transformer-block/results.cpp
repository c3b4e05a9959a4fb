#include "lessons/09_transformer-block/results.h"

#include <string>
#include <utility>

#include "base/text.h"
#include "lessons/09_transformer-block/explanations.h"
#include "lessons/09_transformer-block/sorting_results.h"
#include "lessons/09_transformer-block/words.h"

namespace attn::lessons::transformer_block {
namespace {

using formula::Explanation;
using P = const Params&;
using R = const Result&;
using Row = course::ResultSpec<Params, Result>;
using course::scalar, course::tensor, course::Tensor;

/// A row for each token.
Tensor of_tokens(R r, const Mat& m) { return tensor(m, r.tokens, numbered("", m.cols())); }

/// The columns of `m` that belong to the head shown.
Mat of_head(P p, const Mat& m) { return m.middleCols((p.head - 1) * p.head_width(), p.head_width()); }

Tensor all_weights(P p, R r) {
  Tensor all{{p.heads(), r.n(), r.n()}, {}, r.tokens, r.tokens};
  for (const Mat& w : r.block.layer.attention.weights) all.data.insert(all.data.end(), w.data(), w.data() + w.size());
  return all;
}

Explanation explain_matrix(const char* name, const char* letter, const Mat& m, int i, int j) {
  return explain_value(std::string(name) + ", row " + std::to_string(i + 1) + ", column " + std::to_string(j + 1), letter,
                       static_cast<double>(m(i, j)), "Drawn from the seed: variance 1 over the number of rows.");
}

template <int H>
constexpr Row part_row(std::string_view name, std::string_view label) {
  return {name, label,
          [](P p, R r) {
            return H < p.heads() ? of_tokens(r, r.block.layer.head_parts[static_cast<size_t>(H)]) : Tensor{{0, 0}, {}, {}, {}};
          },
          [](P, R r, int i, int j) { return explain_part(r, H, i, j); }};
}

/// The reader's block, or the one beside it.
template <bool Other>
const Block& block(R r) {
  return Other ? r.beside : r.block;
}

struct FlowNames {
  std::string_view positions, input, attention, sum1, norm1, feed_forward, sum2, norm2;
};

/// The names of the results that the flow shows: first those of the reader's block, then those of the block beside.
constexpr FlowNames kNames[] = {
    {"positions", "input", "attention", "sum1", "norm1", "feed-forward", "sum2", "norm2"},
    {"other-positions", "other-input", "other-attention", "other-sum1", "other-norm1", "other-feed-forward", "other-sum2", "other-norm2"}};
constexpr FlowNames kLabels[] = {
    {"Positions", "What enters the block", "Output of the attention", "After the first addition", "After the first norm",
     "Output of the feed-forward network", "After the second addition", "After the second norm"},
    {"Positions, block beside", "What enters the block beside", "Output of the attention, block beside",
     "After the first addition, block beside", "After the first norm, block beside", "Output of the feed-forward network, block beside",
     "After the second addition, block beside", "After the second norm, block beside"}};

template <bool Other>
constexpr Row kFlow[] = {
    {kNames[Other].positions, kLabels[Other].positions, [](P, R r) { return of_tokens(r, block<Other>(r).positions); },
     [](P, R r, int i, int j) { return explain_position(r, block<Other>(r), i, j); }},
    {kNames[Other].input, kLabels[Other].input, [](P, R r) { return of_tokens(r, block<Other>(r).input); },
     [](P, R r, int i, int j) { return explain_input(r, block<Other>(r), i, j); }},
    {kNames[Other].attention, kLabels[Other].attention, [](P, R r) { return of_tokens(r, block<Other>(r).layer.attention.output); },
     [](P, R r, int i, int j) { return explain_attention(r, block<Other>(r), i, j); }},
    {kNames[Other].sum1, kLabels[Other].sum1, [](P, R r) { return of_tokens(r, block<Other>(r).layer.sum1); },
     [](P, R r, int i, int j) { return explain_sum(r, block<Other>(r), false, i, j); }},
    {kNames[Other].norm1, kLabels[Other].norm1, [](P, R r) { return of_tokens(r, block<Other>(r).norm_output(false)); },
     [](P, R r, int i, int j) { return explain_norm(r, block<Other>(r), false, i, j); }},
    {kNames[Other].feed_forward, kLabels[Other].feed_forward, [](P, R r) { return of_tokens(r, block<Other>(r).layer.ff_output); },
     [](P, R r, int i, int j) { return explain_feed_forward(r, block<Other>(r), i, j); }},
    {kNames[Other].sum2, kLabels[Other].sum2, [](P, R r) { return of_tokens(r, block<Other>(r).layer.sum2); },
     [](P, R r, int i, int j) { return explain_sum(r, block<Other>(r), true, i, j); }},
    {kNames[Other].norm2, kLabels[Other].norm2, [](P, R r) { return of_tokens(r, block<Other>(r).norm_output(true)); },
     [](P, R r, int i, int j) { return explain_norm(r, block<Other>(r), true, i, j); }},
};

constexpr Row kAttention[] = {
    {"attention-input", "What goes into the attention", [](P, R r) { return of_tokens(r, r.block.layer.attention_input); },
     [](P p, R r, int i, int j) {
       return p.norm == kernels::NormPlace::pre ? explain_norm(r, r.block, false, i, j) : explain_input(r, r.block, i, j);
     }},
    {"wq", "Query matrix", [](P, R r) { return tensor(r.block.weights.attention.wq); },
     [](P, R r, int i, int j) { return explain_matrix("Query matrix", "W", r.block.weights.attention.wq, i, j); }},
    {"queries", "Queries", [](P, R r) { return of_tokens(r, r.block.layer.attention.q); },
     [](P, R r, int i, int j) { return explain_projection(r, r.block, 'q', i, j); }},
    {"keys", "Keys", [](P, R r) { return of_tokens(r, r.block.layer.attention.k); },
     [](P, R r, int i, int j) { return explain_projection(r, r.block, 'k', i, j); }},
    {"values", "Values", [](P, R r) { return of_tokens(r, r.block.layer.attention.v); },
     [](P, R r, int i, int j) { return explain_projection(r, r.block, 'v', i, j); }},
    {"head-queries", "Queries of the head shown", [](P p, R r) { return of_tokens(r, of_head(p, r.block.layer.attention.q)); },
     [](P p, R r, int i, int j) { return explain_projection(r, r.block, 'q', i, j + (p.head - 1) * p.head_width()); }},
    {"head-keys", "Keys of the head shown, a column each",
     [](P p, R r) { return tensor(of_head(p, r.block.layer.attention.k).transpose(), numbered("", p.head_width()), r.tokens); },
     [](P p, R r, int i, int j) { return explain_projection(r, r.block, 'k', j, i + (p.head - 1) * p.head_width()); }},
    {"head-values", "Values of the head shown", [](P p, R r) { return of_tokens(r, of_head(p, r.block.layer.attention.v)); },
     [](P p, R r, int i, int j) { return explain_projection(r, r.block, 'v', i, j + (p.head - 1) * p.head_width()); }},
    {"products", "Queries times keys of the head shown", [](P p, R r) { return tensor(r.block.products(p.head - 1), r.tokens, r.tokens); },
     [](P p, R r, int i, int j) { return explain_query_times_key(r, p.head - 1, i, j); }},
    {"scores", "Scores of the head shown",
     [](P p, R r) { return tensor(r.block.layer.attention.scores[static_cast<size_t>(p.head - 1)], r.tokens, r.tokens); },
     [](P p, R r, int i, int j) { return explain_score(r, p.head - 1, i, j); }},
    {"weights", "Weights of the head shown",
     [](P p, R r) { return tensor(r.block.layer.attention.weights[static_cast<size_t>(p.head - 1)], r.tokens, r.tokens); },
     [](P p, R r, int i, int j) { return explain_weight(r, p.head - 1, i, j); }},
    {"all-weights", "Weights of every head", all_weights, [](P, R r, int i, int j) { return explain_weight(r, i / r.n(), i % r.n(), j); }},
    {"head-output", "Output of the head shown",
     [](P p, R r) { return of_tokens(r, r.block.layer.attention.heads[static_cast<size_t>(p.head - 1)]); },
     [](P p, R r, int i, int j) { return explain_concat(r, i, j + (p.head - 1) * p.head_width()); }},
    {"concat", "Outputs of the heads, side by side", [](P, R r) { return of_tokens(r, r.block.layer.attention.concat); },
     [](P, R r, int i, int j) { return explain_concat(r, i, j); }},
    {"wo", "Output matrix", [](P, R r) { return tensor(r.block.weights.attention.wo); },
     [](P, R r, int i, int j) { return explain_matrix("Output matrix", "W", r.block.weights.attention.wo, i, j); }},
    part_row<0>("part-1", "What head 1 puts in"),
    part_row<1>("part-2", "What head 2 puts in"),
    part_row<2>("part-3", "What head 3 puts in"),
    part_row<3>("part-4", "What head 4 puts in"),
};

/// sqrt((x_1^2 + ... + x_d^2) / d).
Explanation explain_rms(const char* title, const Mat& row) {
  std::vector<formula::Expression> squares;
  for (Index j = 0; j < row.size(); ++j) squares.push_back(formula::power(formula::num(static_cast<double>(row(0, j))), formula::num(2)));
  const formula::Expression letters =
      formula::sum("j", formula::power(formula::sub(formula::sym("x"), formula::sym("j")), formula::num(2)));
  return {title, formula::root(formula::frac(letters, formula::sym("d"))),
          formula::root(formula::frac(formula::total(std::move(squares)), formula::num(static_cast<double>(row.size())))),
          static_cast<double>(rms(row)), "The root of the mean of the squares."};
}

Tensor column(R r, const Mat& m) { return m.size() == 0 ? Tensor{{0, 0}, {}, {}, {}} : tensor(m, r.tokens); }

constexpr Row kInner[] = {
    {"mean1", "Mean of each row, first norm", [](P, R r) { return column(r, r.block.layer.norm1.mean); },
     [](P, R r, int i, int) { return explain_mean(r, false, i); }},
    {"deviation1", "One over the deviation of each row, first norm",
     [](P, R r) { return column(r, r.block.layer.norm1.inverse_deviation); },
     [](P, R r, int i, int) { return explain_deviation(r, false, i); }},
    {"mean2", "Mean of each row, second norm", [](P, R r) { return column(r, r.block.layer.norm2.mean); },
     [](P, R r, int i, int) { return explain_mean(r, true, i); }},
    {"deviation2", "One over the deviation of each row, second norm",
     [](P, R r) { return column(r, r.block.layer.norm2.inverse_deviation); },
     [](P, R r, int i, int) { return explain_deviation(r, true, i); }},
    {"hidden-before", "Hidden numbers before the activation", [](P, R r) { return of_tokens(r, r.block.layer.hidden_before); },
     [](P, R r, int i, int j) { return explain_hidden_before(r, i, j); }},
    {"hidden", "Hidden numbers", [](P, R r) { return of_tokens(r, r.block.layer.hidden); },
     [](P, R r, int i, int j) { return explain_hidden(r, i, j); }},
    {"output", "What the block puts out", [](P, R r) { return of_tokens(r, r.block.layer.output); },
     [](P p, R r, int i, int j) {
       return p.norm == kernels::NormPlace::post ? explain_norm(r, r.block, true, i, j) : explain_sum(r, r.block, true, i, j);
     }},
    {"difference", "Largest difference between the two blocks", [](P, R r) { return scalar(static_cast<double>(r.difference())); },
     [](P, R r, int, int) {
       return explain_value("Largest difference between the two blocks", "delta", static_cast<double>(r.difference()),
                            "Their outputs compared number by number.");
     }},
    {"row-in", "Size of the row followed as it enters",
     [](P p, R r) { return scalar(static_cast<double>(rms(r.block.input.row(p.token - 1)))); },
     [](P p, R r, int, int) { return explain_rms("Size of the row followed as it enters", r.block.input.row(p.token - 1)); }},
    {"row-out", "Size of the row followed as it leaves",
     [](P p, R r) { return scalar(static_cast<double>(rms(r.block.layer.output.row(p.token - 1)))); },
     [](P p, R r, int, int) { return explain_rms("Size of the row followed as it leaves", r.block.layer.output.row(p.token - 1)); }},
    {"head-width", "Width of a head", [](P p, R) { return scalar(p.head_width()); },
     [](P p, R, int, int) {
       return Explanation{"Width of a head", formula::frac(formula::sym("d"), formula::sym("h")),
                          formula::frac(formula::num(p.width()), formula::num(p.heads())), p.head_width() * 1.0, ""};
     }},
};

// ---- scores of random tokens, stacks ---------------------------------------------------------------------------------------------------

Explanation explain_spread(P p, R r, int i, int) {
  const auto raw = static_cast<double>(r.spread.deviation(0, 0));
  const std::string note = "Over 24 random tokens, 40 pairs of matrices and all heads.";
  if (i == 0) return explain_value("Standard deviation of q \u00b7 k", "sigma", raw, note);
  const int width = i == 1 ? p.head_width() : p.width();
  return {i == 1 ? "The same over the root of the head\u2019s width" : "The same over the root of the model\u2019s width",
          formula::frac(formula::sym("sigma"), formula::root(formula::sym("d"))),
          formula::frac(formula::num(raw), formula::root(formula::num(width))), static_cast<double>(r.spread.deviation(i, 0)), note};
}

std::vector<std::string> stacks(P p) {
  std::vector<std::string> names;
  for (const StackKind& kind : p.stacks())
    names.push_back(std::string(stack_name(p.curves, kind)) + (kind.residual ? "" : ", no residual"));
  return names;
}

std::string stack_title(P p, const char* what, int kind, const std::string& where) {
  return std::string(what) + where + ", " + stacks(p)[static_cast<size_t>(kind)];
}

constexpr Row kStacks[] = {
    {"score-spread", "Standard deviation of scores", [](P, R r) { return tensor(r.spread.deviation); }, explain_spread},
    {"stream", "Size of the stream", [](P p, R r) { return tensor(r.depth().stream, stacks(p), numbered("", p.depth + 1, 0)); },
     [](P p, R r, int i, int j) {
       return explain_value(stack_title(p, "Root mean square after ", i, std::to_string(j) + " blocks"), "r",
                            static_cast<double>(r.depth().stream(i, j)), "Geometric mean over 8 random networks.");
     }},
    {"gradient", "Length of the gradient", [](P p, R r) { return tensor(r.depth().gradient, stacks(p), numbered("", p.depth)); },
     [](P p, R r, int i, int j) {
       return explain_value(
           stack_title(p, "Length of the gradient of block ", i, std::to_string(j + 1)), "g", static_cast<double>(r.depth().gradient(i, j)),
           "Of the loss with respect to the second matrix of its feed-forward network; geometric mean over 8 random networks.");
     }},
    {"likeness", "Likeness of the tokens", [](P p, R r) { return tensor(r.depth().likeness, stacks(p), numbered("", p.depth + 1, 0)); },
     [](P p, R r, int i, int j) {
       return explain_value(stack_title(p, "Mean cosine between two tokens after ", i, std::to_string(j) + " blocks"), "c",
                            static_cast<double>(r.depth().likeness(i, j)), "Mean over all pairs and 8 random networks.");
     }},
};

constexpr Row kEmbeddings[] = {{"embeddings", "Embeddings", [](P, R r) { return of_tokens(r, r.embeddings); },
                                [](P, R r, int i, int j) { return explain_embedding(r, i, j); }}};
constexpr Row kOtherEmbeddings[] = {{"other-embeddings", "Embeddings, block beside", kEmbeddings[0].read, kEmbeddings[0].explain}};

constexpr Row kLongText[] = {{"long-weights", "Weights of the token that asks in the long text", read_long_weights,
                              [](P p, R r, int, int j) { return long_text::explain_weight(long_head(p, r), p.text_of_many, j); }}};

}  // namespace

std::vector<Row> results() {
  std::vector<Row> all = sorting_results();
  const auto block = course::explained_later<kEmbeddings, kFlow<false>, kAttention, kInner, kStacks, kOtherEmbeddings, kFlow<true>>();
  all.insert(all.end(), block.begin(), block.end());
  all.insert(all.end(), course::kAllLater<kLongText>.begin(), course::kAllLater<kLongText>.end());
  return all;
}

}  // namespace attn::lessons::transformer_block
