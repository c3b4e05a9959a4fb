#include "session/comparison_late.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "controls/controls.h"
#include "session/comparison_figure.h"
#include "session/comparison_match.h"
#include "session/comparison_report.h"
#include "session/link.h"
#include "session/names.h"
#include "session/session.h"

namespace attn::session {
namespace {

constexpr size_t kLongestText = 60;

/// A value as readers see it; empty for a table.
std::string shown(const params::Row& row, const void* params) {
  const std::string text = params::print(row, row.get(params));
  for (const params::Choice& choice : row.choices)
    if (choice.id == text) return std::string(choice.label);
  switch (row.type) {
    case params::Type::kText:
      return cited(text, kLongestText);
    case params::Type::kMatrix:
    case params::Type::kMask:
    case params::Type::kPoints:
      return {};
    case params::Type::kNumber:
      return canvas::said_rounded(std::get<double>(row.get(params)), 4);
    case params::Type::kBoolean:
      return std::get<bool>(row.get(params)) ? "on" : "off";
    default:
      return text;
  }
}

std::string name_at(const std::vector<std::string>& names, size_t i) { return i < names.size() ? names[i] : std::to_string(i + 1); }

/// The names of a cell's row and column, "let, go"; only one of them where the tensor has a single row or column.
std::string place_of(const course::Tensor& t, size_t cell) {
  const auto rows = static_cast<size_t>(t.row_count()), cols = static_cast<size_t>(t.col_count());
  const std::string row = name_at(t.rows, t.rows.empty() ? cell / cols : cell / cols % t.rows.size()), col = name_at(t.cols, cell % cols);
  return rows < 2 ? col : cols < 2 ? row : row + ", " + col;
}

size_t largest(const std::vector<float>& data) {
  size_t at = 0;
  for (size_t i = 0; i < data.size(); ++i)
    if (std::isfinite(data[i]) && (!std::isfinite(data[at]) || std::abs(data[i]) > std::abs(data[at]))) at = i;
  return at;
}

/// A sentence that says where a result differs most between A and B.
std::string in_words(const Compared& one, const course::Tensor& a, const course::Tensor& b) {
  const std::string name = std::string(one.row->label) + ": ";
  if (one.curve && a.shape != b.shape) return name + "not of the same length, drawn on the same axes.";
  std::string why;
  const course::Tensor d = difference(a, b, one.row->label, &why);
  if (!why.empty()) return why;
  const size_t at = largest(d.data);
  if (d.data.empty() || !std::isfinite(d.data[at])) return name + "no numbers yet.";
  const std::string sizes = sizes_text(a, b);
  const std::string part = sizes.empty() ? name : name + sizes + "; rows and columns of the same name are compared. There ";
  if (d.data[at] == 0) return part + (sizes.empty() ? "no difference." : "is no difference.");
  return part + "the largest difference is at " + place_of(d, at) + ", " + canvas::said_rounded(b.data[at] - d.data[at], 3) + " in A and " +
         canvas::said_rounded(b.data[at], 3) + " in B.";
}

/// A number from a cell of a result; `cell` is the id of its region in the figure.
formula::Expression number_in(double value, const std::string& cell) {
  formula::Expression number = formula::num(value);
  number.name = cell;
  return number;
}

/// Makes the numbers of `e` refer to the cells of A's figure.
void lead_to_a(formula::Expression* e) {
  if (e->kind == formula::Expression::Kind::kNumber && !e->name.empty()) e->name.insert(0, canvas::kKeptPrefix);
  for (formula::Expression& argument : e->arguments) lead_to_a(&argument);
}

}  // namespace

std::string_view name_of(Side side) {
  constexpr std::string_view kNames[] = {"both", "a", "b", "difference"};
  return kNames[static_cast<size_t>(side)];
}

const Compared* KeptState::compared() const {
  for (const Compared& one : shown)
    if (one.row->name == chosen) return &one;
  return shown.empty() ? nullptr : &shown[differs];
}

Document& LateComparison::document() { return session_.document(); }
Results& LateComparison::results() { return session_.results(); }
const course::Lesson::Figure& LateComparison::figure() const { return session_.figures().current(); }
int LateComparison::figure_index() const { return session_.figures().index(); }

std::string LateComparison::keep() {
  OpenModel& model = session_.model();
  if (!model.wanted().empty()) return "The trained weights are still on their way; keep the picture when they are here.";
  session_.film().back();
  auto kept = std::make_shared<KeptState>();
  kept->params = document().draft();
  kept->result = results().shared();
  if (model.trained()) {
    model.stay_at_present_step(kept->params.get());
    kept->own = model.own();
    if (kept->own) kept->note = "A has your own weights from " + kept->own->file + ", which no link carries.";
  }
  if (kept_) kept->chosen = kept_->chosen;
  kept_ = std::move(kept);
  document().note_view();
  return {};
}

std::string LateComparison::swap() {
  if (!kept_) return "No state is kept to swap with.";
  if (!a_result()) return "The model of A is still being made.";
  for (const params::Row& row : session_.lesson().rows)
    if (document().is_locked(row.id) && !params::equal(row, document().params(), kept_->params.get()))
      return std::string(row.label) + " is locked here, so A cannot become the present state.";
  Document::Edit next{.params = session_.lesson().copy(kept_->params.get()), .refused = {}, .names_steps = true};
  const std::shared_ptr<const training::OwnWeights> own = kept_->own;
  if (std::string why = keep(); !why.empty()) return why;
  document().commit(&next, Origin::kApi);
  if (session_.model().own() != own) session_.runs().begin_anew(own);
  document().note_view();
  return {};
}

std::string LateComparison::show(std::string_view name) {
  if (!kept_) return "No state is kept to compare with.";
  for (const Side side : {Side::kBoth, Side::kA, Side::kB, Side::kDifference})
    if (name_of(side) == name) {
      kept_->side = side;
      document().note_view();
      return {};
    }
  const course::Lesson::ResultRow* row = results().find(name);
  if (!row) return results().unknown_result(name);
  kept_->chosen = row->name;
  survey(*this);
  const auto& shown = kept_->shown;
  if (std::none_of(shown.begin(), shown.end(), [row](const Compared& one) { return one.row == row; }))
    return "The open figure has no " + std::string(name) + " to compare; it has " +
           names_of(shown, [](const Compared& one) { return one.row->name; }) + ".";
  document().note_view();
  return {};
}

void LateComparison::set(std::string_view key, std::string_view text, std::vector<params::Refusal>* refused) {
  if (key == "a") return set_a(text, refused);
  const course::Lesson::ResultRow* row = results().find(text);
  if (!kept_) {
    refused->push_back({"compare", "No state is kept to compare with: in an address compare=" + cited(text) + " follows a=."});
  } else if (!row) {
    refused->push_back({"compare", results().unknown_result(text)});
  } else {
    if (kept_->chosen != row->name) document().note_view();
    kept_->chosen = row->name;
  }
}

void LateComparison::set_a(std::string_view query, std::vector<params::Refusal>* refused) {
  const course::Lesson& lesson = session_.lesson();
  const course::Lesson::Params params = lesson.defaults();
  for (const auto& [key, text] : params::parse_query(query)) {
    const std::string why =
        document().find(key) ? controls::apply_typed(lesson.rows, key, text, params.get()) : cited(key) + " is no parameter.";
    if (!why.empty()) refused->push_back({"a", "Of the state to compare with, A: " + why});
  }
  lesson.settle(document().defaults(), params.get());
  const auto same = [&](const params::Row& row) { return params::equal(row, kept_->params.get(), params.get()); };
  if (kept_ && std::all_of(lesson.rows.begin(), lesson.rows.end(), same)) {
    if (!kept_->chosen.empty()) document().note_view();
    return kept_->chosen.clear();
  }
  kept_ = std::make_shared<KeptState>();
  kept_->params = params;
  if (lesson.training) {
    kept_->training = std::make_unique<Training>();
    kept_->training->open(lesson);
  }
  document().note_view();
}

bool LateComparison::work(double budget_ms) {
  if (!busy()) return false;
  kept_->training->work(kept_->params.get(), budget_ms);
  if (!busy()) document().note_view();
  return true;
}

const void* LateComparison::a_result() {
  if (kept_->result) return kept_->result.get();
  const void* const params = kept_->params.get();
  const course::Model* model = nullptr;
  if (Training* training = kept_->training.get()) {
    if (training->status(params).phase != Training::Phase::kIdle) return nullptr;
    training->show_runs(params, session_.runs().book(params));
    model = training->model(params);
    if (training->lacks_weights(params)) kept_->note = training->status(params).sentence;
  }
  kept_->result = session_.lesson().compute(params, model, results().backend());
  kept_->training.reset();
  return kept_->result.get();
}

std::string LateComparison::read(std::string_view name, course::Tensor* tensor) {
  if (!kept_) return Comparison::read(name, tensor);
  const course::Lesson::ResultRow* row = results().find(name);
  const void* kept = a_result();
  if (!kept) return "The model of A is still being made.";
  *tensor = row->read(kept_->params.get(), kept);
  std::string why;
  if (name.starts_with(canvas::kDifferencePrefix)) *tensor = difference(*tensor, results().read(*row), row->label, &why);
  return why;
}

void LateComparison::explain(std::string_view name, const course::Lesson::ResultRow& row, int i, int j, formula::Explanation* explanation) {
  *explanation = name.starts_with(canvas::kDifferencePrefix) ? explain_difference(row, i, j) : explain_a(row, i, j);
}

formula::Explanation LateComparison::explain_a(const course::Lesson::ResultRow& row, int i, int j) {
  formula::Explanation x = row.explain(kept_->params.get(), a_result(), i, j);
  if (x.empty()) return x;
  x.title = "A: " + x.title;
  lead_to_a(&x.substituted);
  return x;
}

formula::Explanation LateComparison::explain_difference(const course::Lesson::ResultRow& row, int i, int j) {
  formula::Explanation x;
  const course::Tensor a = row.read(kept_->params.get(), a_result()), b = results().read(row);
  const size_t cell = b.index(i, j);
  const int in_a = matched_cells(a, b)[cell];
  if (in_a < 0) return x;
  const float was = a.data[static_cast<size_t>(in_a)];
  x.title = "B \u2212 A, " + std::string(row.label) + ": " + place_of(b, cell);
  x.formula = formula::row({formula::sym("b"), formula::op("-"), formula::sym("a")});
  const std::string id_in_a =
      canvas::cell_id(std::string(canvas::kKeptPrefix).append(row.name), in_a / a.col_count(), in_a % a.col_count());
  x.substituted = formula::row({number_in(b.data[cell], canvas::cell_id(row.name, i, j)), formula::op("-"), number_in(was, id_in_a)});
  x.value = static_cast<double>(b.data[cell]) - static_cast<double>(was);
  return x;
}

std::vector<Setting> LateComparison::differing_settings() const {
  std::vector<Setting> settings;
  if (!kept_) return settings;
  for (const params::Row& row : session_.lesson().rows)
    if (const void* a = kept_->params.get(); !params::equal(row, a, session_.document().params()))
      settings.push_back({std::string(row.id), std::string(row.label), shown(row, a), shown(row, session_.document().params())});
  return settings;
}

std::string LateComparison::describe() {
  if (!kept_) return {};
  if (!a_result())
    return "The model of A, the state to compare with, is being made. " + kept_->training->status(kept_->params.get()).sentence;
  const std::vector<Setting> settings = differing_settings();
  std::string text = settings.empty() ? "A, the state that was kept, has the same settings." : "Compared with A, the state that was kept: ";
  for (const Setting& s : settings) {
    if (&s != &settings.front()) text += "; ";
    text += s.label + (s.a.empty() || s.b.empty() ? " of its own" : " " + s.a + " in A, " + s.b + " in B");
  }
  if (!settings.empty()) text += '.';
  survey(*this);
  if (const Compared* one = kept_->compared()) {
    const course::Tensor a = one->row->read(kept_->params.get(), a_result()), b = results().read(*one->row);
    text += " " + in_words(*one, a, b);
  }
  return kept_->note.empty() ? text : text + " " + kept_->note;
}

std::string LateComparison::as_json() { return states_as_json(session_); }

std::string LateComparison::report() { return kept_ ? report_comparison(*this) : Comparison::report(); }

void LateComparison::draw(canvas::Canvas& canvas, void* edit) { draw_comparison(canvas, *this, edit); }

std::unique_ptr<Comparison> make_comparison(Session& session) { return std::make_unique<LateComparison>(session); }

}  // namespace attn::session
