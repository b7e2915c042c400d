package workspace_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
)

// newFiles returns an editor's files. They are kept until the test ends, because collecting them closes their notes and
// so releases the locks that show this editor to others.
func newFiles(t *testing.T) (*editor.Session, *workspace.Files) {
	t.Helper()
	doc, err := editor.NewLevel(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	s := editor.NewSession(doc)
	f := workspace.NewFiles(s, importers.NewRegistry(), export.NewRegistry(export.YAML()))
	t.Cleanup(func() { runtime.KeepAlive(f) })
	return s, f
}

func addBox(t *testing.T, s *editor.Session, x float64) level.ID {
	t.Helper()
	shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 10, Y: 10}, Rounding: level.Inset}
	id, err := s.Add(*level.NewCollider(0, 0, "crate", shape, level.Vec{X: x}))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// keep autosaves, and reports whether there was something to save. The note next to the copy is kept until the test
// ends.
func keep(t *testing.T, r *workspace.Recovery) bool {
	t.Helper()
	t.Cleanup(func() { runtime.KeepAlive(r) })
	write := r.Keep()
	if write == nil {
		return false
	}
	if err := write(); err != nil {
		t.Fatal(err)
	}
	return true
}

func text(t *testing.T, d *level.Document) string {
	t.Helper()
	b, err := level.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Work that a dead editor had not saved is offered to the next one, and is restored completely.
func TestLostWorkComesBack(t *testing.T) {
	t.Parallel()
	started := time.Now()
	dir := filepath.Join(t.TempDir(), "recovery")
	s, f := newFiles(t)
	r := workspace.NewRecovery(f, dir)
	if keep(t, r) {
		t.Error("an untouched level was autosaved")
	}
	if lost, err := workspace.LostWork(dir); err != nil || lost != nil {
		t.Errorf("without a folder: %v, %v", lost, err)
	}
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	addBox(t, s, 1)
	if err := f.Save(path); err != nil {
		t.Fatal(err)
	}
	addBox(t, s, 2)
	if !keep(t, r) {
		t.Error("unsaved work was not autosaved")
	}
	if keep(t, r) {
		t.Error("the same work was autosaved twice")
	}
	want := text(t, s.Document())
	if lost, err := workspace.LostWork(dir); err != nil || len(lost) != 0 {
		t.Errorf("work of a running editor counts as lost: %v, %v", lost, err)
	}

	bury(t, dir)
	if lost, err := workspace.LostWork(dir); err != nil || len(lost) != 0 {
		t.Errorf("work of an idle editor counts as lost: %v, %v", lost, err)
	}
	r.Die()
	lost, err := workspace.LostWork(dir)
	if err != nil || len(lost) != 1 {
		t.Fatalf("lost work: %v, %v", lost, err)
	}
	if lost[0].Path != path || lost[0].Name != "a.level.yaml" || lost[0].Time.Before(started.Truncate(time.Second)) {
		t.Errorf("lost work %+v", lost[0])
	}
	s2, f2 := newFiles(t)
	if err := f2.Recover(lost[0]); err != nil {
		t.Fatal(err)
	}
	if got := text(t, s2.Document()); got != want {
		t.Errorf("recovered\n%s\nwant\n%s", got, want)
	}
	if !f2.Unsaved() || f2.Path() != path {
		t.Errorf("recovered work is unsaved: %v, its file is %s", f2.Unsaved(), f2.Path())
	}
	if err := f2.Save(path); err != nil {
		t.Fatal(err)
	}
	if doc, err := level.Open(path); err != nil || text(t, doc) != want {
		t.Errorf("the saved level differs: %v", err)
	}
}

// If the file of a level gets another name, lost work has that name, even if nothing else has changed since.
func TestLostWorkHasItsNewName(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "recovery")
	s, f := newFiles(t)
	r := workspace.NewRecovery(f, dir)
	from, to := filepath.Join(t.TempDir(), "cart.level.yaml"), filepath.Join(t.TempDir(), "wagon.level.yaml")
	must(t, f.Save(from))
	addBox(t, s, 2)
	if !keep(t, r) {
		t.Fatal("unsaved work was not autosaved")
	}
	must(t, os.Rename(from, to))
	f.Moved(to)
	if !keep(t, r) {
		t.Error("the copy keeps the old name")
	}
	r.Die()
	lost, err := workspace.LostWork(dir)
	if err != nil || len(lost) != 1 || lost[0].Path != to || lost[0].Name != "wagon.level.yaml" {
		t.Errorf("the lost work is %+v, %v", lost, err)
	}
}

