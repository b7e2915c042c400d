package testkit

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// CostlyLevel is a kind of level with a huge number of some item.
type CostlyLevel struct {
	Name  string
	Count int // number of items in the tests
	// Text returns the level file with n items, in the form that Fillet writes.
	Text func(n int) []byte
	// Refused marks an invalid level. Its error must be short and must have a position.
	Refused bool
}

// CostlyLevels returns all kinds.
func CostlyLevels() []CostlyLevel { return slices.Clone(all) }

var all = []CostlyLevel{
	{Name: "empty layers", Count: 100_000, Text: emptyLayers},
	{Name: "layers of one circle", Count: 50_000, Text: layersOfOne},
	{Name: "properties of one collider", Count: 50_000, Text: properties},
	{Name: "tags of one collider", Count: 50_000, Text: tags},
	{Name: "vertices of a convex polygon", Count: 100_000, Text: func(n int) []byte {
		return onePolygon(Round(n, 1e6))
	}},
	{Name: "vertices of a comb", Count: 100_000, Text: func(n int) []byte { return onePolygon(Comb(n)) }},
	{Name: "vertices of a thin comb", Count: 100_000, Text: func(n int) []byte { return onePolygon(thinComb(n)) }},
	{Name: "vertices of a star", Count: 100_000, Text: func(n int) []byte { return onePolygon(Star(n, 1e6, 1)) }},
	{Name: "vertices of a spiral", Count: 100_000, Text: func(n int) []byte { return onePolygon(spiral(n)) }},
	{Name: "vertices of a rounded star", Count: 100_000, Text: func(n int) []byte {
		return roundedPolygon(Star(n, 1e6, 1), 0.5)
	}},
	{Name: "vertices of a comb rounded widely", Count: 100_000, Text: func(n int) []byte {
		return roundedPolygon(thinComb(n), 40)
	}},
	{Name: "corners with radii of their own", Count: 10_000, Text: func(n int) []byte {
		return detailed(Comb(n), "radii", repeated(len(Comb(n)), "2"))
	}},
	{Name: "chamfers", Count: 20_000, Text: func(n int) []byte {
		return detailed(Comb(n), "chamfers", repeated(len(Comb(n)), "2"))
	}},
	{Name: "arcs", Count: 20_000, Text: func(n int) []byte {
		return detailed(Round(n, 1e5), "curves", curves(n, "arc: 1"))
	}},
	{Name: "arcs of one circle", Count: 20_000, Text: func(n int) []byte {
		return detailed(Round(n, 1e6), "curves", curves(n, "arc: "+number(sagitta(n, 1e6))))
	}},
	{Name: "cubics with round corners", Count: 500, Text: func(n int) []byte {
		return append(detailed(Round(n, 1e5), "curves", waves(Round(n, 1e5))), "        radius: 1\n"...)
	}},
	{Name: "vertices of square holes", Count: 100_000, Text: func(n int) []byte { return holed(n, 4) }},
	{Name: "vertices of round holes", Count: 100_000, Text: func(n int) []byte { return holed(n, 500) }},
	{Name: "triangular holes", Count: 50_000, Text: func(n int) []byte { return holed(3*n, 3) }},
	{Name: "vertices of a chain", Count: 100_000, Text: func(n int) []byte { return chain(spiral(n)) }},
	{Name: "vertices of a crossing chain", Count: 100_000, Text: func(n int) []byte { return chain(scribble(n)) }},
	{Name: "vertices of a thick chain", Count: 100_000, Text: func(n int) []byte {
		return append(chain(rows(n)), "        radius: 1\n        closed: true\n"...)
	}},
	{Name: "vertices of a thick chain that strays", Count: 100_000, Text: func(n int) []byte {
		return append(chain(walk(n)), "        radius: 1\n"...)
	}},
	{Name: "overlapping 200-gons", Count: 2_000, Text: func(n int) []byte {
		return pile(n, func(int) []Point { return Round(200, 100) }, spread)
	}},
	{Name: "200-gons in one place", Count: 2_000, Text: func(n int) []byte {
		return pile(n, func(int) []Point { return Round(200, 100) }, func(int) Point { return Point{} })
	}},
	{Name: "200-gons a tenth apart", Count: 2_000, Text: func(n int) []byte {
		below := func(i int) Point { return Point{0, float64(i) * 0.1} }
		return pile(n, func(int) []Point { return Round(200, 100) }, below)
	}},
	{Name: "overlapping stars of 200 vertices", Count: 2_000, Text: func(n int) []byte {
		return pile(n, func(i int) []Point { return Star(200, 100, uint64(i+1)) }, spread)
	}},
	{Name: "circles in one place", Count: 5_000, Text: func(n int) []byte {
		return circles(n, func(int) Point { return Point{50, 50} })
	}},
	{Name: "circles that overlap", Count: 5_000, Text: scattered},
	{Name: "circles in a dense column", Count: 100_000, Text: func(n int) []byte { // each touches its 50 nearest
		return circles(n, func(i int) Point { return Point{50, float64(i) * 0.4} })
	}},
	{Name: "points in one place", Count: 100_000, Text: points},
	{Name: "imports", Count: 100_000, Text: imports},
	{Name: "deleted colliders", Count: 100_000, Text: deleted},
	{Name: "places", Count: 100_000, Text: places},
	{Name: "conflicts", Count: 100_000, Text: conflicts},
	{Name: "renamed imports", Count: 100_000, Text: renames},
	{Name: "tiny colliders", Count: 100_000, Text: tiny},
	{Name: "bytes of a layer's name", Count: 10 << 20, Text: layerName, Refused: true},
}

