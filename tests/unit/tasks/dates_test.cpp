// The calendar and the forms of dates.
#include <gtest/gtest.h>

#include <ctime>

#include "tasks/dates_forms.h"
#include "tasks/pairs.h"

namespace attn::tasks::dates {
namespace {

TEST(Calendar, LeapYears) {
  EXPECT_EQ(days_of_month(1900, 2), 28);
  EXPECT_EQ(days_of_month(2000, 2), 29);
  EXPECT_EQ(days_of_month(2023, 2), 28);
  EXPECT_EQ(days_of_month(2024, 2), 29);
}

/// The C library's calendar as the other opinion, every day of the two centuries that it can hold.
TEST(Calendar, WeekdaysAreTheCLibrarys) {
  for (int year = 1902; year <= 2037; ++year)
    for (int month = 1; month <= 12; ++month)
      for (int day = 1; day <= days_of_month(year, month); day += 3) {
        std::tm time{};
        time.tm_year = year - 1900;
        time.tm_mon = month - 1;
        time.tm_mday = day;
        time.tm_hour = 12;
        std::mktime(&time);
        ASSERT_EQ(weekday({year, month, day}), (time.tm_wday + 6) % 7) << iso({year, month, day});
      }
  EXPECT_EQ(weekday({1900, 1, 1}), 0);
  EXPECT_EQ(weekday({2099, 12, 31}), 3);
}

TEST(Forms, AreAtLeastTwelveAndMeanOneDateEach) {
  EXPECT_GE(forms().size(), 12u);
  Rng rng(1);
  for (const std::string_view form : forms())
    for (int draws = 0; draws < 300; ++draws) {
      Date date{1950 + static_cast<int>(rng.below(100)), 1 + static_cast<int>(rng.below(12)), 1 + static_cast<int>(rng.below(28))};
      const std::string text = write_date(date, form);
      Reading reading;
      ASSERT_TRUE(read_date(text, &reading)) << text;
      EXPECT_EQ(reading.date, date) << text;
      for (std::size_t k = 0; k < 10; ++k)
        if (reading.places[k] >= 0) {
          EXPECT_EQ(text[static_cast<std::size_t>(reading.places[k])], iso(date)[k]) << text;
        }
    }
}

TEST(Forms, DrawnDatesAreReal) {
  Rng rng(2);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = draw_date(i % 30, rng);
    Reading reading;
    ASSERT_TRUE(read_date(text, &reading)) << text;
    ASSERT_TRUE(is_real(reading.date)) << text;
  }
}

std::string answer(const std::string& text) {
  const PairTask& task = *find_pair_task("dates");
  Tokens source;
  if (const std::string error = task.read(task, text, &source); !error.empty()) return error;
  Example example;
  return task.solve(task, source, &example) ? task.write(task.target, example.target) : "none";
}

TEST(Dates, AsPeopleWriteThem) {
  for (const char* text : {"5 March 2024",
                           "March 5, 2024",
                           "5th of MARCH 2024",
                           "the 5th of march, 2024",
                           "Mar 5, 2024",
                           "5 Mar 2024",
                           "Tuesday, 5 March 2024",
                           "Tue 5.3.2024",
                           "5.3.2024",
                           "05.03.2024",
                           "5.3.24",
                           "3/5/2024",
                           "03/05/24",
                           "05-03-2024",
                           "05-mar-24",
                           "Tue, Mar 5 2024",
                           "2024 March 5",
                           "2024/03/05",
                           "5th mar \xE2\x80\x99"
                           "24",
                           "  5   March\t2024 "})
    EXPECT_EQ(answer(text), "2024-03-05") << text;
  EXPECT_EQ(answer("1.2.50"), "1950-02-01");
  EXPECT_EQ(answer("1.2.49"), "2049-02-01");
  EXPECT_EQ(answer("29 february 2000"), "2000-02-29");
}

TEST(Dates, WhatIsNoDateHasNoAnswer) {
  for (const char* text :
       {"31 april 2024", "29 february 1900", "0.1.2000", "1.0.2000", "1.13.2000", "5 march 1899", "5 march 2100", "monday, 5 march 2024",
        "5rd of march 2024", "5 march", "march", "2024", "5.3.2024.", "05.3.2024", "5 march 24", "13/13/2000", "5 5 5"})
    EXPECT_EQ(answer(text), "none") << text;
}

TEST(Dates, CopiedDigitsAreAligned) {
  const PairTask& task = *find_pair_task("dates");
  Tokens source;
  ASSERT_EQ(task.read(task, "5 March 2024", &source), "");
  Example example;
  ASSERT_TRUE(task.solve(task, source, &example));
  EXPECT_EQ(example.alignment, (std::vector<int>{8, 9, 10, 11, -1, -1, -1, -1, -1, 0}));
}

}  // namespace
}  // namespace attn::tasks::dates
