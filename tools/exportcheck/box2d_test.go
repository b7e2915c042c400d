package exportcheck

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fillet/export"
)

// Bodies move in Box2D v3 as in the playtest. The test runs if BOX2D names a folder with the sources of Box2D v3.1.
func TestBox2DMotion(t *testing.T) {
	sources := os.Getenv("BOX2D")
	if sources == "" {
		t.Skip("BOX2D does not name the sources of Box2D v3.1")
	}
	doc, _ := motionLevel(t)
	e, err := export.OpenTemplate("../../examples/templates/box2d.c.tmpl", nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := export.ToFile(t.Context(), e, doc.Snapshot(), export.Options{},
		filepath.Join(dir, "motion.c")); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(sources, "src", "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no sources: %v", sources, err)
	}
	program := filepath.Join(dir, "motion")
	args := append([]string{
		"-std=gnu17", "-O2", "-DBOX2D_DISABLE_SIMD", "-I" + dir, "-I" + filepath.Join(sources, "include"),
		"-I" + filepath.Join(sources, "src"), "-o", program, "box2d/motion.c", filepath.Join(dir, "motion.c"),
	}, files...)
	if out, err := exec.Command("cc", append(args, "-lm", "-lpthread")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]track{}
	for line := range strings.Lines(string(out)) {
		var id string
		var at [3]float64
		if _, err := fmt.Sscan(line, &id, &at[0], &at[1], &at[2]); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		got[id] = append(got[id], at)
	}
	sameMotion(t, "Box2D v3", e, got)
}
