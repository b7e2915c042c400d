package ui

import (
	"context"
	"fmt"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/panel"
)

// separate moves the chosen pair apart. If several pairs of the selection overlap and none is chosen, it previews how
// all of them would move.
func (w *Window) separate() {
	p := w.side.contacts.Separable()
	if _, _, looked := w.Session.Selection().Pair(); !looked && p != nil &&
		[2]level.ID{p.A, p.B} != w.side.contacts.Chosen && w.side.contacts.IsOneOfSeveral() {
		w.proposeSeparation(editor.SeparatingIn(w.Session).Selected())
		return
	}
	w.side.contacts.SeparateChosen()
}

// separateAll previews how all overlapping shapes in the level would move apart.
func (w *Window) separateAll() { w.proposeSeparation(contacts.Separating{}) }

// proposeSeparation computes off the UI thread how to separate overlaps, and previews the moves and the overlaps
// that remain.
func (w *Window) proposeSeparation(what contacts.Separating) {
	snapshot := w.Session.Document().Snapshot()
	w.ComputeInBackground("Calculating the separation", func(ctx context.Context) (func(), error) {
		plan, err := contacts.Separate(ctx, snapshot, what)
		return func() { w.showSeparation(plan) }, err
	})
}

func (w *Window) showSeparation(plan *contacts.Separation) {
	doc := w.Session.Document()
	if !plan.Fits(doc) {
		return // the level has changed meanwhile
	}
	switch {
	case plan.TooMany > 0:
		w.Fail(fmt.Errorf("nothing was separated: about %s overlap, %w", quote.Count(plan.TooMany, "pair"),
			editor.ErrTooMany))
		return
	case len(plan.Moves) == 0 && len(plan.Left) > 0:
		w.Fail(fmt.Errorf("%s: %w, %s", panel.PairTitle(doc, plan.Left[0].A, plan.Left[0].B), editor.ErrStuck,
			plan.Left[0].Why))
		return
	case len(plan.Moves) == 0:
		return
	}
	title := "Separate " + quote.Count(plan.Done, "overlap")
	p := editor.Proposal{Title: title, Step: title, Diff: plan.Diff(doc)}
	p.Note, p.Left = panel.WhatIsLeft(doc, plan.Left)
	if err := w.Session.Propose(p); err != nil {
		w.Fail(err)
		return
	}
	w.Session.Selection().Clear() // the selection's handles would hide the ghosts
	w.Look.Focus()                // Enter applies it
}
