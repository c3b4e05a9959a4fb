#include "models/transformer_decoding.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>

#include "kernels/softmax.h"
#include "models/logits.h"
#include "models/transformer_layers.h"
#include "models/transformer_session.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

/// The tokens in the order of their probability, the largest first; equal ones by their id.
std::vector<int> by_probability(const Mat& p) {
  std::vector<int> order(static_cast<std::size_t>(p.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return p(0, a) > p(0, b); });
  return order;
}

int draw(const Mat& p, Rng* rng) {
  const double at = rng->uniform();
  double sum = 0;
  int last = 0;
  for (int i = 0; i < p.cols(); ++i) {
    if (p(0, i) <= 0) continue;
    last = i;
    sum += static_cast<double>(p(0, i));
    if (at < sum) break;
  }
  return last;
}

bool draws(const Choice& choice) { return choice.rng && choice.temperature > 0; }

DecodeStep read_step(In logits, const Choice& choice) {
  DecodeStep step;
  step.logits = logits;
  step.probabilities = kernels::softmax_rows(logits);
  step.drawn_from = drawn_from(logits, draws(choice) ? choice : Choice());
  step.token = draws(choice) ? draw(step.drawn_from, choice.rng) : likeliest(logits);
  step.log_probability = log_softmax(logits)(0, step.token);
  return step;
}

}  // namespace

Mat drawn_from(In logits, const Choice& choice) {
  CHECK(logits.rows() == 1 && logits.cols() > 0 && choice.temperature >= 0 && choice.top_k >= 0, "drawn_from: logits are ", shape(logits),
        ", the temperature is ", choice.temperature, ", top_k ", choice.top_k);
  Mat p = Mat::Zero(1, logits.cols());
  if (choice.temperature == 0) {
    p(0, likeliest(logits)) = 1;
    return p;
  }
  const Mat all = kernels::softmax_rows(logits, nullptr, choice.temperature);
  const std::vector<int> order = by_probability(all);
  std::size_t kept = order.size();
  if (choice.top_k > 0) kept = std::min(kept, static_cast<std::size_t>(choice.top_k));
  double whole = 0, sum = 0;
  for (std::size_t i = 0; i < kept; ++i) whole += static_cast<double>(all(0, order[i]));
  for (std::size_t i = 0; i < kept; ++i) {
    p(0, order[i]) = all(0, order[i]);
    sum += static_cast<double>(all(0, order[i]));
    if (choice.top_p < 1 && sum >= static_cast<double>(choice.top_p) * whole) break;
  }
  return p / static_cast<Real>(sum);
}

int choose(In logits, const Choice& choice) { return draws(choice) ? draw(drawn_from(logits, choice), choice.rng) : likeliest(logits); }

Tokens Decoded::tokens() const {
  Tokens out;
  for (const DecodeStep& step : steps)
    if (step.token != kEndToken)
      out.push_back(step.token);
    else
      break;
  return out;
}

std::int64_t Decoded::multiply_adds() const {
  std::int64_t sum = encoder_multiply_adds;
  for (const DecodeStep& step : steps) sum += step.multiply_adds;
  return sum;
}

Decoded decode(const Transformer& model, const Tokens& source, const DecodeOptions& options) {
  Decoded out;
  DecodingSession session(model, {&source, 1}, options.cache, &options.bending, options.engine);
  out.encoder_multiply_adds = session.multiply_adds();
  const int limit = std::min(options.forced ? size_of(*options.forced) + 1 : options.max_length, session.steps_left(0));
  int input = kStartToken;
  for (int i = 0; i < limit; ++i) {
    const std::int64_t before = session.multiply_adds();
    const Var logits = session.next({&input, 1});
    out.steps.push_back(read_step(logits.value(), options.choice));
    DecodeStep& step = out.steps.back();
    step.input = input;
    step.first_row = session.first_row();
    step.rows = session.rows();
    step.multiply_adds = session.multiply_adds() - before;
    if (!options.forced && step.token == kEndToken) break;
    input = options.forced && i + 1 < limit ? (*options.forced)[static_cast<std::size_t>(i)] : step.token;
  }
  return out;
}

std::int64_t encoder_cost(const TransformerSettings& s, int source) {
  if (!has_encoder(s)) return 0;
  const std::int64_t n = source + (has_decoder(s) ? 1 : 0), d = s.d_model;
  const std::int64_t layer = n * (4 * d * d + 2 * d * s.d_ff) + 2 * n * n * d;
  return s.encoder_layers * layer + (has_decoder(s) ? 0 : n * d * s.target_words);
}

