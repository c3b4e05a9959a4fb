// A small translation with made-up numbers, for the pictures of alignment.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "lessons/07_alignment/figures.h"

namespace attn::lessons::alignment {

struct Sample {
  Params p;
  Result r;

  explicit Sample(bool previous = true, models::AlignmentReach reach = models::AlignmentReach::local_p) {
    constexpr int kUnits = 64;
    p.model.timing = previous ? models::AlignmentTiming::previous : models::AlignmentTiming::current;
    p.model.score = previous ? models::AlignmentScore::additive : models::AlignmentScore::dot;
    p.model.reach = reach, p.model.input_feeding = !previous, p.row = 3;
    r.task = &task_of(p);
    r.trained = true;
    r.sentence.source = {"the", "black", "cats", "do", "not", "sleep", "end"};
    r.sentence.output = r.sentence.alone = {"les", "chats", "noirs", "ne", "dorment", "pas", "end"};
    r.sentence.input = {"start", "les", "chats", "noirs", "ne", "dorment", "pas"};
    r.sentence.former = {"", "", "blancs", "", "", "", ""};
    r.sentence.overridden = {false, false, true, false, false, false, false};
    r.sentence.changed = 1, r.step = 2;
    for (const char* word : {"noirs", "noires", "blancs"}) r.at.candidates.push_back(r.task->target.id(word));
    Rng rng(3);
    const int looks[] = {0, 2, 1, 4, 5, 4, 6};
    r.weights = Mat::Constant(7, 7, Real(0.04));
    for (int i = 0; i < 7; ++i) r.weights(i, looks[i]) = Real(0.76);
    const auto numbers = [&](Index n) {
      Mat m(n, kUnits);
      for (Index k = 0; k < m.size(); ++k) m.data()[k] = static_cast<Real>(std::tanh(rng.normal()));
      return m;
    };
    r.at.before = numbers(1), r.at.state = numbers(1);
    r.translation.encoding.annotations = numbers(7);
    r.at.scores.resize(1, 7);
    for (int j = 0; j < 7; ++j) r.at.scores(0, j) = static_cast<Real>(rng.normal()) * 3;
    r.at.softmax = r.at.scores.array().exp();
    r.at.softmax /= r.at.softmax.sum();
    r.at.weighted = r.weights.row(r.step).transpose().asDiagonal() * r.translation.encoding.annotations;
    r.translation.steps.resize(7);
    models::DecoderStep& now = r.translation.steps[2];
    now.weights = r.weights.row(r.step);
    now.context = r.at.weighted.colwise().sum();
    if (!previous) now.attentional = numbers(1);
    now.probabilities = Mat::Zero(1, r.task->target.size());
    now.probabilities(0, r.at.candidates[0]) = Real(0.9), now.probabilities(0, r.at.candidates[1]) = Real(0.07);
    now.centre = Real(1.4), now.deviation = 1;
  }
};

}  // namespace attn::lessons::alignment
