#include "lessons/11_language-models/explanations.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "kernels/softmax.h"
#include "lessons/11_language-models/learner.h"
#include "lessons/11_language-models/words.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Role;
using formula::Explanation, formula::Expression, formula::call, formula::frac, formula::num, formula::op, formula::sym;

std::string read_at(const Result& r, int t) { return quoted(r.text.read[static_cast<size_t>(t)]); }
std::string token_at(const Result& r, int t) { return quoted(r.text.names[static_cast<size_t>(t)]); }

/// exp(s) over its sum, of logits [1,v]. Of a large vocabulary the sum is a number, since nobody reads fifty thousand terms.
Explanation explain_share(const std::string& title, const Mat& logits, int token, const formula::Cells& cells = {}) {
  constexpr Index kTermsAtMost = 2000;
  const Mat p = kernels::softmax_rows(logits);
  if (logits.cols() <= kTermsAtMost) return formula::explain_softmax(title, logits, p, nullptr, 1, token, cells);
  const double highest = static_cast<double>(logits.maxCoeff()), own = static_cast<double>(logits(0, token));
  const double sum = (logits.cast<double>().array() - highest).exp().sum();
  const Expression letters = call("exp", {formula::row({sym("s"), op("-"), sym("m")})});
  return {title, frac(letters, formula::sum("j", letters)), frac(call("exp", {num(own - highest)}), num(sum)),
          static_cast<double>(p(0, token)),
          "m is the largest logit. Below the line: the sum over all " + thousands(logits.cols()) + " tokens."};
}

Explanation explain_answer(const Result& r, const std::string& title, int t, int token) {
  // Without all of them the table has one row, that of the place that is looked at.
  const formula::Cells cells = has_all_logits(r) ? formula::Cells{"logits", t}
                               : t == r.place    ? formula::Cells{"logits", 0}
                                                 : formula::Cells{};
  return explain_share(title, logits_at(r, t), token, cells);
}

Expression mean_of(std::vector<Expression> terms) {
  const auto count = static_cast<double>(terms.size());
  return frac(formula::total(std::move(terms)), num(count));
}

Explanation explain_head_score(const char* kind, const std::vector<Mat>& each, const Mat& mean, int l, int h, const char* note) {
  std::vector<Expression> terms;
  for (const Mat& one : each) terms.push_back(num(static_cast<double>(one(l, h))));
  return {"Head " + head_name(l, h) + ": " + kind, sym("mean"), mean_of(std::move(terms)), static_cast<double>(mean(l, h)), note};
}

}  // namespace

Explanation explain_logit(const Result& r, int t, int token) {
  Explanation x =
      formula::explain_product("Logit of " + quoted(r.corpus->name(token)) + " " + where_said(r, t),
                               {r.run->output.row(t), "x", Role::kOutput}, {answer_row(r, token), "e"}, logits_at(r, t)(0, token));
  x.note = std::string("The stream after the last norm, times the token\u2019s row of the output\u2019s table") +
           (r.settings.tied ? ", which is the table that is read in, too." : ".");
  if (r.settings.norms_after) {
    x.formula = formula::row({x.formula, op("+"), sym("b")});
    x.substituted = formula::row({x.substituted, op("+"), num(answer_bias(r, token))});
    x.note =
        "The last stream, through one more layer and its norm, times the token\u2019s row of the table, and the token\u2019s own number.";
  }
  return x;
}

Explanation explain_probability(const Result& r, int t) {
  const bool causal = r.settings.causal;
  if (causal ? t == 0 : !r.text.is_said(t))
    return {"Token " + std::to_string(t + 1), sym("p"), num(1), 1,
            causal ? "It was given; nothing stands before it." : "It was not hidden."};
  const int from = causal ? t - 1 : t;
  return explain_answer(r, "Probability of " + token_at(r, t) + " " + where_said(r, from), from, r.text.tokens[static_cast<size_t>(t)]);
}

Explanation explain_next(const Result& r, int k) {
  const int token = r.next.candidates[static_cast<size_t>(k)];
  return explain_answer(r, "Probability of " + quoted(r.corpus->name(token)) + " " + where_said(r, r.place), r.place, token);
}

