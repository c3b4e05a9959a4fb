#include "lessons/11_language-models/words.h"

#include <cmath>

#include "base/text.h"
#include "lessons/11_language-models/merges_study.h"
#include "lessons/11_language-models/opened.h"

namespace attn::lessons::language_models {
namespace {

std::string two(double value) { return fixed(value, 2); }

std::string model_text(const Result& r) {
  return (r.opened ? r.opened->name + ": " : "") + counted(r.settings.layers, "layer") + ", " + counted(r.settings.heads, "head") +
         " each, " + thousands(r.weights) + " weights, " + r.provenance;
}

std::string loss_text(const Result& r) {
  if (!std::isfinite(r.held_out_loss)) return "";
  std::string text = " On held-out text its loss is " + two(r.held_out_loss) + " nats a token";
  if (std::isfinite(r.n_gram_loss)) text += ", that of counted n-grams " + two(r.n_gram_loss);
  return text + ".";
}

std::string missing_text(const Params& p) {
  const std::string_view missing = what_is_missing(p);
  return missing.empty() ? "" : " " + std::string(missing);
}

/// What is said while a published model reads.
std::string describe_unread(const Result& r) { return r.progress + (r.draft.empty() ? "" : " The text so far: " + quoted(r.draft) + "."); }

}  // namespace

std::string describe_writing(const Params& p, const Result& r) {
  if (!is_read(r)) return describe_unread(r);
  if (!r.settings.causal) return describe_masks(p, r);
  const Tokens given(r.text.tokens.begin(), r.text.tokens.begin() + r.text.given),
      added(r.text.tokens.begin() + r.text.given, r.text.tokens.end());
  std::string text = "A model of " + model_text(r) + ". After " + quoted(r.corpus->write(given)) + " it writes " +
                     quoted(r.corpus->write(added)) + ". After " + quoted(r.text.names[static_cast<size_t>(r.place)]) +
                     " the likeliest next token is " + quoted(r.corpus->name(r.next.candidates.front())) + " with " +
                     two(static_cast<double>(r.next.probabilities(0, 0))) + ".";
  return text + loss_text(r) + missing_text(p);
}

std::string describe_masks(const Params& p, const Result& r) {
  if (!is_read(r)) return describe_unread(r);
  const size_t at = static_cast<size_t>(r.place);
  std::string text = "The text is " + quoted(r.corpus->write(r.text.tokens)) + ". ";
  const auto says = [&](const Next& next) {
    return quoted(r.corpus->name(next.candidates.front())) + " (" + two(static_cast<double>(next.probabilities(0, 0))) + ")";
  };
  if (!r.from_left.candidates.empty())
    text += "Of " + (is_gap(r) ? std::string("the gap") : quoted(r.text.names[at])) + ", token " + std::to_string(r.place + 1) +
            ", a causal model sees only what stands before, and would say " + says(r.from_left) + ". ";
  if (!r.settings.causal) text += "A model that sees both sides says " + says(r.next) + " in its place. ";
  const auto n = static_cast<std::ptrdiff_t>(r.text.tokens.size());
  text += "One causal pass answers " + counted(n - 1, "question") + ", one for each next token";
  if (!r.settings.causal) text += "; a pass with hidden words answers " + std::to_string(r.text.hidden.size());
  return text + "." + loss_text(r) + missing_text(p);
}

std::string describe_lens(const Params&, const Result& r) {
  if (r.lens_token.rows() == 0) return describe_unread(r);
  std::string text = where_said(r, r.place, true) + ", ";
  const Index stages = r.lens_token.rows();
  for (Index l = 0; l < stages; ++l)
    text += (l == 0            ? std::string("the table alone would say ")
             : l + 1 == stages ? std::string("and the whole model says ")
                               : "layer " + std::to_string(l) + " ") +
            quoted(r.corpus->name(static_cast<int>(r.lens_token(l, r.place)))) + " (" +
            two(static_cast<double>(r.lens_probability(l, r.place))) + ")" + (l + 1 == stages ? "." : ", ");
  return text;
}

std::string describe_heads(const Params& p, const Result& r) {
  if (!is_read(r)) return describe_unread(r);
  std::string text =
      counted(r.settings.layers * r.settings.heads, "head") + ", of which head " + head_name(p.layer - 1, p.head - 1) + " is shown.";
  if (r.copying.block > 0) {
    Index l = 0, h = 0;
    const auto previous = static_cast<double>(r.copying.previous_token.maxCoeff(&l, &h));
    text += " Head " + head_name(static_cast<int>(l), static_cast<int>(h)) + " looks most at the token before (" + two(previous) + ")";
    const auto induction = static_cast<double>(r.copying.induction.maxCoeff(&l, &h));
    text += ", head " + head_name(static_cast<int>(l), static_cast<int>(h)) + " most at what came after the same token before (" +
            two(induction) + ").";
  }
  if (r.bent)
    text += " With " + counted(p.cut.rows(), "head") + " cut, " + counted(r.changed, "token is another one", "tokens are others") + ".";
  return text;
}

std::string describe_copying(const Params&, const Result& r) {
  if (!is_read(r) || r.copying.block == 0) return describe_unread(r);
  std::string text = "A block of " + std::to_string(r.copying.block) + " tokens is said twice. A model of " +
                     counted(r.settings.layers, "layer") + " has a loss of " + two(r.copying.first_half) +
                     " nats a token in the first half and " + two(r.copying.second_half) + " in the second";
  if (r.rival.block > 0)
    text += "; one of " + counted(r.rival_layers, "layer") + " beside it " + two(r.rival.second_half) + " in the second";
  return text + ".";
}

std::vector<std::string> key_writers(const Result& r) {
  std::vector<std::string> out;
  for (int i = 0; i < r.prepared->forming.layer * r.settings.heads; ++i)
    out.push_back(head_name(i / r.settings.heads, i % r.settings.heads));
  out.push_back("else");
  return out;
}

std::vector<std::string> key_readers(const Result& r) {
  std::vector<std::string> out;
  for (int j = 0; j < r.settings.heads; ++j) out.push_back(head_name(r.prepared->forming.layer, j));
  return out;
}

std::string key_sources_text(const Result& r) {
  const Mat& lead = r.prepared->forming.sources.lead;
  if (lead.size() == 0) return "In the first layer nobody has written anything: its keys are made of tokens and places.";
  Index j = 0, i = 0;
  const auto all = static_cast<double>(lead.colwise().sum().maxCoeff(&j)), most = static_cast<double>(lead.col(j).maxCoeff(&i));
  const std::string writer = i + 1 == lead.rows() ? "tokens and places" : "head " + key_writers(r)[static_cast<size_t>(i)];
  return "In the scores of head " + key_readers(r)[static_cast<size_t>(j)] + " the right place is " + fixed(all, 1) +
         " ahead of the mean, " + fixed(most, 1) + " of it through what " + writer + " wrote into the keys.";
}

std::string describe_forming(const Params&, const Result& r) {
  if (r.prepared->forming.own.frames().size() < 2) return "Nothing has been trained here, so no heads are seen forming.";
  const std::vector<FormingFrame>& frames = r.prepared->forming.own.frames();
  const auto most = [&frames](size_t k, Mat FormingFrame::*score) { return two(static_cast<double>((frames[k].*score).maxCoeff())); };
  const auto at = [&](size_t k) {
    return "After " + counted(frames[k].step, "step") + " the second half costs " + two(frames[k].second_half) +
           " nats a token, the largest induction score is " + most(k, &FormingFrame::induction) + " and the largest previous-token score " +
           most(k, &FormingFrame::previous_token) + ". ";
  };
  return at(0) + at(frames.size() / 2) + at(frames.size() - 1) + key_sources_text(r);
}

std::string describe_scales(const Params&, const Result& r) {
  std::string text;
  for (const Scale scale : kScales) {
    const auto runs = scale_runs(scale);
    text += "Against " + std::string(kScaleNames[static_cast<size_t>(scale)]) + ": from " +
            thousands(static_cast<std::ptrdiff_t>(scale_of(runs.front(), scale))) + " with a loss of " + two(runs.front().loss) + " to " +
            thousands(static_cast<std::ptrdiff_t>(scale_of(runs.back(), scale))) + " with " + two(runs.back().loss) + "; the curve is " +
            fit_text(fit_of(scale), scale) + ". ";
  }
  for (const OwnRun& own : r.prepared->own)
    text += "Yours, " + own.name + ": " + thousands(static_cast<std::ptrdiff_t>(own.weights)) + " weights, loss " + two(own.loss) + ". ";
  text.pop_back();
  return text;
}

std::string describe_merges(const Params& p, const Result&) {
  const MergeStudy& study = study_merges(p);
  std::string text = counted(static_cast<std::ptrdiff_t>(study.merges.size()), "pair") + " joined so far. A token holds " +
                     two(study.characters_per_token) + " characters of the text, and " + quoted(p.word) + " is " +
                     counted(static_cast<std::ptrdiff_t>(study.word.size()), "token") + ".";
  return text;
}

std::string describe_tuning(const Params& p, const Result& r) {
  if (!r.tuning) return std::string(kNothingTuned);
  const Tuning& t = *r.tuning;
  const auto right = [](const Tuned& start) {
    std::string text;
    for (size_t k = 0; k < kLabelCounts.size(); ++k) {
      const auto share = static_cast<double>(start.accuracy(static_cast<Index>(k), 0));
      text += (k == 0 ? "" : ", ") + (std::isfinite(share) ? fixed(100 * share, 0) + " %" : std::string("not yet known"));
    }
    return text;
  };
  const auto taken = [](const Tuned& start) {
    const int answer = start.probabilities(0, 0) >= start.probabilities(0, 1) ? 0 : 1;
    return quoted(kAnswers[static_cast<size_t>(answer)]) + " (" + two(static_cast<double>(start.probabilities(0, answer))) + ")";
  };
  return "Held-out stories of which it is known whether they are about a girl or a boy, after 8, 32, 128 and 512 labels: from "
         "pre-training " +
         right(t.pretrained) + "; from random weights " + right(t.random) + ". With " + std::to_string(p.labels()) +
         " labels the text is taken for one about a " + taken(t.pretrained) + " after pre-training, and for one about a " +
         taken(t.random) + " from random weights.";
}

std::string describe_training(const Params&, const Result& r) { return "A model of " + model_text(r) + "." + loss_text(r); }

std::string describe(const Params& p, const Result& r) { return describe_writing(p, r); }

}  // namespace attn::lessons::language_models