// bury makes the copies look as if they had not been touched for a while.
func bury(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		old := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(dir, e.Name()), old, old); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSavingDropsTheCopy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, f := newFiles(t)
	r := workspace.NewRecovery(f, dir)
	addBox(t, s, 1)
	keep(t, r)
	if err := f.Save(filepath.Join(t.TempDir(), "a.level.yaml")); err != nil {
		t.Fatal(err)
	}
	keep(t, r)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("after saving, the folder holds %v, %v", entries, err)
	}
}

func TestForeignFilesInRecoveryFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, data := range map[string]string{
		"notes.txt": "hello", "b.level.yaml": "fillet: 1\n", "c.level.yaml": "# recovery {not json\nfillet: 1\n",
		"d.level.yaml": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if lost, err := workspace.LostWork(dir); err != nil || len(lost) != 0 {
		t.Errorf("lost work %v, %v", lost, err)
	}
}

// The copy of a process that is gone counts as lost at once, however recent it is.
func TestWorkOfADeadProcessIsLostAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	header, err := json.Marshal(map[string]any{"Name": "x.level.yaml", "PID": 1 << 30, "Time": time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	data := "# recovery " + string(header) + "\nfillet: 1\nname: x\nsize: [9, 9]\nlayers: []\n"
	if err := os.WriteFile(filepath.Join(dir, "9.level.yaml"), []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	lost, err := workspace.LostWork(dir)
	if err != nil || len(lost) != 1 {
		t.Fatalf("lost work %v, %v", lost, err)
	}
	s, f := newFiles(t)
	if err := f.Recover(lost[0]); err != nil {
		t.Fatal(err)
	}
	if s.Document().Settings().Name != "x" || f.Suggestion() != "x.level.yaml" {
		t.Errorf("recovered %q, suggested name %s", s.Document().Settings().Name, f.Suggestion())
	}
}

// A copy that is older than the level's file is distinguished from a newer one.
func TestOutdatedLostWork(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.level.yaml")
	for _, older := range []bool{false, true} {
		s, f := newFiles(t)
		addBox(t, s, 1)
		must(t, f.Save(path))
		addBox(t, s, 2)
		r := workspace.NewRecovery(f, filepath.Join(dir, "recovery"))
		if !keep(t, r) {
			t.Fatal("nothing is autosaved")
		}
		written := time.Now().Add(-time.Hour)
		if older {
			written = time.Now().Add(time.Hour)
		}
		must(t, os.Chtimes(path, written, written))
		copies, err := filepath.Glob(filepath.Join(dir, "recovery", "*"+workspace.Extension))
		if err != nil || len(copies) != 1 {
			t.Fatal(copies, err)
		}
		r.Die()
		lost, err := workspace.LostWork(filepath.Join(dir, "recovery"))
		if err != nil || len(lost) != 1 || lost[0].Older != older {
			t.Fatalf("offered: %+v, %v; want one that is older: %v", lost, err, older)
		}
		must(t, lost[0].Remove())
		if left, err := os.ReadDir(filepath.Join(dir, "recovery")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// Autosaves are frequent enough that a crash costs at most the interval, and take about a tenth of the time if writing
// is quick.
func TestAutosaveInterval(t *testing.T) {
	t.Parallel()
	const interval = workspace.RecoveryInterval
	for _, took := range []time.Duration{
		0, time.Millisecond, 100 * time.Millisecond, 500 * time.Millisecond,
		time.Second, 2 * time.Second, 9 * time.Second,
	} {
		r := workspace.NewRecoveryThatTook(took)
		pause := time.Duration(0)
		for !r.Due(workspace.BeganOf(r).Add(pause), interval) {
			pause += 50 * time.Millisecond
		}
		if limit := max(interval-2*took, 0); pause > limit { // a write after the pause takes time, too
			t.Errorf("if writing takes %v, the next autosave is due after %v, which is too late", took, pause)
		}
		if least := min(9*took, interval-2*took-interval/10); pause < least {
			t.Errorf("if writing takes %v, the next autosave is due after %v, which is too early", took, pause)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