Explanation explain_from_left(const Result& r, int k) {
  const int token = r.from_left.candidates[static_cast<size_t>(k)];
  Explanation x =
      explain_share("Probability of " + quoted(r.corpus->name(token)) + " after " + token_at(r, r.place - 1), r.left_logits, token);
  x.note += " The causal model sees nothing of what comes later.";
  return x;
}

Explanation explain_sight(const Result& r, int i, int j, bool causal) {
  const bool sees = !causal || j <= i;
  const std::string title = token_at(r, i) + (sees ? " may look at " : " may not look at ") + token_at(r, j);
  return {title, sym("mask"), num(sees), static_cast<double>(sees),
          !causal ? "Both sides: every place sees every place."
          : sees  ? "Causal: it stands before, or it is the place itself."
                  : "Causal: it comes later. Its score becomes minus infinity, and its weight 0."};
}

Explanation explain_drawn(const Params& p, const Result& r, int k) {
  const int token = r.next.candidates[static_cast<size_t>(k)];
  const std::string title = "Chance that " + quoted(r.corpus->name(token)) + " is drawn";
  const auto value = static_cast<double>(r.next.drawn_from(k, 0));
  Rng unused(1);
  const models::Choice choice = choice_of(p, &unused);
  if (choice.temperature == 0) return {title, sym("p"), num(value), value, "At temperature 0 the likeliest token is taken."};
  const Mat logits = logits_at(r, r.place), kept = models::drawn_from(logits, choice);
  if (value == 0) return {title, sym("p"), num(0), 0, "It was cut away by top k or top p."};
  std::vector<Expression> terms;
  const double highest = static_cast<double>(logits.maxCoeff()), t = static_cast<double>(choice.temperature);
  const auto term = [&](Index i) { return call("exp", {frac(num(static_cast<double>(logits(0, i)) - highest), num(t))}); };
  for (Index i = 0; i < kept.cols(); ++i)
    if (kept(0, i) > 0) terms.push_back(term(i));
  const Expression letters = call("exp", {frac(sym("s"), sym("T"))});
  return {title, frac(letters, formula::sum("j", letters)), frac(term(token), formula::total(std::move(terms))), value,
          "Logits less the largest one, divided by the temperature, over the tokens that top k and top p leave."};
}

Explanation explain_weight(const Result& r, int head, int i, int j, const formula::Cells& scores) {
  const int l = head / r.settings.heads, h = head % r.settings.heads;
  const models::AttentionRun& attention = r.run->layers[static_cast<size_t>(l)].self;
  const std::string title = "Head " + head_name(l, h) + ": weight of " + read_at(r, j) + " for " + read_at(r, i);
  if (r.settings.causal && j > i)
    return {title, sym("alpha"), num(0), 0, "Causal mask: a later token, which is what the model has to guess."};
  Mask seen = Mask::Constant(1, static_cast<Index>(r.text.names.size()), false);
  seen.leftCols(r.settings.causal ? i + 1 : seen.cols()).setConstant(true);
  Explanation x = formula::explain_softmax(title, attention.scores[static_cast<size_t>(h)].row(i),
                                           attention.weights[static_cast<size_t>(h)].row(i), seen.all() ? nullptr : &seen, 1, j, scores);
  x.note += " Each score is q\u00b7k over the root of " + std::to_string(r.settings.width / r.settings.heads) + ".";
  return x;
}

Explanation explain_score(const Result& r, int head, int i, int j) {
  const int l = head / r.settings.heads, h = head % r.settings.heads, width = r.settings.width / r.settings.heads;
  const models::AttentionRun& attention = r.run->layers[static_cast<size_t>(l)].self;
  const std::string title = "Head " + head_name(l, h) + ": score of " + read_at(r, j) + " for " + read_at(r, i);
  if (r.settings.causal && j > i) return {title, sym("score"), num(0), 0, "Causal mask: it counts as minus infinity."};
  Explanation x = formula::explain_scaled_product(title, {attention.q.row(i).middleCols(h * width, width), "q", Role::kQuery},
                                                  {attention.k.row(j).middleCols(h * width, width), "k", Role::kKey}, width,
                                                  attention.scores[static_cast<size_t>(h)](i, j));
  x.note = "The query of the row, the key of the column, and the root of the width of a head.";
  return x;
}

