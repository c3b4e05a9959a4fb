#include "models/captioner.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "autodiff/convolution.h"
#include "autodiff/ops.h"
#include "base/check.h"
#include "kernels/softmax.h"

namespace attn::models {

using autodiff::State;
using autodiff::Tape;
using autodiff::Var;

namespace {

/// Sides of the windows. Those of an even side are centred on the squares of pixels that they stand for.
constexpr std::array<Index, 3> kWindows{4, 4, 1};
constexpr int kEnd = 0;  ///< ends a caption and begins each

/// The place that a number uniform in [0,1) draws from weights [n]: one that has any, also where their sum is less than the number.
int drawn_place(In weights, double uniform) {
  double sum = 0;
  Index place = 0;
  for (Index j = 0; j < weights.cols() && uniform >= sum; ++j) {
    if (weights(0, j) <= 0) continue;
    sum += static_cast<double>(weights(0, j));
    place = j;
  }
  return static_cast<int>(place);
}

int likeliest(In row) {
  Index best = 0;
  row.row(0).maxCoeff(&best);
  return static_cast<int>(best);
}

/// [n b, n]: row j b + i has a one in column j, so that its sum by weights are the weights.
Var ones_by_place(Tape& tape, Index places, Index batch) {
  Var out = tape.make(places * batch, places, false);
  out.value().setZero();
  for (Index row = 0; row < out.rows(); ++row) out.value()(row, row / batch) = 1;
  return out;
}

}  // namespace

/// A captioner at work on a batch of images, on a tape. Training and telling take the same steps.
class CaptionSteps {
 public:
  /// With `weights_matter` the weights of each step pass on a gradient.
  CaptionSteps(const Captioner& model, Tape& tape, In images, int most, bool weights_matter)
      : model_(model), tape_(tape), batch_(images.rows()), recurrent_(model.lstm_.steps(tape, most, images.rows())) {
    const CaptionerSettings& s = model.settings();
    const Var rows = encode(images);
    mean_ = autodiff::mean_of_images(rows, s.places());
    annotations_ = by_place(rows);
    state_ = {autodiff::tanh(model.start_h_(tape, mean_)), autodiff::tanh(model.start_c_(tape, mean_))};
    projected_words_ = model.lstm_.project(tape, model.words_.table(tape));
    if (model.context_) fed_.emplace(nn::on(tape, *model.context_), Var(), most, batch_);
    if (s.look == Look::none) return;
    const Var values = weights_matter ? autodiff::concat_cols({annotations_, ones_by_place(tape, s.places(), batch_)}) : annotations_;
    alignment_.emplace(model.alignment_.prepare(tape, annotations_, batch_, nullptr, most, values));
  }

  struct Looked {
    Var h;        ///< [b,u]
    Var scores;   ///< [b,n]; absent without attention, like the next
    Var weights;  ///< [b,n]
    Var context;  ///< [b,f] the soft one, or the mean
  };
  /// The next step, whose inputs are these words [b]. use() has to follow.
  Looked look(std::span<const int> words) {
    Var projected = autodiff::gather_rows(projected_words_, words);
    if (fed_ && used_) projected = autodiff::add(projected, (*fed_)(used_));
    state_ = recurrent_(projected, state_);
    Looked out{.h = state_.h, .scores = {}, .weights = {}, .context = mean_};
    if (!alignment_) return out;
    const autodiff::Aligned aligned = (*alignment_)(state_.h);
    const Index width = model_.settings().width;
    out.scores = aligned.scores, out.weights = aligned.weights, out.context = aligned.context;
    if (aligned.context.cols() == width) return out;
    out.context = autodiff::slice_cols(aligned.context, 0, width);
    out.weights = autodiff::slice_cols(aligned.context, width, aligned.context.cols() - width);
    return out;
  }
  /// Says which context the step has used.
  void use(Var context) { used_ = context; }

