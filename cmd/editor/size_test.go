package main

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/testkit"
)

// A level with a huge number of one kind of record is opened, checked and exported with memory in proportion to its
// file.
func TestCostlyLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make nightly runs it")
	}
	for _, kind := range testkit.CostlyLevels() {
		t.Run(kind.Name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "costly.level.yaml")
			costs(t, path, kind.Text(kind.Count), kind.Refused, []string{"check", path},
				[]string{"export", path, "-f", "json", "-o", filepath.Join(t.TempDir(), "out.json")})
		})
	}
}

// The same levels in the styles of other programs, or with a mistake, are opened with memory in proportion as well. The
// test runs a selection, or all of them if FILLET_TEST_STYLES is set.
func TestCostlyLevelsOfOtherPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make nightly runs it")
	}
	some := []string{
		"layers of one circle", "properties of one collider", "vertices of square holes",
		"deleted colliders", "renamed imports",
	}
	for _, kind := range testkit.CostlyLevels() {
		if os.Getenv("FILLET_TEST_STYLES") == "" && !slices.Contains(some, kind.Name) {
			continue
		}
		for _, style := range testkit.LevelStyles() {
			t.Run(kind.Name+" "+style.Name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "costly.level.yaml")
				costs(t, path, style.Text(kind.Text(kind.Count)), kind.Refused || style.Refused,
					[]string{"check", path})
			})
		}
	}
}

// costs runs commands of the program on a file, and checks that they allocate little memory in proportion to it.
func costs(t *testing.T, path string, text []byte, invalid bool, commands ...[]string) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range commands {
		var errs bytes.Buffer
		code := 0
		took := int(testkit.AllocatedBytes(func() {
			code = run(t.Context(), append([]string{"fillet"}, args...), strings.NewReader(""), io.Discard, &errs)
		}))
		if code != exitOK && code != exitLoss && (code != exitUnreadable || !invalid) {
			t.Fatalf("%s: exit code %d, %.500s", args[0], code, errs.String())
		}
		if errs.Len() > 10_000 {
			t.Fatalf("%s writes %d bytes of errors: %.300s", args[0], errs.Len(), errs.String())
		}
		size := len(text)
		if args[0] == "export" { // an export's size includes what it reads and writes
			if info, err := os.Stat(args[len(args)-1]); err == nil {
				size += int(info.Size())
			}
		}
		if limit := 128<<20 + 256*size; took > limit {
			t.Errorf("%s allocated %d MB for %.1f MB that it read and wrote, want %d at most", args[0], took>>20,
				float64(size)/(1<<20), limit>>20)
		}
	}
}

// A map with too many colliders is rejected, with memory in proportion to its size.
func TestCostlyMaps(t *testing.T) {
	const side = 3000
	var b bytes.Buffer
	fmt.Fprintf(&b, `<map version="1.10" orientation="orthogonal" width="%d" height="%[1]d" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1">
  <tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
 </tileset>
 <layer id="1" name="board" width="%[1]d" height="%[1]d"><data encoding="csv">`, side)
	for i := range side * side {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('0' + byte((i%side+i/side)%2))
	}
	b.WriteString("</data></layer>\n</map>\n")
	path := filepath.Join(t.TempDir(), "board.tmx")
	costs(t, path, b.Bytes(), true, []string{"check", path}, []string{
		"export", path, "-f", "json", "-o",
		filepath.Join(t.TempDir(), "out.json"),
	})
}

// A compressed layer with a huge number of cells, nearly all of them empty, takes little memory although its file is
// small.
func TestCostlyPackedMaps(t *testing.T) {
	const side = 4000
	tiles := make([]byte, 4*side*side)
	tiles[4*side*side/2] = 1
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write(tiles); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<map version="1.10" orientation="orthogonal" width="%d" height="%[1]d" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1">
  <tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
 </tileset>
 <layer id="1" name="sky" width="%[1]d" height="%[1]d"><data encoding="base64" compression="zlib">%s</data></layer>
</map>
`, side, base64.StdEncoding.EncodeToString(packed.Bytes()))
	path := filepath.Join(t.TempDir(), "sky.tmx")
	costs(t, path, b.Bytes(), false, []string{"check", path}, []string{
		"export", path, "-f", "json", "-o",
		filepath.Join(t.TempDir(), "out.json"),
	})
}
