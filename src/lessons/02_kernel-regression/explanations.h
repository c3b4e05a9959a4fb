// How each number of the regression came about, for the inspector: one function for each result.
#pragma once

#include "formula/expression.h"
#include "lessons/02_kernel-regression/study.h"

namespace attn::lessons::kernel_regression {

formula::Explanation explain_weight(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_output(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_query(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_matrix(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_grid(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_fit(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_truth(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_mean(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_rmse(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_left_out(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_width(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_best(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_best_error(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_widths(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_loo_curve(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_training_curve(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_truth_curve(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_descent(const Params& p, const Result& r, int i, int j);
formula::Explanation explain_point(const Params& p, const Result& r, int i, int j);

}  // namespace attn::lessons::kernel_regression