  /// Inputs [n], h [n,u] and contexts [n,f] -> logits [n,v].
  static Var logits(const Captioner& model, Tape& tape, std::span<const int> words, Var h, Var contexts) {
    const Var sum = autodiff::add(model.words_(tape, words), autodiff::add(model.readout_h_(tape, h), model.readout_z_(tape, contexts)));
    return model.out_(tape, sum);
  }

  /// h [n,u] -> [n,1] the reward that hard attention expects of its draw.
  static Var expected(const Captioner& model, Tape& tape, Var h) { return model.baseline_(tape, h); }

  Var annotations() const { return annotations_; }  ///< [n b, f]: row j b + i is place j of image i
  Var states() const { return recurrent_.all(); }   ///< [t b, u]

 private:
  /// -> [b n, f], image by image.
  Var encode(In images) {
    const CaptionerSettings& s = model_.settings();
    CHECK(images.cols() == s.numbers(), "Captioner: images of ", images.cols(), " numbers, not ", s.numbers());
    Var x = tape_.make(batch_ * s.side * s.side, 3, false);
    for (Index i = 0; i < batch_; ++i)
      x.value().middleRows(i * s.side * s.side, Index(s.side) * s.side) =
          Eigen::Map<const Mat>(images.row(i).data(), Index(s.side) * s.side, 3);
    kernels::ConvolutionShape shape{.images = batch_, .height = s.side, .width = s.side, .channels = 3};
    for (std::size_t l = 0; l < model_.convolutions_.size(); ++l) {
      shape.channels = x.cols(), shape.side = kWindows[l], shape.stride = l < 2 ? 2 : 1, shape.padding = kWindows[l] == 1 ? 0 : 1;
      x = autodiff::convolve(x, nn::on(tape_, *model_.convolutions_[l].weight), nn::on(tape_, *model_.convolutions_[l].bias), shape);
      shape.height = shape.out_height(), shape.width = shape.out_width();
      if (l + 1 == model_.convolutions_.size()) x = autodiff::add(x, places_of_rows());
      x = autodiff::relu(x);
    }
    return x;
  }

  /// What is learned of the place of each row, image by image.
  Var places_of_rows() {
    const Index places = model_.settings().places();
    int* ids = tape_.scratch_array<int>(static_cast<std::size_t>(batch_ * places));
    for (Index row = 0; row < batch_ * places; ++row) ids[row] = static_cast<int>(row % places);
    return autodiff::gather_rows(nn::on(tape_, *model_.places_), {ids, static_cast<std::size_t>(batch_ * places)});
  }

  /// Rows that stand image by image, place by place.
  Var by_place(Var rows) {
    if (batch_ == 1) return rows;
    const Index places = model_.settings().places();
    int* ids = tape_.scratch_array<int>(static_cast<std::size_t>(batch_ * places));
    for (Index row = 0; row < batch_ * places; ++row) ids[row] = static_cast<int>(row % batch_ * places + row / batch_);
    return autodiff::gather_rows(rows, {ids, static_cast<std::size_t>(batch_ * places)});
  }