// Point is a vertex.
type Point struct{ X, Y float64 }

const head = "fillet: 1\nname: costly\nsize: [1000, 1000]\n"

func emptyLayers(n int) []byte {
	b := bytes.NewBufferString(head + "layers:\n")
	for i := range n {
		fmt.Fprintf(b, "  - id: l%d\n    name: layer %d\n    colliders: []\n", i+1, i+1)
	}
	return b.Bytes()
}

func layersOfOne(n int) []byte {
	b := bytes.NewBufferString(head + "layers:\n")
	for i := range n {
		fmt.Fprintf(b, "  - id: l%d\n    name: layer %d\n    colliders:\n", i+1, i+1)
		circle(b, i+1, float64(i%300)*12, float64(i/300)*12)
	}
	return b.Bytes()
}

// layer returns the start of a level file with a single layer.
func layer() *bytes.Buffer {
	return bytes.NewBufferString(head + "layers:\n  - id: l1\n    name: things\n    colliders:\n")
}

func circle(b *bytes.Buffer, id int, x, y float64) {
	fmt.Fprintf(b, "      - id: c%d\n        name: circle\n        kind: circle\n        radius: 5\n        "+
		"position: [%s, %s]\n", id, number(x), number(y))
}

func properties(n int) []byte {
	b := layer()
	circle(b, 1, 50, 50)
	b.WriteString("        properties:\n")
	for i := range n {
		fmt.Fprintf(b, "          property%d: %d\n", i, i)
	}
	return b.Bytes()
}

func tags(n int) []byte {
	b := layer()
	circle(b, 1, 50, 50)
	b.WriteString("        tags: [tag0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(b, ", tag%d", i)
	}
	b.WriteString("]\n")
	return b.Bytes()
}

// Round returns a regular polygon with n vertices on a circle.
func Round(n int, radius float64) []Point {
	out := make([]Point, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = Point{radius * cos, radius * sin}
	}
	return out
}

// Comb returns a bar with n/4 teeth.
func Comb(n int) []Point {
	var out []Point
	for i := range (n - 2) / 4 {
		x := float64(16 * i)
		out = append(out, Point{x, 0}, Point{x, 100}, Point{x + 8, 100}, Point{x + 8, 0})
	}
	last := out[len(out)-1].X
	return append(out, Point{last, -20}, Point{0, -20})
}

// thinComb returns a comb with teeth of different lengths, all far longer than the gaps between them.
func thinComb(n int) []Point {
	random := rand.New(rand.NewPCG(1, 1))
	var out []Point
	for i := range (n - 2) / 2 {
		x := float64(2 * i)
		out = append(out, Point{x, math.Round(1000 * random.Float64())},
			Point{x + 1, 1e5 + math.Round(1000*random.Float64())})
	}
	last := out[len(out)-1].X
	return append(out, Point{last, -20}, Point{0, -20})
}

// Star returns an outline with vertices at random distances from a centre.
func Star(n int, radius float64, seed uint64) []Point {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	out := Round(n, 1)
	for i, p := range out {
		r := radius * (0.2 + 0.8*random.Float64())
		out[i] = Point{math.Round(1000*r*p.X) / 1000, math.Round(1000*r*p.Y) / 1000}
	}
	return out
}

