package export_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"fillet/collision"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func syntaxes() []export.Exporter { return []export.Exporter{export.JSON(), export.YAML()} }

func exported(t interface{ Fatal(...any) }, e export.Exporter, doc *level.Document) []byte {
	var b bytes.Buffer
	report, err := e.Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Losses)+len(report.Files) > 0 {
		t.Fatal("the native format is lossless and one file, got", report)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, e := range syntaxes() {
		t.Run(e.Name(), func(t *testing.T) {
			got := exported(t, e, someLevel(t))
			path := filepath.Join("testdata", "cavern"+e.Extension())
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", path, diff)
			}
		})
	}
}

// designed is the exported file as specified. All numbers are exact except for the area, which has two decimals.
//
//go:embed testdata/designed.colliders.json
var designed string

func TestFileMatchesDesign(t *testing.T) {
	t.Parallel()
	doc := someLevel(t)
	var diff level.Diff
	for c := range doc.Colliders() {
		if c.ID != 1 {
			diff.Colliders = append(diff.Colliders, level.Removed(c))
		}
	}
	layer := *doc.Layer(1)
	layer.Name = ""
	diff.Layers = append(diff.Layers, level.Changed(doc.Layer(1), &layer))
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	want, err := colliders.Load(strings.NewReader(designed))
	if err != nil {
		t.Fatalf("Load of the designed file: %v", err)
	}
	got, _ := exportedTo(t, export.JSON(), doc, export.Options{Form: export.Form{Version: 1}})
	read, err := colliders.Load(bytes.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	if a := read.Colliders[0].Area; math.Abs(a-1010.27) > 0.005 {
		t.Errorf("area = %v, want 1010.27", a)
	}
	read.Colliders[0].Area = 1010.27
	near := cmpopts.EquateApprox(0, 1e-9)
	if diff := cmp.Diff(want, read, near, cmpopts.IgnoreUnexported(colliders.File{})); diff != "" {
		t.Errorf("the file is not as designed (-want +got):\n%s", diff)
	}
	if a, b := keysOf(t, designed), keysOf(t, string(got)); !slices.Equal(a, b) {
		t.Errorf("keys are\n%v, want\n%v", b, a)
	}
}

// keysOf returns all keys of a JSON text, in order.
func keysOf(t *testing.T, text string) []string {
	t.Helper()
	var keys []string
	d := json.NewDecoder(strings.NewReader(text))
	var walk func()
	walk = func() {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch token {
		case json.Delim('{'):
			for d.More() {
				key, err := d.Token()
				if err != nil {
					t.Fatal(err)
				}
				keys = append(keys, key.(string))
				walk()
			}
			_, _ = d.Token()
		case json.Delim('['):
			for d.More() {
				walk()
			}
			_, _ = d.Token()
		}
	}
	walk()
	return keys
}

func TestJSONMatchesYAML(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		var fromJSON, fromYAML any
		if err := json.Unmarshal(exported(t, export.JSON(), doc), &fromJSON); err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(exported(t, export.YAML(), doc), &fromYAML); err != nil {
			t.Fatal(err)
		}
		normal, err := json.Marshal(fromYAML) // integers in YAML are floats in JSON
		if err != nil {
			t.Fatal(err)
		}
		var again any
		if err := json.Unmarshal(normal, &again); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fromJSON, again); diff != "" {
			t.Fatalf("the YAML differs from the JSON:\n%s", diff)
		}
	})
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	check := compiled(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		for _, e := range syntaxes() {
			data := exported(t, e, doc)
			f, err := colliders.Load(bytes.NewReader(data))
			if err != nil {
				t.Fatalf("Load of the %s: %v\n%s", e.Name(), err, data)
			}
			if again := exported(t, e, doc); !bytes.Equal(data, again) {
				t.Fatal("two exports of one level differ")
			}
			samePieces(t, doc, f)
			if err := validates(check, data); err != nil {
				t.Fatalf("the %s does not validate: %v\n%s", e.Name(), err, data)
			}
			back, err := export.Document(f, nil)
			if err != nil {
				t.Fatalf("Document: %v", err)
			}
			sameDocument(t, doc, back)
		}
	})
}

