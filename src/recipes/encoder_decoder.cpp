#include "recipes/encoder_decoder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace attn::recipes {
namespace {

const tasks::PairTask& task_at(int place) { return tasks::pair_tasks()[static_cast<size_t>(place)]; }

std::string read(int task, std::string_view text, Tokens* tokens) { return task_at(task).read(task_at(task), text, tokens); }

/// Whether the task can read `text` and knows the right answer.
bool answers(int task, std::string_view text) {
  Tokens tokens;
  tasks::Example example;
  return read(task, text, &tokens).empty() && task_at(task).solve(task_at(task), tokens, &example);
}

void settle_source(EncoderDecoderSettings& p) {
  const bool changed = p.shown_task >= 0 && p.shown_task != p.task;
  if (changed && !answers(p.task, p.source) && answers(p.shown_task, p.source)) p.source = task_at(p.task).sample;  // the other task's
  Tokens tokens;
  p.problem = read(p.task, p.source, &tokens);
  if (!p.problem.empty() && p.shown_task == p.task) return;
  const std::string why = read(p.task, p.problem.empty() ? std::string_view(p.source) : task_at(p.task).sample, &p.shown);
  CHECK(why.empty(), why);
  p.shown_task = p.task;
}

void settle_moved(EncoderDecoderSettings& p) {
  Index kept = 0;
  for (Index i = 0; i < p.moved.rows(); ++i) {
    const Real layer = std::round(p.moved(i, 0)), unit = std::round(p.moved(i, 1));
    if (layer < 0 || layer >= p.depth || unit < 0 || unit >= hidden_of(p)) continue;
    p.moved.row(kept++) << layer, unit, std::clamp(p.moved(i, 2), Real(-1), Real(1));
  }
  p.moved.conservativeResize(kept, 3);
}

/// With the likeliest word of each step, or those of `taken`.
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

void mark_paths(EncoderDecoderView* out) {
  const auto& nodes = out->beam.nodes;
  out->on_best.assign(nodes.size(), false);
  out->on_greedy.assign(nodes.size(), false);
  if (nodes.empty()) return;
  for (int k = out->beam.best; k >= 0; k = nodes[static_cast<size_t>(k)].parent) out->on_best[static_cast<size_t>(k)] = true;
  out->on_greedy[0] = nodes[0].parent < 0;
  for (size_t k = 1; k < nodes.size(); ++k) {
    const models::BeamNode& node = nodes[k];
    const auto place = static_cast<size_t>(node.depth - 1);
    out->on_greedy[k] = node.parent >= 0 && out->on_greedy[static_cast<size_t>(node.parent)] && place < out->free.words.size() &&
                        out->free.words[place].token == node.token;
  }
}

const Mat& parameter(const models::Seq2Seq& model, const std::string& name) {
  const nn::Parameter* found = model.parameters().find(name);
  CHECK(found != nullptr, "no parameter ", name);
  return found->value;
}

void copy_weights(const models::Seq2Seq& model, EncoderDecoderView* out) {
  for (int l = 0; l < model.settings().depth; ++l) {
    out->bridge_w.push_back(parameter(model, "bridge." + std::to_string(l) + ".w"));
    out->bridge_b.push_back(parameter(model, "bridge." + std::to_string(l) + ".b"));
  }
  out->word_w = parameter(model, "word.w");
  out->word_b = parameter(model, "word.b");
}

/// The encoder's states after its last step, per layer: it reads the end token last, also where it reads from the back.
Mat last_states(const models::Encoding& encoding) {
  Mat out(encoding.bridge.rows(), encoding.bridge.cols());
  for (Index l = 0; l < out.rows(); ++l) {
    const Mat& layer = encoding.layers[static_cast<size_t>(l)];
    out.row(l) = layer.row(layer.rows() - 1);
  }
  return out;
}

/// The beam's best hypothesis, step by step.
DecodedRun beam_run(const EncoderDecoderSettings& p, const models::Seq2Seq& model, models::TranslateOptions options,
                    const EncoderDecoderView& r) {
  const Tokens best = r.beam.tokens();
  Tokens taken = best;
  const bool finished = r.beam.nodes[static_cast<size_t>(r.beam.best)].finished;
  if (finished) taken.push_back(kEndToken);
  options.forced = &best;
  models::Translation run = models::translate(model, p.shown, options);
  if (!finished) run.steps.pop_back();  // the step after a hypothesis that was cut off is none of its own
  return run_of(std::move(run), r.answer, &taken);
}

/// Words said before a run is cut off: somewhat more than the right answer or the source has.
int longest_run(const EncoderDecoderSettings& p, const Tokens& answer) {
  const size_t words = std::max(p.shown.size(), answer.size());
  return std::min(kMostSaid, static_cast<int>(words + words / 2) + 4);
}

}  // namespace

