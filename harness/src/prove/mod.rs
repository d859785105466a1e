//! Small stars, exactly.
mod bits;
mod field;
mod force;
mod job;
mod ranking;
mod reach;
mod space;
mod unproved;
mod estimate;
#[cfg(test)]
mod tests {
    use super::*;
    use engine::rules::*;
    #[test]
    fn liou() {
        let mut rules = Rules::preset("liou-3p").unwrap();
        rules.set("arm", "1").unwrap();
        run(&rules);
        for (arm, marbles) in [("1", "3"), ("2", "3")] {
            let mut rules = Rules::preset("sturtevant-2p").unwrap();
            rules.set("arm", arm).unwrap();
            rules.set("marbles", marbles).unwrap();
            run(&rules);
        }
    }
    #[test]
    fn big() {
        let mut rules = Rules::preset("sturtevant-2p").unwrap();
        for (a, v) in [("arm", "2"), ("seats", "2"), ("foreign-points", "free")] {
        rules.set(a, v).unwrap();
        }
        run(&rules);
    }
    fn run(rules: &Rules) {
        let board = Board::new(rules).unwrap();
        let space = space::Space::new(field::Field::new(&board)).unwrap();
        let subject = job::Subject { rules: String::new(), states: space.len() };
        let t = std::time::Instant::now();
        let job = job::Job { progress: &|p| eprintln!("{:?} {p:?}", t.elapsed()), stop: &|| false, folder: None };
        let reach = reach::Reach::explore(&space, job::Stage::new(&job, &subject, "reach".into())).unwrap();
        println!("{:?} {}", reach.by_depth(), space.len());
        for seat in 0..board.seat_count() {
            let by = std::array::from_fn(|s| s == seat);
            let q = force::Question { by, winners: by, ending: space::Ending::First };
            let f = force::Forced::solve(&space, &q, job::Stage::new(&job, &subject, "reach".into())).unwrap();
            println!("{:?} {:?}", f.start(), f.by_plies());
            let n = (0..space.len()).filter(|&i| reach.depth(i).is_some() && f.contains(i)).count();
            println!("{n}");
        }
    }
}
