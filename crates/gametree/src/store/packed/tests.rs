//! Tables of small records, small enough to be full.

use super::*;
use crate::model::Value;
use crate::store::end_table::BUCKETS as END_BUCKETS;

fn range(lower: i32, upper: i32) -> Bounds {
    Bounds::new(lower.into(), upper.into()).unwrap()
}

fn point(value: u128) -> Record {
    Record { bounds: Bounds::point(Value::from(value as i32)), best: Some(value as u16 % 7) }
}

#[test]
fn no_two_positions_are_mistaken_for_each_other() {
    // More keys than records: a record that is found was stored for that very key.
    let mut table = Packed::new(1 << 10, 12, range(0, 4_095)).unwrap();
    for key in 0..4_096u128 {
        table.tighten(table.mix(key), point(key), key as u64);
    }
    let found: Vec<u128> = (0..4_096).filter(|&key| table.find(table.mix(key)).is_some()).collect();
    assert!((100..=128).contains(&found.len()), "{}", found.len());
    for key in found {
        assert_eq!(table.find(table.mix(key)), Some(point(key)));
    }
}

#[test]
fn a_table_grows_and_shrinks_without_a_lie() {
    let mut table = Packed::new(1 << 20, 30, range(0, 1 << 17)).unwrap();
    for round in 0..3 {
        let first = table.bucket_bits;
        for key in 0..30_000u128 {
            table.tighten(table.mix(7 * key), point(key + round), 1);
        }
        assert!(table.bucket_bits > first, "it has not grown");
        let found = |key: &u128| table.find(table.mix(7 * key));
        let kept = (0..30_000u128).filter(|key| found(key).is_some()).count();
        // In full buckets, records were replaced.
        assert!(kept > 24_000, "{kept}");
        for key in 0..30_000u128 {
            let right = point(key + round).bounds;
            assert!(found(&key).is_none_or(|record| record.bounds == right), "{key}");
            assert_eq!(table.find(table.mix(7 * key + 1)), None);
        }
        table.clear();
        assert_eq!(table.bucket_bits, first);
        assert!((0..30_000).all(|key| table.find(table.mix(7 * key)).is_none()));
    }
}

#[test]
fn a_table_that_is_cleared_often_forgets_all_the_same() {
    let mut table = Packed::new(1 << 12, 20, range(0, 3)).unwrap();
    for round in 0..3_000u128 {
        assert_eq!(table.find(table.mix(5)), None, "{round}");
        table.tighten(table.mix(5), point(round % 3), 1);
        assert_eq!(table.find(table.mix(5)).unwrap().bounds, point(round % 3).bounds);
        table.clear();
    }
}

/// The table for positions near the end of the game keeps the newest records, tightens them, and mistakes none for
/// another.
#[test]
fn late_records_are_the_newest() {
    let mut table = Packed::new(1 << 20, 30, range(0, 1 << 17)).unwrap();
    assert!(table.end.is_none());
    table.add_end_table();
    assert!(table.end.is_some());
    let bounds = |key: u64, width: i32| {
        let lower = (key % (1 << 16)) as i32;
        WholeBounds { lower, upper: lower + width }
    };
    let mixed = |table: &Packed, key: u64| table.mix(u128::from(key) * 7);
    let keys = 0..(3 * BUCKET as u64) << END_BUCKETS;
    for key in keys.clone() {
        for width in [5, 3] {
            table.tighten_whole(mixed(&table, key), Side::End, bounds(key, width), 1);
        }
        assert_eq!(table.whole_bounds(mixed(&table, key), Side::End), bounds(key, 3));
    }
    let found = |key: &u64| table.whole_bounds(mixed(&table, *key), Side::End);
    let kept: Vec<u64> = keys.filter(|key| found(key) != WholeBounds::UNBOUNDED).collect();
    let room = BUCKET << END_BUCKETS;
    assert!((9 * room / 10..=room).contains(&kept.len()), "{} of {room}", kept.len());
    assert!(kept.iter().all(|&key| found(&key) == bounds(key, 3)));
    // Of the last ones nearly all are there, and in the large table there is none.
    let newest = kept.iter().filter(|&&key| key >= 5 * room as u64 / 2).count();
    assert!(newest > 9 * room / 20, "{newest}");
    assert!(kept.iter().all(|&key| table.find(mixed(&table, key)).is_none()));
    table.clear();
    assert!(table.end.is_none());
}

/// Threads that share a table, and make it grow, find nothing that was not stored for that very key.
#[test]
fn a_shared_table_grows_without_a_lie() {
    let mut table = Packed::new(1 << 20, 30, range(0, 1 << 17)).unwrap();
    let first = table.bucket_bits;
    let shares: Vec<Packed> = (0..4).map(|_| table.share()).collect();
    std::thread::scope(|scope| {
        for (thread, mut table) in (0u128..).zip(shares) {
            scope.spawn(move || {
                for i in 0..30_000u128 {
                    // Half of the keys are those of other threads, too.
                    let key = if i % 2 == 0 { i } else { (4 * i + thread) % (1 << 17) };
                    table.tighten(table.mix(7 * key), point(key), 1);
                    for other in [key, i / 2, 1 + key / 3] {
                        let found = table.find(table.mix(7 * other));
                        let right = point(other).bounds;
                        assert!(found.is_none_or(|found| found.bounds == right), "{other}");
                        assert_eq!(table.find(table.mix(7 * other + 1)), None);
                    }
                }
            });
        }
    });
    table.tell();
    assert!(table.bucket_bits > first, "it has not grown");
    let kept = (0..30_000).step_by(2).filter(|key| table.find(table.mix(7 * key)).is_some());
    let kept = kept.count();
    assert!(kept > 10_000, "{kept} of 15,000");
}

#[test]
fn no_room_is_no_table() {
    assert!(Packed::new(31, 20, range(0, 1)).is_none());
    assert!(Packed::new(1 << 20, 0, range(0, 1)).is_none());
    assert!(Packed::new(1 << 20, 65, range(0, 1)).is_none());
}
