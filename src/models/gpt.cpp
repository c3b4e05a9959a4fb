#include "models/gpt.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "models/gpt_layers.h"

namespace attn::models {
namespace {

using autodiff::Tape;
using autodiff::Var;

constexpr double kTableDeviation = 0.08;  ///< of the tables' first numbers; the published 0.02 is for a width of 768

/// Rows for texts of which the i-th has `lengths(i)` tokens, with the tokens `id(i, t)`.
template <class Length, class Id>
TokenRows rows_of(Tape& tape, std::size_t count, const Length& length, const Id& id, const int* begin = nullptr) {
  int* lengths = tape.scratch_array<int>(count);
  for (std::size_t i = 0; i < count; ++i) lengths[i] = length(i);
  TokenRows rows = token_rows(tape, count, lengths, begin);
  int* ids = tape.scratch_array<int>(rows.ids.size());
  int* next = ids;
  for (std::size_t i = 0; i < count; ++i)
    for (int t = 0; t < lengths[i]; ++t) *next++ = id(i, static_cast<std::size_t>(t));
  rows.ids = {ids, rows.ids.size()};
  return rows;
}

TokenRows rows_of_texts(Tape& tape, std::span<const Tokens> texts) {
  return rows_of(
      tape, texts.size(), [&](std::size_t i) { return size_of(texts[i]); }, [&](std::size_t i, std::size_t t) { return texts[i][t]; });
}

}  // namespace

GptLinear gpt_linear(nn::Parameters* parameters, const std::string& name, Index in, Index out, double factor, Rng& rng) {
  return {&parameters->add(name + ".weight", Mat(nn::glorot_uniform(in, out, rng) * static_cast<Real>(factor))),
          &parameters->add(name + ".bias", Mat::Zero(1, out))};
}

GptNorm gpt_norm(nn::Parameters* parameters, const std::string& name, Index width) {
  return {&parameters->add(name + ".weight", Mat::Ones(1, width)), &parameters->add(name + ".bias", Mat::Zero(1, width))};
}

void add_blocks(const GptSettings& s, nn::Parameters* parameters, GptLayers* layers, Rng& rng) {
  const double into_stream = 1 / std::sqrt(2.0 * s.layers);
  for (int l = 0; l < s.layers; ++l) {
    const std::string name = "h." + std::to_string(l);
    GptBlock& block = layers->blocks.emplace_back();
    block.norm_1 = gpt_norm(parameters, name + ".ln_1", s.width);
    block.attention = gpt_linear(parameters, name + ".attn.c_attn", s.width, 3 * s.width, 1, rng);
    block.projection = gpt_linear(parameters, name + ".attn.c_proj", s.width, s.width, into_stream, rng);
    if (s.hidden == 0) continue;
    block.norm_2 = gpt_norm(parameters, name + ".ln_2", s.width);
    block.in = gpt_linear(parameters, name + ".mlp.c_fc", s.width, s.hidden, 1, rng);
    block.out = gpt_linear(parameters, name + ".mlp.c_proj", s.hidden, s.width, into_stream, rng);
  }
}

std::string check_settings(const GptSettings& s) {
  if (s.vocabulary < 2) return "a vocabulary has at least two tokens";
  if (s.context < 1) return "the context has at least one place";
  if (s.layers < 1) return "there is at least one layer";
  if (s.heads < 1 || s.width < 1 || s.width % s.heads) return "the number of heads divides the width";
  if (s.hidden < 0) return "the hidden width is not negative";
  return "";
}

Index count_weights(const GptSettings& s) {
  const Index d = s.width, f = s.hidden;
  const Index attention = 2 * d + 3 * d * d + 3 * d + d * d + d, feed = f == 0 ? 0 : 2 * d + 2 * d * f + f + d;
  const Index head = s.norms_after ? d * d + d + 2 * d + s.vocabulary : 0;
  return ((s.tied ? 1 : 2) * s.vocabulary + s.context + s.types) * d + s.layers * (attention + feed) + 2 * d + head;
}

Gpt::Gpt(const GptSettings& settings, Rng& rng) : settings_(settings), layers_(std::make_unique<GptLayers>()) {
  const GptSettings& s = settings_;
  CHECK(check_settings(s).empty(), "Gpt: ", check_settings(s));
  CHECK(!s.norms_after && s.types == 0 && s.activation == GptActivation::gelu, "Gpt: this form is only opened");
  layers_->tokens = &parameters_.add("wte.weight", normal_matrix(s.vocabulary, s.width, rng, kTableDeviation));
  layers_->places = &parameters_.add("wpe.weight", normal_matrix(s.context, s.width, rng, kTableDeviation));
  add_blocks(s, &parameters_, layers_.get(), rng);
  layers_->answers =
      s.tied ? layers_->tokens : GptMatrix(&parameters_.add("lm_head.weight", normal_matrix(s.vocabulary, s.width, rng, kTableDeviation)));
  layers_->norm = gpt_norm(&parameters_, "ln_f", s.width);
}

Gpt::Gpt(const GptSettings& settings, nn::Parameters parameters, std::unique_ptr<GptLayers> layers, std::shared_ptr<const void> bytes)
    : settings_(settings), parameters_(std::move(parameters)), layers_(std::move(layers)), bytes_(std::move(bytes)) {
  CHECK(check_settings(settings_).empty() && bytes_, "Gpt: ", check_settings(settings_));
}

Mat Gpt::answer_row(int token) const {
  const GptMatrix& table = layers_->answers;
  if (table.learned) return table.learned->value.row(token);
  Mat row(1, settings_.width);
  later<kernels::widen_rows>(table.stored, token, row);
  return row;
}

Real Gpt::answer_bias(int token) const { return layers_->said_bias ? layers_->said_bias->value(0, token) : Real(0); }

Gpt::Gpt(Gpt&&) noexcept = default;
Gpt& Gpt::operator=(Gpt&&) noexcept = default;
Gpt::~Gpt() = default;

Var GptPass::attention(int layer, Var x, const TokenRows& rows, KeyValues* cache, AttentionRun* run) {
  const GptSettings& s = settings_;
  const GptBlock& b = layers_.blocks[static_cast<std::size_t>(layer)];
  AttentionVars vars{.keys = rows.sentences};
  if (b.attention.bias) {
    const Var all = b.attention(tape_, x);
    vars.q = autodiff::slice_cols(all, 0, s.width), vars.k = autodiff::slice_cols(all, s.width, s.width);
    vars.v = autodiff::slice_cols(all, 2 * s.width, s.width);
  } else {
    vars.q = b.query(tape_, x), vars.k = b.key(tape_, x), vars.v = b.value(tape_, x);
  }
  if (cache) {
    cache->append(rows.sentences, vars.k, vars.v);
    cache->give(tape_, &vars);
  }
  const Real scale = 1 / std::sqrt(static_cast<Real>(s.width / s.heads));
  const autodiff::HeadsResult heads = autodiff::multi_head(
      vars.q, vars.k, vars.v, {.queries = rows.sentences, .keys = vars.keys, .heads = s.heads, .scale = scale, .causal = s.causal}, {},
      run != nullptr);
  vars.concat = heads.output, vars.weights = heads.weights;
  if (bending_) bend(*bending_, {AttentionPart::decoder_self, layer}, s.heads, rows, s.causal, &vars);
  const Var output = b.projection(tape_, vars.concat);
  shown_.attention(vars, heads, output, s.heads, run);
  return output;
}

namespace {

Var bent_by(GptActivation activation, Var x) {
  return activation == GptActivation::gelu        ? autodiff::gelu(x)
         : activation == GptActivation::gelu_tanh ? autodiff::gelu_tanh(x)
                                                  : autodiff::relu(x);
}

}  // namespace

Var GptPass::block(int layer, Var x, const TokenRows& rows, KeyValues* cache, BlockRun* run) {
  const GptBlock& b = layers_.blocks[static_cast<std::size_t>(layer)];
  const GptSettings& s = settings_;
  const bool after = s.norms_after;
  const auto shown = [&](Var value, Mat BlockRun::*part) { return shown_.part(value, part, run); };
  shown(x, &BlockRun::input);
  const Var heard = shown(after ? x : b.norm_1(tape_, x), &BlockRun::self_normed);
  const Var sum = autodiff::add(x, attention(layer, heard, rows, cache, run ? &run->self : nullptr));
  x = shown(after ? b.norm_1(tape_, sum) : sum, &BlockRun::after_self);
  if (s.hidden == 0) return shown(x, &BlockRun::output);
  const Var inner = b.in(tape_, shown(after ? x : b.norm_2(tape_, x), &BlockRun::feed_normed));
  const Var hidden = shown(bent_by(s.activation, inner), &BlockRun::hidden);
  const Var whole = autodiff::add(x, shown(b.out(tape_, hidden), &BlockRun::feed));
  return shown(after ? b.norm_2(tape_, whole) : whole, &BlockRun::output);
}

Var GptPass::first(const TokenRows& rows) {
  for (std::size_t row = 0; row < rows.ids.size(); ++row)
    CHECK(rows.positions[row] < settings_.context, "GptPass: place ", rows.positions[row], " of ", settings_.context);
  const Var x = autodiff::add(layers_.tokens.rows(tape_, rows.ids), layers_.places.rows(tape_, {rows.positions, rows.ids.size()}));
  if (!settings_.norms_after) return x;
  return layers_.norm(tape_, layers_.types ? autodiff::add_row(x, autodiff::slice_rows(nn::on(tape_, *layers_.types), 0, 1)) : x);
}

Var GptPass::stream(const TokenRows& rows, GptRun* run) {
  const std::size_t count = layers_.blocks.size();
  if (run) {
    run->tokens.assign(rows.ids.begin(), rows.ids.end());
    run->layers.resize(count);
  }
  Var x = first(rows);
  for (std::size_t l = 0; l < count; ++l) x = block(static_cast<int>(l), x, rows, nullptr, run ? &run->layers[l] : nullptr);
  return shown_.part(read_out(x), &GptRun::output, run);
}

Var GptPass::read_out(Var x) {
  if (!settings_.norms_after) return layers_.norm(tape_, x);
  return layers_.transform_norm(tape_, bent_by(settings_.activation, layers_.transform(tape_, x)));
}

Var GptPass::answers(Var x) {
  const Var logits = layers_.answers.times_rows(tape_, x);
  return layers_.said_bias ? autodiff::add_row(logits, nn::on(tape_, *layers_.said_bias)) : logits;
}

Var Gpt::loss(Tape& tape, std::span<const Tokens> windows) const {
  CHECK(!windows.empty(), "Gpt::loss: no windows");
  for (const Tokens& window : windows)
    CHECK(window.size() >= 2 && size_of(window) <= settings_.context + 1, "Gpt::loss: a window of ", window.size(),
          " tokens, a context of ", settings_.context);
  const TokenRows rows = rows_of(
      tape, windows.size(), [&](std::size_t i) { return size_of(windows[i]) - 1; },
      [&](std::size_t i, std::size_t t) { return windows[i][t]; });
  int* answers = tape.scratch_array<int>(rows.ids.size());
  int* next = answers;
  for (const Tokens& window : windows) next = std::copy(window.begin() + 1, window.end(), next);
  GptPass pass(*this, tape, nullptr);
  return autodiff::cross_entropy(pass.answers(pass.stream(rows)), {answers, rows.ids.size()});
}

Var Gpt::loss(Tape& tape, std::span<const MaskedText> texts) const {
  std::size_t count = 0;
  for (const MaskedText& text : texts) {
    CHECK(!text.tokens.empty() && size_of(text.tokens) <= settings_.context && text.places.size() == text.answers.size(),
          "Gpt::loss: ", text.tokens.size(), " tokens, a context of ", settings_.context, ", ", text.answers.size(), " answers for ",
          text.places.size());
    count += text.places.size();
  }
  CHECK(count > 0, "Gpt::loss: nothing is hidden");
  const TokenRows rows = rows_of(
      tape, texts.size(), [&](std::size_t i) { return size_of(texts[i].tokens); },
      [&](std::size_t i, std::size_t t) { return texts[i].tokens[t]; });
  int *asked = tape.scratch_array<int>(count), *answers = tape.scratch_array<int>(count);
  std::size_t k = 0;
  int first = 0;
  for (const MaskedText& text : texts) {
    for (std::size_t i = 0; i < text.places.size(); ++i, ++k) asked[k] = first + text.places[i], answers[k] = text.answers[i];
    first += size_of(text.tokens);
  }
  GptPass pass(*this, tape, nullptr);
  const Var x = autodiff::gather_rows(pass.stream(rows), {asked, count});
  return autodiff::cross_entropy(pass.answers(x), {answers, count});
}

Var Gpt::outputs(Tape& tape, std::span<const Tokens> texts) const {
  return GptPass(*this, tape, nullptr).stream(rows_of_texts(tape, texts));
}

GptRun run(const Gpt& model, const Tokens& tokens, const Bending& bending, autodiff::MakeEngine engine) {
  CHECK(!tokens.empty() && size_of(tokens) <= model.settings().context, "run: ", tokens.size(), " tokens, a context of ",
        model.settings().context);
  Tape tape(engine && !model.opened() ? engine() : nullptr);  // the CPU has what was opened
  tape.set_recording(false);
  GptPass pass(model, tape, &bending);
  GptRun out;
  const Var x = pass.stream(rows_of_texts(tape, {&tokens, 1}), &out);
  pass.show(pass.answers(x), &out.logits);
  pass.bring();
  return out;
}

GptWalk::GptWalk(const Gpt& model, Tokens tokens, Bending bending, Hear hear)
    : model_(model), bending_(std::move(bending)), hear_(std::move(hear)), size_(static_cast<Index>(tokens.size())) {
  CHECK(size_ > 0 && size_ <= model.settings().context, "GptWalk: ", size_, " tokens, a context of ", model.settings().context);
  run_.tokens = std::move(tokens);
  run_.layers.resize(static_cast<std::size_t>(model.settings().layers));
}

bool GptWalk::advance() {
  constexpr Index kAnswersAtOnce = 8;
  if (done()) return false;
  Tape tape;
  tape.set_recording(false);
  GptPass pass(model_, tape, &bending_);
  if (layer_ < model_.settings().layers) {
    const TokenRows rows = rows_of_texts(tape, {&run_.tokens, 1});
    BlockRun all;
    const Var y = pass.block(layer_, layer_ == 0 ? pass.first(rows) : tape.constant(stream_), rows, nullptr, &all);
    BlockRun& kept = run_.layers[static_cast<std::size_t>(layer_)];
    if (++layer_ == model_.settings().layers) pass.show(pass.read_out(y), &run_.output);
    pass.bring();
    stream_ = std::move(all.output);
    kept.input = std::move(all.input), kept.self = std::move(all.self), kept.self.output = Mat();
    return true;
  }
  const Index count = std::min(kAnswersAtOnce, size_ - answered_);
  hear_(answered_, pass.answers(tape.constant(run_.output.middleRows(answered_, count))).value());
  answered_ += count;
  return !done();
}

double GptWalk::share() const {
  // The table of a large vocabulary takes as long as a few layers.
  const double layers = model_.settings().layers, answers = static_cast<double>(answered_) / static_cast<double>(size_);
  return (layer_ + 0.3 * layers * answers) / (1.3 * layers);
}

Mat lens(const Gpt& model, In stream) {
  CHECK(stream.cols() == model.settings().width, "lens: a stream of ", shape(stream), ", a width of ", model.settings().width);
  Tape tape;
  tape.set_recording(false);
  GptPass pass(model, tape, nullptr);
  return pass.lens(tape.constant(stream)).value();
}

Mat answers(const Gpt& model, In output) {
  Tape tape;
  tape.set_recording(false);
  GptPass pass(model, tape, nullptr);
  return pass.answers(tape.constant(output)).value();
}

namespace {

/// Passes over a few texts at a time, since what is computed on the way takes a hundred times the room of the answers, and hands each the
/// stream and the rows that it is about.
template <class Answer>
void pass_over(const Gpt& model, std::span<const Tokens> texts, const Bending& bending, Answer answer) {
  constexpr std::size_t kTokensAtOnce = 256;
  for (std::size_t first = 0, end = 0; first < texts.size(); first = end) {
    std::size_t count = 0;
    do count += texts[end++].size();
    while (end < texts.size() && count + texts[end].size() <= kTokensAtOnce);
    Tape tape;
    tape.set_recording(false);
    GptPass pass(model, tape, &bending);
    const TokenRows rows = rows_of_texts(tape, texts.subspan(first, end - first));
    answer(pass, pass.stream(rows), rows);
  }
}

}  // namespace

Mat logits_of(const Gpt& model, std::span<const Tokens> texts, const Bending& bending) {
  std::size_t tokens = 0;
  for (const Tokens& text : texts) tokens += text.size();
  Mat out(static_cast<Index>(tokens), model.settings().vocabulary);
  Index row = 0;
  pass_over(model, texts, bending, [&](GptPass& pass, Var stream, const TokenRows&) {
    out.middleRows(row, stream.rows()) = pass.answers(stream).value();
    row += stream.rows();
  });
  return out;
}

Mat next_logits_of(const Gpt& model, std::span<const Tokens> texts, const Bending& bending) {
  Mat out(static_cast<Index>(texts.size()), model.settings().vocabulary);
  Index row = 0;
  pass_over(model, texts, bending, [&](GptPass& pass, Var stream, const TokenRows& rows) {
    std::vector<int> last;
    const auto& [count, first, length] = rows.sentences;
    for (Index i = 0; i < count; ++i) last.push_back(first[i] + length[i] - 1);
    out.middleRows(row, count) = pass.answers(autodiff::gather_rows(stream, last)).value();
    row += count;
  });
  return out;
}

GptReader::GptReader(const Gpt& model, const Bending* bending, int most)
    : model_(model),
      bending_(bending),
      room_(most > 0 ? std::min(most, model.settings().context) : model.settings().context),
      cache_(std::make_unique<DecoderCache>()) {
  CHECK(model.settings().causal, "GptReader: what a place sees would change with every token read");
  tape_.set_recording(false);
}
GptReader::~GptReader() = default;

Mat GptReader::read(std::span<const int> tokens) {
  CHECK(!tokens.empty(), "GptReader: nothing to read");
  const auto context = static_cast<std::size_t>(room_);
  if (held_.size() + tokens.size() <= context) return read_rows(tokens);
  Tokens all = std::move(held_);
  all.insert(all.end(), tokens.begin(), tokens.end());
  const std::size_t kept = std::min(all.size(), (context + 1) / 2);
  held_.clear(), cache_->self.clear();
  return read_rows(std::span(all).last(kept));
}

Mat GptReader::read_rows(std::span<const int> tokens) {
  const GptSettings& s = model_.settings();
  if (cache_->self.empty()) cache_->self.assign(static_cast<std::size_t>(s.layers), KeyValues(1, room_, s.width));
  const int before = size_of(held_);
  held_.insert(held_.end(), tokens.begin(), tokens.end());
  GptPass pass(model_, tape_, bending_);
  // Layer by layer, so that the tape holds no more than one.
  const auto begin_layer = [&] {
    tape_.clear();
    int* begin = tape_.scratch_array<int>(1);
    *begin = before;
    return rows_of(
        tape_, 1, [&](std::size_t) { return static_cast<int>(tokens.size()); }, [&](std::size_t, std::size_t t) { return tokens[t]; },
        begin);
  };
  Mat x = pass.first(begin_layer()).value();
  for (int l = 0; l < s.layers; ++l) {
    const TokenRows rows = begin_layer();
    x = pass.block(l, tape_.constant(x), rows, &cache_->self[static_cast<std::size_t>(l)], nullptr).value();
  }
  tape_.clear();
  return pass.lens(tape_.constant(x.bottomRows(1))).value();
}

}  // namespace attn::models
