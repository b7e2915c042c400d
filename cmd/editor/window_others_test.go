package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
)

// asks reports whether a question is open: its first answer is a blue button at the lower right.
func (d *desk) asks() bool {
	d.t.Helper()
	return countNear(d.shot(), level.Vec{X: float64(d.width)/2 + 80, Y: float64(d.height)/2 + 55}, 140,
		[3]int{0x4c, 0x9f, 0xfe}) > 900
}

// Two windows on the same file: the second warns about the first, and neither overwrites the other's work without being
// asked.
func TestWindowTwoEditorsOfOneFile(t *testing.T) {
	nightly(t)
	t.Parallel()
	a := newBoard(t)
	b := newDesk(t, a.path, 1280, 800)
	b.waitFor("the warning about the other editor", b.asks)
	b.key("Escape")
	b.waitFor("the question to close", func() bool { return !b.asks() })

	a.key("ctrl+a", "Right")
	a.save()
	as, err := os.ReadFile(a.path)
	if err != nil {
		t.Fatal(err)
	}
	b.waitFor("the offer to reload", b.asks)
	b.key("Escape")
	b.waitFor("the offer to close", func() bool { return !b.asks() })

	// The second editor saves: it asks, and until it is answered the first editor's work stays on disk.
	b.key("ctrl+a", "Down", "ctrl+s")
	b.waitFor("the question whether to overwrite", b.asks)
	if now, err := os.ReadFile(a.path); err != nil || !bytes.Equal(now, as) {
		t.Fatalf("the first editor's work is gone before the second has answered: %v", err)
	}
	b.key("Escape")
	b.waitFor("the question to close", func() bool { return !b.asks() })
	if now, err := os.ReadFile(a.path); err != nil || !bytes.Equal(now, as) {
		t.Fatalf("the second editor cancelled, but the first one's work is gone: %v", err)
	}
	if !strings.HasPrefix(b.title(), "●") {
		t.Error("the unsaved level counts as saved")
	}
	b.key("ctrl+s")
	b.waitFor("the question again", b.asks)
	b.key("Return") // Cancel: Enter never overwrites
	b.waitFor("the question to close", func() bool { return !b.asks() })
	if now, err := os.ReadFile(a.path); err != nil || !bytes.Equal(now, as) {
		t.Fatalf("Enter overwrote the first editor's work: %v", err)
	}
	b.key("ctrl+s")
	b.waitFor("the question once more", b.asks)
	b.key("Tab", "Tab", "Tab", "space") // Overwrite
	b.waitFor("the save", func() bool { return !strings.HasPrefix(b.title(), "●") })
	if doc, err := level.Open(a.path); err != nil || doc.Collider(crate).Position != v(120, 201) {
		t.Errorf("the second editor's level was not saved: %v", err)
	}

	// Now the first editor has an outdated level.
	a.waitFor("the offer to reload", a.asks)
	a.key("Return") // Reload
	a.expect("the second one's level", func(doc *level.Document) string {
		return want("the crate", doc.Collider(crate).Position, v(120, 201))
	})
	a.quit()
	b.quit() // both have the level that was just saved: neither asks
	if notes, err := filepath.Glob(filepath.Join(filepath.Dir(a.path), ".~*")); err != nil || len(notes) > 0 {
		t.Errorf("both editors have ended, but there are notes: %v, %v", notes, err)
	}
}
