// What the lesson says about its numbers, in sentences, and what several figures and results need.
#pragma once

#include <string>

#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

/// Each figure in words, with its numbers. describe() says those of head, smear, tape, machine and memories one after another.
std::string describe_head(const Params& p, const Result& r);
std::string describe_writing(const Params& p, const Result& r);
std::string describe_smear(const Params& p, const Result& r);
std::string describe_tape(const Params& p, const Result& r);
std::string describe_machine(const Params& p, const Result& r);
std::string describe_step(const Params& p, const Result& r);
std::string describe_lengths(const Params& p, const Result& r);
std::string describe_memories(const Params& p, const Result& r);
std::string describe(const Params& p, const Result& r);

/// Which vector of the content goes in at the step, or -1.
int vector_at(const Params& p, const tasks::BitExample& e, int step);

/// `flipped` [f,2] with one more bit turned over. This adds a row, or removes the row of a bit that is turned back.
Mat turned_over(const Mat& flipped, int vector, int bit);

}  // namespace attn::lessons::neural_turing_machine
