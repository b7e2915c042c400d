package dialog

import (
	"context"
	"testing"

	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
)

// Saving and exporting leave the window usable; opening blocks it. Both can be cancelled.
func TestProgress(t *testing.T) {
	w := newWindowForTest(t)
	for _, wait := range []bool{false, true} {
		cancelled := false
		p := w.newProgress("Working", wait, func() { cancelled = true })
		p.Show()
		if w.IsModal() != wait {
			t.Errorf("wait = %v: dialog open = %v", wait, w.IsModal())
		}
		if cards := len(w.Cards.Objects); (cards == 0) != wait {
			t.Errorf("wait = %v: %d cards", wait, cards)
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
		p.Show() // has no effect: the task has ended
		if w.IsModal() || len(w.Cards.Objects) != 0 {
			t.Error("a finished task is still shown")
		}
	}
	w.run("Never", true, func(ctx context.Context, _ func(done, total int)) (func(), error) {
		return nil, context.Canceled
	}, "Failed", nil)
	if w.IsModal() {
		t.Error("a cancelled task is reported as failed")
	}
}

// A blocking task that panics ends like any other task.
func TestPanicInBackgroundTask(t *testing.T) {
	w := newWindowForTest(t)
	w.rescue.ContainMistakes()
	ended := false
	w.RunInBackground("Saving", func(context.Context, func(done, total int)) (func(), error) {
		panic("a mistake")
	}, "", func() { ended = true })
	if !ended || len(w.rescue.Crashes) != 1 || w.Waiting != 0 {
		t.Errorf("ended: %v, reported: %v, still waiting: %d", ended, w.rescue.Crashes, w.Waiting)
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