// spiral returns a band wound around a centre, with vertices every few degrees.
func spiral(n int) []Point {
	const each = 100 // vertices per turn
	at := func(i int, grow float64) Point {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / each)
		r := 100 + 10*(float64(i)/each+grow)
		return Point{r * cos, r * sin}
	}
	out := make([]Point, 0, n)
	for i := range n / 2 {
		out = append(out, at(i, 0))
	}
	for i := n/2 - 1; i >= 0; i-- {
		out = append(out, at(i, 0.4))
	}
	return out
}

// scribble returns a random zigzag.
func scribble(n int) []Point {
	random := rand.New(rand.NewPCG(2, 2))
	out := make([]Point, n)
	for i := range out {
		out[i] = Point{math.Round(1000 * random.Float64()), math.Round(1000*random.Float64()) + float64(i%2)/2}
	}
	return out
}

func onePolygon(points []Point) []byte { return roundedPolygon(points, 0) }

func roundedPolygon(points []Point, radius float64) []byte {
	b := layer()
	fmt.Fprintf(b, "      - id: c1\n        name: outline\n        kind: polygon\n        points: %s\n", list(points))
	if radius > 0 {
		fmt.Fprintf(b, "        radius: %s\n        rounding: outset\n", number(radius))
	}
	b.WriteString("        position: [0, 0]\n")
	return b.Bytes()
}

// detailed returns a level with a polygon that has an additional key.
func detailed(points []Point, key, value string) []byte {
	b := bytes.NewBuffer(onePolygon(points))
	fmt.Fprintf(b, "        %s: %s\n", key, value)
	return b.Bytes()
}

func repeated(n int, s string) string { return "[" + strings.Repeat(s+", ", n-1) + s + "]" }

// curves returns a list of curves that bends every edge in the same way.
func curves(n int, how string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ", {edge: %d, %s}", i, how)
	}
	return "[" + b.String()[2:] + "]"
}

// sagitta returns the height of the circle's arc over an edge of [Round].
func sagitta(n int, radius float64) float64 { return radius * (1 - math.Cos(math.Pi/float64(n))) }

// waves returns a list of curves that bends every edge to one side and then to the other.
func waves(points []Point) string {
	var b strings.Builder
	for i, p := range points {
		q := points[(i+1)%len(points)]
		x, y := (q.X-p.X)/4, (q.Y-p.Y)/4
		fmt.Fprintf(&b, ", {edge: %d, cubic: [[%s, %s], [%s, %s]]}", i, number(p.X+x+y), number(p.Y+y-x),
			number(q.X-x-y), number(q.Y-y+x))
	}
	return "[" + b.String()[2:] + "]"
}

func chain(points []Point) []byte {
	b := layer()
	fmt.Fprintf(b, "      - id: c1\n        name: chain\n        kind: chain\n        points: %s\n        "+
		"position: [0, 0]\n", list(points))
	return b.Bytes()
}

// holed returns a level with a square that has holes of each vertices, with n vertices in total.
func holed(n, each int) []byte {
	holes := max(1, n/each)
	side := int(math.Ceil(math.Sqrt(float64(holes))))
	const pitch = 100
	far := float64(side * pitch)
	b := layer()
	fmt.Fprintf(b, "      - id: c1\n        name: sieve\n        kind: polygon\n        points: %s\n        holes:\n",
		list([]Point{{0, 0}, {far, 0}, {far, far}, {0, far}}))
	hole := Round(each, 30)
	for i := range holes {
		shifted := slices.Clone(hole)
		for j := range shifted {
			shifted[j].X += float64(i%side*pitch) + pitch/2
			shifted[j].Y += float64(i/side*pitch) + pitch/2
		}
		fmt.Fprintf(b, "          - %s\n", list(shifted))
	}
	b.WriteString("        position: [0, 0]\n")
	return b.Bytes()
}

// pile returns a level with n overlapping polygons.
func pile(n int, outline func(i int) []Point, at func(i int) Point) []byte {
	b := layer()
	for i := range n {
		p := at(i)
		fmt.Fprintf(b, "      - id: c%d\n        name: thing\n        kind: polygon\n        points: %s\n        "+
			"position: [%s, %s]\n", i+1, list(outline(i)), number(p.X), number(p.Y))
	}
	return b.Bytes()
}

// spread puts the polygons of a pile close together, no two in the same place.
func spread(i int) Point { return Point{float64(i % 50), float64(i / 50)} }

// rows returns a line of n points that goes back and forth. Its ends are far apart.
func rows(n int) []Point {
	const wide = 300
	out := make([]Point, n)
	for i := range out {
		x, y := i%wide, i/wide
		if y%2 == 1 {
			x = wide - 1 - x
		}
		out[i] = Point{3 * float64(x), 3 * float64(y)}
	}
	return out
}

