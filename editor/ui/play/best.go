package play

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/playtest"
	"fillet/editor/render"
	"fillet/editor/workspace"
)

// kept is a run that has reached the goal: its inputs, and where its character was.
type kept struct {
	rec   playtest.Recording
	ghost playtest.Ghost
}

// steps is how long the run took; a missing one took none.
func (k *kept) steps() int {
	if k == nil {
		return 0
	}
	return k.ghost.Steps()
}

// best is the best and the last of a level's runs from its spawn to the goal. Their inputs are kept in files; what they lead to is
// found by playing them again in the level as it is now, so a level that has changed never shows a time that does not hold.
type best struct {
	path       string         // of the level that they are of
	snap       level.Snapshot // in which they reach the goal
	best, last *kept
	before     int    // the steps of the best before the last run, where the last run is a new best
	dropped    string // what the level's change has cost
	cancel     context.CancelFunc
}

// isPending reports whether the runs are being played again.
func (b *best) isPending() bool { return b.cancel != nil }

// stop gives up what is being played again: the next start begins anew.
func (b *best) stop() {
	if b.cancel != nil {
		b.cancel()
		b.cancel = nil
		b.snap = level.Snapshot{}
	}
}

// prepareBest has the runs of the level ready for a playtest. Where the level has changed, or was opened just now, they are played again
// off the window's thread.
func (m *Mode) prepareBest(p *Player) {
	b := &m.best
	if m.Files.Path() == b.path && sameLevel(b.snap, p.Snap) {
		return
	}
	b.stop()
	b.dropped = ""
	var old [2]playtest.Recording
	for i, k := range [2]*kept{b.best, b.last} {
		if k != nil && (b.path == m.Files.Path() || b.path == "") {
			old[i] = k.rec
		} else if name := runFile(m.Files.Path(), i); name != "" {
			if rec, err := readRecording(name); err == nil {
				old[i] = rec
			} else if !errors.Is(err, fs.ErrNotExist) {
				m.Tell("The %s run is not shown: %v", runNames[i], err)
			}
		}
	}
	b.path, b.snap, b.best, b.last, b.before = m.Files.Path(), p.Snap, nil, nil, 0
	settings, start, err := playtest.SettingsOf(p.Snap)
	if err != nil || old[0].Len()+old[1].Len() == 0 || !playtest.HasGoal(p.Snap) {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.cancel = cancel
	m.Spawn(func() {
		var found [2]*kept
		for i := range old {
			if old[i].Len() == 0 {
				continue
			}
			if g, reached, err := playtest.Retrace(ctx, p.Snap, settings, start, &old[i]); err != nil {
				return
			} else if reached {
				found[i] = &kept{old[i], g}
			}
		}
		m.Look.Post(func() {
			if ctx.Err() == nil && b.cancel != nil {
				b.cancel = nil
				b.take(found, old)
				if p.note == "" {
					p.note = b.dropped
				}
				if m.Run != nil {
					m.Run.Apply()
					m.Panel.refresh()
				}
			}
			cancel()
		})
	})
}

// take has the runs that were played again. A run that was finished meanwhile is the last one.
func (b *best) take(found [2]*kept, old [2]playtest.Recording) {
	if found[0] == nil && old[0].Len() > 0 {
		b.dropped = fmt.Sprintf("The level has changed: the best run of %s no longer reaches the goal", seconds(old[0].Len()))
	}
	b.last = cmp.Or(b.last, found[1])
	for _, k := range [3]*kept{found[0], b.best, b.last} {
		if k != nil && (b.best == nil || k.steps() < b.best.steps()) {
			b.best = k
		}
	}
}

// finish keeps a run that has just reached the goal, if somebody has played it from the spawn without help.
func (m *Mode) finish(p *Player) {
	b, rec := &m.best, p.Run.Recording()
	if p.Tape != nil || !p.fromSpawn() || rec.Helped() || p.ghost.Steps() != p.Run.Steps() {
		return
	}
	k := &kept{rec, p.ghost.Copy()}
	p.counted = true
	b.last, b.before, b.dropped = k, 0, ""
	isBest := b.best == nil || k.steps() < b.best.steps()
	if isBest {
		b.before, b.best = b.best.steps(), k
	}
	for i := range runNames {
		if i == 1 || isBest {
			m.Fail(writeRun(b.path, i, &k.rec))
		}
	}
}

// fromSpawn reports whether the character has started at the level's spawn.
func (p *Player) fromSpawn() bool {
	_, start, err := playtest.SettingsOf(p.Snap)
	return err == nil && playtest.SpawnOf(p.Snap) != nil && (p.place == nil || *p.place == start)
}

// ghosts are what is shown of the runs beside the one that is played.
func (m *Mode) ghosts(p *Player) (out []render.GhostView) {
	b := &m.best
	if !m.Shows.Ghosts || !p.fromSpawn() {
		return nil
	}
	if b.best != nil {
		out = append(out, render.GhostView{Ghost: &b.best.ghost, Label: "best", Ink: overlay.Warn})
	}
	if b.last != nil && b.last != b.best {
		out = append(out, render.GhostView{Ghost: &b.last.ghost, Label: "last", Ink: overlay.Bright})
	}
	return out
}

// text says how long the best and the last run took.
func (b *best) text() string {
	switch {
	case b.best == nil && b.isPending():
		return "being played again"
	case b.best == nil && b.dropped != "":
		return "none in the level as it is"
	case b.best == nil:
		return "none yet"
	case b.last == nil || b.last == b.best && b.before == 0:
		return seconds(b.best.steps())
	case b.last == b.best:
		return fmt.Sprintf("%s, %s before", seconds(b.best.steps()), seconds(b.before))
	}
	return fmt.Sprintf("%s, last %s (%s)", seconds(b.best.steps()), seconds(b.last.steps()), difference(b.last.steps()-b.best.steps()))
}

// atGoal says how a run that has just ended compares; nothing where it does not count.
func (m *Mode) atGoal(p *Player) string {
	b := &m.best
	switch {
	case !p.counted || b.last == nil || b.last.steps() != p.Run.Steps():
		return ""
	case b.last == b.best && b.before > 0:
		return "A new best, by " + seconds(b.before-b.best.steps())
	case b.last == b.best:
		return "The first run that counts"
	}
	return "Best " + b.text()
}

// ReplayBest plays the best run.
func (p *Player) ReplayBest() {
	b := &p.w.best
	if b.best == nil {
		p.tell("No run has reached the goal yet")
		return
	}
	p.replay(&tape{rec: b.best.rec})
}

// seconds is a number of steps as a time.
func seconds(steps int) string {
	const minute = 60 * playtest.Rate
	if steps >= minute {
		return clock(float64(steps)/playtest.Rate, 2)
	}
	return fmt.Sprintf("%.2f s", float64(steps)/playtest.Rate)
}

// difference is a difference of steps with its sign.
func difference(steps int) string { return fmt.Sprintf("%+.2f", float64(steps)/playtest.Rate) }

// sameLevel reports whether two snapshots are of the same level: records are never changed in place.
func sameLevel(a, b level.Snapshot) bool {
	return a.Settings == b.Settings && slices.EqualFunc(a.Layers, b.Layers, func(x, y level.LayerSnapshot) bool {
		return x.Layer == y.Layer && slices.Equal(x.Colliders, y.Colliders)
	}) && slices.Equal(a.Groups, b.Groups) && slices.Equal(a.Instances, b.Instances)
}

// runNames are the runs that are kept, as their files are named.
var runNames = [2]string{"best", "last"}

// mostRuns is how many files of runs are kept; the oldest go.
const mostRuns = 400

// runFile is where one of a level's runs is kept: a file of inputs, beside what the program keeps of unsaved work. A level without a file
// has none.
func runFile(path string, i int) string {
	dir, err := os.UserCacheDir()
	if err != nil || path == "" {
		return ""
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(path))
	name := strings.TrimSuffix(filepath.Base(path), workspace.Extension)
	return filepath.Join(dir, "fillet", "runs", fmt.Sprintf("%.40s-%016x.%s%s", strings.ToValidUTF8(name, ""), h.Sum64(), runNames[i], recordingExtension))
}

// writeRun keeps the inputs of a run.
func writeRun(path string, i int, rec *playtest.Recording) error {
	name := runFile(path, i)
	if name == "" {
		return nil
	}
	var b bytes.Buffer
	_, err := rec.WriteTo(&b)
	if err == nil && b.Len() > 1<<20 { // hours of a stick that never rests
		return nil
	}
	const ownOnly = 0o700
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), ownOnly)
	}
	if err == nil {
		err = disk.WriteFile(name, b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("the run is not kept: %w", err)
	}
	dropRuns(filepath.Dir(name))
	return nil
}

// dropRuns removes the oldest of many files of runs.
func dropRuns(dir string) {
	all, err := filepath.Glob(filepath.Join(dir, "*"+recordingExtension))
	if err != nil || len(all) <= mostRuns {
		return
	}
	age := map[string]int64{}
	for _, name := range all {
		if info, err := os.Lstat(name); err == nil {
			age[name] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(age[a], age[b]), cmp.Compare(a, b)) })
	for _, name := range all[:len(all)-mostRuns] {
		_ = os.Remove(name) // another window may have been quicker
	}
}
