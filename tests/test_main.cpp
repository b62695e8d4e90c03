// SPDX-License-Identifier: Apache-2.0
// The first half of doctest.h, which would define the second from the first, is precompiled.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#if defined(_WIN32)
#include <iostream>

namespace {

/// Names the test cases that Windows skips (support/not_on_windows.hpp).
class Skipped : public doctest::IReporter {
 public:
  explicit Skipped(const doctest::ContextOptions&) {}
  void test_case_skipped(const doctest::TestCaseData& test) override {
    if (test.m_skip) std::cout << "skipped on Windows: " << test.m_name << '\n';
  }
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
};

}  // namespace

DOCTEST_REGISTER_LISTENER("skipped", 0, Skipped);
#endif
