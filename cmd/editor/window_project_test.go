package main

import (
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// same reports whether two pictures are the same within a rectangle.
func same(a, b image.Image, in image.Rectangle) bool {
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// While the window is idle, the project's list follows changes that another program makes in its folders. Levels
// deleted in the list go to the system's trash. A second window is independent: it opens other levels, and closing it
// does not affect the first.
func TestWindowProjectFollowsTheDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../assets/samples/depths")); err != nil {
		t.Fatal(err)
	}
	file := func(rel string) string { return filepath.Join(dir, filepath.FromSlash(rel)) }
	d := newDesk(t, file("levels/cavern.level.yaml"), 1280, 720)
	d.shows("cavern")
	d.click(145, 72) // the dock's tab
	dock := image.Rect(48, 120, 270, 690)
	was := d.shot()
	changes := func(what string) {
		t.Helper()
		d.waitFor("the list "+what, func() bool { return !same(was, d.shot(), dock) })
		d.waitFor("its pictures", func() bool {
			before := was
			was = d.shot()
			return same(before, was, dock)
		})
	}
	data, err := os.ReadFile(file("levels/lake.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file("levels/abyss.level.yaml"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	changes("with a new level")
	before := was
	if err := os.Rename(file("levels/abyss.level.yaml"), file("levels/zenith.level.yaml")); err != nil {
		t.Fatal(err)
	}
	changes("with a renamed level")
	if same(before, was, dock) {
		t.Error("the list is unchanged after a level was renamed")
	}
	if err := os.Remove(file("levels/zenith.level.yaml")); err != nil {
		t.Fatal(err)
	}
	changes("without it")

	d.moveTo(150, 180) // the first level
	d.do("click", "3")
	d.key("d", "Return")
	changes("without the bridge")
	trashed := filepath.Join(d.home, ".local", "share", "Trash", "files", "bridge.level.yaml")
	if _, err := os.Stat(trashed); err != nil {
		t.Errorf("the deleted level: %v", err)
	}
	if _, err := os.Stat(file("levels/bridge.level.yaml")); err == nil {
		t.Error("the level is still in its folder")
	}

	first := d.window
	d.key("ctrl+shift+n")
	d.waitFor("the second window", func() bool { return len(d.windows()) == 2 })
	second := d.windows()
	second = slices.DeleteFunc(second, func(w string) bool { return w == first })
	d.window = second[0]
	d.waitFor("its start page", func() bool { return d.title() == "Fillet" })
	d.do("windowfocus", "--sync", d.window)
	d.open(file("levels/tower.level.yaml"))
	d.key("ctrl+q")
	d.waitFor("the end of the second window", func() bool { return slices.Equal(d.windows(), []string{first}) })
	d.window = first
	d.do("windowfocus", "--sync", d.window)
	d.shows("cavern")
	d.save()
	d.quit()
}
