//! scratch
use engine::moves::{Move, reference};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tests::Setting;
#[test]
fn bulk() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut tf, mut tr, mut tg) =
        (std::time::Duration::ZERO, std::time::Duration::ZERO, std::time::Duration::ZERO);
    let mut wins = 0;
    let mut n = 0;
    let mut marbles = 0;
    let mut max_land = 0;
    let mut max_count = 0;
    for _ in 0..20000 {
        let mut bytes = [0; Setting::BYTES];
        rng.fill_bytes(&mut bytes);
        let t = std::time::Instant::now();
        let s = Setting::of(&bytes);
        let board = s.board();
        tg += t.elapsed();
        let t = std::time::Instant::now();
        let fast: Vec<Move> = board.moves(&s.position).iter().collect();
        tf += t.elapsed();
        let t = std::time::Instant::now();
        let slow = reference::legal(&board, &s.position);
        tr += t.elapsed();
        assert_eq!(fast, slow, "{s:?}");
        n += fast.len();
        marbles += s.position.occupied().len();
        max_count = max_count.max(fast.len());
        for m in board.moves(&s.position).marbles() {
            max_land = max_land.max(m.len());
        }
        wins += board.winners(&s.position).count();
    }
    eprintln!(
        "gen {tg:?} fast {tf:?} ref {tr:?} wins {wins} moves {n} marbles {marbles} max {max_count} {max_land}"
    );
}
