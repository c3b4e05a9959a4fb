// The part of a session that keeps a state beside the present one.
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

/// A value for the eye; empty for a table.
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

/// "let, go" of cell i, j; one name where there is but one row or column.
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

/// Where a result differs most.
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

/// A number that stands in a cell of a result; `name` as in the figure's regions.
formula::Expression number_in(double value, const std::string& cell) {
  formula::Expression number = formula::num(value);
  number.name = cell;
  return number;
}

/// The cells in which the numbers of `e` stand are those of A.
void lead_to_a(formula::Expression* e) {
  if (e->kind == formula::Expression::Kind::kNumber && !e->name.empty()) e->name.insert(0, canvas::kKeptPrefix);
  for (formula::Expression& argument : e->arguments) lead_to_a(&argument);
}

}  // namespace

std::string_view name_of(Side side) {
  constexpr std::string_view kNames[] = {"both", "a", "b", "difference"};
  return kNames[static_cast<size_t>(side)];
}

const Compared* Comparison::compared() const {
  for (const Compared& one : shown)
    if (one.row->name == chosen) return &one;
  return shown.empty() ? nullptr : &shown[differs];
}

std::string Session::keep_as_a() {
  if (!training_.wanted(params()).empty()) return "The trained weights are still on their way; keep the picture when they are here.";
  auto kept = std::make_shared<Comparison>();
  kept->params = draft();
  kept->result = (result(), result_);
  if (training_) {
    training_.set_target(kept->params.get(), training_.step());
    kept->own = training_.own();
    if (kept->own) kept->note = "A has your own weights from " + kept->own->file + ", which no link carries.";
  }
  if (comparison_) kept->chosen = comparison_->chosen;
  comparison_ = std::move(kept);
  change_.view = true;
  return {};
}

std::string Session::swap_with_a() {
  if (!comparison_) return "No state is kept to swap with.";
  if (!a_result()) return "The model of A is still being made.";
  for (const params::Row& row : lesson_->rows)
    if (is_locked(row.id) && !params::equal(row, params(), comparison_->params.get()))
      return std::string(row.label) + " is locked here, so A cannot become the present state.";
  const course::Lesson::Params next = lesson_->copy(comparison_->params.get());
  const std::shared_ptr<const training::OwnWeights> own = comparison_->own;
  if (std::string why = keep_as_a(); !why.empty()) return why;
  commit(next, Origin::kApi, /*names_steps=*/true);
  if (training_ && training_.own() != own) {
    keep_run();
    training_.begin_with(own);
    result_.reset();
  }
  change_.view = true;
  return {};
}

void Session::leave_comparison() {
  change_.view = change_.view || comparison_;
  comparison_.reset();
}

std::string Session::compare(std::string_view name) {
  if (!comparison_) return "No state is kept to compare with.";
  for (const Side side : {Side::kBoth, Side::kA, Side::kB, Side::kDifference})
    if (name_of(side) == name) {
      comparison_->side = side;
      change_.view = true;
      return {};
    }
  const course::Lesson::ResultRow* row = find_result(name);
  if (!row) return unknown("result", name, names_of(lesson_->results, [](const auto& r) { return r.name; }));
  comparison_->chosen = row->name;
  survey(*this);
  const auto& shown = comparison_->shown;
  if (std::none_of(shown.begin(), shown.end(), [row](const Compared& one) { return one.row == row; }))
    return "The open figure has no " + std::string(name) + " to compare; it has " +
           names_of(shown, [](const Compared& one) { return one.row->name; }) + ".";
  change_.view = true;
  return {};
}

void Session::set_compared(std::string_view key, std::string_view text, std::vector<params::Refusal>* refused) {
  if (key == "a") return set_a(text, refused);
  const course::Lesson::ResultRow* row = find_result(text);
  if (!comparison_)
    refused->push_back({"compare", "No state is kept to compare with: in an address compare=" + cited(text) + " follows a=."});
  else if (!row)
    refused->push_back({"compare", unknown("result", text, names_of(lesson_->results, [](const auto& r) { return r.name; }))});
  else
    change_.view = change_.view || comparison_->chosen != row->name, comparison_->chosen = row->name;
}

void Session::set_a(std::string_view query, std::vector<params::Refusal>* refused) {
  course::Lesson::Params kept = lesson_->defaults();
  for (const auto& [key, text] : params::parse_query(query)) {
    const params::Row* row = params::find(lesson_->rows, key.substr(0, key.find('[')));
    const std::string why = row ? controls::apply_typed(lesson_->rows, key, text, kept.get()) : cited(key) + " is no parameter.";
    if (!why.empty()) refused->push_back({"a", "Of the state to compare with, A: " + why});
  }
  lesson_->settle(defaults_.get(), kept.get());
  const auto same = [&](const params::Row& row) { return params::equal(row, comparison_->params.get(), kept.get()); };
  if (comparison_ && std::all_of(lesson_->rows.begin(), lesson_->rows.end(), same)) {
    change_.view = change_.view || !comparison_->chosen.empty();
    return comparison_->chosen.clear();
  }
  comparison_ = std::make_shared<Comparison>();
  comparison_->params = std::move(kept);
  if (lesson_->training) {
    comparison_->training = std::make_unique<Training>();
    comparison_->training->open(*lesson_);
  }
  change_.view = true;
}

