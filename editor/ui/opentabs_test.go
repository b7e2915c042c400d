package ui

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
)

// levelFiles writes n levels of i+1 boxes each.
func levelFiles(t testing.TB, n int) []string {
	t.Helper()
	dir := t.TempDir()
	paths := make([]string, n)
	for i := range paths {
		text := fmt.Sprintf("fillet: 1\nname: L%d\nlayers:\n  - id: l1\n    name: Ground\n    colliders:\n", i)
		for c := range i%7 + 1 {
			text += fmt.Sprintf("      - {id: c%d, kind: box, size: [32, 16], position: [%d, 24]}\n", c+1, 40*c+16)
		}
		paths[i] = filepath.Join(dir, fmt.Sprintf("%c%d.level.yaml", 'a'+i%26, i))
		if err := os.WriteFile(paths[i], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

func TestFilesOpenInTabs(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 3)
	w.OpenFiles(paths)
	if len(w.tabs.list) != 3 || w.Files.Path() != paths[2] {
		t.Fatalf("%d tabs, %s is shown", len(w.tabs.list), w.Files.Path())
	}
	for i, tab := range w.tabs.list {
		if tab.Files.Path() != paths[i] || tab.Session.Document().Len() != i+1 {
			t.Errorf("tab %d has %s with %d colliders", i, tab.Files.Path(), tab.Session.Document().Len())
		}
	}
	link := filepath.Join(t.TempDir(), "link.level.yaml")
	if err := os.Symlink(paths[0], link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{link, paths[0], paths[1]} {
		w.OpenFile(path)
		if len(w.tabs.list) != 3 {
			t.Errorf("%s is open already, and opens in another tab", path)
		}
	}
	if w.Files.Path() != paths[1] {
		t.Errorf("%s is shown, want the file that was asked for last", w.Files.Path())
	}
}

// Each level has its own changes and its own undo, whatever tabs are shown, opened and closed in between.
func TestTabsKeepApart(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { keepApart(t, rand.New(rand.NewPCG(seed, 1))) })
	}
}

func keepApart(t *testing.T, r *rand.Rand) {
	w := newWindow(t)
	paths := levelFiles(t, 12)
	model := map[*tab]*modelOfLevel{}
	check := func() {
		t.Helper()
		if len(model) != len(w.tabs.list) || !w.Shown {
			t.Fatalf("%d tabs, want %d", len(w.tabs.list), len(model))
		}
		for _, tab := range w.tabs.list {
			m := model[tab]
			if m == nil {
				t.Fatalf("a tab of %s that nobody opened", tab.Files.Name())
			}
			if got := tab.Session.Document().Len(); got != m.counts[m.at] {
				t.Fatalf("%s has %d colliders, want %d", tab.Files.Name(), got, m.counts[m.at])
			}
			if tab.Shown != (tab == w.tab) || tab.Files.Unsaved() != (m.at != m.saved) {
				t.Fatalf("%s: shown %v, unsaved %v; %+v", tab.Files.Name(), tab.Shown, tab.Files.Unsaved(), m)
			}
		}
	}
	opened := func() {
		if m := model[w.tab]; m == nil || m.path != w.Files.Path() {
			model[w.tab] = &modelOfLevel{path: w.Files.Path(), counts: []int{w.Session.Document().Len()}}
		}
		for tab := range model {
			if tab.Gone {
				delete(model, tab)
			}
		}
	}
	opened()
	for range 200 {
		m := model[w.tab]
		switch r.IntN(7) {
		case 0:
			w.OpenFile(paths[r.IntN(len(paths))])
			opened()
		case 1:
			w.docs.NewLevel()
			opened()
		case 2, 3:
			w.tabs.show(w.tabs.list[r.IntN(len(w.tabs.list))])
		case 4:
			if _, err := w.Session.Add(level.Collider{Layer: w.Session.ActiveLayer(), Role: level.Solid, Body: level.Static, Shape: level.Shape{Kind: level.Circle, Radius: 5}}); err != nil {
				t.Fatal(err)
			}
			m.counts = append(m.counts[:m.at+1], w.Session.Document().Len())
			if m.saved > m.at {
				m.saved = -1
			}
			m.at++
		case 5:
			if w.commands.undo(); m.at > 0 {
				m.at--
			}
		case 6:
			if r.IntN(3) > 0 {
				if w.commands.redo(); m.at < len(m.counts)-1 {
					m.at++
				}
				break
			}
			w.docs.CloseLevel()
			if w.IsModal() { // its work is not saved: Cancel keeps it, the last answer loses it
				w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
				break
			}
			opened()
		}
		check()
	}
}

// modelOfLevel is how many colliders a level had after each step, and which of them it has now and its file.
type modelOfLevel struct {
	path      string
	counts    []int
	at, saved int
}
