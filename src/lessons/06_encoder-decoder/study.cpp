#include "lessons/06_encoder-decoder/study.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace attn::lessons::encoder_decoder {
namespace {

/// The words of `translation`: those of `taken`, or, if that is null, what the decoder said at each step.
DecodedRun run_of(models::Translation translation, const Tokens& answer, const Tokens* taken) {
  std::vector<SaidWord> words;
  for (size_t i = 0; i < translation.steps.size(); ++i) {
    const models::DecoderStep& step = translation.steps[i];
    SaidWord word{.input = step.input, .token = taken && i < taken->size() ? (*taken)[i] : step.token};
    word.probability = step.probabilities(0, word.token);
    if (i < answer.size()) word.right = answer[i], word.right_probability = step.probabilities(0, word.right);
    words.push_back(word);
  }
  return {std::move(translation), std::move(words)};
}

void mark_paths(Result* out) {
  const auto& nodes = out->beam.nodes;
  out->beam.on_best.assign(nodes.size(), false);
  out->beam.on_greedy.assign(nodes.size(), false);
  if (nodes.empty()) return;
  for (int k = out->beam.best; k >= 0; k = nodes[static_cast<size_t>(k)].parent) out->beam.on_best[static_cast<size_t>(k)] = true;
  out->beam.on_greedy[0] = nodes[0].parent < 0;
  for (size_t k = 1; k < nodes.size(); ++k) {
    const models::BeamNode& node = nodes[k];
    const auto place = static_cast<size_t>(node.depth - 1);
    out->beam.on_greedy[k] = node.parent >= 0 && out->beam.on_greedy[static_cast<size_t>(node.parent)] && place < out->free.words.size() &&
                             out->free.words[place].token == node.token;
  }
}

const Mat& parameter(const models::Seq2Seq& model, const std::string& name) {
  const nn::Parameter* found = model.parameters().find(name);
  CHECK(found != nullptr, "no parameter ", name);
  return found->value;
}

void copy_weights(const models::Seq2Seq& model, Result* out) {
  for (int l = 0; l < model.settings().depth; ++l) {
    out->weights.bridge_w.push_back(parameter(model, "bridge." + std::to_string(l) + ".w"));
    out->weights.bridge_b.push_back(parameter(model, "bridge." + std::to_string(l) + ".b"));
  }
  out->weights.word_w = parameter(model, "word.w");
  out->weights.word_b = parameter(model, "word.b");
}

/// The encoder's states after its last step, per layer. The end token is read last in either order, so these are the last rows.
Mat last_states(const models::Encoding& encoding) {
  Mat out(encoding.bridge.rows(), encoding.bridge.cols());
  for (Index l = 0; l < out.rows(); ++l) {
    const Mat& layer = encoding.layers[static_cast<size_t>(l)];
    out.row(l) = layer.row(layer.rows() - 1);
  }
  return out;
}

/// The beam's best hypothesis, step by step.
DecodedRun beam_run(const Params& p, const models::Seq2Seq& model, models::TranslateOptions options, const Result& r) {
  const Tokens best = r.beam.tokens();
  Tokens taken = best;
  const bool finished = r.beam.nodes[static_cast<size_t>(r.beam.best)].finished;
  if (finished) taken.push_back(kEndToken);
  options.forced = &best;
  models::Translation run = models::translate(model, p.shown, options);
  if (!finished) run.steps.pop_back();  // an unfinished hypothesis has no word for the step after it
  return run_of(std::move(run), r.answer, &taken);
}

/// How many words may be said before a run is cut off: somewhat more than the right answer or the source has.
int longest_run(const Params& p, const Tokens& answer) {
  const size_t words = std::max(p.shown.size(), answer.size());
  return std::min(kMostSaid, static_cast<int>(words + words / 2) + 4);
}

}  // namespace

Tokens DecodedRun::tokens() const {
  Tokens out;
  for (const SaidWord& word : words) {
    if (word.token == kEndToken) break;
    out.push_back(word.token);
  }
  return out;
}

double DecodedRun::log_probability() const {
  double sum = 0;
  for (const SaidWord& word : words) sum += std::log(static_cast<double>(word.probability));
  return sum;
}

bool Result::right() const {
  return solved && run.words.size() == answer.size() &&
         std::none_of(run.words.begin(), run.words.end(), [](const SaidWord& w) { return w.wrong(); });
}

Result compute(const Params& p, const translation::TranslationState& state, const compute::Backend& backend) {
  const models::Seq2Seq& model = translation::model_of(state);
  Result out;
  out.numbers = translation::numbers_of(state);
  out.task = &task_at(p.task);
  out.problem = p.problem;
  tasks::Example example;
  out.solved = out.task->solve(*out.task, p.shown, &example);
  if (out.solved) {
    out.answer = example.target;
    out.answer.push_back(kEndToken);
  }
  models::TranslateOptions options;
  options.engine = backend.engine;
  options.max_length = 0;
  out.bottleneck.made = models::translate(model, p.shown, options).encoding.bridge;
  options.max_length = longest_run(p, out.answer);
  out.bottleneck.used = out.bottleneck.made;
  for (Index i = 0; i < p.moved.rows(); ++i)
    out.bottleneck.used(static_cast<Index>(p.moved(i, 0)), static_cast<Index>(p.moved(i, 1))) = p.moved(i, 2);
  options.bridge = &out.bottleneck.used;
  out.free = run_of(models::translate(model, p.shown, options), out.answer, nullptr);
  static_cast<models::Beam&>(out.beam) = models::beam_search(model, p.shown, p.width, options.max_length, &out.bottleneck.used);
  mark_paths(&out);
  if (out.solved) {
    options.forced = &example.target;
    out.forced = run_of(models::translate(model, p.shown, options), out.answer, nullptr);
  }
  if (p.feeding == Feeding::kTeacher && out.solved) {
    out.run = out.forced;
  } else if (p.decoding == Decoding::kBeam) {
    out.run = beam_run(p, model, options, out);
  } else {
    out.run = out.free;
  }
  out.bottleneck.last_states = last_states(out.run.translation.encoding);
  copy_weights(model, &out);
  out.shown = std::clamp(p.step - 1, 0, static_cast<int>(out.run.words.size()) - 1);
  return out;
}

}  // namespace attn::lessons::encoder_decoder
