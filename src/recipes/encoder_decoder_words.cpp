#include "recipes/encoder_decoder_words.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace attn::recipes {
namespace {

const char* const kWait = "Still measuring; ask again when every length has its point.";

std::string quoted(const std::string& text) { return "\u201c" + text + "\u201d"; }
std::string percent(double fraction) { return fixed(100 * fraction, 0) + " %"; }
std::string text_of(const EncoderDecoderView& r, const Tokens& tokens) { return r.task->write(r.task->target, tokens); }

}  // namespace

std::string target_word(const EncoderDecoderView& r, int token) { return token < 0 ? std::string() : r.task->target.name(token); }

Reading reading(const EncoderDecoderSettings& p, const EncoderDecoderView& r) {
  const Tokens& tokens = r.run.translation.encoding.tokens;
  Reading out;
  for (size_t i = 0; i < tokens.size(); ++i) out.places.push_back(static_cast<Index>(i));
  if (p.reversed) std::reverse(out.places.begin(), out.places.end() - 1);
  for (const Index place : out.places) out.words.push_back(r.task->source.name(tokens[static_cast<size_t>(place)]));
  return out;
}

Mat encoder_states(const EncoderDecoderSettings& p, const EncoderDecoderView& r) {
  const Reading order = reading(p, r);
  Mat out(hidden_of(p), static_cast<Index>(order.places.size()));
  for (Index j = 0; j < out.cols(); ++j)
    out.col(j) = r.run.translation.encoding.annotations.row(order.places[static_cast<size_t>(j)]).transpose();
  return out;
}

Mat decoder_states(const EncoderDecoderSettings& p, const EncoderDecoderView& r) {
  Mat out(hidden_of(p), static_cast<Index>(r.run.translation.steps.size()));
  for (Index j = 0; j < out.cols(); ++j) out.col(j) = r.run.translation.steps[static_cast<size_t>(j)].state.row(p.depth - 1).transpose();
  return out;
}

std::vector<std::string> said(const EncoderDecoderView& r, const DecodedRun& run) {
  std::vector<std::string> out;
  for (const SaidWord& w : run.words) out.push_back(target_word(r, w.token));
  return out;
}

Mat per_word(const DecodedRun& run, Real SaidWord::*number) {
  Mat out(static_cast<Index>(run.words.size()), 1);
  for (Index i = 0; i < out.rows(); ++i) out(i, 0) = run.words[static_cast<size_t>(i)].*number;
  return out;
}

double log_probability(const EncoderDecoderView& r) {
  double sum = 0;
  for (const SaidWord& w : r.run.words) sum += std::log(static_cast<double>(w.probability));
  return sum;
}

std::string hypothesis(const EncoderDecoderView& r, int node) {
  std::string text;
  for (; node >= 0; node = r.beam.nodes[static_cast<size_t>(node)].parent) {
    const models::BeamNode& n = r.beam.nodes[static_cast<size_t>(node)];
    text = target_word(r, n.token) + (text.empty() ? "" : " ") + text;
  }
  return text;
}

Mat word_probabilities(const EncoderDecoderView& r) {
  Mat all(static_cast<Index>(r.run.translation.steps.size()), r.word_b.cols());
  for (Index i = 0; i < all.rows(); ++i) all.row(i) = r.run.translation.steps[static_cast<size_t>(i)].probabilities;
  return all;
}

std::vector<std::string> target_words(const EncoderDecoderView& r) {
  std::vector<std::string> words;
  for (int token = 0; token < r.task->target.size(); ++token) words.push_back(r.task->target.name(token));
  return words;
}

