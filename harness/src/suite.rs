//! What a command asked, as tests that passed, failed or were not tried: the form that continuous integration reads.

use std::fmt;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::text::grouped;

/// Tests in the order in which they were asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    name: &'static str,
    tests: Vec<Test>,
}

/// One thing that was asked, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Test {
    name: String,
    end: End,
}

/// What came of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    Passed,
    Failed(Failure),
    /// It was not tried, or not to its end; with why.
    Skipped(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Failure {
    message: String,
    detail: String,
}

impl Suite {
    /// Of no tests yet; `name` is the command's.
    pub const fn new(name: &'static str) -> Self {
        Self { name, tests: Vec::new() }
    }

    /// Adds a test that passed.
    pub fn pass(&mut self, name: impl Into<String>) {
        self.tests.push(Test { name: name.into(), end: End::Passed });
    }

    /// Adds a test that failed: in a sentence, and with what helps to see it again.
    pub fn fail(
        &mut self,
        name: impl Into<String>,
        message: impl Into<String>,
        detail: impl Into<String>,
    ) {
        let failure = Failure { message: message.into(), detail: detail.into() };
        self.tests.push(Test { name: name.into(), end: End::Failed(failure) });
    }

    /// Adds a test that was not tried, or not to its end: it neither passed nor failed.
    pub fn skip(&mut self, name: impl Into<String>, why: impl Into<String>) {
        self.tests.push(Test { name: name.into(), end: End::Skipped(why.into()) });
    }

    /// Tests that passed.
    pub fn passed(&self) -> usize {
        self.tests.len() - self.failed() - self.skipped()
    }

    /// Tests that failed.
    pub fn failed(&self) -> usize {
        self.tests.iter().filter(|test| matches!(test.end, End::Failed(_))).count()
    }

    /// Tests that were not tried.
    pub fn skipped(&self) -> usize {
        self.tests.iter().filter(|test| matches!(test.end, End::Skipped(_))).count()
    }

    /// All of it as JUnit XML.
    pub fn junit(&self, elapsed: Duration) -> String {
        let mut suite = TestSuite::new(self.name);
        suite.set_time(elapsed);
        for test in &self.tests {
            let mut case = TestCase::new(test.name.as_str(), test.end.status());
            case.set_classname(format!("harness.{}", self.name));
            suite.add_test_case(case);
        }
        let mut report = Report::new("harness");
        report.set_time(elapsed).add_test_suite(suite);
        report.to_string().expect("a report in memory can be written")
    }

    /// A heading and what failed, as Markdown.
    pub fn markdown(&self) -> String {
        let sign = match (self.failed(), self.skipped()) {
            (0, 0) => "✅",
            (0, _) => "⚠️",
            _ => "❌",
        };
        let mut page = format!("### {sign} harness {}: {self}\n\n", self.name);
        for test in &self.tests {
            if let End::Failed(Failure { message, detail }) = &test.end {
                page.push_str(&format!("- **{}**: {}\n", test.name, escaped(message)));
                if !detail.is_empty() {
                    page.push_str(&format!("{}\n", fenced(detail)));
                }
            }
        }
        page
    }
}

impl End {
    /// The same as JUnit has it.
    fn status(&self) -> TestCaseStatus {
        match self {
            Self::Passed => TestCaseStatus::success(),
            Self::Failed(failure) => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(failure.message.as_str());
                if !failure.detail.is_empty() {
                    status.set_description(failure.detail.as_str());
                }
                status
            }
            Self::Skipped(why) => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(why.as_str());
                status
            }
        }
    }
}

/// The last line of a command: `12 passed, 0 failed`, and how many were not tried if any were not.
impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (passed, failed) = (self.passed() as u64, self.failed() as u64);
        write!(f, "{} passed, {} failed", grouped(passed), grouped(failed))?;
        match self.skipped() as u64 {
            0 => Ok(()),
            skipped => write!(f, ", {} not tried", grouped(skipped)),
        }
    }
}

/// `text` in one line of Markdown that means nothing but itself.
pub(crate) fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '|' | '#' | '~' => {
                plain.extend(['\\', letter]);
            }
            '\n' | '\r' => plain.push(' '),
            _ => plain.push(letter),
        }
    }
    plain
}

/// Lines of text as a block of code in Markdown.
pub(crate) fn block(text: &str) -> String {
    let fence = fence(text);
    format!("{fence}text\n{text}{fence}\n")
}

/// More backticks than `text` holds in a row.
fn fence(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

/// `text` as a block of code under a list item.
fn fenced(text: &str) -> String {
    let fence = fence(text);
    let lines: String = text.lines().map(|line| format!("\n  {line}")).collect();
    format!("\n  {fence}text{lines}\n  {fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite() -> Suite {
        let mut suite = Suite::new("play");
        suite.pass("marbles-conserved");
        suite.fail("no-winner-at-home", "3 < 4 & \"so on\"", "harness replay --game 7\n```");
        suite
    }

    #[test]
    fn a_suite_counts_its_tests() {
        assert_eq!(suite().to_string(), "1 passed, 1 failed");
        assert_eq!(Suite::new("play").to_string(), "0 passed, 0 failed");
    }

    #[test]
    fn what_was_not_tried_neither_passed_nor_failed() {
        let mut suite = Suite::new("play");
        suite.pass("marbles-conserved");
        suite.skip("no-winner-at-home", "not tried (interrupted)");
        assert_eq!(suite.to_string(), "1 passed, 0 failed, 1 not tried");
        assert!(suite.markdown().starts_with("### ⚠️ harness play: "), "{}", suite.markdown());
        let report = Report::deserialize_from_str(&suite.junit(Duration::ZERO)).unwrap();
        assert_eq!((report.tests, report.failures, report.errors), (2, 0, 0));
        let TestCaseStatus::Skipped { message, .. } = &report.test_suites[0].test_cases[1].status
        else {
            panic!("{report:?}");
        };
        assert_eq!(message.as_ref().unwrap().as_str(), "not tried (interrupted)");
    }

    #[test]
    fn junit_reads_back() {
        let text = suite().junit(Duration::from_millis(1500));
        let report = Report::deserialize_from_str(&text).unwrap();
        assert_eq!((report.tests, report.failures, report.errors), (2, 1, 0));
        let case = &report.test_suites[0].test_cases[1];
        assert_eq!(case.classname.as_ref().unwrap().as_str(), "harness.play");
        let TestCaseStatus::NonSuccess { message, description, .. } = &case.status else {
            panic!("{case:?}");
        };
        assert_eq!(message.as_ref().unwrap().as_str(), "3 < 4 & \"so on\"");
        assert_eq!(description.as_ref().unwrap().as_str(), "harness replay --game 7\n```");
    }

    #[test]
    fn markdown_tells_what_failed_and_means_nothing_else() {
        let page = suite().markdown();
        assert!(page.starts_with("### ❌ harness play: 1 passed, 1 failed\n\n"), "{page}");
        assert!(page.contains("- **no-winner-at-home**: 3 \\< 4 & \"so on\"\n"), "{page}");
        assert!(
            page.contains("\n  ````text\n  harness replay --game 7\n  ```\n  ````\n"),
            "{page}"
        );
        assert_eq!(escaped("a|b\n`c`"), "a\\|b \\`c\\`");
    }
}
