//! Self-play and rules-fuzzing harness for Chinese checkers.
