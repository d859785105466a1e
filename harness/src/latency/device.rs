//! Devices: what a time here comes to there.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::measure::Calibration;

/// The profiles that come with the program, the desktop first: it is what the others are slower than.
const BUILT_IN: [(&str, &str); 4] = [
    ("devices/desktop.toml", include_str!("../../../devices/desktop.toml")),
    ("devices/mid-phone.toml", include_str!("../../../devices/mid-phone.toml")),
    ("devices/low-end-phone.toml", include_str!("../../../devices/low-end-phone.toml")),
    ("devices/hub-cheapest.toml", include_str!("../../../devices/hub-cheapest.toml")),
];

/// A range of a factor or a time: where nine in ten of the cases lie, and the middle between its ends
/// by ratio.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Band {
    /// Lower end.
    pub low: f64,
    /// Median.
    pub median: f64,
    /// Upper end.
    pub high: f64,
}

impl Band {
    /// From one end to the other, both above 0.
    pub fn new(low: f64, high: f64) -> Self {
        Self { low, median: (low * high).sqrt(), high }
    }

    /// Exactly so much.
    pub fn exactly(value: f64) -> Self {
        Self { low: value, median: value, high: value }
    }

    /// The product of factors that know nothing of each other, each taken to be log-normal: medians
    /// multiply, and half-widths, as logarithms, add like the sides of a right triangle.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let half = |band: Self| (band.high / band.low).ln() / 2.0;
        let (median, half) = (self.median * other.median, half(self).hypot(half(other)));
        Self { low: median * (-half).exp(), median, high: median * half.exp() }
    }

    /// Against a budget in the same unit: pass below it, fail above it, and neither across it.
    pub fn verdict(self, budget: f64) -> Verdict {
        match self {
            Self { high, .. } if high <= budget => Verdict::Pass,
            Self { low, .. } if low > budget => Verdict::Fail,
            _ => Verdict::Inconclusive,
        }
    }
}

/// Whether a time fits a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole band does.
    Pass,
    /// Nothing of it does.
    Fail,
    /// Some of it does.
    Inconclusive,
}

impl Verdict {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Inconclusive => "inconclusive",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A factor that is known to lie in a range, and why.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factor {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// What it follows from.
    pub why: String,
}

/// A published figure of such a device, and of the desktop it is compared with.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// What was measured, and in what.
    pub what: String,
    /// The device's figures, the least and the greatest.
    pub device: [f64; 2],
    /// The desktop's, where they are published.
    pub desktop: Option<[f64; 2]>,
    /// Who published it.
    pub source: String,
}

/// Published times of somebody's Coach, on a desktop and on this device.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// What was timed.
    pub what: String,
    /// Plies looked ahead.
    pub depth: u32,
    /// Worst cases on the desktop in milliseconds, the least and the greatest.
    pub desktop_ms: [f64; 2],
    /// On the device.
    pub device_ms: [f64; 2],
    /// Who published it, and what was worked out.
    pub source: String,
}

/// A calibration: the Coach itself, timed on a machine.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibrated {
    /// Microseconds for a suggestion.
    pub us: f64,
    /// The middle times over the least, from 1.
    pub spread: f64,
    /// The machine, the build and the runtime.
    pub machine: String,
    /// When: year, month, day.
    pub date: String,
}

impl Calibrated {
    fn band<'a>(rows: impl Iterator<Item = &'a Self> + Clone) -> Option<Band> {
        let low = rows.clone().map(|row| row.us).reduce(f64::min)?;
        let high = rows.map(|row| row.us * row.spread).reduce(f64::max)?;
        Some(Band::new(low, high))
    }
}