std::int64_t decode_cost(const TransformerSettings& s, int source, int step, bool cache) {
  const std::int64_t d = s.d_model, prompt = has_encoder(s) ? 0 : source, m = source + 1;
  const std::int64_t rows = prompt + step + 1, first = !cache || step == 0 ? 0 : rows - 1, computed = rows - first;
  const std::int64_t seen = (rows * (rows + 1) - first * (first + 1)) / 2;  // row p sees p + 1 keys
  std::int64_t layer = computed * (4 * d * d + 2 * d * s.d_ff) + 2 * seen * d;
  if (has_cross(s)) layer += computed * 2 * d * d + 2 * computed * m * d + (cache && step > 0 ? 0 : 2 * m * d * d);
  return s.decoder_layers * layer + d * s.target_words;
}

Beam beam_search(const Transformer& model, const Tokens& source, int width, int max_length, const Bending& bending,
                 autodiff::MakeEngine engine) {
  CHECK(width >= 1, "beam_search: a width of ", width);
  const std::vector<Tokens> copies(static_cast<std::size_t>(width), source);
  DecodingSession session(model, copies, true, &bending, engine);
  bool first = true;
  return search_beam(width, std::min(max_length, session.steps_left(0)), [&](const std::vector<int>& words, const std::vector<int>& from) {
    std::vector<int> inputs = words, rows = from;
    inputs.resize(copies.size(), kStartToken);
    rows.resize(copies.size(), 0);
    if (!std::exchange(first, false)) session.rearrange(rows);
    return Mat(session.next(inputs).value());
  });
}

namespace {

/// The number of sentences that are decoded together: enough for the products' tiles, few enough to stay in the processor's cache.
constexpr std::size_t kTogether = 64;

std::vector<Tokens> label_together(const Transformer& model, std::span<const Tokens> sources, const Bending& bending) {
  Tape tape;
  tape.set_recording(false);
  TransformerPass pass(model, tape, {.loss = {}, .bending = &bending});
  const TokenRows rows = source_rows(tape, sources, false);
  const Mat logits = pass.words(pass.encode(rows)).value();
  std::vector<Tokens> out;
  Index row = 0;
  for (const Tokens& source : sources) {
    Tokens& answer = out.emplace_back();
    for (std::size_t i = 0; i < source.size(); ++i) answer.push_back(likeliest(logits.row(row++)));
  }
  return out;
}

std::vector<Tokens> translate_together(const Transformer& model, std::span<const Tokens> sources, int max_length, const Bending& bending) {
  std::vector<Tokens> out(sources.size());
  DecodingSession session(model, sources, true, &bending);
  std::vector<int> open(sources.size()), inputs(sources.size(), kStartToken);
  std::iota(open.begin(), open.end(), 0);
  for (int i = 0; i < max_length && !open.empty(); ++i) {
    const Var logits = session.next(inputs);
    std::vector<int> kept, rows;
    inputs.clear();
    for (std::size_t e = 0; e < open.size(); ++e) {
      const int token = likeliest(logits.value().row(static_cast<Index>(e)));
      if (token == kEndToken) continue;
      out[static_cast<std::size_t>(open[e])].push_back(token);
      if (session.steps_left(e) == 0) continue;
      kept.push_back(open[e]);
      rows.push_back(static_cast<int>(e));
      inputs.push_back(token);
    }
    if (kept.size() < open.size()) session.rearrange(rows);
    open = kept;
  }
  return out;
}

}  // namespace

std::vector<Tokens> translate_all(const Transformer& model, const std::vector<Tokens>& sources, int max_length, const Bending& bending) {
  std::vector<Tokens> out;
  for (std::size_t begin = 0; begin < sources.size(); begin += kTogether) {
    const auto some = std::span(sources).subspan(begin, std::min(kTogether, sources.size() - begin));
    std::vector<Tokens> said =
        has_decoder(model.settings()) ? translate_together(model, some, max_length, bending) : label_together(model, some, bending);
    std::move(said.begin(), said.end(), std::back_inserter(out));
  }
  return out;
}

Real log_probability(const Transformer& model, const Tokens& source, const Tokens& target) {
  const Mat logs = log_softmax(run(model, source, target).logits);
  const Index begin = model.settings().shape == TransformerShape::decoder ? static_cast<Index>(source.size()) : 0;
  double sum = 0;
  for (Index i = begin; i < logs.rows(); ++i) {
    const auto at = static_cast<std::size_t>(i - begin);
    sum += static_cast<double>(logs(i, at < target.size() ? target[at] : kEndToken));
  }
  return static_cast<Real>(sum);
}

}  // namespace attn::models