// samePieces checks that the file's pieces are the level's baked pieces in level space.
func samePieces(t *rapid.T, doc *level.Document, f *colliders.File) {
	i := 0
	for c := range doc.Colliders() {
		got := f.Colliders[i]
		i++
		if got.ID != c.ID.String() {
			t.Fatalf("collider %d is %s, want %v", i, got.ID, c.ID)
		}
		body, ok, err := f.Body(&got)
		if err != nil {
			t.Fatal(err)
		}
		baked := doc.Baked(c.ID)
		if want := len(baked.Pieces) > 0; ok != want {
			t.Fatalf("%v has a body: %v, want %v", c.ID, ok, want)
		}
		if len(body.Shapes) != len(baked.Pieces) {
			t.Fatalf("%v has %d pieces, want %d", c.ID, len(body.Shapes), len(baked.Pieces))
		}
		bounds := collision.EmptyAABB()
		for j, p := range baked.Pieces {
			s := body.Shapes[j]
			if s.Radius() != p.Radius() {
				t.Fatalf("%v piece %d: radius %v, want %v", c.ID, j, s.Radius(), p.Radius())
			}
			sameOutline(t, placed(s, body.Transform), placed(p, c.Transform()))
			bounds = bounds.Union(p.Bounds(c.Transform()))
		}
		if ok && !near(bounds.Min, got.Bounds.Min) || ok && !near(bounds.Max, got.Bounds.Max) {
			t.Fatalf("%v has bounds %v, want %v", c.ID, got.Bounds, bounds)
		}
	}
}

