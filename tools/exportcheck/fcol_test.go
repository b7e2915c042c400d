package exportcheck

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fillet/editor/level"
	"fillet/export"
)

// A .fcol file that fillet-fcol.js reads is the JSON file of the same level, within float32.
func TestCompactInJavaScript(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is missing: ", err)
	}
	docs := map[string]*level.Document{"ground": ground(t), "machinery": machinery(t)}
	samples, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(samples) == 0 {
		t.Fatalf("samples %q, %v", samples, err)
	}
	for _, path := range samples {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if docs[path], err = level.Parse(text, path); err != nil {
			t.Fatal(err)
		}
	}
	for name, doc := range docs {
		for _, form := range []export.Form{{}, {Metres: true, YUp: true}, {KeepRadius: true, Polygons: 4}} {
			var paths []string
			for _, e := range []export.Exporter{export.JSON(), export.FCOL()} {
				path := filepath.Join(t.TempDir(), "level"+e.Extension())
				if _, err := export.ToFile(t.Context(), e, doc.Snapshot(), export.Options{Form: form}, path); err != nil {
					t.Fatal(err)
				}
				paths = append(paths, path)
			}
			var got struct {
				Differences []string
				Accepted    int
				Ratio       float64
			}
			cmd := exec.Command("node", append([]string{"fcol.mjs"}, paths...)...)
			var problem bytes.Buffer
			cmd.Stderr = &problem
			out, err := cmd.Output()
			if err == nil {
				err = json.Unmarshal(out, &got)
			}
			if err != nil {
				t.Fatalf("%s, %+v: %v: %s", name, form, err, problem.Bytes())
			}
			if len(got.Differences) > 0 || got.Accepted > 0 {
				t.Errorf("%s, %+v: %d damaged files are accepted, and differences %.3q", name, form, got.Accepted,
					got.Differences)
			}
			t.Logf("%s: reading takes %.2f of JSON.parse", filepath.Base(name), got.Ratio)
		}
	}
}
