#include "lessons/06_encoder-decoder/words.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "canvas/number_text.h"
#include "lessons/translation/settings.h"

namespace attn::lessons::encoder_decoder {
namespace {

/// Why the figures do not show what was typed; empty where they do.
std::string unshown(const Result& r) { return r.problem.empty() ? "" : r.problem + " Shown is the last source that could be. "; }

}  // namespace

std::string percent(double fraction) { return fixed(100 * fraction, 0) + " %"; }
std::string text_of(const Result& r, const Tokens& tokens) { return r.task->write(r.task->target, tokens); }

std::string target_word(const Result& r, int token) { return token < 0 ? std::string() : r.task->target.name(token); }

Reading reading(const Params& p, const Result& r) {
  const Tokens& tokens = r.run.translation.encoding.tokens;
  Reading out;
  for (size_t i = 0; i < tokens.size(); ++i) out.places.push_back(static_cast<Index>(i));
  if (p.model.reverse_source) std::reverse(out.places.begin(), out.places.end() - 1);
  for (const Index place : out.places) out.words.push_back(r.task->source.name(tokens[static_cast<size_t>(place)]));
  return out;
}

Mat encoder_states(const Params& p, const Result& r) {
  const Reading order = reading(p, r);
  Mat out(p.model.hidden, static_cast<Index>(order.places.size()));
  for (Index j = 0; j < out.cols(); ++j)
    out.col(j) = r.run.translation.encoding.annotations.row(order.places[static_cast<size_t>(j)]).transpose();
  return out;
}

Mat decoder_states(const Params& p, const Result& r) {
  Mat out(p.model.hidden, static_cast<Index>(r.run.translation.steps.size()));
  for (Index j = 0; j < out.cols(); ++j)
    out.col(j) = r.run.translation.steps[static_cast<size_t>(j)].state.row(p.model.depth - 1).transpose();
  return out;
}

std::vector<std::string> said(const Result& r, const DecodedRun& run) {
  std::vector<std::string> out;
  for (const SaidWord& w : run.words) out.push_back(target_word(r, w.token));
  return out;
}

Mat per_word(const DecodedRun& run, Real SaidWord::*number) {
  Mat out(static_cast<Index>(run.words.size()), 1);
  for (Index i = 0; i < out.rows(); ++i) out(i, 0) = run.words[static_cast<size_t>(i)].*number;
  return out;
}

std::string hypothesis(const Result& r, int node) {
  std::string text;
  for (; node >= 0; node = r.beam.nodes[static_cast<size_t>(node)].parent) {
    const models::BeamNode& n = r.beam.nodes[static_cast<size_t>(node)];
    text = target_word(r, n.token) + (text.empty() ? "" : " ") + text;
  }
  return text;
}

Mat word_probabilities(const Result& r) {
  Mat all(static_cast<Index>(r.run.translation.steps.size()), r.weights.word_b.cols());
  for (Index i = 0; i < all.rows(); ++i) all.row(i) = r.run.translation.steps[static_cast<size_t>(i)].probabilities;
  return all;
}

std::vector<std::string> target_words(const Result& r) {
  std::vector<std::string> words;
  for (int token = 0; token < r.task->target.size(); ++token) words.push_back(r.task->target.name(token));
  return words;
}

std::vector<std::pair<int, double>> likeliest(const Result& r, int count) {
  const Mat& p = r.run.translation.steps[static_cast<size_t>(r.shown)].probabilities;
  std::vector<std::pair<int, double>> out;
  for (int token = 0; token < p.cols(); ++token) out.emplace_back(token, static_cast<double>(p(0, token)));
  const auto taken = std::min(static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(out.size()));
  std::partial_sort(out.begin(), out.begin() + taken, out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  out.resize(static_cast<size_t>(taken));
  return out;
}

Mat beam_probabilities(const Result& r) {
  Mat all(static_cast<Index>(r.beam.nodes.size()), 1);
  for (Index k = 0; k < all.rows(); ++k) all(k, 0) = r.beam.nodes[static_cast<size_t>(k)].log_probability;
  return all;
}

std::vector<std::string> hypotheses(const Result& r) {
  std::vector<std::string> out;
  for (size_t k = 0; k < r.beam.nodes.size(); ++k) out.push_back(hypothesis(r, static_cast<int>(k)));
  return out;
}

std::vector<std::string> lengths(const Mat& table) {
  std::vector<std::string> out;
  for (Index i = 0; i < table.rows(); ++i) out.push_back("length " + number_to_text(static_cast<double>(table(i, 0))));
  return out;
}

std::string outcome(const Params& p, const Result& r) {
  const std::string says = "The decoder says " + quoted(text_of(r, r.run.tokens()));
  if (!r.solved) return says + "; the task has no right answer for this source.";
  if (r.right()) return says + ", which is right.";
  Tokens right = r.answer;
  right.pop_back();
  const bool long_source = static_cast<int>(p.shown.size()) > r.numbers.longest;
  return says + "; right is " + quoted(text_of(r, right)) + "." +
         (long_source ? " Training saw at most " + std::to_string(r.numbers.longest) + " words." : "");
}

std::string beam_note(const Params& p, const Result& r) {
  if (r.beam.nodes.empty()) return "No hypothesis.";
  const Tokens alone = r.free.tokens();
  const Tokens best = r.beam.tokens();
  const auto wide = static_cast<double>(r.beam.nodes[static_cast<size_t>(r.beam.best)].log_probability);
  const std::string first = "Greedy: " + quoted(text_of(r, alone)) + ", ln p = " + fixed(r.free.log_probability(), 3) + ". ";
  if (p.width == 1) return first + "That is a beam of width 1.";
  if (best == alone) return first + "The beam of width " + std::to_string(p.width) + " finds the same.";
  return first + "Beam of width " + std::to_string(p.width) + ": " + quoted(text_of(r, best)) + ", ln p = " + fixed(wide, 3) + ".";
}

std::string describe_forcing(const Params&, const Result& r) {
  if (!r.solved) return unshown(r) + "The task has no right answer for this source.";
  const auto wrong = [](const DecodedRun& run) {
    const auto count = std::count_if(run.words.begin(), run.words.end(), [](const SaidWord& word) { return word.wrong(); });
    return std::to_string(count) + " of " + std::to_string(run.words.size()) + " steps";
  };
  return unshown(r) + "Given the right words, the decoder is wrong at " + wrong(r.forced) + "; given its own, it says " +
         quoted(text_of(r, r.free.tokens())) + " and is wrong at " + wrong(r.free) + ".";
}

std::string describe_beam(const Params& p, const Result& r) { return unshown(r) + beam_note(p, r); }

std::string describe(const Params& p, const Result& r) {
  std::string text = std::string(r.task->label) + ", " + translation::settings_label(p.model, "cell") + " of " +
                     counted(p.model.depth, "layer") + " with " + std::to_string(p.model.hidden) + " units. ";
  text += unshown(r);
  text += outcome(p, r) + " Its probability is " + canvas::said_rounded(std::exp(r.run.log_probability()), 3) + ". ";
  const SaidWord& shown = r.run.words[static_cast<size_t>(r.shown)];
  text += "Step " + std::to_string(r.shown + 1) + " is given " + quoted(target_word(r, shown.input)) + " and says " +
          quoted(target_word(r, shown.token)) + " with probability " + fixed(static_cast<double>(shown.probability), 2) + ". ";
  if (r.numbers.within.total > 0)
    text += "Of held-out sources of lengths seen in training " + percent(r.numbers.within.accuracy()) + " are right";
  if (r.numbers.beyond.total > 0) text += ", of longer ones " + percent(r.numbers.beyond.accuracy());
  if (r.numbers.within.total > 0) text += ". ";
  if (!r.numbers.divergence.empty()) return text + r.numbers.divergence;
  return text + "Weights: " + r.numbers.provenance + ".";
}

}  // namespace attn::lessons::encoder_decoder
