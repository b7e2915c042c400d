package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
)

// pile writes a level of n circles in one place.
func pile(t *testing.T, n int) (path string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("fillet: 1\nname: pile\nsize: [100, 100]\nlayers:\n  - id: l1\n    name: a\n    colliders:\n")
	for i := range n {
		fmt.Fprintf(&b, "      - {id: c%d, name: a, kind: circle, radius: 5, position: [50, 50]}\n", i+1)
	}
	path = filepath.Join(t.TempDir(), "pile.level.yaml")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A level whose colliders all stand in one place has more contacts than there is memory for: no picture of them is drawn.
func TestPictureOfAPileIsRefused(t *testing.T) {
	var out, errs bytes.Buffer
	args := []string{"fillet", "render", pile(t, 8000), "--contacts", "-o", filepath.Join(t.TempDir(), "a.png")}
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != exitUnreadable || !strings.Contains(errs.String(), "too many to work out") {
		t.Errorf("exit code %d, %s", code, errs.String())
	}
}

// lineCounter counts lines and looks now and then at how much memory is in use.
type lineCounter struct {
	lines, writes int
	most          uint64
}

func (c *lineCounter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte("\n"))
	if c.writes++; c.writes%256 == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		c.most = max(c.most, m.HeapAlloc)
	}
	return len(p), nil
}

// The contacts of a pile are listed all the same, one after the other: they are never in memory together.
func TestContactsOfAPileAreStreamed(t *testing.T) {
	const n = 1600
	path := pile(t, n)
	for format, extra := range map[string]int{"json": 2, "text": 2} {
		var before runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var out lineCounter
		var errs bytes.Buffer
		if code := run(context.Background(), []string{"fillet", "contacts", path, "-f", format}, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("%s: exit code %d, %s", format, code, errs.String())
		}
		if want := n*(n-1)/2 + extra; out.lines != want {
			t.Errorf("%s: %d lines, want %d", format, out.lines, want)
		}
		const most = 128 << 20 // the pairs would take several times as much
		if grown := int64(out.most) - int64(before.HeapAlloc); grown > most {
			t.Errorf("%s: %d MB more were in use", format, grown>>20)
		}
	}
}

// Working contacts out one collider after the other gives those that the world finds at once.
func TestContactsInTurnEqualTheWorlds(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "a"})}}
	roles := []level.Role{level.Solid, level.Trigger, level.OneWay}
	for i := range 200 {
		shape := level.Shape{Kind: level.Circle, Radius: 5 + 10*random.Float64()}
		if i%3 == 0 {
			shape = level.Shape{Kind: level.Polygon, Points: []level.Vec{{}, {X: 30}, {X: 30, Y: 30}, {X: 20, Y: 10}}, Rounding: level.Inset}
		}
		c := level.NewCollider(level.ID(i+1), 1, "", shape, level.Vec{X: 200 * random.Float64(), Y: 200 * random.Float64()})
		if c.Role = roles[i%len(roles)]; c.Role == level.OneWay {
			c.OneWay = level.Up
		}
		c.Order = random.Float64()
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	at := allContacts(context.Background(), doc.Snapshot())
	turn := contactsInTurn(context.Background(), doc.Snapshot())
	want, i := slices.Collect(at), 0
	for c := range turn { // each is good until the next one
		if i == len(want) {
			t.Fatalf("more than %d contacts", i)
		}
		w := want[i]
		if c.a != w.a || c.b != w.b || c.Kind != w.Kind || c.State != w.State || math.Abs(c.Depth-w.Depth) > 1e-9 {
			t.Errorf("contact %d is of %v and %v, %g deep, want %v and %v, %g", i, c.a.ID, c.b.ID, c.Depth, w.a.ID, w.b.ID, w.Depth)
		}
		i++
	}
	if i < len(want) || i < 100 {
		t.Errorf("%d contacts, want %d", i, len(want))
	}
}