/// A device.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// Its name in reports.
    pub name: String,
    /// What it stands for.
    pub about: String,
    /// How many times as long the same program takes as on the desktop.
    pub slowdown: Factor,
    /// How many times as long our program takes in its runtime there as built for the processor.
    pub runtime: Factor,
    /// What the factors follow from.
    #[serde(default)]
    pub anchor: Vec<Anchor>,
    /// Published times that the factors must explain.
    #[serde(default)]
    pub published: Vec<Published>,
    /// The calibration of the desktop that others are slower than; it has one alone.
    pub reference: Option<Calibrated>,
    /// Calibrations of such devices themselves: where there are any, they replace both factors.
    #[serde(default)]
    pub measured: Vec<Calibrated>,
}

impl Device {
    /// The devices that come with the program.
    ///
    /// # Panics
    ///
    /// If a profile is damaged.
    pub fn built_in() -> Vec<Self> {
        let read = |(name, text)| Self::read(text).map_err(|error| format!("{name}: {error}"));
        BUILT_IN.map(|profile| read(profile).unwrap_or_else(|error| panic!("{error}"))).into()
    }

    /// Reads a profile.
    ///
    /// # Errors
    ///
    /// If the text is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let device: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        device.check().map(|()| device)
    }

    fn check(&self) -> Result<(), String> {
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let ranges = [("slowdown", &self.slowdown), ("runtime", &self.runtime)]
            .map(|(key, factor)| (key, [factor.low, factor.high]));
        let anchors = self.anchor.iter().flat_map(|anchor| {
            let desktop = anchor.desktop.map(|range| ("anchor.desktop", range));
            desktop.into_iter().chain([("anchor.device", anchor.device)])
        });
        let published = self.published.iter().flat_map(|published| {
            let Published { desktop_ms, device_ms, .. } = published;
            [("published.desktop_ms", *desktop_ms), ("published.device_ms", *device_ms)]
        });
        for (key, [low, high]) in ranges.into_iter().chain(anchors).chain(published) {
            if !positive(low) || !positive(high) || low > high {
                return Err(format!("{key}: got {low} to {high}, takes a range above 0"));
            }
        }
        for Calibrated { us, spread, .. } in self.measured.iter().chain(&self.reference) {
            if !positive(*us) || !spread.is_finite() || *spread < 1.0 {
                return Err(format!(
                    "us and spread: got {us} and {spread}, take times above 0 and ratios from 1"
                ));
            }
        }
        Ok(())
    }

    /// Whether its own calibration is known.
    pub fn is_measured(&self) -> bool {
        !self.measured.is_empty()
    }

    /// How its figures are come by, for reports.
    pub fn how(&self) -> &'static str {
        if self.is_measured() { "measured" } else { "estimated" }
    }

    /// How many times as long our program takes there as here.
    pub fn factor(&self, here: &Calibration, reference: &Calibrated) -> Band {
        let here = Band::new(here.us, here.us * here.spread);
        // How long the desktop takes for what takes this host one.
        let over = |there: Band| there.times(Band::new(1.0 / here.high, 1.0 / here.low));
        match Calibrated::band(self.measured.iter()) {
            Some(there) => over(there),
            None => {
                let desktop = Calibrated::band(std::iter::once(reference)).expect("it is one");
                over(desktop)
                    .times(self.slow())
                    .times(Band::new(self.runtime.low, self.runtime.high))
            }
        }
    }

    /// What worst cases on the desktop come to in the same runtime there: the worst of them counts.
    pub fn from_desktop(&self, ms: &[f64]) -> Band {
        let worst = ms.iter().copied().fold(0.0, f64::max);
        Band::exactly(worst).times(self.slow())
    }

    fn slow(&self) -> Band {
        Band::new(self.slowdown.low, self.slowdown.high)
    }
}

