package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/workspace"
)

// recordingExtension is the extension of input recordings, as in the samples.
const recordingExtension = ".inputs"

// SaveRecording saves the inputs of the run so far in the format that "fillet play --inputs" reads.
func (m *playMode) SaveRecording() {
	p := m.Run
	if p == nil {
		return
	}
	rec := p.Run.Recording()
	if p.Tape != nil {
		rec = p.Tape.rec
	}
	if rec.Len() == 0 {
		p.tell("Nothing has been played yet")
		return
	}
	p.Run.Paused = true
	p.refresh()
	name := strings.TrimSuffix(m.Files.Suggestion(), workspace.Extension) + recordingExtension
	m.ChooseSave("Save run", name, []string{recordingExtension}, func(path string) { m.WriteRecording(path, &rec) })
}

// WriteRecording writes a recorded run to a file and reports the result to the user.
func (m *playMode) WriteRecording(path string, rec *play.Recording) {
	var b bytes.Buffer
	_, err := rec.WriteTo(&b)
	if err == nil {
		err = disk.WriteFile(path, b.Bytes())
	}
	if err != nil {
		m.FailDialog("The run was not saved", err)
		return
	}
	m.Tell("Saved %s of play to %s", clockText(float64(rec.Len())/play.Rate, 1), path)
}

// OpenRecording asks for an input recording and replays it.
func (m *playMode) OpenRecording() {
	m.ChooseOpen("Open run", []string{recordingExtension, ".txt"}, m.ReplayFile)
}

// ReplayFile replays an input recording.
func (m *playMode) ReplayFile(path string) {
	rec, err := readRecording(path)
	if err != nil {
		m.FailDialog("The run cannot be replayed", err)
		return
	}
	if m.Run == nil {
		m.PlayFrom(nil)
	}
	if m.Run != nil {
		m.Run.replay(&playTape{rec: rec})
	}
}

// replayFromSpawn replays inputs from the level's spawn, and reports whether the level can be played.
func (m *playMode) replayFromSpawn(rec play.Recording) bool {
	rec.HasStart = false
	m.PlayFrom(nil)
	if m.Run != nil {
		m.Run.replay(&playTape{rec: rec})
	}
	return m.Run != nil
}

// largestRecording limits the size of an input recording, in bytes: hours of play with a different input at every step.
const largestRecording = 64 << 20

func readRecording(path string) (play.Recording, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return play.Recording{}, err
	}
	defer func() { _ = f.Close() }() // read only
	data, err := io.ReadAll(io.LimitReader(f, largestRecording+1))
	if err != nil {
		return play.Recording{}, err
	}
	if len(data) > largestRecording {
		return play.Recording{}, fmt.Errorf("%s: the file is larger than the limit of %d MB", path,
			largestRecording>>20)
	}
	rec, err := play.ReadRecording(bytes.NewReader(data))
	var e *play.RecordingError
	switch {
	case errors.As(err, &e):
		return rec, fmt.Errorf("%s:%d: %w", path, e.Line, e.Err)
	case err == nil && rec.Len() == 0:
		return rec, fmt.Errorf("%s: the recording is empty", path)
	}
	return rec, err
}

// PutSpawn moves the level's spawn to the cursor, or adds one there.
func (m *playMode) PutSpawn() {
	at := m.Canvas.PointerInLevel()
	if c := play.SpawnOf(m.Session.Document().Snapshot()); c != nil {
		m.Fail(m.Session.Shapes([]level.ID{c.ID}).SetPosition(at))
		return
	}
	c := level.NewCollider(0, 0, "spawn", level.Shape{Kind: level.Point}, at)
	c.Tags = []string{level.SpawnTag}
	_, err := m.Session.Add(*c)
	m.Fail(err)
}