TranslationSetup setup_of(const EncoderDecoderSettings& p) {
  TranslationSetup setup;
  setup.task = task_at(p.task).name;
  setup.learning_rate = p.learning_rate;
  setup.seed = p.seed;
  setup.shipped = p.weights == TrainingChoices::Weights::shipped;
  setup.settings.cell = p.cell;
  setup.settings.hidden = hidden_of(p);
  setup.settings.depth = p.depth;
  setup.settings.bidirectional = false;
  setup.settings.reverse_source = p.reversed;
  setup.settings.shared = p.shared;
  setup.settings.score = models::AlignmentScore::none;
  return setup;
}

void settle(EncoderDecoderSettings& p) {
  settle_source(p);
  settle_moved(p);
}

void move_number(EncoderDecoderSettings& p, int layer, int unit, Real value) {
  Index at = 0;
  while (at < p.moved.rows() && (p.moved(at, 0) != static_cast<Real>(layer) || p.moved(at, 1) != static_cast<Real>(unit))) ++at;
  if (at == kMostMoved) return;
  if (at == p.moved.rows()) p.moved.conservativeResize(at + 1, 3);
  p.moved.row(at) << static_cast<Real>(layer), static_cast<Real>(unit), value;
}

Tokens EncoderDecoderView::output() const {
  Tokens out;
  for (const SaidWord& word : run.words) {
    if (word.token == kEndToken) break;
    out.push_back(word.token);
  }
  return out;
}

bool EncoderDecoderView::right() const {
  return solved && run.words.size() == answer.size() &&
         std::none_of(run.words.begin(), run.words.end(), [](const SaidWord& w) { return w.wrong(); });
}

EncoderDecoderView view(const EncoderDecoderSettings& p, const TranslationState& state) {
  const models::Seq2Seq& model = state.translator.model();
  EncoderDecoderView out;
  out.numbers = numbers_of(state);
  out.task = &task_at(p.task);
  out.problem = p.problem;
  tasks::Example example;
  out.solved = out.task->solve(*out.task, p.shown, &example);
  if (out.solved) {
    out.answer = example.target;
    out.answer.push_back(kEndToken);
  }
  models::TranslateOptions options;
  options.max_length = 0;
  out.own_bottleneck = models::translate(model, p.shown, options).encoding.bridge;
  options.max_length = longest_run(p, out.answer);
  out.bottleneck = out.own_bottleneck;
  for (Index i = 0; i < p.moved.rows(); ++i)
    out.bottleneck(static_cast<Index>(p.moved(i, 0)), static_cast<Index>(p.moved(i, 1))) = p.moved(i, 2);
  options.bridge = &out.bottleneck;
  out.free = run_of(models::translate(model, p.shown, options), out.answer, nullptr);
  out.beam = models::beam_search(model, p.shown, p.width, options.max_length, &out.bottleneck);
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
  out.last_states = last_states(out.run.translation.encoding);
  copy_weights(model, &out);
  out.shown = std::clamp(p.step - 1, 0, static_cast<int>(out.run.words.size()) - 1);
  return out;
}

}  // namespace attn::recipes
