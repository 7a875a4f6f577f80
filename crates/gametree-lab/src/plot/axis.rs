//! Axes: their ranges, ticks and labels.

use std::ops::Range;

use super::panel::{Axis, Scale};

/// The most ticks that are easy to read.
const TICKS: f64 = 9.0;

/// An axis with its range. Places on it are numbers, or logarithms of numbers.
pub(super) struct Ruler {
    pub scale: Scale,
    pub range: Range<f64>,
    /// Places with a line and a label.
    pub ticks: Vec<f64>,
    /// Places with a faint line.
    pub between: Vec<f64>,
}

/// The room that an axis leaves at its ends, as shares of its range.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub below: f64,
    pub above: f64,
    /// Whether an axis of small numbers may begin at zero.
    pub from_nought: bool,
}

impl Ruler {
    /// An axis for some numbers; those that have no place on it are ignored.
    pub fn new(axis: &Axis, numbers: impl Iterator<Item = f64>, room: Room) -> Ruler {
        let scale = axis.scale;
        let places: Vec<f64> = numbers.filter_map(|number| place(scale, number)).collect();
        let whole = scale == Scale::Linear && places.iter().all(|place| place.fract() == 0.0);
        let range = reach(scale, &places, room);
        let (ticks, between) = match scale {
            Scale::Linear => (round_numbers(&range, if whole { 1.0 } else { 0.0 }), Vec::new()),
            Scale::Log => powers(&range),
        };
        Ruler { scale, range, ticks, between }
    }

    /// Where a number is, if it is on the axis.
    pub fn place(&self, number: f64) -> Option<f64> {
        place(self.scale, number)
    }

    /// The label of a tick.
    pub fn label(&self, place: f64) -> String {
        match self.scale {
            Scale::Linear => label(place),
            Scale::Log => label(10f64.powf(place)),
        }
    }

    /// The pixel of a place, if the axis goes from the one limit to the other.
    pub fn pixel(&self, place: f64, (from, to): (i32, i32)) -> i32 {
        let share = (place - self.range.start) / (self.range.end - self.range.start);
        from + (share * f64::from(to - from)).round() as i32
    }
}

/// The place of a number. A logarithmic axis has none for zero and less, and no axis for extreme numbers.
fn place(scale: Scale, number: f64) -> Option<f64> {
    let drawable = number.is_finite() && number.abs() < 1e100;
    match scale {
        Scale::Linear => drawable.then_some(number),
        Scale::Log => (drawable && number > 0.0).then(|| number.log10()),
    }
}

fn reach(scale: Scale, places: &[f64], room: Room) -> Range<f64> {
    let Some(low) = places.iter().copied().reduce(f64::min) else {
        return 0.0..1.0;
    };
    let high = places.iter().copied().reduce(f64::max).unwrap_or(low);
    let linear = scale == Scale::Linear;
    if high - low <= 1e-9 * high.abs().max(low.abs()) {
        let half = match scale {
            Scale::Linear if high != 0.0 => high.abs(),
            Scale::Linear => 1.0,
            Scale::Log => 0.5,
        };
        return low - half..high + half;
    }
    let from_nought = linear && room.from_nought && low >= 0.0 && low < high / 3.0;
    let span = high - if from_nought { 0.0 } else { low };
    let start = if from_nought { 0.0 } else { low - room.below * span };
    start..high + room.above * span
}

/// Multiples of 1, 2 or 5 times a power of ten, which is at least `least`.
fn round_numbers(range: &Range<f64>, least: f64) -> Vec<f64> {
    let raw = ((range.end - range.start) / TICKS).max(least);
    let power = 10f64.powf(raw.log10().floor());
    // A raw step slightly above a round one counts as that one.
    let step =
        power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|n| n * power >= raw * 0.99).unwrap_or(10.0);
    let first = (range.start / step - 1e-9).ceil();
    let number = (range.end / step + 1e-9 - first).floor().clamp(0.0, 4.0 * TICKS) as u32;
    (0..=number).map(|i| (first + f64::from(i)) * step).collect()
}