/// The calibration of the desktop.
///
/// # Panics
///
/// If no profile that comes with the program has it.
pub fn reference() -> Calibrated {
    let mut devices = Device::built_in().into_iter();
    devices.find_map(|device| device.reference).expect("the desktop has its calibration")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independent_factors_multiply_and_their_widths_add_like_sides() {
        let band = Band::new(2.0, 8.0).times(Band::new(1.0, 1.0));
        assert!((band.low - 2.0).abs() < 1e-9 && (band.median - 4.0).abs() < 1e-9);
        let band = Band::new(0.5, 2.0).times(Band::new(0.5, 2.0));
        assert!((band.high - 2_f64.powf(2_f64.sqrt())).abs() < 1e-9);
        assert!((band.low * band.high - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_verdict_needs_the_whole_band() {
        let band = Band::new(100.0, 300.0);
        assert_eq!(band.verdict(300.0), Verdict::Pass);
        assert_eq!(band.verdict(299.0), Verdict::Inconclusive);
        assert_eq!(band.verdict(100.0), Verdict::Inconclusive);
        assert_eq!(band.verdict(99.0), Verdict::Fail);
    }

    /// The published desktop figures, through the profile, are the published figures of the phone;
    /// depth 3 fits the budget of 300 ms and depth 4 does not.
    #[test]
    fn the_cheapest_phone_of_the_hub_comes_out_as_published() {
        let devices = Device::built_in();
        let hub = devices.iter().find(|device| device.name == "hub-cheapest").unwrap();
        let depths = [(3, Verdict::Pass), (4, Verdict::Fail)];
        assert_eq!(hub.published.len(), 2);
        for (published, (depth, verdict)) in hub.published.iter().zip(depths) {
            assert_eq!(published.depth, depth);
            let band = hub.from_desktop(&published.desktop_ms);
            assert_eq!(band.verdict(300.0), verdict, "depth {depth}: {band:?}");
            // Each single desktop figure says the same.
            for ms in published.desktop_ms {
                assert_eq!(hub.from_desktop(&[ms]).verdict(300.0), verdict);
            }
            let [low, high] = published.device_ms;
            assert!(band.median > 0.97 * low && band.median < 1.03 * high, "{depth}: {band:?}");
        }
        let depth_3 = hub.from_desktop(&[57.6, 96.8]);
        assert!((depth_3.low - 250.0).abs() < 0.5 && (depth_3.high - 290.0).abs() < 0.5);
    }

    #[test]
    fn every_factor_of_a_guess_has_its_anchors_within_reach() {
        for device in Device::built_in() {
            assert!(!device.anchor.is_empty() || device.reference.is_some(), "{}", device.name);
            for anchor in device.anchor.iter().filter(|anchor| anchor.desktop.is_some()) {
                let [slow, fast] = anchor.device;
                let [low, high] = anchor.desktop.unwrap();
                let (least, most) = (low / fast, high / slow);
                let Factor { low, high, .. } = device.slowdown;
                assert!(least <= high && low <= most, "{}: {}", device.name, anchor.what);
            }
        }
    }

    #[test]
    fn a_measured_device_needs_no_guess() {
        let mut device = Device::built_in().remove(2);
        let here = Calibration { us: 50.0, spread: 1.0 };
        let guess = device.factor(&here, &reference());
        assert!(guess.high / guess.low > 2.0 && device.how() == "estimated");
        let machine = String::new();
        device.measured = vec![Calibrated { us: 400.0, spread: 1.0, machine, date: String::new() }];
        let factor = device.factor(&here, &reference());
        assert!((factor.median - 8.0).abs() < 1e-9 && (factor.high - 8.0).abs() < 1e-9);
        assert_eq!(device.how(), "measured");
    }

    #[test]
    fn what_is_no_profile_is_refused() {
        let good = BUILT_IN[2].1;
        assert!(Device::read(good).is_ok());
        for (from, to, says) in [
            ("name", "nom", "nom"),
            ("low = 5", "low = -5", "slowdown"),
            ("low = 5", "low = 50", "slowdown"),
            ("low = 5.0", "low = nan", "slowdown"),
            ("low = 5.0", "low = 'x'", "low"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good, "{from}");
            let error = Device::read(&bad).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }
}
