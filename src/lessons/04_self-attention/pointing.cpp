#include "lessons/04_self-attention/pointing.h"

#include <cctype>

#include "lessons/04_self-attention/params.h"

namespace attn::lessons::self_attention {

std::string written(const Tokens& sentence) {
  const tasks::PairTask& task = tasks::antecedent_task();
  std::string text = task.write(task.source, sentence);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string another_sentence(const Tokens& before) {
  std::uint64_t seed = 0;
  for (const int word : before) seed = 31 * seed + static_cast<std::uint64_t>(word);
  Rng rng(seed);
  const tasks::PairTask& task = tasks::antecedent_task();
  for (;;)
    if (const Tokens drawn = task.draw(task, tasks::Split::kHeldOut, 0, rng).source; drawn != before && tasks::is_open(drawn))
      return written(drawn);
}

Pointing study_pointing(const Params& p, const training::Models& models, autodiff::MakeEngine engine) {
  const Learner& learner = learner_of(models.trainer);
  const nn::Parameters& all = learner.model().encoder().parameters();
  Pointing out;
  out.words = tasks::antecedent_task().source.names(p.shown);
  out.words.front()[0] = written(p.shown)[0];
  const models::PointerRun run = models::run(learner.model(), p.shown, engine);
  const int pronoun = tasks::pronoun_place(p.shown), last = static_cast<int>(p.shown.size()) - 1;
  out.asker = p.word > 0 ? p.word - 1 : pronoun >= 0 ? pronoun : last;
  out.asks_pronoun = out.asker == pronoun;
  out.found = run.place(out.asker);
  out.stream = run.encoder.output;
  out.wq = all.find("pointer.q.w")->value, out.bq = all.find("pointer.q.b")->value;
  out.wk = all.find("pointer.k.w")->value, out.bk = all.find("pointer.k.b")->value;
  out.queries = run.q, out.keys = run.k, out.scores = run.scores, out.weights = run.weights;
  out.looking = run.weights.row(out.asker);
  out.trained = models.trainer.loaded() || models.trainer.steps() > 0;
  out.held_out = tasks::is_held_out(p.shown);
  if (tasks::is_open(p.shown)) out.turned = tasks::turned(p.shown);
  out.measured = models.trainer.measured();
  if (out.measured) out.held_out_count = learner.study_count();
  return out;
}

}  // namespace attn::lessons::self_attention
