package level_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
)

// A level file made to harm its reader is either rejected, with the position of the fault, or read correctly. Memory
// stays within a small multiple of the file's size.
func TestHostileLevels(t *testing.T) {
	const head = "fillet: 1\nname: x\nsize: [10, 10]\n"
	aliases := "fillet: 1\nname: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 20 {
		aliases += fmt.Sprintf("k%d: &%c [%s]\n", i, 'b'+i,
			strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", 'a'+i), 10), ", "))
	}
	collider := func(more string) string {
		return head + "layers:\n  - id: l1\n    name: a\n    colliders:\n      - {id: c1, name: a, kind: circle, " +
			"radius: 5, position: [0, 0]" + more + "}\n"
	}
	const none = "layers: []\n"
	tests := map[string]struct {
		text string
		word string // expected in the error; empty if the level is valid
	}{
		"deep lists":           {head + "layers: " + strings.Repeat("[", 200_000), "depth"},
		"deep mappings":        {head + "layers: " + strings.Repeat("{a: ", 200_000), "depth"},
		"deep blocks":          {head + "layers:\n  " + strings.Repeat("- ", 200_000), "depth"},
		"deep keys":            {head + "layers: " + strings.Repeat("? ", 100_000), "not allowed"},
		"aliases of aliases":   {aliases, "expected text"},
		"an alias of itself":   {"fillet: 1\nlayers: &a [*a]\n", "references"},
		"a merge key":          {head + "<<: {name: y}\n", "plain word"},
		"a key twice":          {head + "name: y\n", "was already set"},
		"a key that is a list": {head + "? [a, b]\n: c\n", "plain word"},
		"a huge scalar":        {head + "nonsense: \"" + strings.Repeat("x", 2<<20) + "\"\n", "unknown key"},
		"a huge name":          {"fillet: 1\nname: \"" + strings.Repeat("x", 2<<20) + "\"\n" + none, "at most 1 MB"},
		"a huge tag":           {collider(", tags: [\"" + strings.Repeat("x", 2<<20) + "\"]"), "at most 1 MB"},
		"not a number":         {"fillet: 1\nsize: [.nan, .inf]\n", "not a finite number"},
		"beyond a number":      {"fillet: 1\nsize: [1e999, 1]\n", "not a finite number"},
		"a large number":       {"fillet: 1\nsize: [1e300, 1]\n" + none, "size"},
		"a NUL byte":           {"fillet: 1\nname: \"a\x00b\"\n", "control characters"},
		"an escaped NUL":       {"fillet: 1\nname: \"a\\0b\"\n" + none, ""},
		"a byte order mark":    {"\ufeff" + head + none, ""},
		"UTF-16":               {"\xff\xfef\x00i\x00l\x00l\x00e\x00t\x00", "UTF-16"},
		"not UTF-8":            {"fillet: 1\nname: \"\xc3\x28\"\n", "not UTF-8"},
		"two documents":        {head + "---\n" + head, "one YAML document"},
		"an id beyond numbers": {head + "layers:\n  - id: l99999999999999999999\n    name: a\n", "not an id"},
		"a negative id":        {head + "layers:\n  - id: l-1\n    name: a\n", "not an id"},
		"a radius that is not": {
			strings.Replace(collider(""), "radius: 5", "radius: -.inf", 1),
			"not a finite number",
		},
		"a grid of nothing": {head + "grid: {size: [0, 0]}\n" + none, "grid"},
		"many subdivisions": {head + "grid: {size: [16, 16], subdivisions: 2000000000}\n" + none, "subdivisions"},
		"a picture of two GB": {
			head + "imports:\n  - {file: \"" + strings.Repeat("../", 1000) + "dev/zero\"}\n",
			"",
		},
		"binary": {head + "layers: !!binary " + base64.StdEncoding.EncodeToString(make([]byte, 1<<20)) +
			"\n", "expected a list"},
		"many anchors":          {head + "layers: [" + strings.Repeat("&a x, ", 100_000) + "]\n", "expected keys"},
		"a directive":           {"%YAML 9.9\n---\n" + head + none, "YAML"},
		"colliders of no layer": {head + "colliders: []\n", "unknown key"},
		"an outline of no point": {head +
			"layers:\n  - id: l1\n    name: a\n    colliders:\n      - {id: c1, name: a, kind: polygon, points: [], " +
			"position: [0, 0]}\n", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var doc *level.Document
			var err error
			const base, factor = 32 << 20, 40
			if took := testkit.AllocatedBytes(func() {
				doc, err = level.Read(strings.NewReader(tt.text), "a.level.yaml")
			}); took > base+factor*uint64(len(tt.text)) {
				t.Errorf("%d bytes took %d MB", len(tt.text), took>>20)
			}
			var place *level.ReadError
			switch {
			case err == nil && tt.word != "":
				t.Errorf("the file is read, with %d colliders", doc.Len())
			case err == nil:
				if err := doc.Validate(); err != nil {
					t.Error(err)
				}
			case !errors.As(err, &place) || place.File != "a.level.yaml":
				t.Errorf("the error has no position: %v", err)
			case !strings.Contains(err.Error(), tt.word):
				t.Errorf("the file is rejected with %.300q, want %q in it", err, tt.word)
			case len(err.Error()) > 1000:
				t.Errorf("the error is %d bytes long", len(err.Error()))
			}
		})
	}
}

// Reading stops at the maximum number of categories and presets, and the error has the position of the first one in
// excess.
func TestReadingStopsAtTheLimits(t *testing.T) {
	const head = "fillet: 1\nname: x\nsize: [10, 10]\n"
	for _, text := range []string{
		head + "categories: [" + strings.Repeat("a, ", 64) + "\nb, " + strings.Repeat("c, ", 500_000) +
			"]\nlayers: []\n",
		head + "exports: [" + strings.Repeat("{name: a, format: json, file: b}, ", 64) + "\nb, " + strings.Repeat("c, ",
			500_000) + "]\nlayers: []\n",
	} {
		_, err := level.Parse([]byte(text), "a.level.yaml")
		var place *level.ReadError
		if !errors.As(err, &place) || place.Line != 5 || place.Column != 1 ||
			!strings.Contains(err.Error(), "more than 64 ") {
			t.Errorf("%.40q... is rejected with %v", text[len(head):], err)
		}
	}
}
