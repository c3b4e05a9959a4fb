#include "lessons/11_language-models/reading.h"

#include <algorithm>
#include <utility>

#include "kernels/softmax.h"
#include "lessons/11_language-models/opened.h"
#include "models/logits.h"

namespace attn::lessons::language_models {
namespace {

constexpr std::size_t kReadAtOnce = 8;   ///< tokens of a prompt, so that a piece of a large model stays short
constexpr Index kSeenAtOnce = 8;         ///< rows that the lens looks at
constexpr Index kLogitsKept = 1 << 20;   ///< of all places; of a long text and a large vocabulary they would fill a page
constexpr std::size_t kPlacesKept = 24;  ///< of which the logits are kept

}  // namespace

Request request_of(const Params& p) {
  Request out;
  out.given = p.given;
  const int mask = p.corpus->mask();
  if (mask >= 0) {
    out.given[static_cast<size_t>(place_asked(p))] = mask;
  } else {
    out.length = p.length;
    out.temperature = p.temperature, out.top_p = p.top_p, out.top_k = p.top_k, out.draw = p.draw;
  }
  out.cut = bending_of(p).cut;
  return out;
}

Reading::Reading(const models::Gpt& model, Request request, int end)
    : model_(model), request_(std::move(request)), bending_{request_.cut, {}}, end_(end), tokens_(request_.given) {
  written_ = !model.settings().causal;
  compared_ = request_.cut.empty();
}

bool Reading::write(const models::Bending& bending, Tokens* tokens) {
  const auto room = static_cast<std::size_t>(std::min(model_.settings().context, kMostRead));
  const std::size_t most = std::min(request_.given.size() + static_cast<std::size_t>(request_.length), room);
  if (!reader_) {
    reader_.emplace(model_, &bending, kMostRead);
    *tokens = request_.given;
    rng_ = Rng(static_cast<std::uint64_t>(request_.draw));
    read_ = 0;
  }
  if (tokens->size() >= most || (tokens->size() > request_.given.size() && tokens->back() == end_)) {
    reader_.reset();
    return false;
  }
  const std::size_t count = std::min(kReadAtOnce, tokens->size() - read_);
  logits_ = reader_->read(std::span(*tokens).subspan(read_, count));
  read_ += count;
  if (read_ == tokens->size()) tokens->push_back(models::choose(logits_, {request_.temperature, request_.top_k, request_.top_p, &rng_}));
  return true;
}

bool Reading::look_through() {
  const auto layers = static_cast<Index>(run_->layers.size()), n = run_->output.rows();
  if (seen_ == 0) {
    found_token_ = found_probability_ = Mat(layers + 1, n);
    for (Index t = 0; t < n; ++t) found_token_(layers, t) = static_cast<Real>(likeliest_[static_cast<std::size_t>(t)]);
    found_probability_.bottomRows(1) = likeliest_probability_.transpose();
  }
  const Index blocks = (n + kSeenAtOnce - 1) / kSeenAtOnce, layer = seen_ / blocks, first = seen_ % blocks * kSeenAtOnce;
  const Index count = std::min(kSeenAtOnce, n - first);
  const Mat logits = models::lens(model_, run_->layers[static_cast<size_t>(layer)].input.middleRows(first, count));
  for (Index t = 0; t < count; ++t) {
    const Mat p = kernels::softmax_rows(logits.row(t));
    const int best = models::likeliest(p);
    found_token_(layer, first + t) = static_cast<Real>(best);
    found_probability_(layer, first + t) = p(0, best);
  }
  if (++seen_ < layers * blocks) return true;
  lens_token_ = std::move(found_token_), lens_probability_ = std::move(found_probability_);
  return false;
}

void Reading::note(Index first, In logits) {
  const auto n = static_cast<Index>(tokens_.size());
  if (first == 0) {
    likeliest_.clear();
    likeliest_probability_ = probability_ = Mat::Ones(n, 1);
    found_logits_ = n * logits.cols() <= kLogitsKept ? Mat(n, logits.cols()) : Mat();
  }
  if (found_logits_.rows() > 0) found_logits_.middleRows(first, logits.rows()) = logits;
  for (Index row = 0; row < logits.rows(); ++row) {
    const Index t = first + row;
    const Mat p = kernels::softmax_rows(logits.row(row));
    likeliest_.push_back(models::likeliest(p));
    likeliest_probability_(t, 0) = p(0, likeliest_.back());
    if (t + 1 < n) probability_(t + 1, 0) = p(0, tokens_[static_cast<std::size_t>(t) + 1]);
  }
}

Mat Reading::logits_at(int place) const {
  if (run_->logits.rows() > 0) return run_->logits.row(place);
  if (const auto kept = logits_here_.find(place); kept != logits_here_.end()) return kept->second;
  if (logits_here_.size() == kPlacesKept) logits_here_.clear();
  return logits_here_[place] = models::answers(model_, run_->output.row(place));
}

bool Reading::advance() {
  if (!written_) {
    written_ = !write(bending_, &tokens_);
    return true;
  }
  if (!run_) {
    if (!walk_) walk_.emplace(model_, tokens_, bending_, [this](Index first, In logits) { note(first, logits); });
    if (!walk_->advance()) {
      models::GptRun run = walk_->take();
      run.logits = std::move(found_logits_);
      run_ = std::make_shared<const models::GptRun>(std::move(run));
      walk_.reset();
      if (!model_.settings().causal) probability_ = Mat();
    }
    return true;
  }
  if (!compared_) {
    if (model_.settings().causal) {
      compared_ = !write(whole_, &uncut_);
    } else {
      if (!walk_)
        walk_.emplace(model_, tokens_, models::Bending(), [this](Index, In logits) {
          for (Index t = 0; t < logits.rows(); ++t) found_uncut_.push_back(models::likeliest(logits.row(t)));
        });
      if (walk_->advance()) return true;
      uncut_ = std::move(found_uncut_);
      walk_.reset();
      compared_ = true;
    }
    return true;
  }
  return lens_token_.rows() == 0 && look_through();
}

double Reading::share() const {
  const double layers = model_.settings().layers;
  if (!written_)
    return 0.3 * static_cast<double>(tokens_.size()) /
           static_cast<double>(request_.given.size() + static_cast<std::size_t>(request_.length));
  if (!run_) return 0.3 + (walk_ ? 0.2 * walk_->share() : 0);
  if (lens_token_.rows() > 0) return 1;
  const double blocks = static_cast<double>((run_->output.rows() + kSeenAtOnce - 1) / kSeenAtOnce);
  return 0.5 + 0.5 * static_cast<double>(seen_) / (blocks * layers);
}

}  // namespace attn::lessons::language_models
