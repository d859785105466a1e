//! Notes what the program is built from and with, for its reports.

use std::path::Path;
use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    note("COMPILER", said(&rustc, &["--version"]));
    note("COMMIT", said("git", &["rev-parse", "--short=12", "HEAD"]));
    note("PROFILE", std::env::var("PROFILE").ok());
    println!("cargo::rerun-if-changed=build.rs");
    // The log of HEAD grows with every commit and checkout.
    if let Some(log) = said("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
}

fn note(name: &str, value: Option<String>) {
    println!("cargo::rustc-env=HARNESS_{name}={}", value.unwrap_or_default());
}

/// What a program printed, if it went well.
fn said(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
