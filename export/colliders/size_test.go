package colliders_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"fillet/editor/testkit"
	"fillet/export/colliders"
)

// The loader depends on the collision packages and a YAML reader, not on the editor.
func TestLoaderDependencies(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"fillet/collision", "fillet/collision/dynamics", "fillet/collision/polygon", "fillet/editor/quote",
		"fillet/editor/strictyaml", "fillet/export/colliders", "gopkg.in/yaml.v3",
	}
	got := strings.Fields(string(out))
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the loader links %q, want %q", got, want)
	}
}

// many returns a file with n colliders.
func many(n int, asYAML bool) []byte {
	var b bytes.Buffer
	head, item, tail := "format: fillet-colliders\nversion: 1\nlevel: {name: Many, size: [9, 9], pixels_per_metre: "+
		"32, \"y\": down}\ncategories: [default]\ncolliders:\n",
		"  - id: c%d\n    name: \"shape %d\"\n    role: solid\n    one_way: null\n    body: static\n    category: "+
			"1\n    mask: 1\n    tags: []\n    properties: {}\n"+
			"    shape: {kind: polygon, points: [[2.26, 11.91], [-12.42, 6.81], [-10.19, -9.59], [5.15, -10.91]], "+
			"radius: 0, rounding: inset}\n"+
			"    position: [24, 24]\n    angle: 0\n    pieces:\n      - {vertices: [[11.58, 30.81], [13.81, 14.41], "+
			"[29.15, 13.09], [26.26, 35.91]], radius: 0}\n"+
			"    bounds: [11.58, 13.09, 29.15, 35.91]\n    area: 300\n    centroid: [20, 24]\n    source: null\n", ""
	if !asYAML {
		head, tail = `{"format": "fillet-colliders", "version": 1, "level": {"name": "Many", "size": [9, 9], "pixels_per_metre": 32, "y": "down"}, "categories": ["default"], "colliders": [`, "]}"
		item = `{"id": "c%d", "name": "shape %d", "role": "solid", "one_way": null, "body": "static", "category": 1, "mask": 1, "tags": [], "properties": {}, ` +
			`"shape": {"kind": "polygon", "points": [[2.26, 11.91], [-12.42, 6.81], [-10.19, -9.59], [5.15, -10.91]], "radius": 0, "rounding": "inset"}, ` +
			`"position": [24, 24], "angle": 0, "pieces": [{"vertices": [[11.58, 30.81], [13.81, 14.41], [29.15, 13.09], [26.26, 35.91]], "radius": 0}], ` +
			`"bounds": [11.58, 13.09, 29.15, 35.91], "area": 300, "centroid": [20, 24], "source": null}`
	}
	b.WriteString(head)
	for i := range n {
		if i > 0 && !asYAML {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, item, i, i)
	}
	b.WriteString(tail)
	return b.Bytes()
}

// Loading a large file takes memory in proportion to its size, in both syntaxes.
func TestLargeFilesTakeLittleMemory(t *testing.T) {
	const n = 20_000
	for syntax, asYAML := range map[string]bool{"YAML": true, "JSON": false} {
		text := many(n, asYAML)
		took := testkit.AllocatedBytes(func() {
			if f, err := colliders.Load(bytes.NewReader(text)); err != nil || len(f.Colliders) != n {
				t.Fatalf("%s: %v", syntax, err)
			}
		})
		if took > 50*uint64(len(text)) {
			t.Errorf("%s: %d MB were allocated for %d bytes of text", syntax, took>>20, len(text))
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for syntax, asYAML := range map[string]bool{"YAML": true, "JSON": false} {
		b.Run(syntax+" 10k", func(b *testing.B) {
			text := many(10_000, asYAML)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := colliders.Load(bytes.NewReader(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
