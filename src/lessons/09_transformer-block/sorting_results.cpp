#include "lessons/09_transformer-block/sorting_results.h"

#include <string>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Role;
using formula::Explanation;
using P = const Params&;
using R = const Result&;
using Row = course::ResultSpec<Params, Result>;
using course::tensor, course::Tensor;

std::vector<std::string> letters(R r) { return letter_names(r.sorting.run.source); }
std::string letter(R r, int i) { return quoted(letters(r)[static_cast<size_t>(i)]); }
std::string of_alphabet(int j) { return quoted(alphabet()[static_cast<size_t>(j)]); }

const kernels::MultiHead& attention(R r) { return r.sorting.run.attention; }
size_t head(P p) { return static_cast<size_t>(p.sorting_head - 1); }
Mat of_sorting_head(P p, const Mat& m) {
  const Index width = m.cols() / block_settings().heads;
  return m.middleCols((p.sorting_head - 1) * width, width);
}

Tensor numbers(R r, const Mat& m) { return tensor(m, letters(r), numbered("", m.cols())); }

Explanation explain_stated(std::string title, std::string_view symbol, Real value, std::string note) {
  return {std::move(title), formula::sym(symbol), formula::num(static_cast<double>(value)), static_cast<double>(value), std::move(note)};
}

Explanation explain_row_number(R r, const char* what, std::string_view symbol, const Mat& m, int i, int j, std::string note) {
  return explain_stated(std::string(what) + " of " + letter(r, i) + ", number " + std::to_string(j + 1), symbol, m(i, j), std::move(note));
}

Explanation explain_score(P p, R r, int i, int j) {
  const Mat q = of_sorting_head(p, attention(r).q), k = of_sorting_head(p, attention(r).k);
  return formula::explain_scaled_product(
      "Score of " + letter(r, j) + " for " + letter(r, i), {q.row(i), "q", Role::kQuery, {"sorting-queries", i}},
      {k.row(j), "k", Role::kKey, {"sorting-keys", j}}, static_cast<int>(q.cols()), attention(r).scores[head(p)](i, j));
}

Explanation explain_weight(P p, R r, int i, int j) {
  return formula::explain_softmax("Weight of " + letter(r, j) + " for " + letter(r, i), attention(r).scores[head(p)].row(i),
                                  attention(r).weights[head(p)].row(i), nullptr, 1, j, {"sorting-scores", i});
}

/// A reading of the rows `x`, with the names of its results.
struct Station {
  const char *fit, *rows, *name, *symbol;
  const SortRun::Reading SortRun::*reading;
  const Mat SortRun::*values;
};
constexpr Station kStations[] = {{"before-fit", "block-input", "the input", "x", &SortRun::before, &SortRun::input},
                                 {"between-fit", "block-middle", "the row after the first norm", "y", &SortRun::between, &SortRun::middle},
                                 {"after-fit", "block-output", "the output", "z", &SortRun::after, &SortRun::output}};

Tensor of_alphabets(R r, const Mat& m) { return tensor(m, letters(r), alphabet()); }

template <int k>
Explanation explain_share(P, R r, int i, int j) {
  const SortRun::Reading& read = r.sorting.run.*kStations[k].reading;
  return formula::explain_softmax("Share of " + of_alphabet(j) + " in " + kStations[k].name + " of " + letter(r, i), read.scores.row(i),
                                  read.shares.row(i), nullptr, 1, j, {kStations[k].fit, i});
}

template <int k>
Explanation explain_fit(P, R r, int i, int j) {
  const Mat& rows = r.sorting.run.*kStations[k].values;
  const formula::Factor row{rows.row(i), kStations[k].symbol, Role::kInk, {kStations[k].rows, i}},
      embedding{r.sorting.block->embedding(j), "e", Role::kInk};
  const Real bias = r.sorting.block->bias(j);
  const auto value = (r.sorting.run.*kStations[k].reading).scores(i, j);
  return {"How well " + of_alphabet(j) + " fits " + kStations[k].name + " of " + letter(r, i),
          formula::row({formula::sym(kStations[k].symbol), formula::op("*"), formula::sym("e"), formula::op("+"), formula::sym("b")}),
          formula::row({formula::product_sum(row, embedding), formula::op("+"), formula::num(static_cast<double>(bias))}),
          static_cast<double>(value),
          "The embedding of the letter, which the block has learned, times the row, plus the letter\u2019s bias."};
}

/// The column of the letter that row `i` answers.
int answered(R r, int i) { return r.sorting.run.answer[static_cast<size_t>(i)] - kFirstToken; }

Tensor answers(P, R r) {
  Mat shares(static_cast<Index>(r.sorting.run.answer.size()), 1);
  for (int i = 0; i < static_cast<int>(shares.rows()); ++i) shares(i, 0) = r.sorting.run.after.shares(i, answered(r, i));
  return tensor(shares, letters(r));
}

Explanation explain_count(const char* title, const SortCount& count) {
  return {title, formula::frac(formula::sym("right"), formula::sym("all")),
          formula::frac(formula::num(count.right), formula::num(count.letters)), count.share(),
          counted(count.sentences, "word") + " of 2 to 8 random letters that it never saw in training; all letters of " +
              std::to_string(count.whole) + " are right."};
}

