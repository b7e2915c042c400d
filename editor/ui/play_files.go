package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"fyne.io/fyne/v2"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/playtest"
	"fillet/editor/workspace"
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
	name := strings.TrimSuffix(w.files.Suggestion(), workspace.Extension) + recordingExtension
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
	at := w.canvas.PointerInLevel()
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
func (w *Window) playMenu() *menu {
	m := &w.menu
	during := func(label string, key fyne.KeyName, f func(p *player)) *command {
		return item(label, key, 0, func() { f(w.play) }).when(w.playing)
	}
	m.playHere = item("Playtest from here", fyne.KeyF5, fyne.KeyModifierShift, w.startPlayHere).when(w.aLevel)
	fromCursor := item("Playtest from the cursor", fyne.KeyF5, fyne.KeyModifierShift, w.startPlayHere)
	m.spawn = item("Put the spawn here", "", 0, w.putSpawn).when(w.aLevel, w.editing)
	items := []*command{
		item("Playtest", fyne.KeyF5, 0, w.startPlay), fromCursor,
		during("Leave the playtest", fyne.KeyEscape, func(*player) { w.leavePlay() }), sep(),
		during("Pause", fyne.KeyP, (*player).pause), during("One step", fyne.KeyO, (*player).stepOnce), during("Restart", fyne.KeyR, (*player).restart),
		during("Slow motion", fyne.KeyS, (*player).slow), during("Turn gravity around", fyne.KeyI, (*player).reverse), sep(),
		during("Replay this run", fyne.KeyL, (*player).replayRun).when(w.somethingPlayed),
		during("Save the run…", "", func(*player) { w.saveRecording() }).when(w.somethingPlayed),
		item("Replay a file…", "", 0, w.openRecording), sep(),
	}
	for _, s := range w.playSwitches() {
		items = append(items, toggle(s.Label, "", s.On, func() {
			w.keepPlayShow()
			if w.play != nil {
				w.play.apply()
			}
		}))
	}
	return &menu{"Play", allNeed(append(items, sep(), m.spawn, item("Character and forces…", "", 0, w.playSettings)), w.aLevel)}
}