// sameOutline checks that two convex outlines are equal within 1e-9, apart from vertices on straight edges.
func sameOutline(t *rapid.T, got, want []collision.Vec) {
	for _, pair := range [][2][]collision.Vec{{got, want}, {want, got}} {
		s, err := collision.NewShape(pair[1], 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range pair[0] {
			if _, d := s.Closest(collision.Identity(), v); math.Abs(d) > 1e-9 {
				t.Fatalf("vertex %v is %g off the outline %v", v, d, pair[1])
			}
		}
	}
}

func placed(s collision.Shape, at collision.Transform) []collision.Vec {
	vs := s.Vertices()
	for i, v := range vs {
		vs[i] = at.Apply(v)
	}
	return vs
}

func near(a, b collision.Vec) bool { return a.Dist(b) < 1e-9 }

// sameDocument checks that a document that was read back equals the original, except for data that is not exported.
func sameDocument(t *rapid.T, want, got *level.Document) {
	i, j := slices.Collect(want.Colliders()), slices.Collect(got.Colliders())
	if len(i) != len(j) {
		t.Fatalf("%d colliders come back, want %d", len(j), len(i))
	}
	for k, c := range i {
		back := *j[k]
		back.Layer, back.Order, back.Locked, back.Hidden = c.Layer, c.Order, c.Locked, c.Hidden
		if !near(back.OneWay, c.OneWay) {
			t.Fatalf("%v: one-way %v, want %v", c.ID, back.OneWay, c.OneWay)
		}
		back.OneWay = c.OneWay
		if !back.Equal(c) {
			t.Fatalf("%v comes back changed (-want +got):\n%s", c.ID, cmp.Diff(*c, back))
		}
	}
}

func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(colliders.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("colliders.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("colliders.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// validates checks a file in either syntax against the schema.
func validates(s *jsonschema.Schema, data []byte) error {
	if data[0] != '{' {
		var v any
		if err := yaml.Unmarshal(data, &v); err != nil {
			return err
		}
		var err error
		if data, err = json.Marshal(v); err != nil {
			return err
		}
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

func TestExampleValidates(t *testing.T) {
	t.Parallel()
	s := compiled(t)
	for _, e := range syntaxes() {
		if err := validates(s, exported(t, e, someLevel(t))); err != nil {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
	if err := validates(s, []byte(designed)); err != nil {
		t.Error(err)
	}
}

func TestWorldAgreesWithTheLevel(t *testing.T) {
	t.Parallel()
	doc := someLevel(t)
	f, err := colliders.Load(bytes.NewReader(exported(t, export.YAML(), doc)))
	if err != nil {
		t.Fatal(err)
	}
	world, err := f.World()
	if err != nil {
		t.Fatal(err)
	}
	of, colliders := level.NewWorld(doc.Snapshot())
	world.Update()
	of.Update()
	var got, want []string
	for c := range world.Contacts() {
		got = append(got, fmt.Sprintf("%s-%s trigger %v one-way %v depth %.6f", f.At(c.A).ID, f.At(c.B).ID, c.Trigger,
			c.OneWay, c.Depth()))
	}
	for c := range of.Contacts() {
		want = append(want, fmt.Sprintf("%v-%v trigger %v one-way %v depth %.6f", colliders[c.A].ID, colliders[c.B].ID,
			c.Trigger, c.OneWay, c.Depth()))
	}
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("contacts of the file:\n%s\nof the level:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if f.At(0) != nil || f.At(99) != nil || f.Find("c4").Group != -3 || f.Find("c99") != nil {
		t.Error("At and Find return missing colliders")
	}
}

// A full disk is reported in the same words as when saving, whether it fills up early or late, and the error names no
// temporary file.
func TestToFileOnAFullDisk(t *testing.T) {
	t.Parallel()
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("there is no device that is full")
	}
	for _, doc := range []*level.Document{someLevel(t), manyColliders(t, 1000)} {
		for _, e := range []export.Exporter{export.JSON(), export.Godot()} {
			_, err := export.ToFile(t.Context(), e, doc.Snapshot(), export.Options{}, full)
			if !errors.Is(err, syscall.ENOSPC) || !strings.HasPrefix(err.Error(), "writing "+full+": ") ||
				!strings.HasSuffix(err.Error(), "free some space or save elsewhere") {
				t.Errorf("%s: %v", e.Name(), err)
			}
		}
	}
}

func TestToFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.colliders.json")
	doc := someLevel(t)
	ctx := context.Background()
	if _, err := export.ToFile(ctx, export.JSON(), doc.Snapshot(), export.Options{}, path); err != nil {
		t.Fatal(err)
	}
	if _, err := colliders.LoadFile(path); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := export.ToFile(canceled, export.JSON(), doc.Snapshot(), export.Options{}, path); !errors.Is(err,
		context.Canceled) {
		t.Errorf("a cancelled export returns %v", err)
	}
	if _, err := export.ToFile(ctx, failing{export.JSON()}, doc.Snapshot(), export.Options{}, path); err == nil {
		t.Error("a failing export returns no error")
	}
	if _, err := export.ToFile(ctx, export.JSON(), doc.Snapshot(), export.Options{},
		filepath.Join(dir, "none", "b.json")); err == nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("export into a missing folder returns %v", err)
	}
	if _, err := export.ToFile(ctx, export.JSON(), doc.Snapshot(), export.Options{}, dir); err == nil {
		t.Error("export over a folder returns no error")
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Error("a failed export changed the file")
	}

	if _, err := export.ToFile(ctx, attaching{export.JSON()}, doc.Snapshot(), export.Options{}, path); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "a.png")); err != nil || string(data) != "beside" {
		t.Errorf("the file beside it holds %q, %v", data, err)
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 2 {
		t.Errorf("the folder holds %v, want the export and the file beside it only", left)
	}
}

type failing struct{ export.Exporter }

func (failing) Export(_ context.Context, _ level.Snapshot, _ export.Options, w io.Writer) (*export.Report, error) {
	_, _ = w.Write([]byte("half"))
	return nil, errors.New("no")
}

type attaching struct{ export.Exporter }

func (a attaching) Export(
	ctx context.Context, s level.Snapshot, o export.Options, w io.Writer,
) (*export.Report, error) {
	r, err := a.Exporter.Export(ctx, s, o, w)
	if err == nil {
		r.Files = append(r.Files, export.Attachment{Name: o.Base + ".png", Data: []byte("beside")})
	}
	return r, err
}

func TestWriteFileKeepsModeAndLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if err := disk.WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || string(data) != "new" {
		t.Errorf("the file holds %q, %v; want new", data, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is now %v, %v; want a link", info, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file's mode is %v, %v; want 0640", info.Mode(), err)
	}
	if err := disk.WriteFile(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("writing to the null device replaced it")
	}
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	r := export.NewRegistry(syntaxes()...)
	if e, err := r.Get("YAML"); err != nil || e.Name() != "yaml" {
		t.Errorf("Get(YAML) = %v, %v", e, err)
	}
	if _, err := r.Get("xml"); err == nil || !strings.Contains(err.Error(), "json, yaml") {
		t.Errorf("Get(xml) = %v, want an error with the known names", err)
	}
	if e, ok := r.ForFile("x/A.Colliders.JSON"); !ok || e.Name() != "json" {
		t.Errorf("ForFile = %v, %v, want json", e, ok)
	}
	if _, ok := r.ForFile("a.txt"); ok {
		t.Error("ForFile(a.txt) finds a format")
	}
}

func manyColliders(t testing.TB, n int) *level.Document {
	doc := someLevel(t)
	var diff level.Diff
	for i := range n {
		c := level.NewCollider(level.ID(100+i), 1, "box", level.Shape{
			Kind: level.Polygon, Radius: 3, Rounding: level.Inset,
			Points: []level.Vec{{}, {X: 32.5}, {X: 32.5, Y: 16}, {X: 16, Y: 16}, {X: 16, Y: 32}, {Y: 32}},
		}, level.Vec{X: float64(i%100) * 40, Y: float64(i/100) * 40})
		c.Angle = level.Degrees(i % 360)
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

func BenchmarkExport10k(b *testing.B) {
	snap := manyColliders(b, 10_000).Snapshot()
	for _, e := range syntaxes() {
		b.Run(e.Name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Export(context.Background(), snap, export.Options{}, io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLoad10k(b *testing.B) {
	doc := manyColliders(b, 10_000)
	for _, e := range syntaxes() {
		data := exported(b, e, doc)
		b.Run(e.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := colliders.Load(bytes.NewReader(data)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The ends of a capsule that differ in its own frame may round to one point in level space; its piece then has one
// vertex.
func TestShortCapsuleFarOut(t *testing.T) {
	t.Parallel()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	ends := []level.Vec{
		{X: 7.275957614183426e-12, Y: 1.8189894035458565e-12},
		{X: 5.4569682106375694e-12, Y: 1.8189894035458565e-12},
	}
	c := level.NewCollider(1, 1, "", level.Shape{Kind: level.Capsule, Points: ends, Radius: 1},
		level.Vec{X: 1, Y: 5000})
	if err := doc.Apply(level.Diff{
		Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "a"})},
		Colliders: []level.Change[level.Collider]{level.Added(c)},
	}); err != nil {
		t.Fatal(err)
	}
	data := exported(t, export.YAML(), doc)
	f, err := colliders.Load(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if pieces := f.Colliders[0].Pieces; len(pieces) != 1 || len(pieces[0].Vertices) != 1 {
		t.Errorf("pieces %v, want one of one vertex", pieces)
	}
}

// The native formats and Tiled maps have the properties of imported levels. Other formats report that they leave the
// properties out.
func TestPropertiesOfImportedLevels(t *testing.T) {
	t.Parallel()
	set := level.DefaultSettings()
	set.Imports = []*level.Import{{
		File:   "world.ldtk",
		Places: []level.Place{{Level: "Cave", Properties: level.Properties{"music": "drips", "depth": 3.0}}},
	}}
	doc, err := level.NewDocument(set)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range append(syntaxes(), targets()...) {
		var b bytes.Buffer
		report, err := e.Export(context.Background(), doc.Snapshot(), export.Options{Base: "a"}, &b)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Files { // properties in a level's own map have no prefix
			b.Write(bytes.ReplaceAll(f.Data, []byte(`"music"`), []byte(`"Cave.music"`)))
		}
		says := strings.Contains(b.String(), "Cave.music") && strings.Contains(b.String(), "drips")
		reported := slices.ContainsFunc(report.Losses, func(l export.Loss) bool {
			return l.Kind == export.LossLevel && l.Severity() == export.SeverityNote
		})
		if says == reported {
			t.Errorf("%s has the properties: %v; reports them as lost: %v", e.Name(), says, reported)
		}
		if slices.ContainsFunc(syntaxes(), func(o export.Exporter) bool { return o.Name() == e.Name() }) {
			f, err := colliders.Load(&b)
			if err != nil || f.Level.Properties["Cave.music"] != "drips" || f.Level.Properties["Cave.depth"] != 3.0 {
				t.Errorf("%s: loaded properties are %v, %v", e.Name(), f.Level.Properties, err)
			}
		}
	}
}
