#include "lessons/06_encoder-decoder/explanations.h"

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "lessons/06_encoder-decoder/words.h"

namespace attn::lessons::encoder_decoder {
namespace {

/// tanh(h w + b): a number of the decoder's first state, from the encoder's last state h [1,u], a column w [u,1] and a bias b.
formula::Explanation explain_first_state(std::string_view title, In state, In column, Real bias, Real value) {
  formula::Explanation x;
  x.title = title;
  const formula::Factor h{state, "h", canvas::Role::kKey}, w{column, "W", canvas::Role::kInk};
  x.formula = formula::call(
      "tanh",
      {formula::row({formula::sym("h", canvas::Role::kKey), formula::op("*"), formula::sym("W"), formula::op("+"), formula::sym("b")})});
  x.substituted = formula::call("tanh", {formula::row({formula::product_sum(h, w), formula::op("+"), formula::num(bias)})});
  x.value = value;
  x.note = "h is the encoder's state after the end mark. An LSTM's memory starts as the same numbers.";
  return x;
}

/// ln p(words) = ln p(words before) + ln p(word | words before).
formula::Explanation explain_hypothesis(std::string_view title, double before, int parent, double word, double value) {
  formula::Explanation x;
  x.title = title;
  x.formula = formula::row({formula::call("ln", {formula::sym("before")}), formula::op("+"), formula::call("ln", {formula::sym("p")})});
  x.substituted = formula::row({formula::num_at(before, {"beam", parent}), formula::op("+"), formula::num(word)});
  x.value = value;
  x.note = "The sum of the logarithms is the logarithm of the product: the probability of all words so far, in nats.";
  return x;
}

/// Unit `i` of the state at word `j`, in states [u,m] of the `whose` ("encoder"). Empty for cells that do not exist.
formula::Explanation explain_state(std::string_view whose, In states, std::span<const std::string> words, int i, int j) {
  if (i < 0 || j < 0 || i >= states.rows() || j >= states.cols()) return {};
  formula::Explanation x;
  x.title = "Unit " + std::to_string(i + 1) + " of the " + std::string(whose) + " at " + words[static_cast<size_t>(j)];
  x.formula = formula::sub(formula::sym("h"), formula::num(i + 1));
  x.substituted = formula::num(states(i, j));
  x.value = states(i, j);
  x.note = "Made from the state before it and the word, as in the lesson on recurrent networks.";
  return x;
}

/// right / total; an empty explanation where nothing was counted.
formula::Explanation explain_exact_match(std::string_view title, int right, int total, std::string_view note) {
  if (total == 0) return {};
  formula::Explanation x;
  x.title = title;
  x.formula = formula::frac(formula::sym("right"), formula::sym("all"));
  x.substituted = formula::frac(formula::num(right), formula::num(total));
  x.value = static_cast<double>(right) / total;
  x.note = note;
  return x;
}

formula::Explanation explain_word(const Result& r, const DecodedRun& run, int i, int token) {
  if (i < 0 || i >= static_cast<int>(run.words.size()) || token < 0 || token >= r.weights.word_b.cols()) return {};
  const models::DecoderStep& step = run.translation.steps[static_cast<size_t>(i)];
  formula::Explanation x = formula::explain_softmax("Probability of " + quoted(target_word(r, token)) + " at step " + std::to_string(i + 1),
                                                    step.logits, step.probabilities, nullptr, 1, token);
  x.note = "One score for each word of the vocabulary: s W + b of the decoder's state s. Given at this step: " +
           quoted(target_word(r, run.words[static_cast<size_t>(i)].input)) + ". " + x.note;
  return x;
}

bool has_step(const DecodedRun& run, int i) { return i >= 0 && i < static_cast<int>(run.words.size()); }

formula::Explanation explain_right(const Result& r, const DecodedRun& run, int i) {
  if (!has_step(run, i)) return {};
  if (const int right = run.words[static_cast<size_t>(i)].right; right >= 0) return explain_word(r, run, i, right);
  return {"No right word at step " + std::to_string(i + 1), formula::num(0), formula::num(0), 0,
          r.solved ? "The right answer ended before this step." : "The task has no right answer for this source."};
}

formula::Explanation explain_lengths(const translation::AccuracyTable& table, int i) {
  if (i >= table.lengths.rows()) return {};
  const auto total = static_cast<double>(table.totals(i, 0));
  const int right = total > 0 ? static_cast<int>(std::lround(total * static_cast<double>(table.accuracy(i, 0)))) : 0;
  return explain_exact_match("Exact matches at " + lengths(table.lengths)[static_cast<size_t>(i)], right, static_cast<int>(total),
                             "Held-out sources; every word has to be right.");
}

}  // namespace

formula::Explanation explain_output(const Params&, const Result& r, int i, int) {
  return has_step(r.run, i) ? explain_word(r, r.run, i, r.run.words[static_cast<size_t>(i)].token) : formula::Explanation{};
}
formula::Explanation explain_probabilities(const Params&, const Result& r, int i, int j) { return explain_word(r, r.run, i, j); }
formula::Explanation explain_right_free(const Params&, const Result& r, int i, int) { return explain_right(r, r.free, i); }
formula::Explanation explain_right_forced(const Params&, const Result& r, int i, int) { return explain_right(r, r.forced, i); }

formula::Explanation explain_encoder_states(const Params& p, const Result& r, int i, int j) {
  return explain_state("encoder", encoder_states(p, r), reading(p, r).words, i, j);
}
formula::Explanation explain_decoder_states(const Params& p, const Result& r, int i, int j) {
  return explain_state("decoder", decoder_states(p, r), said(r, r.run), i, j);
}

formula::Explanation explain_bottleneck(const Params& p, const Result& r, int l, int i) {
  if (l >= r.bottleneck.used.rows() || i >= r.bottleneck.used.cols()) return {};
  const std::string title =
      "Number " + std::to_string(i + 1) + " of the vector" + (p.model.depth > 1 ? ", layer " + std::to_string(l + 1) : "");
  if (r.bottleneck.used(l, i) != r.bottleneck.made(l, i))
    return {title, formula::sym("s"), formula::num(r.bottleneck.used(l, i)), static_cast<double>(r.bottleneck.used(l, i)),
            "Set by you; the encoder made " + fixed(static_cast<double>(r.bottleneck.made(l, i)), 3) + "."};
  const auto layer = static_cast<size_t>(l);
  return explain_first_state(title, r.bottleneck.last_states.row(l), r.weights.bridge_w[layer].col(i), r.weights.bridge_b[layer](0, i),
                             r.bottleneck.used(l, i));
}

formula::Explanation explain_beam(const Params&, const Result& r, int k, int) {
  if (k >= static_cast<int>(r.beam.nodes.size())) return {};
  const models::BeamNode& node = r.beam.nodes[static_cast<size_t>(k)];
  if (node.parent < 0)
    return {"Before the first word", formula::call("ln", {formula::num(1)}), formula::call("ln", {formula::num(1)}), 0,
            "Nothing is said yet."};
  const auto before = static_cast<double>(r.beam.nodes[static_cast<size_t>(node.parent)].log_probability);
  const auto all = static_cast<double>(node.log_probability);
  return explain_hypothesis((node.kept ? "Hypothesis " : "Cut: ") + quoted(hypothesis(r, k)), before, node.parent, all - before, all);
}

formula::Explanation explain_log_probability(const Params&, const Result& r, int, int) {
  formula::Explanation x;
  x.title = "Log-probability of what is said";
  x.formula = formula::sum("i", formula::call("ln", {formula::sub(formula::sym("p"), formula::sym("i"))}));
  std::vector<formula::Expression> terms;
  for (const SaidWord& word : r.run.words)
    terms.push_back(formula::call("ln", {formula::num_at(word.probability, {"output", static_cast<Index>(terms.size())})}));
  x.substituted = formula::total(std::move(terms));
  x.value = r.run.log_probability();
  x.note = "One term for each word that is said, the end mark included.";
  return x;
}

formula::Explanation explain_accuracy(const Params&, const Result& r, int i, int) { return explain_lengths(r.numbers.accuracy, i); }
formula::Explanation explain_accuracy_other(const Params&, const Result& r, int i, int) { return explain_lengths(r.numbers.rival, i); }

formula::Explanation explain_within(const Params&, const Result& r, int, int) {
  return explain_exact_match("Exact matches at lengths seen in training", r.numbers.within.right, r.numbers.within.total,
                             "Held-out sources.");
}
formula::Explanation explain_beyond(const Params&, const Result& r, int, int) {
  return explain_exact_match("Exact matches at longer lengths", r.numbers.beyond.right, r.numbers.beyond.total, "Held-out sources.");
}

}  // namespace attn::lessons::encoder_decoder