Explanation explain_lens(const Result& r, int l, int t) {
  const auto token = static_cast<int>(r.lens_token(l, t));
  const bool last = l == static_cast<int>(r.run->layers.size());
  const std::string at = last ? "the whole model" : l == 0 ? "the table alone" : "layer " + std::to_string(l);
  const std::string title = quoted(r.corpus->name(token)) + " " + where_said(r, t) + ", said by " + at;
  if (last) return explain_answer(r, title, t, token);
  Explanation x = explain_share(title, lens_logits_at(r, l, t), token);
  x.note += r.settings.norms_after ? " The stream at this height, through the last layer, its norm and the table."
                                   : " The stream at this height, through the last norm and the table.";
  return x;
}

Explanation explain_previous_token(const Result& r, int l, int h) {
  return explain_head_score("looks at the token before", r.copying.previous_of_each, r.copying.previous_token, l, h,
                            "Its weight on the token before, a mean over all places of each of these sequences.");
}

Explanation explain_induction(const Result& r, int l, int h) {
  return explain_head_score(
      "looks at what came after", r.copying.induction_of_each, r.copying.induction, l, h,
      "Its weight, where a token comes for the second time, on what followed it the first time; a number for each sequence.");
}

Explanation explain_first_token(const Result& r, int l, int h) {
  return explain_head_score("looks at the first token", r.copying.first_of_each, r.copying.first_token, l, h,
                            "Its weight on the very first token, a mean over all later places of each of these sequences.");
}

Explanation explain_copy_loss(const Copying& copying, int t) {
  std::vector<Expression> terms;
  for (Index s = 0; s < copying.loss_of_each.rows(); ++s) terms.push_back(num(static_cast<double>(copying.loss_of_each(s, t))));
  return {"Loss at place " + std::to_string(t + 2), call("mean", {formula::row({op("-"), call("log", {sym("p")})})}),
          mean_of(std::move(terms)), static_cast<double>(copying.loss(t, 0)), "In nats, of each of the test\u2019s sequences."};
}

Explanation explain_half(const Copying& copying, bool second, const char* cells) {
  const int count = copying.block - 1, from = second ? copying.block : 0;
  std::vector<Expression> terms;
  for (int t = from; t < from + count; ++t) {
    terms.push_back(num(static_cast<double>(copying.loss(t, 0))));
    terms.back().name = canvas::cell_id(cells, t, 0);
  }
  const double value = second ? copying.second_half : copying.first_half;
  return {second ? "Loss of the second half" : "Loss of the first half", sym("mean"), mean_of(std::move(terms)), value,
          second           ? "Of the places that can be known, since the token before is there for the second time."
          : copying.causal ? "Nothing can be known here but which letters have been used."
                           : "Each token is asked for with all others in sight, those of the second half too."};
}

Explanation explain_formed_loss(const Forming& forming, int k) {
  const FormingFrame& frame = forming.frames()[static_cast<size_t>(k)];
  return {"Second half after " + counted(frame.step, "step"), sym("loss"), num(frame.second_half), frame.second_half,
          "The mean of -ln p over the second half of random blocks that are said twice, with the weights of this step."};
}

Explanation explain_formed_score(const Result& r, Mat FormingFrame::*score, int k, int i) {
  const FormingFrame& frame = r.prepared->forming.own.frames()[static_cast<size_t>(k)];
  const bool induction = score == &FormingFrame::induction;
  const auto value = static_cast<double>((frame.*score)(i / r.settings.heads, i % r.settings.heads));
  return {"Head " + head_name(i / r.settings.heads, i % r.settings.heads) + " after " + counted(frame.step, "step"),
          sym(induction ? "induction" : "previous"), num(value), value,
          induction ? "Its mean weight, in the second half, on what followed the same token in the first half."
                    : "Its mean weight on the token before."};
}

