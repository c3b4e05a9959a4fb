// The lesson's sentences about its numbers, and what figures and results say alike.
#pragma once

#include <string>

#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

/// The figures in words, with their numbers, and then all of them after each other.
std::string describe_head(const Params& p, const Result& r);
std::string describe_writing(const Params& p, const Result& r);
std::string describe_smear(const Params& p, const Result& r);
std::string describe_tape(const Params& p, const Result& r);
std::string describe_machine(const Params& p, const Result& r);
std::string describe_lengths(const Params& p, const Result& r);
std::string describe_memories(const Params& p, const Result& r);
std::string describe(const Params& p, const Result& r);

/// Which vector of the content goes in at the step, or -1.
int vector_at(const Params& p, const tasks::BitExample& e, int step);

/// `flipped` [f,2] with one bit turned over once more: a new row, or one less.
Mat turned_over(const Mat& flipped, int vector, int bit);

}  // namespace attn::lessons::neural_turing_machine