/// Ticks at powers of ten and places between; if there are few powers, at round numbers.
fn powers(range: &Range<f64>) -> (Vec<f64>, Vec<f64>) {
    let decades = range.start.floor() as i32..=range.end.floor() as i32;
    let at = |digits: &[f64]| -> Vec<f64> {
        let places =
            decades.clone().flat_map(|k| digits.iter().map(move |d| f64::from(k) + d.log10()));
        places.filter(|place| range.contains(place)).collect()
    };
    let all = at(&[1.0]);
    let faint = at(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    if all.len() > 7 {
        let stride = all.len().div_ceil(7) as i32;
        let (ticks, rest) = all.into_iter().partition(|&place| (place as i32) % stride == 0);
        return (ticks, rest);
    }
    if all.len() > 2 {
        return (all, faint);
    }
    let some = at(&[1.0, 2.0, 5.0]);
    if some.len() > 2 {
        return (some, faint);
    }
    let numbers = round_numbers(&(10f64.powf(range.start)..10f64.powf(range.end)), 0.0);
    (numbers.into_iter().filter(|&n| n > 0.0).map(f64::log10).collect(), Vec::new())
}

/// A number as briefly as it can be written: 0.01, 1, 10, 1.5k, 1M.
fn label(number: f64) -> String {
    let size = number.abs();
    // Zero, up to rounding.
    if size < 1e-90 {
        return "0".into();
    }
    let brief = |n: f64| (n * 1e6).round() / 1e6;
    if !(1e-4..0.9999e15).contains(&size) {
        let power = (size.log10() + 1e-9).floor();
        return format!("{}e{power}", brief(number / 10f64.powf(power)));
    }
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
    let fits = |unit: f64| size >= unit * (1.0 - 1e-9);
    let (unit, letter) = units.into_iter().find(|(unit, _)| fits(*unit)).unwrap_or((1.0, ""));
    format!("{}{letter}", brief(number / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { below: 0.05, above: 0.05, from_nought: true };

    fn labels(axis: Axis, numbers: &[f64]) -> Vec<String> {
        let ruler = Ruler::new(&axis, numbers.iter().copied(), ROOM);
        assert!(ruler.range.start < ruler.range.end, "{:?}", ruler.range);
        let on_it = |place: &f64| ruler.range.contains(place) || *place == ruler.range.end;
        assert!(ruler.ticks.iter().chain(&ruler.between).all(on_it));
        ruler.ticks.iter().map(|&place| ruler.label(place)).collect()
    }

    #[test]
    fn numbers_are_brief() {
        let numbers =
            [0.0, 1.0, 10.0, 999.0, 1e3, 1500.0, 1e4, 1e6, 2.5e9, 0.01, 2e-4, -20.0, 1e-7, 3e18];
        let texts = numbers.map(label);
        let expected = [
            "0", "1", "10", "999", "1k", "1.5k", "10k", "1M", "2.5G", "0.01", "0.0002", "-20",
            "1e-7", "3e18",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn logarithmic_ticks_are_powers_or_round_numbers() {
        let log = |numbers: &[f64]| labels(Axis::log("x"), numbers);
        assert_eq!(log(&[3.0, 20_000.0]), ["10", "100", "1k", "10k"]);
        assert_eq!(log(&[1.0, 1e12]), ["1", "100", "10k", "1M", "100M", "10G", "1T"]);
        assert_eq!(log(&[15.0, 120.0]), ["20", "50", "100"]);
        assert_eq!(log(&[40.0, 45.0]), ["40", "41", "42", "43", "44", "45"]);
        assert!(log(&[7.0]).len() > 1);
        assert!(log(&[0.0, -3.0, f64::NAN]).len() > 1);
    }

    #[test]
    fn linear_ticks_are_round_and_whole_numbers_stay_whole() {
        let linear = |numbers: &[f64]| labels(Axis::linear("x"), numbers);
        assert_eq!(linear(&[2.0, 4.0]), ["2", "3", "4"]);
        assert_eq!(linear(&[2.5, 3.0]), ["2.5", "2.6", "2.7", "2.8", "2.9", "3"]);
        assert_eq!(linear(&[1.0, 16.0])[..3], ["0", "2", "4"]);
        assert_eq!(linear(&[0.1, 0.93]), ["0", "0.2", "0.4", "0.6", "0.8"]);
        assert_eq!(linear(&[-1e6, 1e6]), ["-1M", "-500k", "0", "500k", "1M"]);
        assert!(linear(&[5.0]).len() > 1 && linear(&[0.0, 0.0]).len() > 1);
        assert!(linear(&[]).len() > 1 && linear(&[f64::MAX, f64::NAN]).len() > 1);
        assert!(linear(&[1.0, 1.0 + 1e-15]).len() > 1);
        assert!(linear(&[1e99, -1e99, 1e-99]).len() > 1);
    }
}