  const Captioner& model_;
  Tape& tape_;
  Index batch_;
  autodiff::RecurrentSteps recurrent_;
  Var annotations_, mean_, projected_words_, used_;
  State state_;
  std::optional<autodiff::StepLinear> fed_;
  std::optional<nn::Alignment::Prepared> alignment_;
};

Captioner::Captioner(const CaptionerSettings& settings, Rng& rng) : settings_(settings) {
  const CaptionerSettings& s = settings_;
  CHECK(s.side >= 4 && s.side % 4 == 0 && s.channels >= 1 && s.width >= 1 && s.units >= 1 && s.embedding >= 1 && s.hidden >= 1 &&
            s.words >= 2,
        "Captioner: a side of ", s.side, ", widths of ", s.channels, ", ", s.width, ", ", s.units, ", ", s.embedding, " and ", s.hidden,
        ", ", s.words, " words");
  const std::array<Index, 4> widths{3, s.channels, 2 * s.channels, s.width};
  for (std::size_t l = 0; l < convolutions_.size(); ++l) {
    const std::string name = "conv." + std::to_string(l);
    convolutions_[l] = {
        &parameters_.add(name + ".weight", Mat(nn::glorot_uniform(kWindows[l] * kWindows[l] * widths[l], widths[l + 1], rng) * Real(1.4))),
        &parameters_.add(name + ".bias", Mat::Zero(1, widths[l + 1]))};
  }
  places_ = &parameters_.add("places", normal_matrix(s.places(), s.width, rng, 0.1));
  start_h_ = nn::Linear(parameters_, "start.h", s.width, s.units, rng);
  start_c_ = nn::Linear(parameters_, "start.c", s.width, s.units, rng);
  words_ = nn::Embedding(parameters_, "words", s.words, s.embedding, rng);
  lstm_ = nn::RecurrentLayer(parameters_, "lstm", kernels::Cell::lstm, s.embedding, s.units, rng);
  if (s.remembers) context_ = &parameters_.add("lstm.context", nn::glorot_uniform(s.width, 4 * Index(s.units), rng));
  if (s.look != Look::none)
    alignment_ = nn::Alignment(parameters_, "alignment", nn::AlignmentScore::additive, s.units, s.width, s.hidden, rng);
  if (s.look == Look::hard) baseline_ = nn::Linear(parameters_, "baseline", s.units, 1, rng);
  readout_h_ = nn::Linear(parameters_, "readout.h", s.units, s.embedding, rng, false);
  readout_z_ = nn::Linear(parameters_, "readout.z", s.width, s.embedding, rng, false);
  out_ = nn::Linear(parameters_, "words.out", s.embedding, s.words, rng);
}

Var Captioner::loss(Tape& tape, In images, std::span<const Tokens> captions, const LossOptions& options) const {
  const auto batch = static_cast<Index>(captions.size());
  CHECK(batch > 0 && images.rows() == batch, "Captioner::loss: ", images.rows(), " images, ", batch, " captions");
  CHECK(options.evenness == 0 || settings_.look != Look::none, "Captioner::loss: nothing to be even without attention");
  std::size_t longest = 0;
  for (const Tokens& caption : captions) longest = std::max(longest, caption.size());
  const int most = static_cast<int>(longest) + 1;
  const bool draws = options.draws.size() > 0;
  CHECK(!draws || (settings_.look == Look::hard && options.draws.rows() == batch && options.draws.cols() >= most),
        "Captioner::loss: draws are ", shape(options.draws), " for ", batch, " captions of ", most, " words");
  const auto rows = static_cast<std::size_t>(most * batch);
  int *inputs = tape.scratch_array<int>(rows), *targets = tape.scratch_array<int>(rows), *picks = tape.scratch_array<int>(rows);
  Index told = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const Tokens& caption = captions[row % captions.size()];
    const std::size_t t = row / captions.size();
    inputs[row] = t > caption.size() ? -1 : t == 0 ? kEnd : caption[t - 1];
    targets[row] = t > caption.size() ? -1 : t == caption.size() ? kEnd : caption[t];
    picks[row] = -1;
    told += targets[row] >= 0;
  }
  const auto of_step = [&](int* ids, int t) {
    return std::span<int>(ids + static_cast<std::size_t>(t) * captions.size(), captions.size());
  };

