package ui

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
)

// A save that is asked for while another is under way comes after it, and takes no file for another program's.
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
		t.Fatalf("asked thrice, %d saves are under way, a question is open: %v", len(held), w.IsModal())
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

// Lost work is offered once the level that the program was started with is open: it would take its place.
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
		t.Fatal("lost work is offered while a level is being opened")
	}
	again := offer
	opening() // and what else it leaves for later
	offer = nil
	again()
	if offer != nil || w.Files.Path() != path {
		t.Errorf("the level is open (%s), and the offer still waits: %v", w.Files.Path(), offer != nil)
	}
}
