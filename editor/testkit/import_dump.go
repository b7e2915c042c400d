package testkit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fillet/editor/level"
	"fillet/importers"
)

// DumpImport returns a result as text, one collider per line, for golden files.
func DumpImport(res *importers.Result) string {
	var b strings.Builder
	for _, i := range res.Issues {
		fmt.Fprintln(&b, i)
	}
	s := res.Document.Settings()
	fmt.Fprintf(&b, "level %q at %v, %v, grid %v\n", s.Name, s.Origin, s.Size, s.Grid.Size)
	properties := s.LevelProperties()
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		fmt.Fprintf(&b, "  %s=%v\n", name, properties[name])
	}
	for _, l := range res.Document.Layers() {
		fmt.Fprintf(&b, "layer %q %s\n", l.Name, l.Color)
		for _, c := range res.Document.InLayer(l.ID) {
			dumpCollider(&b, c)
		}
	}
	return b.String()
}

func dumpCollider(b *strings.Builder, c *level.Collider) {
	fmt.Fprintf(b, "  %s %q at %v", c.Role, c.Name, c.Position)
	if c.Angle != 0 {
		fmt.Fprintf(b, " turned by %g", float64(c.Angle))
	}
	if c.Role == level.OneWay {
		fmt.Fprintf(b, " facing %v", c.OneWay)
	}
	fmt.Fprintf(b, ": %s", c.Shape.Kind)
	if c.Shape.Size != (level.Vec{}) {
		fmt.Fprintf(b, " %v", c.Shape.Size)
	}
	if c.Shape.Radius != 0 {
		fmt.Fprintf(b, " radius %g", c.Shape.Radius)
	}
	if c.Shape.Closed {
		fmt.Fprint(b, " closed")
	}
	if c.Shape.Points != nil {
		fmt.Fprintf(b, " %v", c.Shape.Points)
	}
	for _, h := range c.Shape.Holes {
		fmt.Fprintf(b, " without %v", h)
	}
	if d := c.Shape.Details(); d.Curves != nil {
		fmt.Fprint(b, " with curves")
		for _, v := range d.Curves {
			if v.IsArc() {
				fmt.Fprintf(b, " %d:%g", v.Edge, v.Arc)
			} else {
				fmt.Fprintf(b, " %d:%v", v.Edge, v.Cubic)
			}
		}
	}
	if len(c.Tags) > 0 {
		fmt.Fprintf(b, ", tags %q", c.Tags)
	}
	if c.Motion != nil {
		fmt.Fprintf(b, ", motion %v", *c.Motion)
	}
	for _, k := range slices.Sorted(maps.Keys(c.Properties)) {
		fmt.Fprintf(b, ", %s=%v", k, c.Properties[k])
	}
	fmt.Fprintf(b, ", from %s %s value %d id %q\n", c.Source.Level, c.Source.Layer, c.Source.Value, c.Source.ID)
}

// CompareGolden compares a dump with a golden file. If update is true, it writes the file first.
func CompareGolden(t *testing.T, golden, got string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", golden, d)
	}
}

// FuzzImporter imports the file that source returns. The import must return a valid document, or an error that names
// the file.
func FuzzImporter(t *testing.T, imp importers.Importer, source func() *importers.Source, opts importers.Options) {
	t.Helper()
	src := source()
	if len(src.Data) > 1<<16 {
		return
	}
	_, errLevels := imp.Levels(context.Background(), src)
	src = source()
	res, err := imp.Import(context.Background(), src, opts)
	if err != nil {
		var e *importers.Error
		if !errors.As(err, &e) || e.File != src.Path {
			t.Fatalf("the error does not name the file: %v", err)
		}
		return
	}
	if errLevels != nil {
		t.Fatalf("Levels failed where Import did not: %v", errLevels)
	}
	if err := res.Document.Validate(); err != nil {
		t.Fatalf("the document is not valid: %v", err)
	}
}

// tableVariable is the environment variable that names the file to which WriteRow appends; see target corpus of the
// Makefile.
const tableVariable = "FILLET_CORPUS_TABLE"

// WriteRow logs what a real file should contain, what was found in it, and how long again took. If the environment
// names a table, it adds a row there, with the shortest time of a few imports.
func WriteRow(t *testing.T, file, wanted, found string, again func()) {
	t.Helper()
	start := time.Now()
	again()
	took := time.Since(start)
	t.Logf("%v\n  wanted %s\n  found  %s", took.Round(10*time.Microsecond), wanted, found)
	name := os.Getenv(tableVariable)
	if name == "" {
		return
	}
	for range 9 {
		start := time.Now()
		again()
		took = min(took, time.Since(start))
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	escaped := strings.ReplaceAll(file, "|", `\|`)
	if _, err := fmt.Fprintf(f, "| %s | %s | %s | %.2f |\n", escaped, wanted, found,
		float64(took.Microseconds())/1000); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
