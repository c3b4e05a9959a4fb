#include "models/translation.h"

#include <algorithm>
#include <cmath>

#include "kernels/matmul.h"
#include "kernels/softmax.h"
#include "models/logits.h"
#include "models/seq2seq_layers.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

Mat stacked(const std::array<Var, kDeepest>& rows, int depth) {
  Mat out(depth, rows[0].cols());
  for (int l = 0; l < depth; ++l) out.row(l) = rows[static_cast<std::size_t>(l)].value();
  return out;
}

Mat states(const DecoderState& state, int depth) {
  Mat out(depth, state.layers[0].h.cols());
  for (int l = 0; l < depth; ++l) out.row(l) = state.layers[static_cast<std::size_t>(l)].h.value();
  return out;
}

Encoding read_out(const Seq2Seq& model, const Tokens& source, const Encoded& encoded) {
  const Seq2SeqSettings& s = model.settings();
  Encoding out;
  out.tokens = source;
  out.tokens.push_back(kEndToken);
  std::vector<Var> all{in_source_order(encoded.embedded, encoded.batch, s.reverse_source)};
  for (int l = 0; l < s.depth; ++l)
    all.push_back(in_source_order(encoded.layers[static_cast<std::size_t>(l)], encoded.batch, s.reverse_source));
  const auto layers = all.size();
  all.insert(all.end(), encoded.bridge.begin(), encoded.bridge.begin() + s.depth);
  all.front().tape->bring(all);
  out.embedded = all.front().value();
  for (std::size_t l = 1; l < layers; ++l) out.layers.push_back(all[l].value());
  out.annotations = out.layers.back();
  out.bridge = stacked(encoded.bridge, s.depth);
  return out;
}

void read_alignment(const DecodedStep& now, const Mat* override_weights, DecoderStep* out) {
  const Index positions = now.aligned->weights.cols();
  out->query = now.query.value();
  out->aligned = now.aligned->weights.value();
  out->weights = override_weights ? *override_weights : out->aligned;
  out->context = now.context.value();
  out->first = now.first ? std::max(0, now.first[0]) : 0;
  out->last = now.last ? std::min(static_cast<int>(positions) - 1, now.last[0]) : static_cast<int>(positions) - 1;
  out->scores = Mat::Zero(1, positions);
  const Index count = out->last - out->first + 1;
  if (count > 0) out->scores.middleCols(out->first, count) = now.aligned->scores.value().middleCols(out->first, count);
  if (now.attentional) out->attentional = now.attentional.value();
  if (now.centres) out->centre = now.centres[0];
  out->deviation = now.deviation;
}

/// The state with which the decoder starts when the bridge is replaced.
void put_bridge(const Mat& bridge, Tape& tape, Encoded* encoded, Encoding* encoding) {
  CHECK(bridge.rows() == encoding->bridge.rows() && bridge.cols() == encoding->bridge.cols(), "translate: the bridge is ",
        shape(encoding->bridge), ", not ", shape(bridge));
  for (Index l = 0; l < bridge.rows(); ++l) encoded->bridge[static_cast<std::size_t>(l)] = tape.constant(bridge.row(l));
  encoding->bridge = bridge;
}

const Mat* override_at(const TranslateOptions& options, int step) {
  for (const AlignmentOverride& o : options.overrides)
    if (o.step == step) return &o.weights;
  return nullptr;
}

DecoderStep read_step(const DecodedStep& now, const Mat* override_weights, int depth, Var logits) {
  std::vector<Var> all{logits};
  for (int l = 0; l < depth; ++l) all.push_back(now.state.layers[static_cast<std::size_t>(l)].h);
  if (now.aligned) all.insert(all.end(), {now.query, now.aligned->weights, now.aligned->scores, now.context, now.attentional});
  logits.tape->bring(all);
  DecoderStep out;
  out.state = states(now.state, depth);
  if (now.aligned) read_alignment(now, override_weights, &out);
  out.logits = logits.value();
  out.probabilities = kernels::softmax_rows(out.logits);
  out.token = likeliest(out.logits);
  out.log_probability = log_softmax(out.logits)(0, out.token);
  return out;
}

}  // namespace

Tokens Translation::tokens() const {
  Tokens out;
  for (const DecoderStep& step : steps)
    if (step.token != kEndToken)
      out.push_back(step.token);
    else
      break;
  return out;
}

Mat Translation::alignment() const {
  if (steps.empty() || steps.front().weights.size() == 0) return Mat();
  Mat out(static_cast<Index>(steps.size()), steps.front().weights.cols());
  for (std::size_t i = 0; i < steps.size(); ++i) out.row(static_cast<Index>(i)) = steps[i].weights;
  return out;
}

