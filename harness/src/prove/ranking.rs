//! A number for every placement, without gaps, and back.
//!
//! A seat's marbles are a subset of the holes that the seats before it left over. Where seats have
//! holes of their own, placements are first sorted into *classes* by how many marbles each seat has
//! in them, and by natives where the rules ask: within a class the numbers of choices multiply.

use super::combination::{Combinations, choose, close, open};
use super::field::{Field, Placement, SEATS, holes};

/// How many placements there are where all seats share some holes and each has others of its own.
///
/// `shared` is the number of holes that every seat may stand in, `own` how many each seat has to
/// itself, `marbles` how many marbles a seat places.
pub fn placements(shared: usize, own: &[usize], marbles: usize) -> u128 {
    let Some((&first, rest)) = own.split_first() else { return 1 };
    (0..=marbles.min(first))
        .filter(|inside| marbles - inside <= shared)
        .map(|inside| {
            let outside = marbles - inside;
            let choices = u128::from(choose(first, inside)) * u128::from(choose(shared, outside));
            choices * placements(shared - outside, rest, marbles)
        })
        .sum()
}

/// Placements with the same natives, and as many marbles of each seat in the holes of its own.
struct Class {
    /// Rank of its first placement.
    first: u64,
    natives: [u64; SEATS],
    /// By seat: choices of natives apart, in the holes of its own and in the shared ones.
    choices: [Choices; SEATS],
}

#[derive(Clone, Copy, Default)]
struct Choices {
    inside: Choice,
    outside: Choice,
}

/// `k` of `n` holes, and in how many ways.
#[derive(Clone, Copy, Default)]
struct Choice {
    n: usize,
    k: usize,
    count: u64,
}

impl Choice {
    fn of(n: usize, k: usize) -> Self {
        Self { n, k, count: choose(n, k) }
    }
}

/// The ranking of the placements on one field.
pub(super) struct Ranking {
    seats: usize,
    marbles: usize,
    /// The lowest holes.
    shared: u64,
    /// Each a run of holes.
    own: [u64; SEATS],
    /// Where marbles can be natives; empty where the rules do not ask.
    nurseries: [u64; SEATS],
    /// Number of ways in which the seats can have marbles in the holes of their own.
    inside_codes: usize,
    /// By code, the impossible ones included; ranks ascend.
    classes: Vec<Class>,
    len: u64,
    combinations: Combinations,
}

impl Ranking {
    /// The ranking for `field`; none if there are too many placements.
    pub(super) fn new(field: &Field) -> Option<Self> {
        let (seats, marbles) = (field.seats(), field.board().marbles_each());
        let own = std::array::from_fn(|seat| field.own_region(seat));
        let nursery = |seat| if field.keeps_natives() { field.home[seat] } else { 0 };
        let mut ranking = Self {
            seats,
            marbles,
            shared: field.shared_region(),
            own,
            nurseries: std::array::from_fn(nursery),
            inside_codes: if own == [0; SEATS] { 1 } else { (marbles + 1).pow(seats as u32) },
            classes: Vec::new(),
            len: 0,
            combinations: Combinations::new(marbles),
        };
        ranking.list_classes()?;
        Some(ranking)
    }

