#include "lessons/02_kernel-regression/params.h"

#include <cmath>
#include <utility>

#include "tasks/csv.h"

namespace attn::lessons::kernel_regression {

using kernels::RegressionKernel;

params::Table<Params> Params::table() {
  return params::Table<Params>{}
      .choice(&Params::kernel, {.id = "kernel", .label = "Kernel", .help = "How weight falls off with the distance between query and key."},
              {{to_name(RegressionKernel::gaussian), "Gaussian"},
               {to_name(RegressionKernel::boxcar), "boxcar"},
               {to_name(RegressionKernel::triangular), "triangular"},
               {to_name(RegressionKernel::epanechnikov), "Epanechnikov"}})
      .number(&Params::width, {.id = "width",
                               .label = "Width",
                               .help = "Distances are divided by it; a descent on the width starts from here.",
                               .min = kNarrowest,
                               .max = kWidest,
                               .logarithmic = true,
                               .restarts_training = true})
      .number(&Params::query, {.id = "query",
                               .label = "Query",
                               .help = "Where the fit is asked for: 0 is the left end of the data, 1 the right end.",
                               .step = 0.001})
      .integer(&Params::size, {.id = "size",
                               .label = "Points",
                               .help = "How many points are generated.",
                               .min = 2,
                               .max = tasks::kMaxCsvPoints,
                               .step = 1,
                               .logarithmic = true})
      .number(
          &Params::noise,
          {.id = "noise", .label = "Noise", .help = "Standard deviation of the noise in y of generated points.", .max = 5, .step = 0.05})
      .integer(&Params::seed, {.id = "seed", .label = "Seed", .help = "Another seed draws other points.", .min = 1, .max = 9999, .step = 1})
      .points(&Params::data, {.id = "data",
                              .label = "Your data",
                              .help = "Points x,y of your own, which replace the generated ones; empty brings those back.",
                              .min = -tasks::kMaxCsvNumber,
                              .max = tasks::kMaxCsvNumber,
                              .rows = {0, tasks::kMaxCsvPoints}})
      .matrix(&Params::moved, {.id = "moved",
                               .label = "Moved points",
                               .help = "Number of a point (from 0), and the x and y it was dragged to.",
                               .min = -tasks::kMaxCsvNumber,
                               .max = tasks::kMaxCsvNumber,
                               .rows = {0, kMostMovable},
                               .cols = {3, 3}})
      .number(&Params::rate, {.id = "rate",
                              .label = "Learning rate",
                              .help = "How far one step of gradient descent moves the width's logarithm.",
                              .min = 0.01,
                              .max = 20,
                              .logarithmic = true,
                              .restarts_training = true})
      .integer(&Params::steps, {.id = "steps",
                                .label = "Descent steps",
                                .help = "Steps of gradient descent on the width.",
                                .max = kMostSteps,
                                .step = 1,
                                .walked = true})
      .integer(&Params::queries, {.id = "queries",
                                  .label = "Queries",
                                  .help = "Rows of the attention matrix: queries at equal steps along the axis.",
                                  .min = kFewQueries,
                                  .max = kMostQueries,
                                  .step = 1,
                                  .logarithmic = true})
      .include(&Params::view, large_map::view_table());
}

void settle(const Params&, Params& after) {
  const Index n = is_generated(after) ? after.size : after.data.rows();
  Mat kept(0, 3);
  for (Index e = 0; e < after.moved.rows(); ++e) {
    const Real index = std::floor(after.moved(e, 0));
    if (index < 0 || index >= static_cast<Real>(n)) continue;
    Index at = 0;
    while (at < kept.rows() && kept(at, 0) != index) ++at;
    if (at == kept.rows()) kept.conservativeResize(at + 1, 3);
    kept.row(at) << index, after.moved(e, 1), after.moved(e, 2);
  }
  after.moved = std::move(kept);
}

}  // namespace attn::lessons::kernel_regression
