package ui

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/ui/dialog"
)

// writePNG writes an image of a single colour.
func writePNG(t *testing.T, path string, w, h int, c color.Color) {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		r, g, b, a := c.RGBA()
		m.Pix[i] = []byte{byte(r >> 8), byte(g >> 8), byte(b >> 8), byte(a >> 8)}[i%4]
	}
	var b bytes.Buffer
	if err := errors.Join(png.Encode(&b, m), os.MkdirAll(filepath.Dir(path), 0o755),
		os.WriteFile(path, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// A picture is stored by its path relative to the level's folder. It is shown again when the level is reopened and
// follows changes to its file. A missing file is reported.
func TestOwnPictures(t *testing.T) {
	dir := t.TempDir()
	art, path := filepath.Join(dir, "art", "rock.png"), filepath.Join(dir, "a.level.yaml")
	writePNG(t, art, 30, 20, color.NRGBA{R: 255, A: 255})
	w := newWindow(t)
	w.imports.Own.Add([]string{art}, level.Vec{X: 100.4, Y: 50})
	p, ok := w.Tools.Pictures().Chosen()
	if !ok || p.Name != "rock" || p.Position != (level.Vec{X: 100, Y: 50}) || p.Size != (level.Vec{X: 30, Y: 20}) {
		t.Fatalf("picture = %+v", p)
	}
	if size, ok := w.Canvas.ImageSize(p.File); !ok || size != (level.Vec{X: 30, Y: 20}) {
		t.Errorf("its image has %v pixels (%v)", size, ok)
	}
	w.file.SaveTo(path, true, nil)
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), "file: art/rock.png") {
		t.Fatalf("the level's file is (%v):\n%s", err, data)
	}
	shown := func(want color.NRGBA) bool {
		got := w.Canvas.Draw(400, 300).(*image.RGBA)
		at := w.Canvas.Camera.ToScreen(level.Vec{X: 100, Y: 50})
		c := color.NRGBAModel.Convert(got.At(int(at.X), int(at.Y))).(color.NRGBA)
		return c.R > 100 == (want.R > 100) && c.G > 100 == (want.G > 100)
	}
	w = openedWindow(t, path)
	if size, ok := w.Canvas.ImageSize(filepath.ToSlash(art)); !ok || size.X != 30 {
		t.Fatalf("opened again its image has %v pixels (%v)", size, ok)
	}
	w.Canvas.Camera.Center, w.Canvas.Camera.Zoom = level.Vec{X: 100, Y: 50}, 1
	if !shown(color.NRGBA{R: 255}) {
		t.Error("the canvas does not show the picture")
	}
	writePNG(t, art, 60, 20, color.NRGBA{G: 255, A: 255})
	w.imports.Changed(filepath.ToSlash(art))
	if size, _ := w.Canvas.ImageSize(filepath.ToSlash(art)); size.X != 60 || !shown(color.NRGBA{G: 255}) {
		t.Errorf("the image that another program wrote is not shown: %v", size)
	}
	if err := os.Remove(art); err != nil {
		t.Fatal(err)
	}
	w.imports.Changed(filepath.ToSlash(art))
	if _, ok := w.Canvas.ImageSize(filepath.ToSlash(art)); ok ||
		!strings.Contains(w.status.Notice, "rock.png is missing") {
		t.Errorf("a missing image: %v, %q", ok, w.status.Notice)
	}
}

// openedWindow opens a window with a level file.
func openedWindow(t *testing.T, path string) *Window {
	t.Helper()
	w := newWindow(t)
	w.OpenFile(path)
	drawForTest(w.Win.Canvas())
	return w
}

// A picture outside the folders of the level and its project is not read, even though the level file refers to it.
func TestOutsidePicturesAreNotRead(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside.png")
	writePNG(t, outside, 8, 8, color.White)
	path := filepath.Join(dir, "levels", "a.level.yaml")
	text := "fillet: 2\nname: a\nsize: [64, 64]\npictures:\n  - {name: x, file: ../outside.png, position: [0, 0], " +
		"size: [8, 8]}\nlayers: []\n"
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	w := openedWindow(t, path)
	if _, ok := w.Canvas.ImageSize(filepath.ToSlash(outside)); ok {
		t.Error("the outside picture is read")
	}
	if err := os.WriteFile(filepath.Join(dir, "fillet.project.yaml"), []byte("fillet_project: 1\nname: p\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	w = openedWindow(t, path)
	if _, ok := w.Canvas.ImageSize(filepath.ToSlash(outside)); !ok {
		t.Error("a picture in the level's project is not read")
	}
}

// fakeClipboard is a clipboard for images.
type fakeClipboard struct{ data []byte }

func (c *fakeClipboard) ReadPNG() ([]byte, error)   { return c.data, nil }
func (c *fakeClipboard) WritePNG(data []byte) error { c.data = data; return nil }

func TestPicturesOfTheLevel(t *testing.T) {
	w := openForTest(t, "rounding")
	clip := &fakeClipboard{}
	w.Images = clip
	id := w.Session.Document().Snapshot().Layers[0].Colliders[0].ID
	w.Session.Selection().Set(id)
	w.CopyPicture()
	m, err := png.Decode(bytes.NewReader(clip.data))
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := w.Session.Selection().Bounds(); m.Bounds().Dx() < int(b.Size().X) ||
		m.Bounds().Dx() > int(b.Size().X)+18 {
		t.Errorf("a shape of width %g is copied with width %d", b.Size().X, m.Bounds().Dx())
	}
	w.commands.paste() // asks where to save the picture
	if !w.IsModal() {
		t.Error("pasting does not ask where to save the picture")
	}
}

func TestPastedPictures(t *testing.T) {
	for text, want := range map[string][]string{
		"/a/b.png": {"/a/b.png"}, "file:///a/b%20c.webp\r\nfile:///d.PNG": {"/a/b c.webp", "/d.PNG"},
		"b.png": nil, "/a/b.txt": nil, "": nil, "fillet: 1\n/a.png": nil, "https://a/b.png": nil,
	} {
		if got := dialog.PastedPictures(text); filepath.Separator == '/' && !slices.Equal(got, want) {
			t.Errorf("%q gives the path %q, want %q", text, got, want)
		}
	}
}
