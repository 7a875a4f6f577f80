"""Pictures: what is written can be read."""

import random
import re
import xml.etree.ElementTree as xml

import gametree

SVG = "{http://www.w3.org/2000/svg}"


def random_tree(draw, depth, chance):
    if depth == 0 or depth < 3 and draw.random() < 0.2:
        return draw.choice([draw.randint(-20, 20), round(draw.uniform(-999, 999), 3)])
    children = [random_tree(draw, depth - 1, chance) for _ in range(draw.randint(1, 4))]
    kind = draw.choice(["max", "min"] + ["chance"] * chance)
    return {kind: [[f"1/{len(children)}", child] for child in children] if kind == "chance" else children}


def texts(picture):
    """The texts with the boxes that they take, about."""
    for text in picture.iter(SVG + "text"):
        x, y, size = (float(text.get(key)) for key in ("x", "y", "font-size"))
        width = len(text.text) * size * 0.6
        left = {"start": x, "middle": x - width / 2, "end": x - width}[text.get("text-anchor")]
        yield text.text, (left, y - 0.75 * size, left + width, y)


def boxes_of_lines(picture):
    for line in picture.iter(SVG + "line"):
        x1, y1, x2, y2 = (float(line.get(key)) for key in ("x1", "y1", "x2", "y2"))
        assert x1 == x2 or y1 == y2, "its box is larger than the line"
        yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def meet(one, other):
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def read(svg):
    picture = xml.fromstring(svg)
    width, height = float(picture.get("width")), float(picture.get("height"))
    for text, box in texts(picture):
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= width + 1 and box[3] <= height + 1, f"{text} is cut off"
    return picture


def test_no_edge_crosses_a_label_and_no_label_another():
    labels = 0
    for seed in range(60):
        tree = gametree.tree({"max": [random_tree(random.Random(seed), 3, seed % 2) for _ in range(2)]})
        algorithm = "rollout:best-first" if seed % 2 else "alphabeta"
        for svg in (tree._repr_svg_(), tree.svg(gametree.solve(tree, algorithm=algorithm, trace=True))):
            picture = read(svg)
            lines, written = list(boxes_of_lines(picture)), list(texts(picture))
            # Numbers of leaves stand on their boxes, which cover the edge behind them.
            covered = [
                tuple(float(box.get(key)) for key in ("x", "y", "width", "height"))
                for box in picture.iter(SVG + "rect")
                if box.get("class") != "ground"
            ]
            free = [
                (text, box)
                for text, box in written
                if not any(x <= box[0] and box[2] <= x + w and y <= box[1] and box[3] <= y + h for x, y, w, h in covered)
            ]
            for text, box in free:
                assert not any(meet(box, line) for line in lines), (seed, text)
            for i, (text, box) in enumerate(written):
                assert not any(meet(box, other) for _, other in written[:i]), (seed, text)
            labels += len(free)
    assert labels > 500


def test_pictures_have_a_ground_and_ink_that_differ():
    tree = gametree.tree({"max": [1, {"chance": [["1/2", 3], ["1/2", 4]]}]})
    analysis = gametree.analyse("tictactoe", by="rollout:best-first")
    list(analysis)
    board = gametree.game("connect4").position("44")._repr_svg_()
    for svg in (tree._repr_svg_(), analysis._repr_svg_(), board):
        picture = read(svg)
        ground = picture[0]
        assert ground.tag == SVG + "rect" and ground.get("width") == ground.get("height") == "100%"
        light = brightness(ground.get("fill"))
        inks = {text.get("fill") for text in picture.iter(SVG + "text")} - {"#ffffff"}
        # White is for pieces, which have a colour of their own. 4.5 is what the WCAG ask of texts.
        assert all((light + 0.05) / (brightness(ink) + 0.05) >= 4.5 for ink in inks), inks
        assert (brightness("#ffffff") + 0.05) / (max(map(brightness, ("#1f5fa8", "#b45309"))) + 0.05) >= 4.5


def brightness(colour):
    """The relative luminance, by the WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_axes_have_ticks():
    analysis = gametree.analyse("random:b=4,d=7,leaves=0..100,chance=0.8", by="rollout:best-first", every="2ms", time="100ms")
    list(analysis)
    picture = read(analysis._repr_svg_())
    written = [text for text, _ in texts(picture)]
    numbers = [text for text in written if re.fullmatch(r"-?[\d.e-]+", text)]
    assert "seconds" in written and len(numbers) >= 6, written
