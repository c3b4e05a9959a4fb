#include "lessons/10_transformer/study.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/entropy.h"
#include "lessons/10_transformer/timing.h"
#include "lessons/10_transformer/trainee.h"
#include "lessons/translation/changed_words.h"
#include "training/models.h"

namespace attn::lessons::transformer {
namespace {

using models::AttentionPart;

std::vector<std::string> names(const tasks::Vocabulary& words, const Tokens& tokens) {
  std::vector<std::string> all;
  for (const int token : tokens) all.push_back(shown_name(words, token));
  return all;
}

/// How many words the decoder may say: more than twice as many as the source has, up to kMostWords.
int longest_run(const Params& p) { return std::min(kMostWords, 2 * static_cast<int>(p.shown.size()) + 6); }

models::DecodeOptions options_of(const Params& p, const models::Bending& bending, bool cache, Rng* rng, autodiff::MakeEngine engine) {
  models::DecodeOptions options;
  options.max_length = longest_run(p);
  options.cache = cache;
  options.bending = bending;
  options.engine = engine;
  if (p.decoding == Decoding::sample) options.choice = {p.temperature, p.top_k, p.top_p, rng};
  return options;
}

Tokens words_of(const models::Decoded& decoded) {
  Tokens all;
  for (const models::DecodeStep& step : decoded.steps) all.push_back(step.token);
  return all;
}

/// The words said, with the end mark if that was said.
Tokens say(const Params& p, const models::Transformer& model, const models::Bending& bending, autodiff::MakeEngine engine,
           models::Beam* beam) {
  if (p.decoding == Decoding::beam) {
    *beam = models::beam_search(model, p.shown, p.width, longest_run(p), bending, engine);
    Tokens all = beam->tokens();
    if (beam->nodes[static_cast<size_t>(beam->best)].finished) all.push_back(kEndToken);
    return all;
  }
  Rng rng(static_cast<std::uint64_t>(p.draw));
  return words_of(models::decode(model, p.shown, options_of(p, bending, true, &rng, engine)));
}

void translate(const Params& p, const models::Transformer& model, autodiff::MakeEngine engine, Result* r) {
  const models::Bending bending = bending_of(p);
  r->sentence.bent = !bending.cut.empty() || !bending.overrides.empty();
  models::Beam alone;
  r->sentence.said = say(p, model, bending, engine, &r->next.beam);
  const Tokens own = r->sentence.bent ? say(p, model, {}, engine, &alone) : r->sentence.said;
  r->sentence.output = names(r->task->target, r->sentence.said), r->sentence.alone = names(r->task->target, own);
  translation::ChangedWords changed = translation::changed_words(r->sentence.output, r->sentence.alone);
  r->sentence.changed = changed.count, r->sentence.former = std::move(changed.former);
  Tokens given = r->sentence.said;
  given.pop_back();  // no step is given the last word
  r->run = models::run(model, p.shown, given, bending, engine);
  r->plain = r->sentence.bent ? models::run(model, p.shown, given, {}, engine) : r->run;
  r->sentence.source = names(r->task->source, r->run.encoder.tokens), r->sentence.input = names(r->task->target, r->run.decoder.tokens);
  r->sentence.solved = r->task->solve(*r->task, p.shown, &r->sentence.answer);
  Tokens right = r->sentence.answer.target;
  right.push_back(kEndToken);
  r->sentence.right = r->sentence.solved && right == r->sentence.said;
}

// ---- attention -------------------------------------------------------------------------------------------------------------------------

void measure_heads(Result* r) {
  r->attention.entropy.resize(kKinds * kLayers, r->settings.heads);
  r->attention.distance.resize(2 * kLayers, r->settings.heads);
  for (int part = 0; part < kKinds; ++part)
    for (int layer = 0; layer < kLayers; ++layer) {
      const models::AttentionRun& attention = attention_of(r->run, static_cast<AttentionPart>(part), layer);
      for (int h = 0; h < r->settings.heads; ++h) {
        const Mat& weights = attention.weights[static_cast<size_t>(h)];
        r->attention.entropy(part * kLayers + layer, h) = kernels::entropy_rows(weights).mean();
        if (part < 2) r->attention.distance(part * kLayers + layer, h) = distance_rows(weights).mean();
      }
    }
}

void look_at_head(const Params& p, Result* r) {
  const models::HeadPlace place = place_of(p);
  const models::AttentionRun& attention = attention_of(r->run, place.part, place.layer);
  const Mat& weights = attention.weights[static_cast<size_t>(place.head)];
  const bool of_source = place.part != AttentionPart::decoder_self;
  const Index rows = weights.rows(), keys = weights.cols(), padding = of_source ? p.padding : 0;
  r->attention.weights = Mat::Zero(rows, keys + padding), r->attention.scores = r->attention.weights;
  r->attention.weights.leftCols(keys) = weights;
  r->attention.scores.leftCols(keys) = attention.scores[static_cast<size_t>(place.head)];
  r->attention.allowed = Mask::Constant(rows, keys + padding, false);
  for (Index i = 0; i < rows; ++i)
    r->attention.allowed.row(i).leftCols(keys_of(place.part, static_cast<int>(i), static_cast<int>(keys))).setConstant(true);
  r->attention.row_names = place.part == AttentionPart::encoder_self ? r->sentence.source : r->sentence.input;
  r->attention.key_names = of_source ? r->sentence.source : r->sentence.input;
  for (Index i = 0; i < padding; ++i) r->attention.key_names.push_back("pad");
  r->attention.query = std::clamp(query_of(p), 0, static_cast<int>(rows) - 1);
  for (const models::WeightsOverride& o : bending_of(p).overrides)
    r->attention.row_by_hand |= o.head == place && o.query == r->attention.query;
}

// ---- the next word ---------------------------------------------------------------------------------------------------------------------

void look_at_step(const Params& p, Result* r) {
  r->step = std::clamp(p.step, 1, static_cast<int>(r->sentence.said.size())) - 1;
  r->next.logits = r->run.logits.row(r->step);
  const Mat now = r->run.probabilities.row(r->step), plain = r->plain.probabilities.row(r->step);
  Rng unused(1);
  models::Choice choice;
  if (p.decoding == Decoding::sample) choice = {p.temperature, p.top_k, p.top_p, &unused};
  r->next.drawn = models::drawn_from(r->next.logits, choice);
  r->next.kept = static_cast<int>((r->next.drawn.array() > 0).count());
  std::vector<int> order(static_cast<size_t>(now.cols()));
  std::iota(order.begin(), order.end(), 0);
  const auto better = [&now](int a, int b) { return now(0, a) > now(0, b); };
  std::stable_sort(order.begin(), order.end(), better);
  order.resize(std::min<size_t>(kCandidates, order.size()));
  Index likeliest = 0;
  plain.row(0).maxCoeff(&likeliest);
  size_t put = 0;
  for (const int wanted : {static_cast<int>(likeliest), r->sentence.said[static_cast<size_t>(r->step)]})
    if (std::find(order.begin(), order.end(), wanted) == order.end()) order[order.size() - ++put] = wanted;
  std::stable_sort(order.begin(), order.end(), better);
  r->next.candidates = order;
  r->next.probabilities.resize(2, static_cast<Index>(order.size()));
  for (size_t k = 0; k < order.size(); ++k) {
    r->next.probabilities(0, static_cast<Index>(k)) = now(0, order[k]);
    r->next.probabilities(1, static_cast<Index>(k)) = plain(0, order[k]);
  }
}

/// What decoding costs. For a beam, this is the cost of saying the words of its best hypothesis.
Cost cost_of(const Params& p, const models::Transformer& model, const Result& r, bool cache, Tokens* said) {
  Rng rng(static_cast<std::uint64_t>(p.draw));
  models::DecodeOptions options = options_of(p, bending_of(p), cache, &rng, nullptr);
  const Tokens given(r.sentence.said.begin(), r.sentence.said.end() - 1);
  if (p.decoding == Decoding::beam) options.forced = &given;
  const models::Decoded decoded = models::decode(model, p.shown, options);
  Cost cost;
  for (const models::DecodeStep& step : decoded.steps) cost.steps.push_back({step.first_row, step.rows, step.multiply_adds});
  cost.encoder = decoded.encoder_multiply_adds;
  cost.sentence = decoded.multiply_adds();
  const int m = static_cast<int>(p.shown.size());
  cost.longer = models::encoder_cost(model.settings(), m);
  for (int step = 0; step < kLongOutput; ++step) cost.longer += models::decode_cost(model.settings(), m, step, cache);
  *said = words_of(decoded);
  return cost;
}

}  // namespace

const models::AttentionRun& attention_of(const models::TransformerRun& run, AttentionPart part, int layer) {
  const models::NetworkRun& network = part == AttentionPart::encoder_self ? run.encoder : run.decoder;
  const auto& ran = network.layers[static_cast<size_t>(layer)];
  return part == AttentionPart::decoder_cross ? ran.cross : ran.self;
}

std::string shown_name(const tasks::Vocabulary& words, int token) {
  return token == kEndToken ? "end" : token == kStartToken ? "start" : words.name(token);
}

Mat distance_rows(In weights) {
  Mat out(weights.rows(), 1);
  for (Index i = 0; i < weights.rows(); ++i) {
    Real sum = 0;
    for (Index j = 0; j < weights.cols(); ++j) sum += weights(i, j) * static_cast<Real>(std::abs(i - j));
    out(i, 0) = sum;
  }
  return out;
}

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  Result r;
  const models::Transformer& model = model_of(models.trainer);
  r.task = &task_of(p);
  r.refusal = p.refusal;
  r.settings = model.settings(), r.own = count_weights(model);
  r.weights = model.parameters(), r.backend = &backend;
  r.numbers = translation::numbers_of(models);
  r.trained = r.numbers.loaded || r.numbers.steps > 0;
  r.shipped = find_recipe(task_name(p.task), p.heads) != nullptr;
  translate(p, model, backend.engine, &r);
  measure_heads(&r);
  r.effects = effects_of_cuts(model, p.shown, longest_run(p));
  look_at_head(p, &r);
  look_at_step(p, &r);
  Tokens with, without;
  r.costs.with_cache = cost_of(p, model, r, true, &with);
  r.costs.without_cache = cost_of(p, model, r, false, &without);
  r.costs.same_words = with == without;
  for (int kind = 0; kind < kLayerKinds; ++kind)
    r.costs.layers[static_cast<size_t>(kind)] = models::layer_cost(static_cast<models::LayerKind>(kind), p.length, p.breadth);
  r.costs.timings = timings(p.trials, p.breadth);
  return r;
}

}  // namespace attn::lessons::transformer
