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
		p := w.newProgress("Working", wait, func() { cancelled = true })
		p.show()
		if w.isModal() != wait {
			t.Errorf("waiting is %v, a dialog is open: %v", wait, w.isModal())
		}
		if cards := len(w.cards.Objects); (cards == 0) != wait {
			t.Errorf("waiting is %v, there are %d cards", wait, cards)
		}
		p.set(0.5)
		w.win.Canvas().Capture()
		if !wait {
			firstButton(w.cards.Objects[0].(*kit.Shield).Content).Tapped(nil)
			if !cancelled {
				t.Error("the card's button does not cancel")
			}
		}
		p.hide()
		p.show() // too late: it is done
		if w.isModal() || len(w.cards.Objects) != 0 {
			t.Error("what is done is still shown")
		}
	}
	w.run("Never", true, func(ctx context.Context, _ func(done, total int)) (func(), error) { return nil, context.Canceled }, "Failed", nil)
	if w.isModal() {
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
	w.win.Canvas().Capture()
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := level.Save(path, w.session.Document().Snapshot()); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	var held []func()
	w.spawn = func(work func()) { held = append(held, work) }
	w.docs.save(nil)
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	w.docs.save(nil)
	w.docs.save(nil)
	if w.isModal() || len(held) != 1 {
		t.Fatalf("asked thrice, %d saves are under way, a question is open: %v", len(held), w.isModal())
	}
	for len(held) > 0 {
		next := held[0]
		held = held[1:]
		next()
	}
	doc, err := level.Open(path)
	if err != nil || doc.Len() != 1 || w.files.Unsaved() || w.docs.saving {
		t.Errorf("saved: %v, %v, unsaved work: %v, still saving: %v", doc, err, w.files.Unsaved(), w.docs.saving)
	}
}

// Lost work is offered once the level that the program was started with is open: it would take its place.
func TestRecoveryWaitsForTheLevel(t *testing.T) {
	w := newWindow(t)
	w.win.Canvas().Capture()
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := level.Save(path, w.session.Document().Snapshot()); err != nil {
		t.Fatal(err)
	}
	var opening, offer func()
	w.spawn = func(work func()) { opening = work }
	w.look.Later = func(_ time.Duration, do func()) func() {
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
	if offer != nil || w.files.Path() != path {
		t.Errorf("the level is open (%s), and the offer still waits: %v", w.files.Path(), offer != nil)
	}
}
