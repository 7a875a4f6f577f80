//! Pictures are texts that can be read, whatever there is to draw.

use gametree_lab::plot::{Axis, Height, Panel, Point, Scale, Series, svg};

fn panel(series: Vec<Series>) -> Panel {
    Panel { title: "A title".into(), x: Axis::linear("depth"), y: Axis::log("time"), series }
}

fn line(numbers: &[(f64, f64)]) -> Vec<Point> {
    numbers.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

/// Every tag is closed, in order, and between them there are no bare signs. Returns the texts.
fn texts(svg: &str) -> Vec<String> {
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    let mut rest = svg.trim();
    while !rest.is_empty() {
        let tag = rest.strip_prefix('<').expect("a tag");
        let (tag, after) = tag.split_once('>').expect("the end of a tag");
        assert!(!tag.contains('<') && tag.matches('"').count() % 2 == 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        let (text, next) = after.split_at(after.find('<').unwrap_or(after.len()));
        if !text.trim().is_empty() {
            assert_eq!(open.last(), Some(&"text"), "{text}");
            texts.push(text.trim().to_owned());
        }
        rest = next;
    }
    assert!(open.is_empty(), "{open:?}");
    texts
}

/// Numbers of the picture are numbers. (Names may hold anything.)
fn sound(panels: &[Panel]) -> Vec<String> {
    let svg = svg(panels);
    let texts = texts(&svg);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let (width, height) = size(&svg);
    for (x, y) in places(&svg) {
        assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{x} {y}");
    }
    texts
}

/// The numbers of an attribute, wherever it is.
fn numbers(svg: &str, attribute: &str) -> Vec<f64> {
    let start = format!(" {attribute}=\"");
    let values = svg.split(&start).skip(1);
    let values = values.map(|rest| rest.split('"').next().unwrap());
    values
        .flat_map(|value| value.split([' ', ',']))
        .filter(|n| !n.is_empty())
        .map(|n| n.parse().unwrap())
        .collect()
}

fn size(svg: &str) -> (f64, f64) {
    let view = numbers(svg, "viewBox");
    (view[2], view[3])
}

/// All corners of lines and symbols, whose paths consist of relative steps.
fn places(svg: &str) -> Vec<(f64, f64)> {
    svg.split(" d=\"").skip(1).flat_map(|rest| corners(rest.split('"').next().unwrap())).collect()
}

fn corners(path: &str) -> Vec<(f64, f64)> {
    let (mut x, mut y, mut start, mut corners) = (0.0, 0.0, (0.0, 0.0), Vec::new());
    for step in
        path.split_inclusive(|c: char| c.is_ascii_alphabetic()).collect::<Vec<_>>().windows(2)
    {
        let letter = step[0].chars().last().unwrap();
        let numbers = step[1].trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let numbers = numbers.replace('-', " -");
        let numbers: Vec<f64> = numbers.split_whitespace().map(|n| n.parse().unwrap()).collect();
        match (letter, &numbers[..]) {
            ('m' | 'l', [dx, dy]) => (x, y) = (x + dx, y + dy),
            ('h', [dx]) => x += dx,
            ('v', [dy]) => y += dy,
            ('z', []) => (x, y) = start,
            _ => panic!("{letter} {numbers:?}"),
        }
        if letter == 'm' {
            start = (x, y);
        }
        corners.push((x, y));
    }
    corners
}

fn has(texts: &[String], wanted: &str) -> bool {
    texts.iter().any(|text| text == wanted)
}

#[test]
fn every_name_is_there_and_signs_are_escaped() {
    let points = line(&[(2.0, 30.0), (4.0, 2000.0), (6.0, 90_000.0)]);
    let first = panel(vec![
        Series::measured("uct <a> & \"b\"", points.clone()),
        Series::formula("a C^(d/2)", points.clone()).like("uct <a> & \"b\""),
    ]);
    let second =
        Panel { title: "An\u{1}other".into(), ..panel(vec![Series::measured("ab", points)]) };
    let texts = sound(&[first.clone(), second]);
    let names = [
        "A title",
        "An other",
        "depth",
        "time",
        "a C^(d/2)",
        "ab",
        "uct &lt;a&gt; &amp; &quot;b&quot;",
    ];
    for name in names.into_iter().chain(["100", "1k", "10k", "2", "6"]) {
        assert!(has(&texts, name), "{name} is not in {texts:?}");
    }
    assert!(!has(&texts, "not within the limit"));
    // A name that is in both panels is in the legend once.
    let twice = sound(&[first.clone(), first]);
    assert_eq!(twice.iter().filter(|text| *text == "a C^(d/2)").count(), 1);
}

#[test]
fn the_same_panels_give_the_same_bytes() {
    let panels = [panel(vec![Series::measured("s", line(&[(1.0, 2.0), (2.0, 7.0)]))])];
    assert_eq!(svg(&panels), svg(&panels));
}

#[test]
fn arrows_show_what_has_no_place_and_the_legend_says_so() {
    let mut points = line(&[(1.0, 10.0), (2.0, 0.0), (3.0, 40.0)]);
    points.push(Point::beyond(4.0));
    let texts = sound(&[panel(vec![Series::measured("s", points.clone())])]);
    assert!(has(&texts, "not within the limit") && has(&texts, "0 or less"));
    // On a linear axis zero is a place like any other.
    let linear = Panel { y: Axis::linear("time"), ..panel(vec![Series::measured("s", points)]) };
    assert!(!has(&sound(&[linear]), "0 or less"));
}

/// The line through the points falls into two where one is missing.
#[test]
fn missing_points_are_gaps() {
    let lines = |points: &[Point]| {
        let svg = svg(&[panel(vec![Series::measured("s", points.to_vec())])]);
        // What is drawn in the first colour, thick: the series, and its sample in the legend.
        let thick = svg.split("stroke=\"#0072b2\" stroke-width=\"7\" d=\"").nth(1).unwrap();
        thick.split('"').next().unwrap().matches('m').count()
    };
    let whole = line(&[(1.0, 5.0), (2.0, 6.0), (3.0, 7.0), (4.0, 8.0), (5.0, 9.0)]);
    assert_eq!(lines(&whole), 1);
    for missing in [Point::missing(3.0), Point::new(3.0, f64::NAN), Point::new(f64::NAN, 3.0)] {
        let mut broken = whole.clone();
        broken[2] = missing;
        assert_eq!(lines(&broken), 2, "{missing:?}");
    }
}

#[test]
fn odd_data_do_no_harm() {
    let wild = [0.0, -1.0, 1e-320, 1e308, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let all = wild.iter().flat_map(|&x| wild.iter().map(move |&y| (x, y)));
    let all: Vec<Point> = all.map(|(x, y)| Point::new(x, y).with_bar(-y, 2.0 * y)).collect();
    let sets: [Vec<Point>; 7] = [
        vec![],
        line(&[(3.0, 4.0)]),
        line(&[(3.0, 4.0), (5.0, 4.0)]),
        line(&[(0.0, 0.0), (0.0, 0.0)]),
        vec![Point::beyond(1.0), Point::missing(2.0)],
        vec![
            Point::new(1.0, 5.0).with_bar(-1.0, 9.0),
            Point::new(2.0, 5.0).with_bar(5.0, f64::NAN),
        ],
        all,
    ];
    for points in sets {
        for (x, y) in [(Scale::Linear, Scale::Linear), (Scale::Log, Scale::Log)] {
            let axis = |scale| Axis { label: "".into(), scale };
            let series =
                vec![Series::measured("m", points.clone()), Series::formula("f", points.clone())];
            let texts = sound(&[Panel { title: "".into(), x: axis(x), y: axis(y), series }]);
            assert!(has(&texts, "m") && has(&texts, "f"));
        }
    }
    assert!(sound(&[]).is_empty());
    sound(&[panel(vec![])]);
}

#[test]
fn many_series_and_panels_and_long_names_stay_on_the_sheet() {
    let name = |i: usize| format!("series number {i} has quite a long name");
    let points = line(&[(1.0, 1.0), (2.0, 3.0)]);
    let series = |i: usize| Series::measured(name(i), points.clone());
    let long =
        Panel { title: "A very long title ".repeat(12), ..panel((0..20).map(series).collect()) };
    let svg = svg(&vec![long.clone(); 5]);
    let (width, height) = size(&svg);
    let (xs, ys) = (numbers(&svg, "x"), numbers(&svg, "y"));
    assert!(
        xs.iter().all(|x| (0.0..width).contains(x)) && ys.iter().all(|y| (0.0..height).contains(y))
    );
    assert!(texts(&svg).contains(&name(19)));
}

/// A page of figures must stay small: what a point with its bar adds to one.
#[test]
fn points_take_few_bytes() {
    let bytes = |points: u32| {
        let points = (0..points).map(f64::from).map(|x| Point::new(x, 50.0).with_bar(40.0, 60.0));
        svg(&[panel(vec![Series::measured("s", points)])]).len()
    };
    assert!((bytes(1100) - bytes(100)) / 1000 < 60);
}

#[test]
fn bars_belong_to_numbers_only() {
    assert_eq!(Point::beyond(1.0).with_bar(2.0, 3.0).y, Height::Beyond);
    assert_eq!(
        Point::new(1.0, 2.0).with_bar(1.0, 3.0).y,
        Height::Known { value: 2.0, bar: Some((1.0, 3.0)) }
    );
}
