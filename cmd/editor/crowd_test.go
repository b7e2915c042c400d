package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A level whose colliders all stand in one place has more contacts than there is memory for: it is refused in words.
func TestContactsOfACrowdAreRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString("fillet: 1\nname: crowd\nsize: [100, 100]\nlayers:\n  - id: l1\n    name: a\n    colliders:\n")
	for i := range 8000 {
		fmt.Fprintf(&b, "      - {id: c%d, name: a, kind: circle, radius: 5, position: [50, 50]}\n", i+1)
	}
	path := filepath.Join(t.TempDir(), "crowd.level.yaml")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"contacts", path, "-f", "json"}, {"render", path, "--contacts", "-o", filepath.Join(t.TempDir(), "a.png")}} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), append([]string{"fillet"}, args...), strings.NewReader(""), &out, &errs); code != exitUnreadable || !strings.Contains(errs.String(), "too many to work out") {
			t.Errorf("%v: exit code %d, %s", args, code, errs.String())
		}
	}
}
