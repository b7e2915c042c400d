package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/render"
	"fillet/export"
	"fillet/export/colliders"
)

// A level's ids affect neither how it looks and plays nor its findings and exports. With random new ids everything is
// the same, except for the ids and the order of lists sorted by id.
func TestNothingDependsOnIDs(t *testing.T) {
	samples, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(samples) == 0 {
		t.Fatalf("no samples (%v)", err)
	}
	rounds := 3
	if testing.Short() { // make nightly runs all
		rounds, samples = 1, samples[:1]
	}
	random := rand.New(rand.NewPCG(14, 6))
	levels := map[string]*level.Document{"rubble": rubble(t, random)}
	for _, path := range samples {
		doc, err := level.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		// Without the files that it was imported from.
		levels[filepath.Base(path)] = renamed(t, doc, func(old level.ID, _ int) level.ID { return old })
	}
	for name, doc := range levels {
		want := consequences(t, doc)
		for round := range rounds {
			ids := random.Perm(doc.Len())
			changed := renamed(t, doc, func(_ level.ID, i int) level.ID {
				if (ids[i]+round)%2 == 0 {
					return level.ID(3*ids[i] + 1)
				}
				return level.HashedID(uint64(ids[i]) * 0x9E3779B97F4A7C15)
			})
			got := consequences(t, changed)
			for what, w := range want {
				if g := got[what]; g != w {
					t.Errorf("%s: with other ids the %s differs, from %s on", name, what, firstDifference(w, g))
				}
			}
		}
	}
}

func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(i-30, 0)
	return fmt.Sprintf("%q, which is now %q", a[from:min(i+60, len(a))], b[from:min(i+60, len(b))])
}

