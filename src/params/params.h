// Declared parameters: what a reader may change, stated once.
//
// A lesson keeps its parameters in a plain struct and declares each member as one Row: id, label, help, range or choices. Every widget,
// URL, API call, accessible control and test reads the rows; nothing else states a label, a range or a default. A value travels as a
// Value, or as text (the same text in URLs, in text fields and on the command line). Illegal values never reach the struct.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/mat.h"

namespace attn::params {

enum class Type { kNumber, kInteger, kBoolean, kChoice, kText, kMatrix, kMask, kPoints };

/// The type's name in the JavaScript API: "number", "integer", "boolean", "choice", "text", "matrix", "mask", "points".
std::string_view type_name(Type type);

/// The value of a parameter: a double for numbers and integers, the id of the choice for choices, and a Mat for matrices, masks (entries 0
/// or 1) and points (one [x, y] a row).
using Value = std::variant<double, bool, std::string, Mat>;

struct Choice {
  std::string_view id, label;
};

/// An inclusive range of sizes.
struct Extent {
  int min = 1, max = 64;
};

/// What is declared about a parameter, whatever its type. Fields that do not concern a type stay at their defaults.
struct Spec {
  std::string_view id;                   ///< lowercase, `-` between words: the URL key, the API name, the name in links
  std::string_view label;                ///< what a widget shows
  std::string_view help;                 ///< one sentence: what it does to the picture
  double min = 0, max = 1, step = 0.01;  ///< of a number or integer, a matrix's entries, the coordinates of points
  bool logarithmic = false;              ///< the slider moves by ratios
  int max_length = 400;                  ///< of a text, in code points
  /// The legal sizes of a matrix or mask, and the rows of points (which always have two columns). A control edits entries and keeps the
  /// size: where the reader is to change it, the figure offers that.
  Extent rows = {}, cols = {};
  bool restarts_training = false;  ///< a change discards the trained model
  bool walked = false;             ///< of an integer: it is the time of a process, which readers step through or play
  std::string_view handle = {};    ///< of a matrix or points: a figure's region `handle` or `handle[i]` stands for a row of it
  /// Whether another value would change anything now; null means always. `own` is the struct whose table states the row.
  bool (*matters)(const void* own) = nullptr;
};

/// One declared parameter: its Spec, and how it is read from and written to the lesson's own struct `params`.
struct Row : Spec {
  Type type = Type::kNumber;
  std::vector<Choice> choices;
  std::function<Value(const void* params)> get;
  std::function<void(void* params, const Value& value)> put;  ///< `value` has been validated
  std::ptrdiff_t own_at = 0;                                  ///< bytes from `params` to the struct whose table states the row
};

using Rows = std::vector<Row>;

/// Returns an empty string, or a sentence that says why `value` is not legal for `row` (wrong type, out of range, not finite, wrong shape).
std::string validate(const Row& row, const Value& value);

/// The value as text, in the shortest form that reads back as the same value. The rows of a matrix are separated by `;`, its entries by
/// `,`; a row of a mask is a run of 0 and 1: "110;111". print(parse(print(v))) == print(v).
std::string print(const Row& row, const Value& value);

/// Reads `text` into `*value`. Returns an empty string, or why the text was refused; `*value` is untouched then.
std::string parse(const Row& row, std::string_view text, Value* value);

/// Whether another value of the parameter would change anything now. Where it would not, the parameter has no control.
inline bool matters(const Row& row, const void* params) {
  return !row.matters || row.matters(static_cast<const std::byte*>(params) + row.own_at);
}

/// The row called `id`, or null.
const Row* find(const Rows& rows, std::string_view id);

/// Sets one parameter from text. Returns an empty string or the reason of the refusal, with the old value kept.
std::string set_text(const Row& row, void* params, std::string_view text);

/// Sets one parameter from a typed value. Returns what set_text() returns.
std::string set_value(const Row& row, void* params, const Value& value);

bool equal(const Row& row, const void* a, const void* b);
/// The same for all rows but those with these ids.
bool equal_but(const Rows& rows, std::span<const std::string_view> ids, const void* a, const void* b);

/// A refused value.
struct Refusal {
  std::string id, message;
};

/// The percent-decoded `key=value` pairs of a query string (with or without a leading `?`), in order. `+` is a space.
std::vector<std::pair<std::string, std::string>> parse_query(std::string_view query);

/// Applies every known key of `query` to `params`. Unknown keys are ignored. An illegal value is refused, and the parameter keeps its old
/// value.
std::vector<Refusal> apply_query(const Rows& rows, std::string_view query, void* params);

/// `id=value&...` for every parameter whose value differs from `defaults`, in declaration order, percent-encoded; empty when none does.
std::string to_query(const Rows& rows, const void* params, const void* defaults);

std::string percent_encode(std::string_view text);

/// The declaration of a struct `P`: a list of rows built member by member.
///
///   const auto kTable = Table<Params>{}
///       .number(&Params::temperature, {.id = "temperature", .label = "Temperature", .help = "...", .min = 0.01, .max = 100})
///       .choice(&Params::score, {.id = "score", .label = "Score", .help = "..."}, {{"dot", "dot product"}, ...});
template <class P>
class Table {
 public:
  Table number(Real P::*member, Spec spec) && { return std::move(add_number(Type::kNumber, member, spec)); }
  Table integer(int P::*member, Spec spec) && { return std::move(add_number(Type::kInteger, member, spec)); }
  Table boolean(bool P::*member, Spec spec) && { return std::move(add(Type::kBoolean, member, spec)); }
  Table text(std::string P::*member, Spec spec) && { return std::move(add(Type::kText, member, spec)); }
  Table matrix(Mat P::*member, Spec spec) && { return std::move(add(Type::kMatrix, member, spec)); }
  Table points(Mat P::*member, Spec spec) && {
    spec.cols = {2, 2};
    return std::move(add(Type::kPoints, member, spec));
  }
  Table mask(Mask P::*member, Spec spec) && {
    Row row = make(Type::kMask, spec);
    row.get = [member](const void* p) { return Value(Mat(((*static_cast<const P*>(p)).*member).template cast<Real>())); };
    row.put = [member](void* p, const Value& v) { (*static_cast<P*>(p)).*member = (std::get<Mat>(v).array() != Real(0)).matrix(); };
    return std::move(push(std::move(row)));
  }
  /// `E` is an enumeration (or int) whose values are the indices of `choices`.
  template <class E>
  Table choice(E P::*member, Spec spec, std::vector<Choice> choices) && {
    Row row = make(Type::kChoice, spec);
    row.choices = std::move(choices);
    row.get = [member, c = row.choices](const void* p) {
      return Value(std::string(c.at(static_cast<size_t>((*static_cast<const P*>(p)).*member)).id));
    };
    row.put = [member, c = row.choices](void* p, const Value& v) {
      for (size_t i = 0; i < c.size(); ++i)
        if (c[i].id == std::get<std::string>(v)) (*static_cast<P*>(p)).*member = static_cast<E>(i);
    };
    return std::move(push(std::move(row)));
  }
  /// A choice among some values of an enumeration, each paired with its Choice. It serves where the enumeration belongs to others and has
  /// more values than are offered.
  template <class E>
  Table choice(E P::*member, Spec spec, std::vector<std::pair<E, Choice>> choices) && {
    Row row = make(Type::kChoice, spec);
    for (const auto& choice : choices) row.choices.push_back(choice.second);
    row.get = [member, choices](const void* p) {
      const auto held = std::find_if(choices.begin(), choices.end(),
                                     [&](const auto& choice) { return choice.first == (*static_cast<const P*>(p)).*member; });
      return Value(std::string(held == choices.end() ? std::string_view() : held->second.id));
    };
    row.put = [member, choices](void* p, const Value& v) {
      for (const auto& [value, choice] : choices)
        if (choice.id == std::get<std::string>(v)) (*static_cast<P*>(p)).*member = value;
    };
    return std::move(push(std::move(row)));
  }
  /// The rows of the nested struct `member`, declared by the table of its own type.
  template <class N>
  Table include(N P::*member, const Table<N>& nested) && {
    const P p{};
    const std::ptrdiff_t at = distance(&p, &(p.*member));
    for (Row row : nested.rows()) {
      row.get = [member, get = row.get](const void* p) { return get(&(static_cast<const P*>(p)->*member)); };
      row.put = [member, put = row.put](void* p, const Value& v) { put(&(static_cast<P*>(p)->*member), v); };
      row.own_at += at;
      push(std::move(row));
    }
    return std::move(*this);
  }
  /// The rows of a struct that `P` derives from, declared by the table of its own type.
  template <class B>
  Table include(const Table<B>& of_base) && {
    const P p{};
    const std::ptrdiff_t at = distance(&p, static_cast<const B*>(&p));
    for (Row row : of_base.rows()) {
      row.get = [get = row.get](const void* p) { return get(static_cast<const B*>(static_cast<const P*>(p))); };
      row.put = [put = row.put](void* p, const Value& v) { put(static_cast<B*>(static_cast<P*>(p)), v); };
      row.own_at += at;
      push(std::move(row));
    }
    return std::move(*this);
  }
  const Rows& rows() const { return rows_; }

 private:
  static Row make(Type type, const Spec& spec) {
    Row row;
    static_cast<Spec&>(row) = spec;
    row.type = type;
    return row;
  }
  Table& push(Row row) {
    rows_.push_back(std::move(row));
    return *this;
  }
  static std::ptrdiff_t distance(const void* from, const void* to) {
    return static_cast<const std::byte*>(to) - static_cast<const std::byte*>(from);
  }
  template <class T>
  Table& add_number(Type type, T P::*member, const Spec& spec) {
    Row row = make(type, spec);
    row.get = [member](const void* p) { return Value(static_cast<double>((*static_cast<const P*>(p)).*member)); };
    row.put = [member](void* p, const Value& v) { (*static_cast<P*>(p)).*member = static_cast<T>(std::get<double>(v)); };
    return push(std::move(row));
  }
  template <class T>
  Table& add(Type type, T P::*member, const Spec& spec) {
    Row row = make(type, spec);
    row.get = [member](const void* p) { return Value((*static_cast<const P*>(p)).*member); };
    row.put = [member](void* p, const Value& v) { (*static_cast<P*>(p)).*member = std::get<T>(v); };
    return push(std::move(row));
  }
  Rows rows_;
};

}  // namespace attn::params