// walk returns a random walk of n points, which often returns to the same places.
func walk(n int) []Point {
	random := rand.New(rand.NewPCG(4, 4))
	out := make([]Point, n)
	at := Point{}
	for i := range out {
		out[i] = at
		at.X += math.Round(20*random.Float64()) - 10
		at.Y += math.Round(20*random.Float64())/2 - 5 + float64(1-i%2*2)/4
	}
	return out
}

// circles returns a level with n circles.
func circles(n int, at func(i int) Point) []byte {
	b := layer()
	for i := range n {
		p := at(i)
		circle(b, i+1, p.X, p.Y)
	}
	return b.Bytes()
}

// scattered returns a level with n circles in random places, so close together that each overlaps most others.
func scattered(n int) []byte {
	random := rand.New(rand.NewPCG(3, 3))
	return circles(n, func(int) Point {
		return Point{math.Round(6000*random.Float64()) / 1000, math.Round(6000*random.Float64()) / 1000}
	})
}

func points(n int) []byte {
	b := layer()
	for i := range n {
		fmt.Fprintf(b, "      - id: c%d\n        name: spawn\n        kind: point\n        position: [10, 10]\n", i+1)
	}
	return b.Bytes()
}

func imports(n int) []byte {
	b := bytes.NewBufferString(head + "imports:\n")
	for i := range n {
		fmt.Fprintf(b, "  - file: world%d.ldtk\n", i)
	}
	b.WriteString("layers: []\n")
	return b.Bytes()
}

func renames(n int) []byte {
	b := bytes.NewBufferString(head +
		"imports:\n  - file: world.ldtk\nlayers:\n  - id: l1\n    name: things\n    colliders:\n")
	for i := range n {
		circle(b, i+1, float64(i%300)*12, float64(i/300)*12)
		fmt.Fprintf(b, "        source: {file: world.ldtk, level: A, layer: B, id: e%d, import: 1, digest: "+
			"\"0000000a\"}\n        imported:\n          name: was %d\n", i+1, i+1)
	}
	return b.Bytes()
}

// tiny returns a level with n colliders that have several faults each.
func tiny(n int) []byte {
	b := layer()
	for i := range n {
		fmt.Fprintf(b, "      - id: c%d\n        name: speck\n        kind: circle\n        radius: 0.05\n        "+
			"position: [%d, %d]\n", i+1, 2000+i%1000*5, i/1000*5)
	}
	return b.Bytes()
}

func layerName(n int) []byte {
	b := bytes.NewBufferString(head + "layers:\n  - id: l1\n    name: ")
	b.Write(bytes.Repeat([]byte("x"), n))
	b.WriteString("\n    colliders: []\n")
	return b.Bytes()
}

func list(points []Point) []byte {
	b := []byte{'['}
	for i, p := range points {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(append(append(b, '['), number(p.X)...), ", "...), number(p.Y)...), ']')
	}
	return append(b, ']')
}

func number(x float64) string {
	s := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(x, 'f', 3, 64), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// deleted returns a level with an import from which n colliders were deleted.
func deleted(n int) []byte {
	b := bytes.NewBufferString(head + "imports:\n  - file: world.ldtk\n    deleted:\n")
	for i := range n {
		circle(b, i+1, float64(i%300)*12, float64(i/300)*12)
		fmt.Fprintf(b, "        source: {file: world.ldtk, level: A, layer: B, id: e%d}\n", i+1)
	}
	b.WriteString("layers: []\n")
	return b.Bytes()
}

func places(n int) []byte {
	b := bytes.NewBufferString(head + "imports:\n  - file: world.ldtk\n    places:\n")
	for i := range n {
		fmt.Fprintf(b, "      - {level: Level_%d, id: i%d, at: [%d, %d], size: [256, 256], layers: [{layer: Cells, "+
			"values: {1: wall, 2: air}}]}\n", i, i, i%300*256, i/300*256)
	}
	b.WriteString("layers: []\n")
	return b.Bytes()
}

// conflicts returns a level whose n colliders were moved on two branches.
func conflicts(n int) []byte {
	b := bytes.NewBufferString("fillet: 2" + strings.TrimPrefix(head, "fillet: 1") + "conflicts:\n")
	for i := range n {
		fmt.Fprintf(b, "  - id: c%d\n    key: position\n    base: [0, 0]\n    ours: [%d, 1]\n    theirs: [1, %d]\n",
			i+1, i, i)
	}
	b.WriteString("layers: []\n")
	return b.Bytes()
}