// rubble returns a level of many overlapping colliders of equal size. Some of them move.
func rubble(t *testing.T, random *rand.Rand) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var d level.Diff
	for l := range 2 {
		d.Layers = append(d.Layers, level.Added(&level.Layer{
			ID: level.LayerID(l + 1), Name: fmt.Sprint("layer ", l),
			Order: float64(l),
		}))
	}
	for i := range 80 {
		shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 32, Y: 32}, Rounding: level.Inset}
		if i%3 == 0 {
			shape = level.Shape{Kind: level.Circle, Radius: 16}
		}
		at := level.Vec{X: float64(16 * random.IntN(50)), Y: float64(16 * random.IntN(30))}
		c := level.NewCollider(level.ID(i+1), level.LayerID(1+i*2/80), fmt.Sprint("shape ", i), shape, at)
		c.Order = float64(i)
		switch i % 5 {
		case 1, 2:
			c.Body = level.Dynamic
		case 3:
			if i%2 == 0 {
				c.Role = level.Trigger
			}
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// renamed returns a level with other ids. to returns the new id for an old id and its index.
func renamed(t *testing.T, doc *level.Document, to func(old level.ID, place int) level.ID) *level.Document {
	t.Helper()
	settings := *doc.Settings()
	settings.Imports = nil
	out, err := level.NewDocument(&settings)
	if err != nil {
		t.Fatal(err)
	}
	var d level.Diff
	i := 0
	for k, l := range doc.Layers() {
		layer := *l
		layer.ID = level.HashedLayerID(uint64(to(level.ID(k+1), k)))
		d.Layers = append(d.Layers, level.Added(&layer))
		for _, c := range doc.InLayer(l.ID) {
			o := *c
			o.ID, o.Layer = to(c.ID, i), layer.ID
			d.Colliders = append(d.Colliders, level.Added(&o))
			i++
		}
	}
	if err := out.Apply(d); err != nil {
		t.Fatal(err)
	}
	return out
}

var anID = regexp.MustCompile(`\b[cl]([1-9][0-9]*|[a-z][a-z2-7]{7})\b`)

// consequences returns everything that follows from a level, with ids replaced by indices in drawing order.
func consequences(t *testing.T, doc *level.Document) map[string]string {
	t.Helper()
	places := map[level.ID]int{0: -1}
	for c := range doc.Colliders() {
		places[c.ID] = len(places)
	}
	placed := func(b []byte) string {
		return string(anID.ReplaceAllFunc(b, func(m []byte) []byte {
			if id, err := level.ParseID(string(m)); err == nil && places[id] > 0 {
				return fmt.Appendf(nil, "#%d", places[id])
			}
			if id, err := level.ParseLayerID(string(m)); err == nil && doc.Layer(id) != nil {
				return fmt.Appendf(nil, "layer #%d", slices.Index(doc.Layers(), doc.Layer(id)))
			}
			return m
		}))
	}
	out := map[string]string{}
	snap := doc.Snapshot()

	scene, err := picture(doc, pictureOptions{width: 700, contacts: true})
	if err != nil {
		t.Fatal(err)
	}
	out["picture"] = string(render.Picture(scene).Pix)
	var svg bytes.Buffer
	if err := render.WriteSVG(&svg, scene); err != nil {
		t.Fatal(err)
	}
	out["SVG"] = placed(svg.Bytes())

	for _, e := range newApp([]string{"fillet"}, nil, nil, nil).exporters.All() {
		var b bytes.Buffer
		if _, err := e.Export(context.Background(), snap, export.Options{}, &b); err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		text := b.Bytes()
		if e.Name() == "fcol" { // compared as text, because longer ids move everything after them
			file, err := colliders.Load(&b)
			if err != nil {
				t.Fatal(err)
			}
			if text, err = json.Marshal(file); err != nil {
				t.Fatal(err)
			}
		}
		out["export "+e.Name()] = placed(text)
	}

	all, err := check.Find(context.Background(), snap, check.Options{})
	found := all.List
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for _, f := range found {
		text = fmt.Appendf(text, "%s %s %v at %v, fix %v\n", f.Rule, f.Message, f.Colliders, f.Place, f.Fix != nil)
	}
	out["check"] = placed(text)
	out["run"] = played(t, snap, places)

	w, met, err := contacts.MetWorld(snap)
	if err != nil {
		t.Fatal(err)
	}
	var contacts []string
	for c := range ContactsByID(w, met, nil) {
		a, b, sign := places[c.A.ID], places[c.B.ID], 1.0
		if a > b {
			a, b, sign = b, a, -1
		}
		line := fmt.Sprintf("%4d %4d %v", a, b, c.Kind)
		for i := range c.Contact.Manifolds {
			n := c.Normal(&c.Contact.Manifolds[i])
			line += fmt.Sprint(n.X*sign+0, n.Y*sign+0, c.Contact.Manifolds[i].Points)
		}
		contacts = append(contacts, line)
	}
	slices.Sort(contacts)
	out["contacts"] = strings.Join(contacts, "\n")
	return out
}

// played returns the state of everything that moves, exact to the last bit, and the run's log.
func played(t *testing.T, snap level.Snapshot, places map[level.ID]int) string {
	t.Helper()
	settings, start, err := play.SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	r := play.NewRun(snap, settings, start)
	var b strings.Builder
	for step := range 240 {
		in := play.Input{Jump: step%50 < 10}
		in.X = float64(cmp.Compare(step%120, 40))
		r.Step(in)
		if step%20 != 19 {
			continue
		}
		ch := r.Character()
		fmt.Fprintf(&b, "%d: %v %v", step, ch.Position, ch.Velocity)
		for _, touch := range ch.Touches {
			fmt.Fprint(&b, " touches ", places[touch.ID], touch.Side)
		}
		for _, body := range r.Bodies() {
			fmt.Fprint(&b, "\n", places[body.ID], body.Transform, body.Velocity, body.Spin)
		}
		for _, c := range r.Contacts() {
			fmt.Fprint(&b, "\n", places[c.A], places[c.B], c.Normal)
		}
		b.WriteByte('\n')
	}
	for _, e := range r.Log() {
		fmt.Fprintln(&b, e.Step, e.Kind, places[e.Trigger], places[e.Other], e.Steps, e.Goal)
	}
	return b.String()
}
