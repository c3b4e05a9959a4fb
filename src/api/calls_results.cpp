// Calls about what the picture shows: figures, results, explanations, exercises, backends, export.
#include <cstdlib>

#include "api/call_list.h"
#include "base/json.h"
#include "base/later.h"
#include "base/text.h"
#include "session/export.h"
#include "session/leading_controls.h"
#include "session/names.h"

namespace attn::api::calls {
namespace {

std::string to_json(const session::Session& session, const session::Exercises::State& s) {
  return json::object({{"id", json::string(s.id)},
                       {"scene", json::string(s.scene)},
                       {"predictions", json::number(s.predictions)},
                       {"begun", json::boolean(session.scenes().is_begun(s.id))},
                       {"live", json::boolean(session.exercises().live() == s.id)},
                       {"locked", s.locked < 0 ? "null" : json::number(s.locked)},
                       {"answered", json::boolean(s.answered)},
                       {"correct", json::boolean(s.correct)},
                       {"message", json::string(s.message)}});
}

}  // namespace

int whole_number(std::string_view text) {
  double number = 0;
  if (!text_to_number(text, &number) || number < 0 || number > 1e9 || number != static_cast<int>(number)) return -1;
  return static_cast<int>(number);
}

Answer figures(Lab& lab, std::string_view, std::string_view) {
  const session::Session& session = lab.session;
  return value(json::list(session.lesson().figures, [&](const course::Lesson::Figure& f) {
    const auto list = [&session](std::vector<std::string_view> ids) {
      std::erase_if(ids, [&session](std::string_view id) {
        return !params::matters(*params::find(session.lesson().rows, id), session.document().params());
      });
      return json::list(ids, [](std::string_view id) { return json::string(id); });
    };
    return json::object({{"id", json::string(f.id)},
                         {"title", json::string(f.title)},
                         {"aspect", json::number(f.aspect)},
                         {"controls", list(f.controls)},
                         {"leading", list(session::leading_controls(session, f))}});
  }));
}

Answer figure(Lab& lab, std::string_view id, std::string_view) {
  const std::string refused = id.empty() ? std::string() : lab.session.figures().show(id);
  return refused.empty() ? value(json::string(lab.session.figures().current().id)) : error(refused);
}

Answer results(Lab& lab, std::string_view, std::string_view) {
  return value(json::list(lab.session.lesson().results, [&](const course::Lesson::ResultRow& row) {
    const course::Tensor tensor = lab.session.results().read(row);
    return json::object({{"name", json::string(row.name)},
                         {"label", json::string(row.label)},
                         {"handle", json::string(row.handle)},
                         {"shape", json::list(tensor.shape, [](int size) { return json::number(size); })}});
  }));
}

namespace {

/// Leaves the corner of a very large matrix, `stride` numbers in a row. Returns that, or 0 where the tensor stays as it is.
int leave_corner(course::Tensor* tensor) {
  constexpr std::size_t kLarge = 200'000;
  constexpr int kCorner = 24;
  if (tensor->shape.size() != 2 || tensor->data.size() <= kLarge || tensor->shape[0] == tensor->shape[1]) return 0;
  const int rows = std::min(tensor->shape[0], kCorner), cols = std::min(tensor->shape[1], kCorner);
  std::vector<float> corner;
  for (int i = 0; i < rows; ++i) {
    const auto row = tensor->data.begin() + static_cast<std::ptrdiff_t>(i) * tensor->shape[1];
    corner.insert(corner.end(), row, row + cols);
  }
  tensor->data = std::move(corner);
  tensor->rows.resize(std::min<std::size_t>(tensor->rows.size(), kCorner));
  tensor->cols.resize(std::min<std::size_t>(tensor->cols.size(), kCorner));
  return cols;
}

Answer tensor_answer(Lab& lab, course::Tensor tensor, int stride) {
  lab.data = std::move(tensor.data);
  std::vector<std::pair<std::string_view, std::string>> members{
      {"shape", json::list(tensor.shape, [](int size) { return json::number(size); })},
      {"rows", json::strings(tensor.rows)},
      {"cols", json::strings(tensor.cols)}};
  if (tensor.share) members.emplace_back("share", "true");
  if (stride > 0) members.emplace_back("stride", json::number(stride));
  return value(json::object(members));
}

}  // namespace

Answer read(Lab& lab, std::string_view name, std::string_view) {
  course::Tensor tensor;
  if (std::string why = lab.session.read(name, &tensor); !why.empty()) return error(std::move(why));
  return tensor_answer(lab, std::move(tensor), 0);
}

Answer read_here(Lab& lab, std::string_view name, std::string_view) {
  course::Tensor tensor;
  if (std::string why = lab.session.read(name, &tensor); !why.empty()) return error(std::move(why));
  const int stride = leave_corner(&tensor);
  return tensor_answer(lab, std::move(tensor), stride);
}

Answer describe(Lab& lab, std::string_view, std::string_view) { return value(json::string(lab.session.describe())); }

Answer explain(Lab& lab, std::string_view name, std::string_view cell) {
  const size_t comma = cell.find(',');
  const int i = cell.empty() ? 0 : whole_number(cell.substr(0, comma));
  const int j = comma == std::string_view::npos ? 0 : whole_number(cell.substr(comma + 1));
  if (i < 0 || j < 0) return error("A cell is written as row,column: 0,1.");
  formula::Explanation x;
  const std::string why = lab.session.explain(name, i, j, &x);
  if (!why.empty()) return error(why);
  return value(json::object({{"title", json::string(x.title)},
                             {"text", json::string(to_text(x))},
                             {"latex", json::string(to_latex(x))},
                             {"numpy", json::string(to_numpy(x))},
                             {"value", json::number(x.value)},
                             {"note", json::string(x.note)}}));
}

Answer exercises(Lab& lab, std::string_view, std::string_view) {
  return value(json::list(lab.session.exercises().states(), [&](const session::Exercises::State& s) { return to_json(lab.session, s); }));
}

Answer begin(Lab& lab, std::string_view id, std::string_view) { return done(lab.session.scenes().begin(id)); }

Answer take_up(Lab& lab, std::string_view id, std::string_view) { return done(lab.session.scenes().take_up(id)); }

Answer predict(Lab& lab, std::string_view id, std::string_view k) { return done(lab.session.predict(id, whole_number(k))); }

/// An exercise may ask what only the lesson's later part computes.
Answer check(Lab& lab, std::string_view id, std::string_view) {
  if (!lab.session.lesson().is_whole()) {
    note_missed();
    return error("What checks the exercise has not been loaded yet.");
  }
  course::Verdict verdict;
  const std::string why = lab.session.check(id, &verdict);
  if (!why.empty()) return error(why);
  int prediction = -1;
  for (const session::Exercises::State& s : lab.session.exercises().states())
    if (s.id == id) prediction = s.locked;
  const std::string answer = json::object({{"id", json::string(id)},
                                           {"correct", json::boolean(verdict.correct)},
                                           {"message", json::string(verdict.message)},
                                           {"prediction", prediction < 0 ? "null" : json::number(prediction)}});
  lab.emit("answer", answer);
  return value(answer);
}

Answer retry(Lab& lab, std::string_view id, std::string_view) { return done(lab.session.exercises().retry(id)); }

Answer distance(Lab& lab, std::string_view id, std::string_view) {
  course::Verdict verdict;
  if (!lab.session.distance(id, &verdict)) return value("null");
  return value(json::object({{"correct", json::boolean(verdict.correct)}, {"message", json::string(verdict.message)}}));
}

Answer backend(Lab& lab, std::string_view, std::string_view) {
  const session::Results::Computed computed = lab.session.results().computed();
  return value(json::object({{"name", json::string(computed.name)},
                             {"reason", json::string(computed.reason)},
                             {"cpuMs", computed.cpu_ms < 0 ? "null" : json::number(computed.cpu_ms)},
                             {"gpuMs", computed.gpu_ms < 0 ? "null" : json::number(computed.gpu_ms)},
                             {"waits", json::boolean(lab.session.results().waits_for_code())},
                             {"byChoice", json::boolean(computed.by_choice)},
                             {"preferred", json::string(lab.session.results().preferred_backend())}}));
}

/// What the GPU needs could not be fetched.
Answer refuse_gpu(Lab& lab, std::string_view, std::string_view) {
  lab.session.results().refuse_code();
  return value("null");
}

Answer set_backend(Lab& lab, std::string_view name, std::string_view) {
  const std::string why = lab.session.results().prefer_backend(name);
  return why.empty() ? backend(lab, {}, {}) : error(why);
}

/// With `text` = "outlines" the SVG has text as outlines; otherwise text stays text.
Answer export_as(Lab& lab, std::string_view format, std::string_view text) {
  const auto written = text == "outlines" ? session::SvgText::kOutlines : session::SvgText::kText;
  if (format == "svg") return value(json::string(session::to_svg(lab.session, lab.view.dark, {820, 0}, written)));
  if (format == "csv") return value(json::string(session::to_csv(lab.session)));
  if (format == "json") return value(json::string(session::to_json(lab.session)));
  return error(session::unknown("export format", format, "svg, csv, json"));
}

}  // namespace attn::api::calls