std::vector<std::pair<int, double>> likeliest(const EncoderDecoderView& r, int count) {
  const Mat& p = r.run.translation.steps[static_cast<size_t>(r.shown)].probabilities;
  std::vector<std::pair<int, double>> out;
  for (int token = 0; token < p.cols(); ++token) out.emplace_back(token, static_cast<double>(p(0, token)));
  const auto taken = std::min(static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(out.size()));
  std::partial_sort(out.begin(), out.begin() + taken, out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  out.resize(static_cast<size_t>(taken));
  return out;
}

Mat beam_probabilities(const EncoderDecoderView& r) {
  Mat all(static_cast<Index>(r.beam.nodes.size()), 1);
  for (Index k = 0; k < all.rows(); ++k) all(k, 0) = r.beam.nodes[static_cast<size_t>(k)].log_probability;
  return all;
}

std::vector<std::string> hypotheses(const EncoderDecoderView& r) {
  std::vector<std::string> out;
  for (size_t k = 0; k < r.beam.nodes.size(); ++k) out.push_back(hypothesis(r, static_cast<int>(k)));
  return out;
}

std::vector<std::string> numbered(int count, std::string_view what) {
  std::vector<std::string> out;
  for (int i = 1; i <= count; ++i) out.push_back(std::string(what) + std::to_string(i));
  return out;
}

std::vector<std::string> lengths(const Mat& table) {
  std::vector<std::string> out;
  for (Index i = 0; i < table.rows(); ++i) out.push_back("length " + number_to_text(static_cast<double>(table(i, 0))));
  return out;
}

std::string outcome(const EncoderDecoderSettings& p, const EncoderDecoderView& r) {
  if (!r.problem.empty()) return r.problem + " Shown is the last source that could be read.";
  const std::string says = "The decoder says " + quoted(text_of(r, r.output()));
  if (!r.solved) return says + "; the task has no right answer for this source.";
  if (r.right()) return says + ", which is right.";
  Tokens right = r.answer;
  right.pop_back();
  const bool long_source = static_cast<int>(p.shown.size()) > r.numbers.longest;
  return says + "; right is " + quoted(text_of(r, right)) + "." +
         (long_source ? " Training saw at most " + std::to_string(r.numbers.longest) + " words." : "");
}

std::string beam_note(const EncoderDecoderSettings& p, const EncoderDecoderView& r) {
  if (!r.problem.empty()) return outcome(p, r);
  if (r.beam.nodes.empty()) return "No hypothesis.";
  double greedy = 0;
  Tokens alone;
  for (const SaidWord& w : r.free.words) {
    greedy += std::log(static_cast<double>(w.probability));
    if (w.token != kEndToken) alone.push_back(w.token);
  }
  const Tokens best = r.beam.tokens();
  const auto wide = static_cast<double>(r.beam.nodes[static_cast<size_t>(r.beam.best)].log_probability);
  const std::string first = "Greedy: " + quoted(text_of(r, alone)) + ", ln p = " + fixed(greedy, 3) + ". ";
  if (p.width == 1) return first + "That is a beam of width 1.";
  if (best == alone) return first + "The beam of width " + std::to_string(p.width) + " finds the same.";
  return first + "Beam of width " + std::to_string(p.width) + ": " + quoted(text_of(r, best)) + ", ln p = " + fixed(wide, 3) + ".";
}

std::string describe(const EncoderDecoderSettings& p, const EncoderDecoderView& r) {
  static constexpr const char* kCells[] = {"RNN", "GRU", "LSTM"};
  std::string text = std::string(r.task->label) + ", " + kCells[static_cast<int>(p.cell)] + " of " + std::to_string(p.depth) +
                     (p.depth == 1 ? " layer with " : " layers with ") + std::to_string(hidden_of(p)) + " units. ";
  text += outcome(p, r) + " Its probability is " + rounded(std::exp(log_probability(r)), 3) + ". ";
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

Answer answer_length(const EncoderDecoderSettings& p, const EncoderDecoderView& r, int prediction) {
  if (!r.numbers.measured) return {false, kWait};
  const double within = r.numbers.within.accuracy(), beyond = r.numbers.beyond.accuracy();
  const int answer = beyond > within - 0.1 ? 0 : beyond > within / 2 ? 1 : 2;
  return {prediction == answer, "Right are " + percent(within) + " of the sources of up to " + std::to_string(r.numbers.longest) +
                                    " words and " + percent(beyond) + " of the longer ones (" + std::string(r.task->label) +
                                    ", vector of " + std::to_string(p.depth * hidden_of(p)) + " numbers)."};
}

Answer answer_order(const EncoderDecoderSettings& p, const EncoderDecoderView& r, int prediction) {
  const auto& n = r.numbers;
  if (n.rival_name.empty())
    return {false, "For these settings no second model is shipped; go back to reversal with a GRU of one layer of 64."};
  if (!n.measured || !n.rival_measured) return {false, kWait};
  const auto all = [](const LengthStudy::Point& a, const LengthStudy::Point& b) {
    return static_cast<double>(a.right + b.right) / std::max(1, a.total + b.total);
  };
  const double mine = all(n.within, n.beyond), other = all(n.rival_within, n.rival_beyond);
  const double backward = p.reversed ? mine : other, forward = p.reversed ? other : mine;
  const int answer = backward > forward + 0.03 ? 0 : backward < forward - 0.03 ? 1 : 2;
  return {prediction == answer, "Over all lengths " + percent(forward) + " are right when the source is read as written, and " +
                                    percent(backward) + " when it is read from its end."};
}

Answer answer_beam(const EncoderDecoderSettings& p, const EncoderDecoderView& r, int) {
  if (!r.problem.empty()) return {false, r.problem};
  if (p.width == 1) return {false, "A beam of width 1 is greedy search."};
  if (r.bottleneck != r.own_bottleneck) return {false, "The vector is not what the encoder made; put its numbers back."};
  double greedy = 0;
  Tokens alone;
  for (const SaidWord& word : r.free.words) {
    greedy += std::log(static_cast<double>(word.probability));
    if (word.token != kEndToken) alone.push_back(word.token);
  }
  const Tokens wide = r.beam.tokens();
  const double found = static_cast<double>(r.beam.nodes[static_cast<size_t>(r.beam.best)].log_probability);
  Tokens right = r.answer;
  if (!right.empty()) right.pop_back();
  const auto told = [&](const Tokens& said, double ln_p) {
    return quoted(text_of(r, said)) + " with ln p = " + fixed(ln_p, 2) + (r.solved ? said == right ? " (right)" : " (wrong)" : "");
  };
  const bool likelier = wide != alone && found > greedy + 1e-4;
  return {likelier, "Greedy search finds " + told(alone, greedy) + ", the beam " + (wide == alone ? "the same." : told(wide, found) + ".")};
}

}  // namespace attn::recipes
