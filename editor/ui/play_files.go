package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/playtest"
)

// recordingExtension is that of files of inputs, as the samples have it.
const recordingExtension = ".inputs"

// saveRecording writes the inputs of the run so far, as "fillet play --inputs" reads them.
func (w *Window) saveRecording() {
	p := w.play
	if p == nil {
		return
	}
	rec := p.run.Recording()
	if p.tape != nil {
		rec = p.tape.rec
	}
	if rec.Len() == 0 {
		p.tell("Nothing has been played yet")
		return
	}
	p.run.Paused = true
	p.refresh()
	name := strings.TrimSuffix(w.files.Suggestion(), editor.Extension) + recordingExtension
	w.chooseSave("Save the run", name, []string{recordingExtension}, func(path string) {
		w.writeRecording(path, &rec)
	})
}

func (w *Window) writeRecording(path string, rec *playtest.Recording) {
	var b bytes.Buffer
	_, err := rec.WriteTo(&b)
	if err == nil {
		err = disk.WriteFile(path, b.Bytes())
	}
	if err != nil {
		w.failDialog("The run was not saved", err)
		return
	}
	w.tell("Saved %s of play to %s", clock(float64(rec.Len())/playtest.Rate, 1), path)
}

// openRecording asks for a file of inputs and replays it.
func (w *Window) openRecording() {
	w.chooseOpen("Replay a run", []string{recordingExtension, ".txt"}, w.replayFile)
}

// replayFile replays a file of inputs.
func (w *Window) replayFile(path string) {
	rec, err := readRecording(path)
	if err != nil {
		w.failDialog("This run cannot be replayed", err)
		return
	}
	if w.play == nil {
		w.playFrom(nil)
	}
	if w.play != nil {
		w.play.replay(&tape{rec: rec})
	}
}

// largestRecording is the largest file of inputs that is read, in bytes: hours of play in which every step differs.
const largestRecording = 64 << 20

func readRecording(path string) (playtest.Recording, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return playtest.Recording{}, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, largestRecording+1))
	if err != nil {
		return playtest.Recording{}, err
	}
	if len(data) > largestRecording {
		return playtest.Recording{}, fmt.Errorf("%s: the file is larger than the limit of %d MB", path, largestRecording>>20)
	}
	rec, err := playtest.ReadRecording(bytes.NewReader(data))
	var e *playtest.RecordingError
	switch {
	case errors.As(err, &e):
		return rec, fmt.Errorf("%s:%d: %w", path, e.Line, e.Err)
	case err == nil && rec.Len() == 0:
		return rec, fmt.Errorf("%s: there is nothing in it to play", path)
	}
	return rec, err
}

// putSpawn puts the level's spawn at the cursor: it moves the one there is, or makes one.
func (w *Window) putSpawn() {
	at := w.canvas.cursorAt()
	if c := playtest.SpawnOf(w.session.Document().Snapshot()); c != nil {
		w.fail(w.session.SetPosition([]level.ID{c.ID}, at))
		return
	}
	c := level.NewCollider(0, 0, "spawn", level.Shape{Kind: level.Point}, at)
	c.Tags = []string{playtest.SpawnTag}
	if _, err := w.session.Add(*c); err != nil {
		w.fail(err)
	}
}

// playMenu is the menu of the playtest.
func (w *Window) playMenu() *fyne.Menu {
	sep := fyne.NewMenuItemSeparator
	during := func(label string, key fyne.KeyName, f func(p *player)) *fyne.MenuItem {
		i := item(label, key, 0, func() {
			if w.play != nil {
				f(w.play)
			}
		})
		i.Disabled = w.play == nil
		w.menu.playing = append(w.menu.playing, i)
		return i
	}
	w.menu.playing, w.menu.playShows = nil, nil
	m := fyne.NewMenu("Play",
		item("Playtest", fyne.KeyF5, 0, w.startPlay),
		item("Playtest from the cursor", fyne.KeyF5, fyne.KeyModifierShift, w.startPlayHere),
		during("Leave the playtest", fyne.KeyEscape, func(*player) { w.leavePlay() }), sep(),
		during("Pause", fyne.KeyP, (*player).pause), during("One step", fyne.KeyO, (*player).stepOnce), during("Restart", fyne.KeyR, (*player).restart),
		during("Slow motion", fyne.KeyS, (*player).slow), during("Turn gravity around", fyne.KeyI, (*player).reverse), sep(),
		during("Replay this run", fyne.KeyL, (*player).replayRun), during("Save the run…", "", func(*player) { w.saveRecording() }),
		item("Replay a file…", "", 0, w.openRecording), sep())
	for _, s := range w.playSwitches() {
		i := w.toggle(s.label, "", s.on, func() {
			w.keepPlayShow()
			if w.play != nil {
				w.play.apply()
			}
		})
		w.menu.playShows = append(w.menu.playShows, i)
		m.Items = append(m.Items, i)
	}
	m.Items = append(m.Items, sep(), item("Put the spawn here", "", 0, w.putSpawn), item("Character and forces…", "", 0, w.playSettings))
	return m
}

// guardPlay keeps a menu from changing the level under a playtest. One that is leaving ends the playtest first, and what
// is harmless goes on beside it.
func (w *Window) guardPlay(menu *fyne.Menu, leaving bool, harmless ...string) {
	for _, i := range menu.Items {
		if i.ChildMenu != nil {
			w.guardPlay(i.ChildMenu, leaving)
		}
		action := i.Action
		if action == nil || slices.Contains(harmless, i.Label) {
			continue
		}
		i.Action = func() {
			_, typing := w.win.Canvas().Focused().(fyne.Shortcutable)
			switch {
			case w.play == nil || w.isModal() || typing:
			case leaving:
				w.leavePlay()
			default:
				w.tell("Esc leaves the playtest; the level can be edited then")
				return
			}
			action()
		}
	}
}
