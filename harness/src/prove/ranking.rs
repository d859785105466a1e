//! A number for every placement, without gaps, and back.
//!
//! Subsets are ranked by the combinatorial number system: marbles at places `p1 < p2 < …` of a row
//! of holes have number `C(p1, 1) + C(p2, 2) + …`, which counts the subsets of the same size that
//! come before. A seat ranks its marbles among the holes that the seats before it left over. Where
//! seats have points of their own, placements are first sorted into *classes* by how many marbles
//! each seat has in them, and by natives where the rules ask: within a class the numbers of choices
//! multiply.

use super::field::{Field, Placement, SEATS, holes};

/// Binomial coefficients: `CHOOSE[n][k]`, for stars of up to 73 holes and 10 marbles.
static CHOOSE: [[u64; 11]; 74] = {
    let mut table = [[0; 11]; 74];
    let mut n = 0;
    while n < 74 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 11 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

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

/// Largest number of subsets that are kept in a table.
const TABLE: u64 = 1 << 16;

/// Placements whose marbles are spread over the zones in the same numbers.
struct Class {
    /// Rank of its first placement.
    first: u64,
    natives: [u64; SEATS],
    shared: u64,
    own: [u64; SEATS],
    /// Marbles of each seat, natives apart, in the holes that are its own.
    inside: [usize; SEATS],
}

/// The ranking of the placements on one field.
pub(super) struct Ranking {
    seats: usize,
    marbles: usize,
    /// Holes of the star.
    all: u64,
    shared: u64,
    own: [u64; SEATS],
    home: [u64; SEATS],
    keeps_natives: bool,
    /// Number of ways in which the seats can share out the inside counts of a class.
    inside_codes: usize,
    /// Classes in the order of their ranks; one for each code, the empty ones included.
    classes: Vec<Class>,
    len: u64,
    /// By number of holes and of marbles: the subsets in order of rank, where they are few.
    subsets: Vec<Vec<Vec<u64>>>,
}

impl Ranking {
    pub(super) fn new(field: &Field) -> Option<Self> {
        let (seats, marbles) = (field.seats(), field.board().marbles_each());
        let all = (1 << field.board().star().len()) - 1;
        let regions: Vec<u64> = (0..seats).map(|seat| field.region(seat)).collect();
        let shared = regions.iter().fold(all, |shared, region| shared & region);
        let mut own = [0; SEATS];
        let mut home = [0; SEATS];
        for seat in 0..seats {
            own[seat] = regions[seat] & !shared;
            home[seat] = field.home(seat);
        }
        // Points that two of three seats share are in no zone.
        if own[0] & own[1] | own[1] & own[2] | own[2] & own[0] != 0 {
            return None;
        }
        let mut ranking = Self {
            seats,
            marbles,
            all,
            shared,
            own,
            home,
            keeps_natives: field.keeps_natives(),
            inside_codes: if own == [0; SEATS] { 1 } else { (marbles + 1).pow(seats as u32) },
            classes: Vec::new(),
            len: 0,
            subsets: Vec::new(),
        };
        ranking.list_classes()?;
        ranking.list_subsets();
        Some(ranking)
    }

    /// How many placements there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    fn list_classes(&mut self) -> Option<()> {
        let homes = if self.keeps_natives { self.home } else { [0; SEATS] };
        let native_codes = 1usize << homes.iter().map(|home| home.count_ones()).sum::<u32>();
        for native_code in 0..native_codes {
            let mut natives = [0; SEATS];
            let mut bits = native_code as u64;
            for seat in 0..self.seats {
                natives[seat] = deposit(bits, homes[seat], self.all);
                bits >>= homes[seat].count_ones();
            }
            for inside_code in 0..self.inside_codes {
                self.push_class(natives, inside_code)?;
            }
        }
        Some(())
    }

    fn push_class(&mut self, natives: [u64; SEATS], inside_code: usize) -> Option<()> {
        let taken = natives[0] | natives[1] | natives[2];
        let mut class = Class {
            first: self.len,
            natives,
            shared: self.shared & !taken,
            own: self.own.map(|own| own & !taken),
            inside: [0; SEATS],
        };
        let (mut code, mut left) = (inside_code, class.shared.count_ones() as usize);
        let mut len = 1u64;
        for seat in (0..self.seats).rev() {
            class.inside[seat] = code % (self.marbles + 1);
            code /= self.marbles + 1;
        }
        for seat in 0..self.seats {
            let own = class.own[seat].count_ones() as usize;
            let fixed = natives[seat].count_ones() as usize + class.inside[seat];
            let choices = match self.marbles.checked_sub(fixed) {
                Some(outside) if outside <= left => {
                    let among = choose(left, outside);
                    left -= outside;
                    choose(own, class.inside[seat]).checked_mul(among)?
                }
                _ => 0,
            };
            len = len.checked_mul(choices)?;
        }
        self.len = self.len.checked_add(len)?;
        self.classes.push(class);
        Some(())
    }

    fn list_subsets(&mut self) {
        let most = self.all.count_ones() as usize;
        self.subsets = (0..=most)
            .map(|n| {
                let few = |k: usize| choose(n, k) <= TABLE;
                (0..=self.marbles).map(|k| if few(k) { subsets(n, k) } else { Vec::new() }).collect()
            })
            .collect();
    }

    /// The number of a placement.
    #[inline]
    pub(super) fn rank(&self, placement: &Placement) -> u64 {
        let class = &self.classes[self.class_of(placement)];
        let mut rank = 0;
        let mut shared = class.shared;
        for seat in 0..self.seats {
            let marbles = placement.marbles[seat] & !class.natives[seat];
            if class.inside[seat] > 0 {
                let own = class.own[seat];
                rank *= choose(own.count_ones() as usize, class.inside[seat]);
                rank += subset_rank(marbles & own, own);
            }
            let outside = marbles & shared;
            rank *= choose(shared.count_ones() as usize, outside.count_ones() as usize);
            rank += subset_rank(outside, shared);
            shared &= !outside;
        }
        class.first + rank
    }

    #[inline]
    fn class_of(&self, placement: &Placement) -> usize {
        if self.classes.len() == 1 {
            return 0;
        }
        let (mut native_code, mut shift) = (0, 0);
        let mut inside_code = 0;
        for seat in 0..self.seats {
            let mut natives = 0;
            if self.keeps_natives {
                natives = placement.natives & placement.marbles[seat] & self.home[seat];
                native_code |= extract(natives, self.home[seat]) << shift;
                shift += self.home[seat].count_ones();
            }
            let inside = placement.marbles[seat] & self.own[seat] & !natives;
            inside_code = inside_code * (self.marbles + 1) + inside.count_ones() as usize;
        }
        native_code as usize * self.inside_codes + inside_code
    }

    /// The placement with a number.
    #[inline]
    pub(super) fn placement(&self, rank: u64) -> Placement {
        debug_assert!(rank < self.len, "{rank} is past the last placement");
        let class = &self.classes[self.classes.partition_point(|class| class.first <= rank) - 1];
        let mut rest = rank - class.first;
        // The digits come off in the opposite order, so how many choices each had goes first.
        let mut digits = [(0, 0); SEATS];
        let mut left = class.shared.count_ones() as usize;
        let mut lefts = [0; SEATS];
        let mut outside = [0; SEATS];
        for seat in 0..self.seats {
            outside[seat] =
                self.marbles - class.natives[seat].count_ones() as usize - class.inside[seat];
            lefts[seat] = left;
            left -= outside[seat];
        }
        for seat in (0..self.seats).rev() {
            let among = choose(lefts[seat], outside[seat]);
            digits[seat].1 = rest % among;
            rest /= among;
            if class.inside[seat] > 0 {
                let own = choose(class.own[seat].count_ones() as usize, class.inside[seat]);
                digits[seat].0 = rest % own;
                rest /= own;
            }
        }
        let mut placement = Placement::default();
        let mut shared = class.shared;
        for seat in 0..self.seats {
            let (own_digit, shared_digit) = digits[seat];
            let inside = self.subset(own_digit, class.inside[seat], class.own[seat]);
            let outside = self.subset(shared_digit, outside[seat], shared);
            shared &= !outside;
            placement.marbles[seat] = class.natives[seat] | inside | outside;
            placement.natives |= class.natives[seat];
        }
        placement
    }

    /// The subset of `within` with `k` holes that has this rank.
    #[inline]
    fn subset(&self, rank: u64, k: usize, within: u64) -> u64 {
        if k == 0 {
            return 0;
        }
        let n = within.count_ones() as usize;
        let packed = match self.subsets[n][k].get(rank as usize) {
            Some(&packed) => packed,
            None => subset(rank, n, k),
        };
        deposit(packed, within, self.all)
    }
}

