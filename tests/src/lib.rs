//! Holds no code of its own: the tests are in `tests/tests`.
