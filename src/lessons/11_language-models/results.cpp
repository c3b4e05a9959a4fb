#include "lessons/11_language-models/results.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/text.h"
#include "lessons/11_language-models/explanations.h"
#include "lessons/11_language-models/families.h"
#include "lessons/11_language-models/learner.h"
#include "lessons/11_language-models/merges_study.h"
#include "lessons/11_language-models/words.h"

namespace attn::lessons::language_models {
namespace {

using course::scalar, course::tensor;
using P = const Params&;
using R = const Result&;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> names_of(R r, const Next& next) {
  std::vector<std::string> out;
  for (const int token : next.candidates) out.push_back(r.corpus->name(token));
  return out;
}
course::Tensor ranked(const Mat& probabilities, std::vector<std::string> names) {
  course::Tensor out = tensor(probabilities, std::move(names));
  out.ranked = true;
  return out;
}
std::vector<std::string> candidates(R r) { return names_of(r, r.next); }
double probability_of_word(const Next& next) {
  const int at = next.at_follows();
  return at < 0 ? kUnknown : static_cast<double>(next.probabilities(at, 0));
}
double next_word_loss(P p, R r) {
  return p.reads == Reads::stories ? r.held_out_loss : p.reads == Reads::masked ? r.rival_held_out_loss : kUnknown;
}
double hidden_word_loss(P p, R r) { return p.reads == Reads::masked ? r.held_out_loss : kUnknown; }
/// [n,n] 1 where the token of the row may look at that of the column.
Mat who_sees_whom(R r, bool causal) {
  const auto n = static_cast<Index>(r.text.names.size());
  Mat out = Mat::Ones(n, n);
  if (causal) out = out.triangularView<Eigen::Lower>();
  return out;
}
std::vector<std::string> vocabulary(R r) {
  std::vector<std::string> out;
  for (int token = 0; token < r.settings.vocabulary; ++token) out.push_back(r.corpus->name(token));
  return out;
}
std::vector<std::string> layer_names(R r) { return numbered("layer ", r.settings.layers); }
std::vector<std::string> head_names(R r) { return numbered("head ", r.settings.heads); }
std::vector<std::string> stages(R r) {
  std::vector<std::string> out = {"table"};
  for (int l = 1; l < r.settings.layers; ++l) out.push_back("after layer " + std::to_string(l));
  out.push_back("answer");
  return out;
}
std::vector<std::string> test_places(const Copying& copying) { return numbered("", copying.loss.rows(), 2); }

int chosen(P p, R r) { return (p.layer - 1) * r.settings.heads + p.head - 1; }
/// Empty while a published model reads.
Mat weights_of(R r, int head) {
  if (!is_read(r)) return Mat(0, 0);
  return r.run->layers[static_cast<size_t>(head / r.settings.heads)].self.weights[static_cast<size_t>(head % r.settings.heads)];
}

Mat scores_of(R r, int head) {
  if (!is_read(r)) return Mat(0, 0);
  return r.run->layers[static_cast<size_t>(head / r.settings.heads)].self.scores[static_cast<size_t>(head % r.settings.heads)];
}

/// The weights of all heads, one below the other.
course::Tensor read_attention(P, R r) {
  const auto n = static_cast<Index>(r.text.names.size());
  const int heads = r.settings.layers * r.settings.heads;
  Mat all(heads * n, n);
  for (int head = 0; head < heads; ++head) all.middleRows(head * n, n) = weights_of(r, head);
  course::Tensor t = tensor(all, r.text.read, r.text.read);
  t.shape = {n == 0 ? 0 : heads, static_cast<int>(n), static_cast<int>(n)};
  return t;
}

formula::Explanation explain_attention(P, R r, int i, int j) {
  const auto n = static_cast<int>(r.text.names.size());
  return explain_weight(r, i / n, i % n, j);
}

course::Tensor read_agreement(P, R r) {
  course::Tensor t = tensor(
      r.agreement, r.agreement.rows() ? std::vector<std::string>(kProbeKinds.begin(), kProbeKinds.end()) : std::vector<std::string>());
  t.share = true;
  return t;
}

std::vector<std::string> label_names() {
  std::vector<std::string> out;
  for (const int count : kLabelCounts) out.push_back(std::to_string(count) + " labels");
  return out;
}
course::Tensor read_tuned(R r, Tuned Tuning::*start) {
  course::Tensor t =
      tensor(r.tuning ? (*r.tuning.*start).accuracy : Mat::Constant(kLabelCounts.size(), 1, static_cast<Real>(kUnknown)), label_names());
  t.share = true;
  return t;
}
std::vector<std::string> answer_names() { return {kAnswers.begin(), kAnswers.end()}; }
course::Tensor read_label(R r, Tuned Tuning::*start) {
  return r.tuning ? tensor((*r.tuning.*start).probabilities.transpose(), answer_names()) : tensor(Mat(0, 1));
}
course::Tensor read_label_logits(R r, Tuned Tuning::*start) {
  return r.tuning ? tensor((*r.tuning.*start).logits, {}, answer_names()) : tensor(Mat(0, 1));
}
std::vector<std::string> label_text(R r) {
  std::vector<std::string> out;
  for (const int token : r.tuning->text) out.push_back(r.corpus->name(token));
  return out;
}

bool has_rival(R r) { return r.rival.block > 0; }
bool has_lens(R r) { return r.lens_token.rows() > 0; }
/// Whether the test of copying has been made.
bool is_tested(R r) { return r.copying.block > 0; }
double largest(R r, const Mat& scores) { return is_tested(r) ? static_cast<double>(scores.maxCoeff()) : kUnknown; }
formula::Explanation explain_largest(R r, const Mat& scores, formula::Explanation (*explain)(R, int, int)) {
  if (!is_tested(r)) return {};
  Index l = 0, h = 0;
  scores.maxCoeff(&l, &h);
  return explain(r, static_cast<int>(l), static_cast<int>(h));
}

constexpr course::ResultSpec<Params, Result> kText[] = {
    {"probability", "Probability of each token after those before it, or of hidden ones in their places",
     [](P, R r) { return tensor(r.text.probability, r.text.names); }, [](P, R r, int t, int) { return explain_probability(r, t); }},
    {"next", "Probability of the next token, or of the hidden one", [](P, R r) { return ranked(r.next.probabilities, candidates(r)); },
     [](P, R r, int k, int) { return explain_next(r, k); }},
    {"drawn", "Chance that a token is drawn next", [](P, R r) { return ranked(r.next.drawn_from, candidates(r)); },
     [](P p, R r, int k, int) { return explain_drawn(p, r, k); }},
    {"logits", "Logits at each token, or where they would be too many, at the one that is looked at",
     [](P, R r) {
       if (!is_read(r)) return tensor(Mat(0, 1));
       return has_all_logits(r) ? tensor(r.run->logits, r.text.read, vocabulary(r))
                                : tensor(r.logits_here, {r.text.read[static_cast<size_t>(r.place)]}, vocabulary(r));
     },
     [](P, R r, int t, int token) { return explain_logit(r, has_all_logits(r) ? t : r.place, token); }},
    {"from-left", "Probability of each word from the left alone",
     [](P, R r) {
       return r.from_left.candidates.empty() ? tensor(Mat(0, 1)) : ranked(r.from_left.probabilities, names_of(r, r.from_left));
     },
     [](P, R r, int k, int) { return explain_from_left(r, k); }},
    {"word-from-left", "Probability of the framed word from the left alone",
     [](P, R r) { return scalar(probability_of_word(r.from_left)); },
     [](P, R r, int, int) {
       return r.from_left.candidates.empty() ? formula::Explanation() : explain_from_left(r, r.from_left.at_follows());
     }},
    {"word-from-both", "Probability of the framed word from both sides",
     [](P, R r) { return scalar(r.settings.causal ? kUnknown : probability_of_word(r.next)); },
     [](P, R r, int, int) {
       return r.settings.causal || r.next.at_follows() < 0 ? formula::Explanation() : explain_next(r, r.next.at_follows());
     }},
    {"sees-before", "Who may look at whom, causal", [](P, R r) { return tensor(who_sees_whom(r, true), r.text.names, r.text.names); },
     [](P, R r, int i, int j) { return explain_sight(r, i, j, true); }},
    {"sees-all", "Who may look at whom, both sides", [](P, R r) { return tensor(who_sees_whom(r, false), r.text.names, r.text.names); },
     [](P, R r, int i, int j) { return explain_sight(r, i, j, false); }},
    {"lens", "Probability of what each layer would say",
     [](P, R r) { return has_lens(r) ? tensor(r.lens_probability, stages(r), r.text.names) : tensor(Mat(0, 1)); },
     [](P, R r, int l, int t) { return explain_lens(r, l, t); }},
    {"attention", "Weights of all heads", read_attention, explain_attention},
    {"head-weights", "Weights of the head shown", [](P p, R r) { return tensor(weights_of(r, chosen(p, r)), r.text.read, r.text.read); },
     [](P p, R r, int i, int j) {
       return explain_weight(r, chosen(p, r), i, j, {"head-scores", i});
     }},
    {"head-scores", "Scores of the head shown, q\u00b7k over the root of its width",
     [](P p, R r) { return tensor(scores_of(r, chosen(p, r)), r.text.read, r.text.read); },
     [](P p, R r, int i, int j) { return explain_score(r, chosen(p, r), i, j); }},
    {"changed", "Tokens that the cut heads changed", [](P, R r) { return scalar(r.changed); },
     [](P, R r, int, int) {
       return explain_loss("Tokens that the cut heads changed", r.changed, "Counted against what the whole model writes.");
     }},
    {"weight-count", "Weights of the model", [](P, R r) { return scalar(static_cast<double>(r.weights)); },
     [](P, R r, int, int) { return explain_weights(r); }},
};

constexpr course::ResultSpec<Params, Result> kCopying[] = {
    {"previous-token", "How much each head looks at the token before",
     [](P, R r) { return is_tested(r) ? tensor(r.copying.previous_token, layer_names(r), head_names(r)) : tensor(Mat(0, 1)); },
     [](P, R r, int l, int h) { return explain_previous_token(r, l, h); }},
    {"induction", "How much each head looks at what came after",
     [](P, R r) { return is_tested(r) ? tensor(r.copying.induction, layer_names(r), head_names(r)) : tensor(Mat(0, 1)); },
     [](P, R r, int l, int h) { return explain_induction(r, l, h); }},
    {"first-token", "How much each head looks at the first token",
     [](P, R r) { return is_tested(r) ? tensor(r.copying.first_token, layer_names(r), head_names(r)) : tensor(Mat(0, 1)); },
     [](P, R r, int l, int h) { return explain_first_token(r, l, h); }},
    {"best-first", "The largest first-token score", [](P, R r) { return scalar(largest(r, r.copying.first_token)); },
     [](P, R r, int, int) { return explain_largest(r, r.copying.first_token, explain_first_token); }},
    {"best-previous", "The largest previous-token score", [](P, R r) { return scalar(largest(r, r.copying.previous_token)); },
     [](P, R r, int, int) { return explain_largest(r, r.copying.previous_token, explain_previous_token); }},
    {"best-induction", "The largest induction score", [](P, R r) { return scalar(largest(r, r.copying.induction)); },
     [](P, R r, int, int) { return explain_largest(r, r.copying.induction, explain_induction); }},
    {"copy-loss", "Loss at each place of the test of copying",
     [](P, R r) { return is_tested(r) ? tensor(r.copying.loss, test_places(r.copying)) : tensor(Mat(0, 1)); },
     [](P, R r, int t, int) { return explain_copy_loss(r.copying, t); }},
    {"rival-copy-loss", "The same, of the model beside it",
     [](P, R r) { return has_rival(r) ? tensor(r.rival.loss, test_places(r.rival)) : tensor(Mat(0, 1)); },
     [](P, R r, int t, int) { return explain_copy_loss(r.rival, t); }},
    {"first-half", "Loss of the first half", [](P, R r) { return scalar(is_tested(r) ? r.copying.first_half : kUnknown); },
     [](P, R r, int, int) { return is_tested(r) ? explain_half(r.copying, false, "copy-loss") : formula::Explanation(); }},
    {"second-half", "Loss of the second half", [](P, R r) { return scalar(is_tested(r) ? r.copying.second_half : kUnknown); },
     [](P, R r, int, int) { return is_tested(r) ? explain_half(r.copying, true, "copy-loss") : formula::Explanation(); }},
    {"rival-second-half", "The same, of the model beside it", [](P, R r) { return scalar(has_rival(r) ? r.rival.second_half : kUnknown); },
     [](P, R r, int, int) { return has_rival(r) ? explain_half(r.rival, true, "rival-copy-loss") : formula::Explanation(); }},
};

constexpr course::ResultSpec<Params, Result> kTuned[] = {
    {"tuned", "Held-out stories right, from pre-training", [](P, R r) { return read_tuned(r, &Tuning::pretrained); },
     [](P, R r, int k, int) { return r.tuning ? explain_tuned(r.tuning->pretrained, k) : formula::Explanation(); }},
    {"from-random", "The same, from random weights", [](P, R r) { return read_tuned(r, &Tuning::random); },
     [](P, R r, int k, int) { return r.tuning ? explain_tuned(r.tuning->random, k) : formula::Explanation(); }},
    {"label", "What the text is taken for, after pre-training", [](P, R r) { return read_label(r, &Tuning::pretrained); },
     [](P, R r, int k, int) { return explain_label(r.tuning->pretrained, k, "label-logits"); }},
    {"random-label", "The same, from random weights only", [](P, R r) { return read_label(r, &Tuning::random); },
     [](P, R r, int k, int) { return explain_label(r.tuning->random, k, "random-label-logits"); }},
    {"label-logits", "Logits of the two answers, after pre-training", [](P, R r) { return read_label_logits(r, &Tuning::pretrained); },
     [](P, R r, int, int k) { return explain_label_logit(r.tuning->pretrained, k, "votes"); }},
    {"random-label-logits", "Logits of the two answers, from random weights", [](P, R r) { return read_label_logits(r, &Tuning::random); },
     [](P, R r, int, int k) { return explain_label_logit(r.tuning->random, k, nullptr); }},
    {"votes", "What each token votes for, after pre-training",
     [](P, R r) { return r.tuning ? tensor(r.tuning->pretrained.votes, label_text(r), answer_names()) : tensor(Mat(0, 1)); },
     [](P, R r, int t, int answer) { return explain_vote(r, t, answer); }},
    {"leaning", "By how much more each token votes for a girl than for a boy",
     [](P, R r) {
       if (!r.tuning) return tensor(Mat(0, 1));
       const Mat& votes = r.tuning->pretrained.votes;
       return tensor(votes.col(0) - votes.col(1), label_text(r));
     },
     [](P, R r, int t, int) { return explain_leaning(r, t); }},
};

std::vector<std::string> frame_names(const Forming& forming) {
  std::vector<std::string> out;
  for (const FormingFrame& frame : forming.frames()) out.push_back(counted(frame.step, "step"));
  return out;
}
course::Tensor read_formed_loss(R r, Forming FormingStudy::*which) {
  const Forming& forming = r.prepared->forming.*which;
  Mat losses(static_cast<Index>(forming.frames().size()), 1);
  for (Index k = 0; k < losses.rows(); ++k) losses(k, 0) = static_cast<Real>(forming.frames()[static_cast<size_t>(k)].second_half);
  return tensor(losses, frame_names(forming));
}
course::Tensor read_formed_score(R r, Mat FormingFrame::*score) {
  if (r.prepared->forming.own.frames().empty()) return tensor(Mat(0, 1));
  const std::vector<FormingFrame>& frames = r.prepared->forming.own.frames();
  std::vector<std::string> heads;
  for (int i = 0; i < r.settings.layers * r.settings.heads; ++i) heads.push_back(head_name(i / r.settings.heads, i % r.settings.heads));
  Mat all(static_cast<Index>(frames.size()), static_cast<Index>(heads.size()));
  for (Index k = 0; k < all.rows(); ++k) all.row(k) = (frames[static_cast<size_t>(k)].*score).reshaped<Eigen::RowMajor>().transpose();
  return tensor(all, frame_names(r.prepared->forming.own), heads);
}
course::Tensor read_key_lead(P, R r) {
  if (r.prepared->forming.sources.lead.size() == 0) return tensor(Mat(0, 1));
  return tensor(r.prepared->forming.sources.lead, key_writers(r), key_readers(r));
}

constexpr course::ResultSpec<Params, Result> kForming[] = {
    {"second-half-by-step", "Loss of the second half over the steps", [](P, R r) { return read_formed_loss(r, &FormingStudy::own); },
     [](P, R r, int k, int) { return explain_formed_loss(r.prepared->forming.own, k); }},
    {"rival-second-half-by-step", "Loss of the second half over the steps, of the model beside it",
     [](P, R r) { return read_formed_loss(r, &FormingStudy::rival); },
     [](P, R r, int k, int) { return explain_formed_loss(r.prepared->forming.rival, k); }},
    {"induction-by-step", "Induction score of each head over the steps",
     [](P, R r) { return read_formed_score(r, &FormingFrame::induction); },
     [](P, R r, int k, int i) { return explain_formed_score(r, &FormingFrame::induction, k, i); }},
    {"previous-by-step", "Previous-token score of each head over the steps",
     [](P, R r) { return read_formed_score(r, &FormingFrame::previous_token); },
     [](P, R r, int k, int i) { return explain_formed_score(r, &FormingFrame::previous_token, k, i); }},
    {"key-lead", "By how much the right place is ahead, by who wrote the keys", read_key_lead,
     [](P, R r, int i, int j) { return explain_key_lead(r, i, j); }},
};

course::Tensor read_scale(Scale scale) {
  std::vector<std::string> names;
  const auto runs = scale_runs(scale);
  Mat losses(static_cast<Index>(runs.size()), 1);
  for (size_t k = 0; k < runs.size(); ++k) {
    names.push_back(run_name(runs[k], scale));
    losses(static_cast<Index>(k), 0) = static_cast<Real>(runs[k].loss);
  }
  return tensor(losses, names);
}
course::Tensor read_scale_fits(P, R) {
  Mat fits(2 * static_cast<Index>(kScales.size()), 3);
  std::vector<std::string> names;
  for (const bool smaller : {false, true})
    for (const Scale scale : kScales) {
      const ScaleFit fit = smaller ? fit_of_smaller(scale) : fit_of(scale);
      fits.row(static_cast<Index>(names.size())) << static_cast<Real>(fit.floor), static_cast<Real>(fit.factor),
          static_cast<Real>(fit.exponent);
      names.push_back(std::string(kScaleNames[static_cast<size_t>(scale)]) + (smaller ? ", smaller half" : ""));
    }
  return tensor(fits, names, {"floor", "factor", "exponent"});
}
course::Tensor read_own_runs(P, R r) {
  std::vector<std::string> names;
  Mat losses(static_cast<Index>(r.prepared->own.size()), 1);
  for (const OwnRun& own : r.prepared->own) {
    losses(static_cast<Index>(names.size()), 0) = static_cast<Real>(own.loss);
    names.push_back(own.name);
  }
  return tensor(losses, names);
}

constexpr course::ResultSpec<Params, Result> kScale[] = {
    {"scale-weights", "Loss of models of so many weights", [](P, R) { return read_scale(Scale::weights); },
     [](P, R, int k, int) { return explain_scale(Scale::weights, k); }},
    {"scale-stories", "Loss after training on so many different stories", [](P, R) { return read_scale(Scale::stories); },
     [](P, R, int k, int) { return explain_scale(Scale::stories, k); }},
    {"scale-steps", "Loss after training for so many steps", [](P, R) { return read_scale(Scale::steps); },
     [](P, R, int k, int) { return explain_scale(Scale::steps, k); }},
    {"scale-curves", "The curves through them: floor + factor / x^exponent", read_scale_fits,
     [](P, R, int curve, int which) { return explain_scale_fit(curve, which); }},
    {"own-runs", "Loss of what you have trained on stories", read_own_runs, [](P, R r, int k, int) { return explain_own_run(r, k); }},
};

constexpr course::ResultSpec<Params, Result> kMeasured[] = {
    {"held-out-loss", "Loss on held-out text, nats a token", [](P, R r) { return scalar(r.held_out_loss); },
     [](P, R r, int, int) {
       return explain_loss("Loss on held-out text", r.held_out_loss,
                           "Mean of -ln p of the right token over 256 windows that training never saw.");
     }},
    {"next-word-loss", "Loss of a model of stories at the next word, held out", [](P p, R r) { return scalar(next_word_loss(p, r)); },
     [](P p, R r, int, int) {
       return explain_loss("Loss at the next word", next_word_loss(p, r), "Mean of -ln p over 256 held-out stories, from the left alone.");
     }},
    {"hidden-word-loss", "Loss of a model of stories at hidden words, held out", [](P p, R r) { return scalar(hidden_word_loss(p, r)); },
     [](P p, R r, int, int) {
       return explain_loss("Loss at hidden words", hidden_word_loss(p, r),
                           "Mean of -ln p at 15 of 100 words of 256 held-out stories, all of them marked [MASK].");
     }},
    {"n-gram-loss", "The same, of counted n-grams", [](P, R r) { return scalar(r.n_gram_loss); },
     [](P, R r, int, int) {
       return explain_loss(
           "Loss of counted n-grams", r.n_gram_loss,
           "On the same windows: how often each token followed the four before it, mixed with shorter contexts (Witten and Bell 1991).");
     }},
    {"perplexity", "Perplexity on held-out text", [](P, R r) { return scalar(std::exp(r.held_out_loss)); },
     [](P, R r, int, int) { return explain_perplexity("Perplexity", r.held_out_loss, "held-out-loss"); }},
    {"n-gram-perplexity", "The same, of counted n-grams", [](P, R r) { return scalar(std::exp(r.n_gram_loss)); },
     [](P, R r, int, int) { return explain_perplexity("Perplexity of counted n-grams", r.n_gram_loss, "n-gram-loss"); }},
    {"agreement", "Probes that are right", read_agreement, [](P, R r, int kind, int) { return explain_agreement(r, kind); }},
    {"family-weights", "Weights of published models, in millions",
     [](P, R) {
       Mat counts(kFamilies, 1);
       std::vector<std::string> names;
       for (int i = 0; i < kFamilies; ++i) {
         counts(i, 0) = static_cast<Real>(count_weights(families()[static_cast<size_t>(i)]) / 1e6);
         names.emplace_back(families()[static_cast<size_t>(i)].name);
       }
       return tensor(counts, names);
     },
     [](P, R, int i, int) { return explain_family(families()[static_cast<size_t>(i)]); }},
};
constexpr course::ResultSpec<Params, Result> kMerges[] = {
    {"merge-counts", "How often each pair occurred when it was joined",
     [](P p, R) {
       const MergeStudy& study = study_merges(p);
       return tensor(study.counts(), study.names());
     },
     [](P p, R, int i, int) {
       const MergeStudy& study = study_merges(p);
       return explain_loss(study.names()[static_cast<size_t>(i)].c_str(), static_cast<double>(study.counts()(i, 0)),
                           "Counted in the text with the pairs joined so far.");
     }},
    {"word-pieces", "Bytes of each piece of your words",
     [](P p, R) {
       const MergeStudy& study = study_merges(p);
       return tensor(study.piece_sizes(), study.word);
     },
     [](P p, R, int i, int) {
       const MergeStudy& study = study_merges(p);
       return explain_loss(study.word[static_cast<size_t>(i)].c_str(), static_cast<double>(study.piece_sizes()(i, 0)),
                           "Bytes of this piece.");
     }},
};

}  // namespace

std::vector<course::ResultSpec<Params, Result>> results() {
  auto all = course::explained_later<kText, kCopying, kTuned, kMeasured>();
  all.insert(all.end(), course::kAllLater<kMerges>.begin(), course::kAllLater<kMerges>.end());
  all.insert(all.end(), course::kAllLater<kForming>.begin(), course::kAllLater<kForming>.end());
  all.insert(all.end(), course::kAllLater<kScale>.begin(), course::kAllLater<kScale>.end());
  return all;
}

}  // namespace attn::lessons::language_models