/// Number of `subset` of `within` among those of its size.
#[inline]
fn subset_rank(subset: u64, within: u64) -> u64 {
    let mut rank = 0;
    let mut rest = subset;
    let mut k = 1;
    while rest != 0 {
        let below = (rest & rest.wrapping_neg()) - 1;
        rank += choose((within & below).count_ones() as usize, k);
        k += 1;
        rest &= rest - 1;
    }
    rank
}

/// The subset of the lowest `n` bits with `k` of them that has this rank.
fn subset(mut rank: u64, n: usize, k: usize) -> u64 {
    let mut packed = 0;
    let mut place = n;
    for k in (1..=k).rev() {
        while place == n || choose(place, k) > rank {
            place -= 1;
        }
        rank -= choose(place, k);
        packed |= 1 << place;
    }
    packed
}

/// Every subset of the lowest `n` bits with `k` of them, in order of rank, which is that of words.
fn subsets(n: usize, k: usize) -> Vec<u64> {
    (0..choose(n, k)).map(|rank| subset(rank, n, k)).collect()
}

/// The holes of `within` that the bits of `packed` stand for, lowest for lowest.
#[inline]
fn deposit(packed: u64, within: u64, all: u64) -> u64 {
    let mut spread = packed;
    let mut gaps = all & !within;
    while gaps != 0 {
        let below = (gaps & gaps.wrapping_neg()) - 1;
        spread = (spread & below) | (spread & !below) << 1;
        gaps &= gaps - 1;
    }
    spread & within
}

/// The bits that the holes of `set` have among those of `within`.
fn extract(set: u64, within: u64) -> u64 {
    holes(within).enumerate().fold(0, |bits, (place, hole)| bits | (set >> hole & 1) << place)
}