Translation translate(const Seq2Seq& model, const Tokens& source, const TranslateOptions& options) {
  Tape tape(options.engine ? options.engine() : nullptr);
  tape.set_recording(false);
  Encoded encoded = encode(model, tape, {&source, 1});
  Translation out;
  out.encoding = read_out(model, source, encoded);
  if (options.bridge) put_bridge(*options.bridge, tape, &encoded, &out.encoding);
  const int limit = options.forced ? static_cast<int>(options.forced->size()) + 1 : options.max_length;
  DecoderRun run(model, tape, encoded, std::max(1, limit));
  DecoderState state = run.first_state();
  int input = kStartToken;
  for (int i = 0; i < limit; ++i) {
    const Mat* own = model.settings().score == AlignmentScore::none ? nullptr : override_at(options, i);
    const DecodedStep now = run(run.project({&input, 1}), state, i, own);
    out.steps.push_back(read_step(now, own, model.settings().depth, run.words(now.readout)));
    out.steps.back().input = input;
    state = now.state;
    const int token = out.steps.back().token;
    if (!options.forced && token == kEndToken) break;
    input = options.forced && i + 1 < limit ? (*options.forced)[static_cast<std::size_t>(i)] : token;
  }
  return out;
}

std::vector<Tokens> translate_all(const Seq2Seq& model, const std::vector<Tokens>& sources, int max_length) {
  return translate_all(model, sources, max_length, nullptr);
}

std::vector<Tokens> translate_all(const Seq2Seq& model, const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) {
  const std::size_t count = sources.size();
  std::vector<Tokens> out(count);
  std::vector<std::vector<Real>> rows(count);
  if (count == 0) return out;
  Tape tape;
  tape.set_recording(false);
  const Encoded encoded = encode(model, tape, sources);
  DecoderRun run(model, tape, encoded, std::max(1, max_length));
  DecoderState state = run.first_state();
  Tokens inputs(count, kStartToken);
  std::vector<bool> over(count, false);
  std::size_t left = count;
  for (int i = 0; i < max_length && left; ++i) {
    const DecodedStep now = run(run.project(inputs), state, i);
    state = now.state;
    const Mat logits = run.words(now.readout).value();
    for (std::size_t e = 0; e < count; ++e) {
      if (over[e]) continue;
      Index token = 0;
      logits.row(static_cast<Index>(e)).maxCoeff(&token);
      if (alignments && now.aligned)
        for (int j = 0; j < encoded.batch.lengths[e]; ++j) rows[e].push_back(now.aligned->weights.value()(static_cast<Index>(e), j));
      inputs[e] = static_cast<int>(token);
      if (token != kEndToken)
        out[e].push_back(inputs[e]);
      else
        over[e] = true, --left;
    }
  }
  if (!alignments) return out;
  alignments->assign(count, Mat());
  for (std::size_t e = 0; e < count && encoded.annotations; ++e) {
    const Index positions = encoded.batch.lengths[e];
    (*alignments)[e] =
        Eigen::Map<const Mat>(rows[e].data(), rows[e].empty() ? 0 : static_cast<Index>(rows[e].size()) / positions, positions);
  }
  return out;
}

Real log_probability(const Seq2Seq& model, const Tokens& source, const Tokens& target) {
  TranslateOptions options;
  options.forced = &target;
  const Translation forced = translate(model, source, options);
  double sum = 0;
  for (std::size_t i = 0; i < forced.steps.size(); ++i)
    sum += static_cast<double>(log_softmax(forced.steps[i].logits)(0, i < target.size() ? target[i] : kEndToken));
  return static_cast<Real>(sum);
}

namespace {

const Mat& value(const Seq2Seq& model, std::string_view name) {
  const nn::Parameter* parameter = model.parameters().find(name);
  CHECK(parameter, "no parameter ", name);
  return parameter->value;
}

}  // namespace

ScoreTerms score_terms(const Seq2Seq& model, const Encoding& encoding, const DecoderStep& step) {
  const Mat& h = encoding.annotations;
  const Index m = h.rows(), u = h.cols();
  switch (model.settings().score) {
    case AlignmentScore::none:
      return {};
    case AlignmentScore::dot:
      return {step.query.replicate(m, 1), h};
    case AlignmentScore::general:
      return {kernels::product(step.query, value(model, "alignment.wq")).replicate(m, 1), h};
    case AlignmentScore::additive:
    case AlignmentScore::concat:
      break;
  }
  const bool concat = model.settings().score == AlignmentScore::concat;
  const Mat wq = concat ? Mat(value(model, "alignment.w").topRows(u)) : value(model, "alignment.wq");
  const Mat wk = concat ? Mat(value(model, "alignment.w").bottomRows(u)) : value(model, "alignment.wk");
  Mat units = kernels::product(h, wk);
  units.rowwise() += kernels::product(step.query, wq).row(0);
  return {value(model, "alignment.v").transpose().replicate(m, 1), units.array().tanh().matrix()};
}

ScoreTerms centre_terms(const Seq2Seq& model, const DecoderStep& step) {
  if (model.settings().score == AlignmentScore::none || model.settings().reach != AlignmentReach::local_p) return {};
  return {value(model, "centre.score.w").transpose(), kernels::product(step.query, value(model, "centre.w")).array().tanh().matrix()};
}

}  // namespace attn::models
