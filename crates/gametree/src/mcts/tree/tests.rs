use super::node::State;
use super::*;
use crate::model::Kind;

fn tree(limit: usize) -> Tree {
    let range = Bounds::new((-8).into(), 8.into()).unwrap();
    let bounds = Some(Whole(false));
    let extras = Extras {
        range,
        bounds,
        statistic: Statistic::Squares,
        threads: 1,
        further: Further::default(),
    };
    Tree::new(extras, limit)
}

/// Adds a child of which nothing is known.
fn add_child(tree: &Tree, parent: Id, code: u32) -> Option<Id> {
    tree.add_child(0, parent, code, plain(tree.extras.range)).ok()
}

#[test]
fn families_keep_what_they_know_when_they_move() {
    let tree = tree(usize::MAX);
    for mv in 0..7u32 {
        let child = add_child(&tree, ROOT, mv).unwrap();
        tree.add(child, 1, f64::from(mv) / 8.0, 0.0);
        tree.tighten(child, Bounds::point((mv as i32).into()));
        tree.enter(child, Kind::Min);
        if mv == 3 {
            tree.set_complete(child);
        }
        // Families of several generations grow in turn.
        for grandchild in 0..mv {
            add_child(&tree, child, grandchild).unwrap();
        }
    }
    assert_eq!(tree.nodes(), 1 + 7 + 21);
    for (mv, child) in tree.children(ROOT).enumerate() {
        assert_eq!(tree.code(child) as usize, mv);
        let share = mv as f64 / 8.0;
        assert_eq!((tree.node(child).visits(), tree.node(child).sum()), (1, share));
        assert_eq!(tree.bounds(child), Bounds::point((mv as i32).into()));
        assert_eq!(tree.node(child).state(), State::inner(Kind::Min, mv == 3));
        let moves: Vec<u32> = tree.children(child).map(|id| tree.code(id)).collect();
        assert_eq!(moves, (0..mv as u32).collect::<Vec<_>>());
    }
    let family = tree.family(&tree.children(ROOT));
    let squares = family.squares().unwrap().iter();
    let mut squares = squares.map(|sum| f64::from_bits(sum.load(Relaxed))).zip(0..);
    assert!(squares.all(|(sum, mv)| sum == f64::from(mv * mv) / 64.0));
    let full = tree.bytes();
    let child = tree.children(ROOT).start + 5;
    tree.clear_below(child);
    assert_eq!((tree.nodes(), tree.children(child).len()), (24, 0));
    for mv in 0..5 {
        add_child(&tree, child, mv).unwrap();
    }
    assert_eq!((tree.nodes(), tree.bytes() <= full + 64), (29, true));
}

#[test]
fn a_family_has_a_largest_size() {
    let tree = tree(usize::MAX);
    for mv in 0..MOST_CHILDREN {
        add_child(&tree, ROOT, mv as u32).unwrap();
    }
    assert_eq!(add_child(&tree, ROOT, 0), None);
    assert_eq!(tree.children(ROOT).len(), MOST_CHILDREN);
    let moves = tree.children(ROOT).map(|id| tree.code(id));
    assert!(moves.eq((0..MOST_CHILDREN).map(|mv| mv as u32)));
    // A block of every size would be thousands of families.
    assert!(tree.bytes() < 20 * MOST_CHILDREN * 44, "{}", tree.bytes());
}

#[test]
fn memory_has_a_limit_and_is_mostly_used() {
    // The first large code comes with the first node, with one in the middle, or with one for which
    // there is hardly room left; or never.
    let full = grown(u32::MAX).nodes() as u32;
    for first_large in [0, full / 2, full - 40, full - 1, u32::MAX] {
        let tree = grown(first_large);
        assert!(tree.bytes() <= 1 << 20, "{first_large}: {}", tree.bytes());
        assert!(tree.nodes() > 5_000, "{first_large}: {}", tree.nodes());
    }
}

/// A tree of a mebibyte, grown until it is full. Codes are large from some node on.
fn grown(first_large: u32) -> Tree {
    let tree = tree(1 << 20);
    let mut open = std::collections::VecDeque::from([ROOT]);
    let mut count = 0;
    while let Some(parent) = open.pop_front() {
        for mv in 0..4 {
            let high = if count < first_large { 0 } else { 1 << 16 };
            if add_child(&tree, parent, high | mv).is_none() {
                return tree;
            }
            count += 1;
        }
        open.extend(tree.children(parent));
    }
    unreachable!("there is always a parent");
}

/// Codes of more than 16 bits come up late, and stay with their nodes when families move.
#[test]
fn large_codes_are_kept_beside_the_nodes() {
    let tree = tree(usize::MAX);
    let code = |i: u32| if i < 20 { i } else { i << 20 | i };
    let small = tree.bytes_each();
    for i in 0..60 {
        let child = add_child(&tree, ROOT, code(i)).unwrap();
        for grandchild in 0..i % 5 {
            add_child(&tree, child, code(i + grandchild)).unwrap();
        }
    }
    assert_eq!(tree.bytes_each(), small + 2);
    for (child, i) in tree.children(ROOT).zip(0..) {
        assert_eq!(tree.code(child), code(i));
        assert_eq!(tree.child(ROOT, code(i)), Some(child));
        let below: Vec<u32> = tree.children(child).map(|id| tree.code(id)).collect();
        assert_eq!(below, (0..i % 5).map(|grandchild| code(i + grandchild)).collect::<Vec<_>>());
    }
    assert_eq!(tree.child(ROOT, 20), None);
}

#[test]
fn every_size_has_a_number_of_its_own() {
    use super::allocator::{CLASSES, class, size_of_class};
    for threads in [1, 2] {
        let range = Bounds::new(0.into(), 1.into()).unwrap();
        let extras = Extras {
            range,
            bounds: None,
            statistic: Statistic::Nothing,
            threads,
            further: Further::default(),
        };
        let tree = Tree::new(extras, usize::MAX);
        for children in 1..=MOST_CHILDREN {
            let size = tree.room_for(children);
            assert!(size >= children && class(size) < CLASSES);
            assert_eq!(size_of_class(class(size)), size);
        }
    }
}
