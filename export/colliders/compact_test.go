package colliders_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/editor/testkit"
	"fillet/export/colliders"
)

// compact returns a file in the compact form.
func compact(t testing.TB, text string) []byte {
	t.Helper()
	f, err := colliders.Load(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	w := colliders.NewCompactWriter(f)
	for i := range f.Colliders {
		w.Add(&f.Colliders[i])
	}
	var b bytes.Buffer
	if _, err := w.Write(&b, f.Joints); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// set returns a copy of a file with another number at a place.
func set(data []byte, at int, value uint32) []byte {
	out := slices.Clone(data)
	binary.LittleEndian.PutUint32(out[at:], value)
	return out
}

func TestCompactErrors(t *testing.T) {
	t.Parallel()
	whole := compact(t, loadable(t)["frozen/every-key.colliders.json"])
	if _, err := colliders.Load(bytes.NewReader(whole)); err != nil {
		t.Fatal(err)
	}
	count := func(i int) int { return int(binary.LittleEndian.Uint32(whole[12+4*i:])) }
	first := 128 + 4*count(0) + 20*count(1) + 12*count(2) // the first collider
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"no header", whole[:100], "the file is truncated: it has 100 bytes, fewer than its header"},
		{"truncated", whole[:len(whole)-1], "the file is truncated: it has"},
		{"longer", append(slices.Clone(whole), 0), "the file is damaged: it has"},
		{"newer", set(whole, 4, 2), "this file was written by a newer Fillet (binary version 2; this one reads 1)"},
		{"version 0", set(whole, 4, 0), "a binary version of 0 does not exist"},
		{"size", set(whole, 8, 5), "the file is damaged: its records take"},
		{"count", set(whole, 24, math.MaxUint32), "the file is damaged: its records take"},
		{"mix", set(whole, 112, 5), "level: 5 is not one of 5 known values"},
		{"gravity", set(whole, 96, math.Float32bits(float32(math.Inf(1)))), "level: a number is not finite"},
		{"pixels per metre", set(whole, 76, 0), "level: pixels per metre are 0"},
		{"name", set(whole, 68, math.MaxUint32), "level: no string begins at 4294967295"},
		{"middle of a string", set(whole, first, 3), "colliders[0]: no string begins at 3"},
		{"same id", set(whole, first+52, binary.LittleEndian.Uint32(whole[first:])), "colliders[1]: the id"},
		{"no id", set(whole, first, 0), `colliders[0]: the id "" is empty`},
		{"position", set(whole, first+8, math.MaxUint32), "colliders[0]: a number is not finite"},
		{"pieces", set(whole, first+24, math.MaxUint32), "colliders[0]: 4294967295 records from 0 on are not the next"},
		{"pieces of another", set(whole, first+52+20, 0), "colliders[1]: "},
		{"kind", set(whole, first+28, 6), "colliders[0]: 6 is not one of 6 known values"},
		{"filter", set(whole, first+36, 1000), "colliders[0]: index 1000 is out of range"},
		{"extra", set(whole, first+48, 1000), "colliders[0]: record 1000 is not the next"},
	} {
		_, err := colliders.Load(bytes.NewReader(tt.data))
		var e *colliders.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
	if !colliders.Sniff(whole[:8]) {
		t.Error("Sniff does not recognize a compact file")
	}
}

// The body that a compact file gives to a collider is the first collider with its body's name.
func TestCompactBodies(t *testing.T) {
	t.Parallel()
	f := &colliders.File{Level: colliders.Level{PixelsPerMetre: 1}, Categories: []string{"a"}}
	w := colliders.NewCompactWriter(f)
	for id, body := range map[string]string{"c1": "g1", "c2": "g1", "c3": "g2"} {
		f.Colliders = append(f.Colliders, colliders.Collider{
			ID: id, OneBody: body, Role: colliders.Solid, Body: colliders.Dynamic, Category: 1,
			Pieces: []colliders.Piece{{Vertices: []colliders.Vec{{X: 1}}, Radius: 1}},
		})
	}
	slices.SortFunc(f.Colliders, func(a, b colliders.Collider) int { return strings.Compare(a.ID, b.ID) })
	for i := range f.Colliders {
		w.Add(&f.Colliders[i])
	}
	var b bytes.Buffer
	if _, err := w.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	extras := 128
	for i, size := range []int{4, 20, 12, 52, 36} {
		extras += size * int(binary.LittleEndian.Uint32(b.Bytes()[12+4*i:]))
	}
	for _, tt := range []struct {
		collider int
		body     uint32
		want     string
	}{
		{1, 1, "colliders[1]: collider 1 is not the first of its body"},
		{2, 0, "colliders[2]: collider 0 is not the first of its body"},
		{2, 1, "colliders[2]: collider 1 is not the first of its body"},
		{0, 1, "colliders[0]: collider 1 is not the first of its body"},
	} {
		_, err := colliders.Load(bytes.NewReader(set(b.Bytes(), extras+44*tt.collider, tt.body)))
		if err == nil || err.Error() != tt.want {
			t.Errorf("the error is %v, want %s", err, tt.want)
		}
	}
	if _, err := colliders.Load(&b); err != nil {
		t.Error(err)
	}
}

// A header that promises more than the file has costs no memory.
func TestCompactHeadersTakeNoMemory(t *testing.T) {
	data := compact(t, designed())
	for at := 12; at < 68; at += 4 {
		took := testkit.AllocatedBytes(func() {
			if _, err := colliders.Load(bytes.NewReader(set(data, at, 1<<31))); err == nil {
				t.Error("a wrong count is accepted")
			}
		})
		if took > 64<<10 {
			t.Errorf("a wrong count at %d allocates %d bytes", at, took)
		}
	}
}

// Every compact file that loads makes a world, and no file causes a panic or takes much more memory than its size.
func FuzzLoadCompact(f *testing.F) {
	for _, text := range loadable(f) {
		f.Add(compact(f, text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = append([]byte("FCOL"), data[min(4, len(data)):]...)
		file, err := colliders.Load(bytes.NewReader(data))
		if err != nil {
			var e *colliders.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v is not an *Error", err)
			}
			return
		}
		vertices := 0
		for i := range file.Colliders {
			file.Colliders[i].Pose(1.5)
			for _, p := range file.Colliders[i].Pieces {
				vertices += len(p.Vertices)
			}
		}
		if vertices > len(data) {
			t.Fatalf("%d vertices from %d bytes", vertices, len(data))
		}
		if _, err := file.World(); err != nil {
			t.Fatal(err)
		}
	})
}

// Changing any byte of a file gives an error or a file that can be used.
func TestCompactOfDamagedBytes(t *testing.T) {
	t.Parallel()
	data := compact(t, loadable(t)["frozen/every-key.colliders.json"])
	rejected := 0
	for i := range data {
		for _, bit := range []byte{1, 0x80, 0xff} {
			damaged := slices.Clone(data)
			damaged[i] ^= bit
			file, err := colliders.Load(bytes.NewReader(damaged))
			if err != nil {
				rejected++
				continue
			}
			if _, err := file.World(); err != nil {
				t.Errorf("byte %d: %v", i, err)
			}
		}
	}
	if rejected < len(data)/2 {
		t.Errorf("%d of %d damaged files are rejected", rejected, 3*len(data))
	}
}
