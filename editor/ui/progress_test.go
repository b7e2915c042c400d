package ui

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// Saving and exporting leave the window free; opening keeps it waiting. Either can be cancelled.
func TestProgress(t *testing.T) {
	w := newWindow(t)
	for _, wait := range []bool{false, true} {
		cancelled := false
		p := w.NewProgress("Working", wait, func() { cancelled = true })
		p.Show()
		if w.IsModal() != wait {
			t.Errorf("waiting is %v, a dialog is open: %v", wait, w.IsModal())
		}
		if cards := len(w.Cards.Objects); (cards == 0) != wait {
			t.Errorf("waiting is %v, there are %d cards", wait, cards)
		}
		p.Set(0.5)
		w.Win.Canvas().Capture()
		if !wait {
			firstButton(w.Cards.Objects[0].(*kit.Shield).Content).Tapped(nil)
			if !cancelled {
				t.Error("the card's button does not cancel")
			}
		}
		p.Hide()
		p.Show() // too late: it is done
		if w.IsModal() || len(w.Cards.Objects) != 0 {
			t.Error("what is done is still shown")
		}
	}
	w.Run("Never", true, func(ctx context.Context, _ func(done, total int)) (func(), error) { return nil, context.Canceled }, "Failed", nil)
	if w.IsModal() {
		t.Error("what was cancelled counts as failed")
	}
}

func firstButton(o fyne.CanvasObject) *kit.TextButton {
	if b, ok := o.(*kit.TextButton); ok {
		return b
	}
	for _, c := range kit.ChildrenOf(o) {
		if b := firstButton(c); b != nil {
			return b
		}
	}
	return nil
}

// A save that is asked for while another is under way comes after it, and takes no file for another program's.
func TestSavesFollowEachOther(t *testing.T) {
	w := newWindow(t)
	w.Win.Canvas().Capture()
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := level.Save(path, w.Session.Document().Snapshot()); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	var held []func()
	w.Spawn = func(work func()) { held = append(held, work) }
	w.docs.Save(nil)
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	w.docs.Save(nil)
	w.docs.Save(nil)
	if w.IsModal() || len(held) != 1 {
		t.Fatalf("asked thrice, %d saves are under way, a question is open: %v", len(held), w.IsModal())
	}
	for len(held) > 0 {
		next := held[0]
		held = held[1:]
		next()
	}
	doc, err := level.Open(path)
	if err != nil || doc.Len() != 1 || w.Files.Unsaved() || w.docs.Saving {
		t.Errorf("saved: %v, %v, unsaved work: %v, still saving: %v", doc, err, w.Files.Unsaved(), w.docs.Saving)
	}
}

// Lost work is offered once the level that the program was started with is open: it would take its place.
func TestRecoveryWaitsForTheLevel(t *testing.T) {
	w := newWindow(t)
	w.Win.Canvas().Capture()
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := level.Save(path, w.Session.Document().Snapshot()); err != nil {
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
