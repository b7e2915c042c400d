package ui

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
)

// A save requested during another save runs after it, and does not mistake the file for another program's.
func TestSavesFollowEachOther(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := os.WriteFile(path, []byte(marshalled(t, w)), 0o600); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	var held []func()
	w.Spawn = func(work func()) { held = append(held, work) }
	w.file.Save(nil)
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	w.file.Save(nil)
	w.file.Save(nil)
	if w.IsModal() || len(held) != 1 {
		t.Fatalf("after three requests %d saves are in progress, a question is open: %v", len(held), w.IsModal())
	}
	for len(held) > 0 {
		next := held[0]
		held = held[1:]
		next()
	}
	doc, err := level.Open(path)
	if err != nil || doc.Len() != 1 || w.Files.Unsaved() || w.file.Saving {
		t.Errorf("saved: %v, %v, unsaved work: %v, still saving: %v", doc, err, w.Files.Unsaved(), w.file.Saving)
	}
}

// Recovered work is offered only after the level that the program was started with has opened, because that level would
// otherwise replace it.
func TestRecoveryWaitsForTheLevel(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := os.WriteFile(path, []byte(marshalled(t, w)), 0o600); err != nil {
		t.Fatal(err)
	}
	var opening, offer func()
	w.Spawn = func(work func()) { opening = work }
	w.Look.Later = func(_ time.Duration, do func()) func() {
		offer = do
		return func() {}
	}
	w.OpenFile(path)
	offer = nil
	w.OfferRecovery()
	if offer == nil {
		t.Fatal("recovery is offered while a level is being opened")
	}
	again := offer
	opening() // and the work that it postponed
	offer = nil
	again()
	if offer != nil || w.Files.Path() != path {
		t.Errorf("the level is open (%s) and the offer is still pending: %v", w.Files.Path(), offer != nil)
	}
}