    /// How many placements there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    fn list_classes(&mut self) -> Option<()> {
        let places: u32 = self.nurseries.iter().map(|nursery| nursery.count_ones()).sum();
        for native_code in 0..1u64 << places {
            let mut code = native_code;
            let natives = self.nurseries.map(|nursery| {
                let word = code;
                code >>= nursery.count_ones();
                let chosen = holes(nursery).enumerate().filter(|(place, _)| word >> place & 1 != 0);
                chosen.fold(0, |natives, (_, hole)| natives | 1 << hole)
            });
            for inside_code in 0..self.inside_codes {
                self.push_class(natives, inside_code)?;
            }
        }
        Some(())
    }

    fn push_class(&mut self, natives: [u64; SEATS], inside_code: usize) -> Option<()> {
        let all_natives = natives[0] | natives[1] | natives[2];
        let mut choices = [Choices::default(); SEATS];
        let mut left = (self.shared & !all_natives).count_ones() as usize;
        let mut len = 1u64;
        for seat in 0..self.seats {
            let power = (self.marbles + 1).pow((self.seats - 1 - seat) as u32);
            let inside = inside_code / power % (self.marbles + 1);
            let own = (self.own[seat] & !all_natives).count_ones() as usize;
            let fixed = natives[seat].count_ones() as usize + inside;
            match self.marbles.checked_sub(fixed).filter(|&outside| outside <= left) {
                Some(outside) => {
                    let outside = Choice::of(left, outside);
                    choices[seat] = Choices { inside: Choice::of(own, inside), outside };
                    left -= outside.k;
                }
                None => len = 0,
            }
            len = len.checked_mul(choices[seat].inside.count)?;
            len = len.checked_mul(choices[seat].outside.count)?;
        }
        self.classes.push(Class { first: self.len, natives, choices });
        self.len = self.len.checked_add(len)?;
        Some(())
    }

    /// The number of a placement.
    #[inline]
    pub(super) fn rank(&self, placement: &Placement) -> u64 {
        let class = &self.classes[self.class_of(placement)];
        let mut gaps = placement.natives;
        let mut rank = 0;
        for seat in 0..self.seats {
            let marbles = placement.marbles[seat] & !placement.natives;
            let choices = &class.choices[seat];
            if choices.inside.k > 0 {
                let below = self.own[seat].trailing_zeros();
                let inside = close(marbles & self.own[seat], gaps & self.own[seat]) >> below;
                rank = rank * choices.inside.count + self.combinations.rank(inside);
            }
            let outside = marbles & self.shared;
            let packed = close(outside, gaps & self.shared);
            rank = rank * choices.outside.count + self.combinations.rank(packed);
            gaps |= outside;
        }
        class.first + rank
    }

    #[inline]
    fn class_of(&self, placement: &Placement) -> usize {
        if self.classes.len() == 1 {
            return 0;
        }
        let nurseries = self.nurseries.iter().flat_map(|&nursery| holes(nursery));
        let bits = nurseries.enumerate().map(|(at, hole)| (placement.natives >> hole & 1) << at);
        let native_code = bits.sum::<u64>() as usize;
        let mut inside_code = 0;
        if self.inside_codes > 1 {
            for seat in 0..self.seats {
                let inside = placement.marbles[seat] & self.own[seat] & !placement.natives;
                inside_code = inside_code * (self.marbles + 1) + inside.count_ones() as usize;
            }
        }
        native_code * self.inside_codes + inside_code
    }

    /// The placement with a number.
    #[inline]
    pub(super) fn placement(&self, rank: u64) -> Placement {
        debug_assert!(rank < self.len, "{rank} is past the last placement");
        let class = &self.classes[self.classes.partition_point(|class| class.first <= rank) - 1];
        // The last seat's digits come off first.
        let mut rest = rank - class.first;
        let mut digits = [(0, 0); SEATS];
        for seat in (0..self.seats).rev() {
            let Choices { inside, outside } = class.choices[seat];
            digits[seat].1 = rest % outside.count;
            rest /= outside.count;
            if inside.k > 0 {
                digits[seat].0 = rest % inside.count;
                rest /= inside.count;
            }
        }
        let natives = class.natives[0] | class.natives[1] | class.natives[2];
        let mut placement = Placement { natives, ..Placement::default() };
        let mut gaps = placement.natives;
        for (seat, (own_digit, shared_digit)) in digits.into_iter().enumerate().take(self.seats) {
            let Choices { inside, outside } = class.choices[seat];
            let mut marbles = class.natives[seat];
            if inside.k > 0 {
                let packed = self.combinations.subset(own_digit, inside.n, inside.k);
                let below = self.own[seat].trailing_zeros();
                marbles |= open(packed << below, gaps & self.own[seat]);
            }
            let packed = self.combinations.subset(shared_digit, outside.n, outside.k);
            let outside = open(packed, gaps & self.shared);
            gaps |= outside;
            placement.marbles[seat] = marbles | outside;
        }
        placement
    }
}