Tensor held_out_scores(R r) {
  Mat scores(2, 1);
  scores << static_cast<Real>(r.sorting.whole.share()), static_cast<Real>(r.sorting.whole.whole_share());
  return tensor(scores, {"right", "match"});
}

constexpr Row kSortingResults[] = {
    {"before", "What goes in, read as letters", [](P, R r) { return of_alphabets(r, r.sorting.run.before.shares); }, explain_share<0>},
    {"before-fit", "How well letters fit what goes in", [](P, R r) { return of_alphabets(r, r.sorting.run.before.scores); },
     explain_fit<0>},
    {"between", "After the first norm, read as letters", [](P, R r) { return of_alphabets(r, r.sorting.run.between.shares); },
     explain_share<1>},
    {"between-fit", "How well letters fit the rows after the first norm",
     [](P, R r) { return of_alphabets(r, r.sorting.run.between.scores); }, explain_fit<1>},
    {"after", "What comes out, read as letters", [](P, R r) { return of_alphabets(r, r.sorting.run.after.shares); }, explain_share<2>},
    {"after-fit", "How well letters fit what comes out", [](P, R r) { return of_alphabets(r, r.sorting.run.after.scores); },
     explain_fit<2>},
    {"answers", "Probability of each answer", answers, [](P p, R r, int i, int) { return explain_share<2>(p, r, i, answered(r, i)); }},
    {"right-letters", "Letters right", [](P, R r) { return course::scalar(r.sorting.run.right); },
     [](P, R r, int, int) {
       return explain_stated("Letters right", "n", static_cast<Real>(r.sorting.run.right),
                             "Places whose answer is that of the sorted word.");
     }},
    {"held-out-letters", "Share of held-out letters right", [](P, R r) { return course::scalar(r.sorting.count.share()); },
     [](P, R r, int, int) { return explain_count("Letters right with the present parts", r.sorting.count); }},
    {"held-out-whole", "The same with all parts", [](P, R r) { return course::scalar(r.sorting.whole.share()); },
     [](P, R r, int, int) { return explain_count("Letters right with all parts", r.sorting.whole); }},
    {"held-out-words", "Share of held-out words right", [](P, R r) { return course::scalar(r.sorting.count.whole_share()); },
     [](P, R r, int, int) {
       const SortCount& count = r.sorting.count;
       return Explanation{"Words right with the present parts", formula::frac(formula::sym("right"), formula::sym("all")),
                          formula::frac(formula::num(count.whole), formula::num(count.sentences)), count.whole_share(),
                          "A word is right if all its letters are."};
     }},
    {"held-out-scores", "Held-out words with all parts: letters right, whole words that match", [](P, R r) { return held_out_scores(r); },
     [](P, R r, int i, int) {
       const SortCount& count = r.sorting.whole;
       if (i == 0) return explain_count("Letters right with all parts", count);
       return Explanation{"Words right with all parts", formula::frac(formula::sym("right"), formula::sym("all")),
                          formula::frac(formula::num(count.whole), formula::num(count.sentences)), count.whole_share(),
                          "A word is right if all its letters are."};
     }},
    {"sorting-weights", "Weights of the trained block",
     [](P p, R r) { return tensor(attention(r).weights[head(p)], letters(r), letters(r)); }, explain_weight},
    {"sorting-scores", "Scores of the trained block", [](P p, R r) { return tensor(attention(r).scores[head(p)], letters(r), letters(r)); },
     explain_score},
    {"sorting-queries", "Queries of the trained block", [](P p, R r) { return numbers(r, of_sorting_head(p, attention(r).q)); },
     [](P p, R r, int i, int j) {
       return explain_row_number(r, "Query", "q", of_sorting_head(p, attention(r).q), i, j,
                                 "The row that goes in, times the learned query matrix.");
     }},
    {"sorting-keys", "Keys of the trained block", [](P p, R r) { return numbers(r, of_sorting_head(p, attention(r).k)); },
     [](P p, R r, int i, int j) {
       return explain_row_number(r, "Key", "k", of_sorting_head(p, attention(r).k), i, j,
                                 "The row that goes in, times the learned key matrix.");
     }},
    {"block-input", "What goes into the trained block", [](P, R r) { return numbers(r, r.sorting.run.input); },
     [](P, R r, int i, int j) {
       return explain_row_number(r, "Row", "x", r.sorting.run.input, i, j, "The letter\u2019s embedding plus its position.");
     }},
    {"block-middle", "The trained block after its first norm", [](P, R r) { return numbers(r, r.sorting.run.middle); },
     [](P, R r, int i, int j) {
       return explain_row_number(r, "Row", "y", r.sorting.run.middle, i, j, "What the parts up to the first norm make of the row.");
     }},
    {"block-output", "What comes out of the trained block", [](P, R r) { return numbers(r, r.sorting.run.output); },
     [](P, R r, int i, int j) { return explain_row_number(r, "Row", "z", r.sorting.run.output, i, j, "What all parts make of the row."); }},
};

}  // namespace

std::vector<Row> sorting_results() { return course::explained_later<kSortingResults>(); }

}  // namespace attn::lessons::transformer_block
