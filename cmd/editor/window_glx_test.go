package main

import (
	"debug/buildinfo"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
)

// A window with OpenGL ES also opens on an X server without GLX, through EGL.
func TestWindowWithoutGLX(t *testing.T) {
	nightly(t)
	t.Parallel()
	info, err := buildinfo.ReadFile(os.Getenv("FILLET_EDITOR"))
	if err != nil {
		t.Skip("FILLET_EDITOR does not name the built editor")
	}
	gles := false
	for _, s := range info.Settings {
		gles = gles || s.Key == "-tags" && strings.Contains(","+s.Value+",", ",gles,")
	}
	if !gles {
		t.Skip("the editor was built without the tag gles")
	}
	path := filepath.Join(t.TempDir(), "cavern.level.yaml")
	text, err := os.ReadFile("../../assets/samples/cavern.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, path, 1280, 800, "-extension", "GLX")
	middle := level.Vec{X: 640, Y: 400}
	d.waitFor("the level, with its overlaps in red", func() bool {
		return countNear(d.shot(), middle, 640, overlapRed) >= 100
	})
	d.quit()
}
