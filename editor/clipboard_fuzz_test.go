package editor_test

import (
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// Pasting any text either adds valid shapes, or returns an error and changes nothing.
func FuzzPaste(f *testing.F) {
	doc, err := editor.NewLevel(level.DefaultSettings())
	if err != nil {
		f.Fatal(err)
	}
	s := editor.NewSession(doc)
	if _, err := s.Add(*level.NewCollider(0, 0, "a", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 4, Y: 4},
		Radius: 1, Rounding: level.Inset,
	}, level.Vec{})); err != nil {
		f.Fatal(err)
	}
	s.Selection().All()
	for _, seed := range []string{
		s.Clipboard().Copy(), "", "hello", "fillet: 1\nlayers: []\n",
		"fillet: 1\nlayers: &a [*a]\n", "{\"fillet\": 1}",
	} {
		f.Add(seed, 0.0, 0.0)
		f.Add(seed, 1e300, -1e7)
	}
	f.Fuzz(func(t *testing.T, text string, x, y float64) {
		doc, err := editor.NewLevel(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		s := editor.NewSession(doc)
		revision := s.History().Revision()
		if err := s.Clipboard().Paste(text, level.Vec{X: x, Y: y}); err != nil {
			if doc.Len() > 0 || s.History().Revision() != revision {
				t.Fatalf("the paste failed with %v but changed the level", err)
			}
			return
		}
		if err := doc.Validate(); err != nil {
			t.Fatal(err)
		}
		if err := s.Live().Validate(); err != nil {
			t.Fatal(err)
		}
		for _, ok := s.Undo(); ok; _, ok = s.Undo() {
		}
		if doc.Len() > 0 {
			t.Fatal("the paste cannot be undone")
		}
	})
}