  CaptionSteps steps(*this, tape, images, most, draws || options.evenness > 0);
  std::vector<Var> contexts, weights;
  Var received;  // [b,n] the sum of each place's weights
  for (int t = 0; t < most; ++t) {
    const CaptionSteps::Looked looked = steps.look(of_step(inputs, t));
    Var context = looked.context;
    if (draws) {
      Mat softly = Mat::Ones(batch, 1);
      std::span<int> picked = of_step(picks, t);
      int* from = tape.scratch_array<int>(captions.size());
      for (Index i = 0; i < batch; ++i) {
        from[i] = -1;
        if (options.draws(i, 0) < 0) continue;
        const int place = drawn_place(looked.weights.value().row(i), static_cast<double>(options.draws(i, t)));
        softly(i, 0) = 0, from[i] = static_cast<int>(place * batch + i);
        if (of_step(targets, t)[static_cast<std::size_t>(i)] >= 0) picked[static_cast<std::size_t>(i)] = place;
      }
      context = autodiff::add(autodiff::multiply_rows(context, tape.constant(softly)),
                              autodiff::gather_rows(steps.annotations(), {from, captions.size()}));
    }
    if (options.evenness > 0) {
      Mat counts(batch, 1);
      for (Index i = 0; i < batch; ++i) counts(i, 0) = of_step(targets, t)[static_cast<std::size_t>(i)] >= 0 ? 1 : 0;
      const Var counted = autodiff::multiply_rows(looked.weights, tape.constant(counts));
      received = received ? autodiff::add(received, counted) : counted;
    }
    steps.use(context);
    contexts.push_back(context);
    if (looked.weights) weights.push_back(looked.weights);
  }
  const Var said = CaptionSteps::logits(*this, tape, {inputs, rows}, steps.states(), autodiff::concat_rows(contexts));
  Var total = autodiff::cross_entropy(said, {targets, rows});
  if (options.evenness > 0) {
    const Var missing = autodiff::add_row(received, tape.constant(Mat::Constant(1, settings_.places(), Real(-1))));
    total = autodiff::add(total, autodiff::scale(autodiff::mean(autodiff::multiply(missing, missing)), options.evenness));
  }
  if (!draws) return total;

  // Each draw gets ln p of its word less what was expected. The value of the loss stays that of the words.
  const Var expected = CaptionSteps::expected(*this, tape, tape.constant(steps.states().value()));
  Mat reward = Mat::Zero(static_cast<Index>(rows), 1), weight = reward, counts = reward;
  const Mat probabilities = kernels::softmax_rows(said.value());
  for (Index row = 0; row < reward.rows(); ++row) {
    if (picks[row] < 0) continue;
    reward(row, 0) = std::log(std::max(probabilities(row, targets[row]), Real(1e-30)));
    weight(row, 0) = -options.score_weight * (reward(row, 0) - expected.value()(row, 0)) / static_cast<Real>(told);
    counts(row, 0) = 1 / static_cast<Real>(told);
  }
  const Var score =
      autodiff::sum(autodiff::multiply(autodiff::log_picked(autodiff::concat_rows(weights), {picks, rows}), tape.constant(weight)));
  const Var missed = autodiff::subtract(expected, tape.constant(reward));
  const Var learned =
      autodiff::scale(autodiff::sum(autodiff::multiply_rows(autodiff::multiply(missed, missed), tape.constant(counts))), Real(0.5));
  const Var more = autodiff::add(score, learned);
  return autodiff::add(total, autodiff::subtract(more, tape.constant(more.value())));
}