Explanation explain_key_lead(const Result& r, int i, int j) {
  std::vector<Expression> terms;
  for (const Mat& one : r.prepared->forming.sources.lead_of_each) terms.push_back(num(static_cast<double>(one(i, j))));
  const std::string to = key_readers(r)[static_cast<size_t>(j)];
  const bool rest = i + 1 == r.prepared->forming.sources.lead.rows();
  return {"Lead in the scores of head " + to + (rest ? " through all else" : " through head " + key_writers(r)[static_cast<size_t>(i)]),
          sym("mean"), mean_of(std::move(terms)), static_cast<double>(r.prepared->forming.sources.lead(i, j)),
          std::string("One number for each block that is said twice: the part of q\u00b7k that comes from ") +
              (rest ? "tokens, places and biases" : "what that head wrote") + ", at the right place, minus its mean over all places."};
}

Explanation explain_scale(Scale scale, int k) {
  const ScaleRun& run = scale_runs(scale)[static_cast<size_t>(k)];
  return {run_name(run, scale), sym("loss"), num(run.loss), run.loss,
          counted(run.layers, "layer") + " of width " + std::to_string(run.width) + ", " + counted(run.steps, "step") + " of " +
              std::to_string(kScaleBatch) + " stories. The lowest of " + std::to_string(kScaleChecks) +
              " checks on held-out stories. The curve is at " + fixed(fit_of(scale).at(scale_of(run, scale)), 2) + " here."};
}

Explanation explain_scale_fit(int curve, int which) {
  const bool smaller = curve >= static_cast<int>(kScales.size());
  const Scale scale = kScales[static_cast<size_t>(curve) % kScales.size()];
  const ScaleFit fit = smaller ? fit_of_smaller(scale) : fit_of(scale);
  const double values[] = {fit.floor, fit.factor, fit.exponent};
  const std::string what = which == 0 ? "floor" : which == 1 ? "factor" : "exponent";
  return {"The " + what + " of the curve against " + std::string(kScaleNames[static_cast<size_t>(scale)]), sym(what), num(values[which]),
          values[which],
          std::string("Of floor + factor / x^exponent, with the least squared error of the logarithm over ") +
              (smaller ? "the smaller half of the points." : "all points of the picture.")};
}

Explanation explain_own_run(const Result& r, int k) {
  const OwnRun& own = r.prepared->own[static_cast<size_t>(k)];
  return {own.name, sym("loss"), num(own.loss), own.loss,
          thousands(static_cast<std::ptrdiff_t>(own.weights)) + " weights" +
              (own.steps > 0 ? ", " + counted(static_cast<std::ptrdiff_t>(own.steps), "step") : std::string()) +
              ". On held-out stories if it was measured, else the mean of the last batches, whose stories were new to it."};
}

Explanation explain_loss(const char* title, double loss, const char* note) { return {title, sym("loss"), num(loss), loss, note}; }

Explanation explain_perplexity(const char* title, double loss, const char* cell) {
  Expression of = num(loss);
  of.name = canvas::cell_id(cell, 0, 0);
  return {title, call("exp", {sym("loss")}), call("exp", {of}), std::exp(loss),
          "As if it had to choose among so many tokens, all equally likely."};
}

Explanation explain_tuned(const Tuned& tuned, int k) {
  const auto value = static_cast<double>(tuned.accuracy(k, 0)), asked = static_cast<double>(tuned.asked(k, 0));
  if (asked == 0) return {};
  return {"Right after " + std::to_string(kLabelCounts[static_cast<size_t>(k)]) + " labels", frac(sym("right"), sym("all")),
          frac(num(std::round(value * asked)), num(asked)), value,
          asked < TuningLearner::kHeldOut ? "Held-out stories, asked while it learns; more of them when it pauses."
                                          : "Held-out stories, about other children than the stories with a label."};
}

Explanation explain_label(const Tuned& tuned, int answer, const char* logits) {
  Explanation x = explain_share("Probability of " + quoted(kAnswers[static_cast<size_t>(answer)]), tuned.logits, answer, {logits, 0});
  x.note = "The mean votes of all words, as shares.";
  return x;
}

