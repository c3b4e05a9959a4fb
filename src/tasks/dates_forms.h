// The calendar, and the forms in which English writes a date, from 1900 to 2099.
//
// Each form fixes the order of its parts, so that no text means two dates: with points or hyphens the day comes first, with slashes the
// month (as in the United States), and a year of four digits may come at the front. Years of two digits mean those from 1950 to 2049.
// Weekdays have to be right. Everything is in lower case.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"

namespace attn::tasks::dates {

struct Date {
  int year = 1900, month = 1, day = 1;
  bool operator==(const Date&) const = default;
};

int days_of_month(int year, int month);
bool is_real(const Date& date);
/// 0 for Monday. Gregorian.
int weekday(const Date& date);
/// "2024-03-05"
std::string iso(const Date& date);

/// The forms. The letters below stand for the parts of a date, all other characters for themselves:
///   D, DD  day, without and with a leading zero    DO  day as an ordinal, "5th"
///   M, MM  month as a number                       B, BBB  month's name, whole or its first three letters
///   Y, YY  year of four digits or two              W, WWW  weekday's name, whole or its first three letters
std::span<const std::string_view> forms();

inline constexpr int kShortestDate = 6, kLongestDate = 28;  ///< in characters: "1.1.50", "wednesday, 30 september 2099"

std::string write_date(const Date& date, std::string_view form);

struct Reading {
  Date date;
  /// For each of the ten characters of the ISO text the place of the digit that it copies. It is -1 where there is none: for hyphens, for
  /// zeros and centuries that are not written, and for months that are written by name.
  std::array<int, 10> places;
};
/// Returns false where no form matches, or where the calendar has no such date.
bool read_date(std::string_view text, Reading* reading);

/// A date from 1900 to 2099 in one of the forms. Where `length` is not 0, it is a form that can write a date in so many characters.
std::string draw_date(int length, Rng& rng);

}  // namespace attn::tasks::dates
