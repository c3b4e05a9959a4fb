// How the numbers of this lesson came about, for the inspector: the stages of an address, what is read and written, and what trained
// networks say.
#pragma once

#include <string>

#include "formula/cells.h"
#include "formula/expression.h"
#include "kernels/memory.h"
#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

/// Number i of shares_of(shares).
formula::Explanation explain_share(std::string_view title, In shares, int i);

/// The stages of `head` at cell i of `memory` [N,d].
formula::Explanation explain_cosine(In memory, const Head& head, int i);
formula::Explanation explain_content(const Head& head, int i);
formula::Explanation explain_gated(const Head& head, int i);
formula::Explanation explain_shifted(const Head& head, int i);
/// `w` [1,N] is the shifted weighting; `of_w` says where its numbers stand.
formula::Explanation explain_sharpened(std::string_view title, In w, Real gamma, int i, Real value, const formula::Cells& of_w = {});

/// Number j of what a head reads.
formula::Explanation explain_read(std::string_view title, In memory, In weights, int j, Real value, const formula::Cells& of_weights = {},
                                  const formula::Cells& of_memory = {});
/// A number of the memory after erasing, m (1 - w e), and after adding, m (1 - w e) + w a.
formula::Explanation explain_erased(Real before, Real weight, Real erase, Real value);
formula::Explanation explain_added(Real before, Real weight, Real erase, Real add, Real value);
/// A number of the memory that a step leaves as it is.
formula::Explanation explain_kept(Real value);

formula::Explanation explain_largest(std::string_view title, In weights);
formula::Explanation explain_spread(std::string_view title, In weights, Real value);

/// The probability that a bit is 1, sigmoid(z).
formula::Explanation explain_said(std::string_view title, Real logit, Real value);
/// A number of things that were counted, such as wrong bits.
formula::Explanation explain_count(std::string_view title, double value, std::string_view note);
/// a / b.
formula::Explanation explain_ratio(std::string_view title, std::string_view above, std::string_view below, double a, double b,
                                   std::string_view note);
/// A number that was given, not computed.
formula::Explanation explain_given(std::string_view title, double value, std::string_view note);

}  // namespace attn::lessons::neural_turing_machine
