//! Measurements that a shared machine does not upset: instructions, processor time, and ratios to
//! others in one run.
//!
//! ```text
//! measure list                    every piece of work
//! measure once NAME               does one once, for a profiler
//! measure instructions [NAME…]    counts under callgrind, compared with the committed ones
//! measure rewrite                 counts and writes them down anew
//! measure time [NAME…]            processor time a unit
//! measure peers PYTHON            the same work beside OpenSpiel and beside the slow reference
//! ```

use std::process::ExitCode;

mod clock;
mod instructions;
mod peers;
#[path = "../plies/mod.rs"]
mod plies;
#[path = "../../../engine/benches/work/mod.rs"]
mod work;

use self::plies::PLIES;
use self::work::Workload;
use self::work::tasks::WORKLOADS;

fn workloads() -> impl Iterator<Item = Workload> {
    let plies = PLIES.map(|(name, ready)| Workload { name, unit: "ply", ready });
    WORKLOADS.iter().copied().chain(plies)
}

/// The pieces of work of which the name begins with one of `names`, or all.
fn chosen(names: &[String]) -> Vec<Workload> {
    let wanted =
        |work: &Workload| names.is_empty() || names.iter().any(|name| work.name.starts_with(name));
    workloads().filter(wanted).collect()
}

fn main() -> ExitCode {
    // Cargo adds a flag of its own.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let (verb, names) = args.split_first().map_or(("", &[][..]), |(verb, rest)| (verb, rest));
    let done = match verb {
        "list" => {
            workloads().for_each(|work| println!("{}", work.name));
            Ok(true)
        }
        "once" => once(names),
        "instructions" => instructions::compare(&chosen(names)),
        "rewrite" => instructions::rewrite(&chosen(&[])),
        "time" => {
            clock::time(&chosen(names));
            Ok(true)
        }
        "peers" => peers::compare(names),
        _ => {
            println!("measure: nothing asked for; see `just --list`");
            Ok(true)
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("measure: {message}");
            ExitCode::from(2)
        }
    }
}

/// Does a piece of work once, in a function that a profiler can be told to watch alone.
fn once(names: &[String]) -> Result<bool, String> {
    let [name] = names else { return Err("once: takes one name".to_string()) };
    let work = workloads().find(|work| work.name == name);
    let work = work.ok_or_else(|| format!("once: there is no '{name}'; see `measure list`"))?;
    let mut task = (work.ready)();
    // The first time finds caches and buffers empty.
    task();
    println!("{}", instructions::watched(&mut task));
    Ok(true)
}