Telling tell(const Captioner& model, In image, const TellOptions& options) {
  const CaptionerSettings& s = model.settings();
  CHECK(image.size() == s.numbers(), "tell: an image of ", image.size(), " numbers, not ", s.numbers());
  const int most = options.given ? static_cast<int>(options.given->size()) + 1 : options.most;
  Tape tape(options.engine ? options.engine() : nullptr);
  tape.set_recording(false);
  Mat flat = image;
  flat.resize(1, s.numbers());
  CaptionSteps steps(model, tape, flat, most, false);
  const bool attends = s.look != Look::none;
  const Index n = s.places();
  Telling out;
  out.annotations = steps.annotations().value();
  out.states = Mat(most, s.units), out.used = Mat(most, n), out.contexts = Mat(most, s.width), out.logits = Mat(most, s.words);
  out.scores = out.weights = Mat(attends ? most : 0, attends ? n : 0);
  out.expected = Mat(s.look == Look::hard ? most : 0, s.look == Look::hard ? 1 : 0);
  int input = kEnd, t = 0;
  for (; t < most && !out.ended; ++t) {
    const CaptionSteps::Looked looked = steps.look({&input, 1});
    Mat used = Mat::Constant(1, n, 1 / static_cast<Real>(n));
    if (attends) {
      out.scores.row(t) = looked.scores.value(), out.weights.row(t) = used = looked.weights.value();
      if (const auto bent = options.bent.find(t); bent != options.bent.end()) {
        CHECK(bent->second.rows() == 1 && bent->second.cols() == n, "tell: bent weights are ", shape(bent->second), " for ", n, " places");
        used = bent->second;
      }
      if (s.look == Look::hard) {
        const int place = options.draws ? drawn_place(used, options.draws->uniform()) : likeliest(used);
        used.setZero(), used(0, place) = 1;
      }
    }
    const Var context = tape.constant(used * out.annotations);
    steps.use(context);
    out.states.row(t) = looked.h.value(), out.used.row(t) = used, out.contexts.row(t) = context.value();
    out.logits.row(t) = CaptionSteps::logits(model, tape, {&input, 1}, looked.h, context).value();
    if (s.look == Look::hard) out.expected.row(t) = CaptionSteps::expected(model, tape, looked.h).value();
    input = !options.given ? likeliest(out.logits.row(t)) : t + 1 < most ? (*options.given)[static_cast<std::size_t>(t)] : kEnd;
    if (input == kEnd)
      out.ended = true;
    else
      out.words.push_back(input);
  }
  for (Mat* rows : {&out.states, &out.used, &out.contexts, &out.logits}) rows->conservativeResize(t, rows->cols());
  for (Mat* rows : {&out.scores, &out.weights, &out.expected})
    if (rows->rows() > 0) rows->conservativeResize(t, rows->cols());
  return out;
}

std::vector<Tokens> captions_of(const Captioner& model, In images, int most) {
  constexpr Index kAtOnce = 16;
  std::vector<Tokens> out(static_cast<std::size_t>(images.rows()));
  for (Index first = 0; first < images.rows(); first += kAtOnce) {
    const Index batch = std::min(kAtOnce, images.rows() - first);
    Tape tape;
    tape.set_recording(false);
    CaptionSteps steps(model, tape, images.middleRows(first, batch), most, false);
    std::vector<int> words(static_cast<std::size_t>(batch), kEnd);
    std::vector<bool> ended(static_cast<std::size_t>(batch), false);
    for (int t = 0; t < most; ++t) {
      const CaptionSteps::Looked looked = steps.look(words);
      Var context = looked.context;
      if (model.settings().look == Look::hard) {
        std::vector<int> from;
        for (Index i = 0; i < batch; ++i) from.push_back(static_cast<int>(likeliest(looked.weights.value().row(i)) * batch + i));
        context = autodiff::gather_rows(steps.annotations(), from);
      }
      steps.use(context);
      const Var logits = CaptionSteps::logits(model, tape, words, looked.h, context);
      for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = likeliest(logits.value().row(static_cast<Index>(i)));
        ended[i] = ended[i] || words[i] == kEnd;
        if (!ended[i]) out[static_cast<std::size_t>(first) + i].push_back(words[i]);
      }
      if (std::all_of(ended.begin(), ended.end(), [](bool done) { return done; })) break;
    }
  }
  return out;
}

Mat told_by_place(const Captioner& model, const Telling& telling, int word) {
  const Index n = telling.annotations.rows();
  CHECK(word >= 0 && word < telling.states.rows(), "told_by_place: word ", word, " of ", telling.states.rows());
  Tape tape;
  tape.set_recording(false);
  const std::vector<int> inputs(static_cast<std::size_t>(n), word == 0 ? kEnd : telling.words[static_cast<std::size_t>(word - 1)]);
  const Var h = tape.constant(telling.states.row(word).replicate(n, 1));
  const Mat logits = CaptionSteps::logits(model, tape, inputs, h, tape.constant(telling.annotations)).value();
  Mat out = kernels::softmax_rows(logits);
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = std::log(std::max(out.data()[i], Real(1e-30)));
  return out;
}

}  // namespace attn::models
