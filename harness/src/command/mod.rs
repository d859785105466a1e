//! The commands, a module each: its arguments, and what it does with them.

use std::io;

use crate::exit::{Exit, RunError};

pub mod canary;
pub mod coach;
pub mod compare;
pub mod conform;
pub mod contest;
pub mod cross;
pub mod hunt;
pub mod infer;
pub mod invariants;
pub mod judge;
pub mod latency;
pub mod merge;
pub mod moves;
pub mod perft;
pub mod play;
pub mod prove;
pub mod replay;
pub mod report;
pub mod rules;
pub mod seats;
pub mod show;
pub mod shrink;
pub mod star;
pub mod tune;
pub mod ugi;
pub mod wins;

/// Lists the commands: a variant and the module whose `Args` it takes and whose `run` it calls.
macro_rules! commands {
    ($($name:ident => $module:ident),* $(,)?) => {
        /// One command and its arguments.
        #[derive(Debug, clap::Subcommand)]
        pub(crate) enum Command {
            $(
                #[command(after_help = crate::exit::HELP)]
                $name($module::Args),
            )*
        }

        impl Command {
            /// Does it; what was asked for goes to `out`.
            pub(crate) fn run(self, out: &mut dyn io::Write) -> Result<Exit, RunError> {
                match self {
                    $(Self::$name(args) => $module::run(args, out),)*
                }
            }
        }
    };
}

commands! {
    Play => play,
    Merge => merge,
    Replay => replay,
    Shrink => shrink,
    Match => contest,
    Seats => seats,
    Compare => compare,
    Report => report,
    Judge => judge,
    Moves => moves,
    Perft => perft,
    Wins => wins,
    Show => show,
    Star => star,
    Coach => coach,
    Latency => latency,
    Rules => rules,
    Tune => tune,
    Invariants => invariants,
    Hunt => hunt,
    Canary => canary,
    Ugi => ugi,
    Conform => conform,
    Infer => infer,
    Prove => prove,
    Cross => cross,
}
