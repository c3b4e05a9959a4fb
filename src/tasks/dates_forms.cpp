#include "tasks/dates_forms.h"

#include <iterator>

namespace attn::tasks::dates {
namespace {

constexpr std::string_view kMonths[] = {"january", "february", "march",     "april",   "may",      "june",
                                        "july",    "august",   "september", "october", "november", "december"};
constexpr std::string_view kWeekdays[] = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
constexpr std::string_view kForms[] = {
    "D B Y",   "B D, Y", "DO of B Y", "the DO of B, Y", "B DO, Y", "D BBB Y",   "BBB D, Y",     "W, D B Y", "WWW D.M.Y", "D.M.Y",
    "DD.MM.Y", "D.M.YY", "M/D/Y",     "MM/DD/YY",       "DD-MM-Y", "DD-BBB-YY", "WWW, BBB D Y", "Y B D",    "Y/MM/DD",   "DO BBB 'YY",
};

std::string_view ordinal_ending(int day) {
  if (day >= 11 && day <= 13) return "th";
  return day % 10 == 1 ? "st" : day % 10 == 2 ? "nd" : day % 10 == 3 ? "rd" : "th";
}

std::string two_digits(int number) { return {static_cast<char>('0' + number / 10 % 10), static_cast<char>('0' + number % 10)}; }

/// The part of a form at `*at`: a run of the same capital letter ("DO" counts as one), or a character that stands for itself.
std::string_view next_part(std::string_view form, std::size_t* at) {
  const std::size_t start = (*at)++;
  if (form.substr(start, 2) == "DO") return ++*at, form.substr(start, 2);
  const bool part = form[start] >= 'A' && form[start] <= 'Z';
  while (part && *at < form.size() && form[*at] == form[start]) ++*at;
  return form.substr(start, *at - start);
}

std::string write_part(const Date& date, std::string_view part) {
  const std::string_view month = kMonths[date.month - 1], day_name = kWeekdays[weekday(date)];
  if (part == "D") return std::to_string(date.day);
  if (part == "DD") return two_digits(date.day);
  if (part == "DO") return std::to_string(date.day) + std::string(ordinal_ending(date.day));
  if (part == "M") return std::to_string(date.month);
  if (part == "MM") return two_digits(date.month);
  if (part == "B") return std::string(month);
  if (part == "BBB") return std::string(month.substr(0, 3));
  if (part == "Y") return std::to_string(date.year);
  if (part == "YY") return two_digits(date.year % 100);
  if (part == "W") return std::string(day_name);
  if (part == "WWW") return std::string(day_name.substr(0, 3));
  return std::string(part);
}

/// Whether some date has `length` characters in the form.
bool has_length(std::string_view form, int length) {
  int least = 0, most = 0;
  for (std::size_t i = 0; i < form.size();) {
    const std::string_view part = next_part(form, &i);
    const bool capital = part[0] >= 'A' && part[0] <= 'Z';
    const bool fixed = !capital || part == "BBB" || part == "WWW" || part == "DD" || part == "MM" || part == "YY";
    least += fixed ? static_cast<int>(part.size()) : part == "Y" ? 4 : part == "W" ? 6 : part == "B" || part == "DO" ? 3 : 1;
    most += fixed ? static_cast<int>(part.size()) : part == "Y" || part == "DO" ? 4 : part == "W" || part == "B" ? 9 : 2;
  }
  return least <= length && length <= most;
}

/// Reads a text according to one form, and records where its digits are.
class FormReader {
 public:
  explicit FormReader(std::string_view text) : text_(text) { reading_.places.fill(-1); }

  bool read(std::string_view form, Reading* reading) {
    for (std::size_t i = 0; i < form.size();)
      if (!part(next_part(form, &i))) return false;
    // Leading zeros, endings of ordinals and weekdays are right if and only if writing the date gives the text again.
    if (at_ != text_.size() || !is_real(reading_.date) || write_date(reading_.date, form) != text_) return false;
    *reading = reading_;
    return true;
  }

 private:
  bool part(std::string_view p) {
    if (p == "D" || p == "DD") return number(2, 10, &reading_.date.day);
    if (p == "DO") return number(2, 10, &reading_.date.day) && skip_letters();
    if (p == "M" || p == "MM") return number(2, 7, &reading_.date.month);
    if (p == "Y") return number(4, 4, &reading_.date.year);
    if (p == "YY") {
      if (!number(2, 4, &reading_.date.year)) return false;
      reading_.date.year += reading_.date.year < 50 ? 2000 : 1900;
      return true;
    }
    if (p == "B" || p == "BBB") return month(p == "BBB");
    if (p == "W" || p == "WWW") return skip_letters();
    if (text_.substr(at_, p.size()) != p) return false;
    at_ += p.size();
    return true;
  }

  /// Reads up to `most` digits. The last one is copied to the place before `end` of the ISO text.
  bool number(std::size_t most, int end, int* value) {
    const std::size_t start = at_;
    *value = 0;
    while (at_ < text_.size() && at_ - start < most && text_[at_] >= '0' && text_[at_] <= '9') *value = *value * 10 + (text_[at_++] - '0');
    for (std::size_t i = start; i < at_; ++i) reading_.places[static_cast<std::size_t>(end) - (at_ - i)] = static_cast<int>(i);
    return at_ > start;
  }

  bool skip_letters() {
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z') ++at_;
    return at_ > start;
  }

  bool month(bool shortened) {
    for (int m = 0; m < 12; ++m) {
      const std::string_view name = shortened ? kMonths[m].substr(0, 3) : kMonths[m];
      if (text_.substr(at_, name.size()) != name) continue;
      reading_.date.month = m + 1;
      at_ += name.size();
      return true;
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Reading reading_;
};

}  // namespace

int days_of_month(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[month - 1] + (month == 2 && leap);
}

bool is_real(const Date& d) {
  return d.year >= 1900 && d.year <= 2099 && d.month >= 1 && d.month <= 12 && d.day >= 1 && d.day <= days_of_month(d.year, d.month);
}

int weekday(const Date& date) {
  int days = 0;  // since Monday, 1 January 1900
  for (int year = 1900; year < date.year; ++year) days += 337 + days_of_month(year, 2);
  for (int month = 1; month < date.month; ++month) days += days_of_month(date.year, month);
  return (days + date.day - 1) % 7;
}

std::string iso(const Date& date) { return write_date(date, "Y-MM-DD"); }

std::span<const std::string_view> forms() { return kForms; }

std::string write_date(const Date& date, std::string_view form) {
  std::string text;
  for (std::size_t i = 0; i < form.size();) text += write_part(date, next_part(form, &i));
  return text;
}

bool read_date(std::string_view text, Reading* reading) {
  for (const std::string_view form : kForms)
    if (FormReader(text).read(form, reading)) return true;
  return false;
}

std::string draw_date(int length, Rng& rng) {
  std::string_view form;
  do form = kForms[rng.below(std::size(kForms))];
  while (length >= kShortestDate && length <= kLongestDate && !has_length(form, length));
  const bool short_year = form.find("YY") != std::string_view::npos;
  Date date;
  date.year = short_year ? 1950 + static_cast<int>(rng.below(100)) : 1900 + static_cast<int>(rng.below(200));
  date.month = 1 + static_cast<int>(rng.below(12));
  date.day = 1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(days_of_month(date.year, date.month))));
  return write_date(date, form);
}

}  // namespace attn::tasks::dates
