// Evaluates the small part of Python's arithmetic that to_numpy() writes: + - * / **, brackets, numbers, and np.exp and the like.
#pragma once

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attn::formula {

class PythonValue {
 public:
  explicit PythonValue(std::string_view source) : text_(source) {}
  /// The value; NaN where the text is no expression.
  double value() {
    const double v = sum();
    return at_ == text_.size() ? v : std::nan("");
  }

 private:
  bool take(std::string_view token) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (text_.substr(at_, token.size()) != token) return false;
    if (token == "*" && text_.substr(at_, 2) == "**") return false;
    at_ += token.size();
    return true;
  }
  double sum() {
    double v = product();
    for (;;) {
      if (take("+"))
        v += product();
      else if (take("-"))
        v -= product();
      else
        return v;
    }
  }
  double product() {
    double v = sign();
    for (;;) {
      if (take("*"))
        v *= sign();
      else if (take("/"))
        v /= sign();
      else
        return v;
    }
  }
  double sign() { return take("-") ? -sign() : power(); }
  double power() {
    const double base = atom();
    return take("**") ? std::pow(base, sign()) : base;  // binds tighter than a sign before it, as in Python
  }
  std::vector<double> arguments() {
    std::vector<double> out;
    do out.push_back(sum());
    while (take(","));
    return take(")") ? out : std::vector<double>{std::nan("")};
  }
  double atom() {
    if (take("(")) {
      const double v = sum();
      return take(")") ? v : std::nan("");
    }
    if (take("np.inf")) return std::numeric_limits<double>::infinity();
    static const std::map<std::string_view, double (*)(double)> kFunctions = {
        {"np.exp(", std::exp}, {"np.log(", std::log},  {"np.tanh(", std::tanh}, {"np.sqrt(", std::sqrt},
        {"np.cos(", std::cos}, {"np.abs(", std::fabs}, {"np.sin(", std::sin}};
    for (const auto& [name, function] : kFunctions)
      if (take(name)) return function(arguments()[0]);
    if (take("max(")) {
      double v = -std::numeric_limits<double>::infinity();
      for (const double x : arguments()) v = std::fmax(v, x);
      return v;
    }
    const std::string rest(text_.substr(at_));
    char* end = nullptr;
    const double v = std::strtod(rest.c_str(), &end);
    if (end == rest.c_str()) return std::nan("");
    at_ += static_cast<size_t>(end - rest.c_str());
    return v;
  }

  std::string_view text_;
  size_t at_ = 0;
};

inline double python_value(std::string_view source) { return PythonValue(source).value(); }

}  // namespace attn::formula