bool Session::work_for_a(double budget_ms) {
  if (!comparison_ || !comparison_->training || !comparison_->training->busy(comparison_->params.get())) return false;
  comparison_->training->work(comparison_->params.get(), budget_ms);
  change_.view = change_.view || !comparison_->training->busy(comparison_->params.get());
  return true;
}

const void* Session::a_result() {
  Comparison& c = *comparison_;
  if (c.result) return c.result.get();
  const void* state = nullptr;
  if (c.training) {
    if (c.training->status(c.params.get()).phase != Training::Phase::kIdle) return nullptr;
    c.training->show_runs(c.params.get(), {runs().all(), settings_of(c.params.get())});
    state = c.training->state(c.params.get());
    if (c.training->lacks_weights(c.params.get())) c.note = c.training->status(c.params.get()).sentence;
  }
  c.result = lesson_->compute(c.params.get(), state, *chosen_.backend);
  c.training.reset();
  return c.result.get();
}

std::string Session::read_compared(std::string_view name, course::Tensor* tensor) {
  const course::Lesson::ResultRow* row = find_result(name);
  const void* kept = a_result();
  if (!kept) return "The model of A is still being made.";
  *tensor = row->read(comparison_->params.get(), kept);
  std::string why;
  if (name.starts_with(canvas::kDifferencePrefix)) *tensor = difference(*tensor, read(*row), row->label, &why);
  return why;
}

formula::Explanation Session::explain_a(const course::Lesson::ResultRow& row, int i, int j) {
  formula::Explanation x = row.explain(comparison_->params.get(), a_result(), i, j);
  if (x.empty()) return x;
  x.title = "A: " + x.title;
  lead_to_a(&x.substituted);
  return x;
}

formula::Explanation Session::explain_difference(const course::Lesson::ResultRow& row, int i, int j) {
  formula::Explanation x;
  const course::Tensor a = row.read(comparison_->params.get(), a_result()), b = read(row);
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

std::vector<Setting> Session::differing_settings() const {
  std::vector<Setting> settings;
  if (!comparison_) return settings;
  for (const params::Row& row : lesson_->rows)
    if (const void* a = comparison_->params.get(); !params::equal(row, a, params()))
      settings.push_back({std::string(row.id), std::string(row.label), shown(row, a), shown(row, params())});
  return settings;
}

std::string Session::describe_comparison() {
  if (!comparison_) return {};
  if (!a_result())
    return "The model of A, the state to compare with, is being made. " + comparison_->training->status(comparison_->params.get()).sentence;
  const std::vector<Setting> settings = differing_settings();
  std::string text = settings.empty() ? "A, the state that was kept, has the same settings." : "Compared with A, the state that was kept: ";
  for (const Setting& s : settings) {
    if (&s != &settings.front()) text += "; ";
    text += s.label + (s.a.empty() || s.b.empty() ? " of its own" : " " + s.a + " in A, " + s.b + " in B");
  }
  if (!settings.empty()) text += '.';
  survey(*this);
  if (const Compared* one = comparison_->compared()) {
    const course::Tensor a = one->row->read(comparison_->params.get(), a_result()), b = read(*one->row);
    text += " " + in_words(*one, a, b);
  }
  return comparison_->note.empty() ? text : text + " " + comparison_->note;
}

const Session::Comparing& Session::comparing() {
  static const Comparing made{
      .act = [](Session& s, std::string_view act, std::string_view name) -> std::string {
        if (act == "keep") return s.keep_as_a();
        if (act == "swap") return s.swap_with_a();
        if (act == "show") return s.compare(name);
        if (act != "leave") return "A comparison takes keep, swap, leave or show.";
        s.leave_comparison();
        return {};
      },
      .set = [](Session& s, std::string_view key, std::string_view text,
                std::vector<params::Refusal>* refused) { s.set_compared(key, text, refused); },
      .work = [](Session& s, double budget_ms) { return s.work_for_a(budget_ms); },
      .read = [](Session& s, std::string_view name, course::Tensor* tensor) { return s.read_compared(name, tensor); },
      .explain =
          [](Session& s, std::string_view name, const course::Lesson::ResultRow& row, int i, int j) {
            return name.starts_with(canvas::kDifferencePrefix) ? s.explain_difference(row, i, j) : s.explain_a(row, i, j);
          },
      .describe = [](Session& s) { return s.describe_comparison(); },
      .report = report_comparison,
      .as_json = states_as_json,
      .draw = draw_comparison,
  };
  return made;
}

}  // namespace attn::session