Explanation explain_label_logit(const Tuned& tuned, int answer, const char* votes) {
  std::vector<Expression> terms;
  for (Index t = 0; t < tuned.votes.rows(); ++t) {
    terms.push_back(num(static_cast<double>(tuned.votes(t, answer))));
    if (votes) terms.back().name = canvas::cell_id(votes, static_cast<int>(t), answer);
  }
  return {"Logit of " + quoted(kAnswers[static_cast<size_t>(answer)]), sym("mean"), mean_of(std::move(terms)),
          static_cast<double>(tuned.logits(0, answer)), "The mean of what all tokens vote."};
}

Explanation explain_vote(const Result& r, int t, int answer) {
  const Tuned& tuned = r.tuning->pretrained;
  const std::string token = quoted(r.corpus->name(r.tuning->text[static_cast<size_t>(t)]));
  Explanation x = formula::explain_product("Vote of " + token + " for " + quoted(kAnswers[static_cast<size_t>(answer)]),
                                           {tuned.outputs.row(t), "x", Role::kOutput}, {tuned.weight.col(answer).transpose(), "w"},
                                           tuned.votes(t, answer));
  x.formula = formula::row({x.formula, op("+"), sym("b")});
  x.substituted = formula::row({x.substituted, op("+"), num(static_cast<double>(tuned.bias(0, answer)))});
  x.note = "Its vector after the last norm, times the answer\u2019s column of the classifier.";
  return x;
}

Explanation explain_leaning(const Result& r, int t) {
  const Mat& votes = r.tuning->pretrained.votes;
  const auto vote = [&](int answer) {
    Expression e = num(static_cast<double>(votes(t, answer)));
    e.name = canvas::cell_id("votes", t, answer);
    return e;
  };
  const std::string token = quoted(r.corpus->name(r.tuning->text[static_cast<size_t>(t)]));
  return {"What " + token + " says", formula::row({sym(std::string(kAnswers[0])), op("-"), sym(std::string(kAnswers[1]))}),
          formula::row({vote(0), op("-"), vote(1)}), static_cast<double>(votes(t, 0)) - static_cast<double>(votes(t, 1)),
          "Above 0 it votes for a girl, below for a boy."};
}

Explanation explain_agreement(const Result& r, int kind) {
  constexpr int kProbes = LanguageLearner::kStudiedProbes;
  const auto value = static_cast<double>(r.agreement(kind, 0));
  return {"Probes right: " + std::string(kProbeKinds[static_cast<size_t>(kind)]), frac(sym("right"), sym("all")),
          frac(num(std::round(value * kProbes)), num(kProbes)), value, "Beginnings of held-out stories that end just before the word."};
}

Explanation explain_weights(const Result& r) {
  const models::GptSettings& s = r.settings;
  const double d = s.width, f = s.hidden, v = s.vocabulary, c = s.context, l = s.layers, tables = s.tied ? 1 : 2;
  const auto times = [](Expression a, Expression b) { return formula::row({std::move(a), op("*"), std::move(b)}); };
  const double layer = 4 * d * d + 6 * d + (f == 0 ? 0 : 2 * d * f + f + 3 * d);
  const double rest = static_cast<double>(r.weights) - (tables * v + c) * d - l * layer;
  return {"Weights",
          formula::total({times(sym("tables"), times(sym("v"), sym("d"))), times(sym("context"), sym("d")),
                          times(sym("layers"), sym("layer")), sym(s.norms_after ? "rest" : "norm")}),
          formula::total({times(num(tables), times(num(v), num(d))), times(num(c), num(d)), times(num(l), num(layer)), num(rest)}),
          static_cast<double>(r.weights),
          s.norms_after
              ? "A layer: attention and the feed-forward network, each with a norm. The rest: the kinds of sentences, a norm, and the "
                "layer before the output."
          : f == 0 ? "A layer: queries, keys, values and Wo, with a norm."
                   : "A layer: attention and the feed-forward network, each with a norm."};
}

}  // namespace attn::lessons::language_models
