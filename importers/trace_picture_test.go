package importers_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/bmp"

	"fillet/importers"
)

func TestReadPicture(t *testing.T) {
	t.Parallel()
	m := disc(20, Vec{X: 10, Y: 10}, 7)
	dir := t.TempDir()
	for name, encode := range map[string]func(*bytes.Buffer) error{
		"a.png":         func(b *bytes.Buffer) error { return png.Encode(b, m) },
		"b.jpg":         func(b *bytes.Buffer) error { return jpeg.Encode(b, m, nil) },
		"c.gif":         func(b *bytes.Buffer) error { return gif.Encode(b, m, nil) },
		"d.bmp":         func(b *bytes.Buffer) error { return bmp.Encode(b, m) },
		"misnamed.jpeg": func(b *bytes.Buffer) error { return png.Encode(b, m) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := importers.ReadPicture(path)
		if err != nil || got.Bounds().Size() != image.Pt(20, 20) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		// A file that is truncated anywhere gives an error with its name.
		for _, n := range []int{0, 1, 5, b.Len() / 2} {
			if err := os.WriteFile(path, b.Bytes()[:n], 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := importers.ReadPicture(path); err == nil || !bytes.Contains([]byte(err.Error()), []byte(name)) {
				t.Errorf("the first %d bytes of %s: %v", n, name, err)
			}
		}
	}
	text := filepath.Join(dir, "e.txt")
	if err := os.WriteFile(text, []byte("not a picture at all"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := importers.ReadPicture(text); !errors.Is(err, importers.ErrNotPicture) {
		t.Errorf("a text file: %v", err)
	}
	if _, err := importers.ReadPicture(filepath.Join(dir, "none.png")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// A picture that claims to be huge is rejected before it is decoded.
func TestHugePicture(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := bmp.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	binary.LittleEndian.PutUint32(data[18:], 1<<30)
	binary.LittleEndian.PutUint32(data[22:], 1<<30)
	if _, err := importers.DecodePicture(bytes.NewReader(data)); !errors.Is(err, importers.ErrPictureTooLarge) {
		t.Errorf("%v", err)
	}
}
