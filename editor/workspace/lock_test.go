package workspace_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
)

func openLevel(t *testing.T, path string) (*editor.Session, *workspace.Files) {
	t.Helper()
	s, f := newFiles(t)
	f.TellOthers()
	if _, err := f.Open(context.Background(), path, importers.Options{}); err != nil {
		t.Fatal(err)
	}
	return s, f
}

func savedLevel(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	s, f := newFiles(t)
	addBox(t, s, 1)
	if err := f.Save(path); err != nil {
		t.Fatal(err)
	}
	f.Close()
	return path
}

// The second editor of a file notices the first. The second save is rejected, and the first one stays.
func TestTwoEditorsOfOneFile(t *testing.T) {
	t.Parallel()
	path := savedLevel(t)
	s1, f1 := openLevel(t, path)
	if _, inUse := f1.OtherEditor(); inUse {
		t.Error("the first editor notices another editor")
	}
	s2, f2 := openLevel(t, path)
	if holder, inUse := f2.OtherEditor(); !inUse || holder.PID != os.Getpid() {
		t.Errorf("the second editor notices %v", holder)
	}
	addBox(t, s1, 100)
	addBox(t, s2, 200)
	if err := f2.Save(path); err != nil {
		t.Fatal(err)
	}
	want := text(t, s2.Document())
	if err := f1.Save(path); !errors.Is(err, workspace.ErrChangedOnDisk) {
		t.Errorf("the first editor's save over the second's: %v", err)
	}
	if doc, err := level.Open(path); err != nil || text(t, doc) != want {
		t.Errorf("the second editor's work is gone: %v", err)
	}
	if !f1.Unsaved() {
		t.Error("the level counts as saved after a rejected save")
	}
	f1.Close()
	f2.Beat() // takes over
	if _, inUse := f2.OtherEditor(); inUse {
		t.Error("the second editor notices an editor that has closed the file")
	}
	if _, f3 := openLevel(t, path); !holds(f3) {
		t.Error("a third editor does not notice the second")
	}
	f2.Close()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("notes are left behind: %v, %v", entries, err)
	}
}

func holds(f *workspace.Files) bool { _, inUse := f.OtherEditor(); return inUse }

// An editor takes over the note of a dead editor: one whose process is gone, or that has not touched its note for long.
func TestStaleNotesAreTakenOver(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	tests := []struct {
		name  string
		note  any
		age   time.Duration
		stale bool
	}{
		{"a process that is gone", workspace.Holder{Host: host, PID: 1 << 30, Token: "x"}, 0, true},
		{"another machine", workspace.Holder{Host: host + "2", User: "ann", PID: 1, Token: "x"}, 0, false},
		{"another machine, long ago", workspace.Holder{Host: host + "2", PID: 1, Token: "x"}, time.Hour, true},
		{"this process, long ago", workspace.Holder{Host: host, PID: os.Getpid(), Token: "x"}, time.Hour, true},
		{"no note of ours", "hello", time.Hour, true},
	}
	me := workspace.ThisProcess()
	with := func(change func(h *workspace.Holder)) workspace.Holder {
		h := me
		h.Token = "x"
		change(&h)
		return h
	}
	more := []struct {
		name  string
		note  any
		age   time.Duration
		stale bool
	}{
		{"this process, which holds no lock", with(func(h *workspace.Holder) { h.Locked = true }), 0, true},
		{"another container here, which holds no lock", with(func(h *workspace.Holder) {
			h.Locked, h.Host, h.Space = true, "box", "pid:[1]"
		}), 0, true},
		{"another machine with locks of its own", with(func(h *workspace.Holder) {
			h.Locked, h.Host, h.Boot, h.Machine = true, "far", "other", "other"
		}), 0, false},
		{"this machine before a restart", with(func(h *workspace.Holder) {
			h.Locked, h.Boot = true, "before"
		}), 0, true},
	}
	if me.Boot != "" && me.Machine != "" { // without them, this cannot be decided
		tests = append(tests, more...)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := savedLevel(t)
			note := filepath.Join(filepath.Dir(path), ".~a.level.yaml.lock")
			data, err := json.Marshal(tt.note)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(note, data, 0o644); err != nil {
				t.Fatal(err)
			}
			at := time.Now().Add(-tt.age)
			if err := os.Chtimes(note, at, at); err != nil {
				t.Fatal(err)
			}
			_, f := openLevel(t, path)
			if _, inUse := f.OtherEditor(); inUse == tt.stale {
				t.Errorf("another editor: %v", inUse)
			}
			f.Close()
			if _, err := os.Stat(note); (err == nil) == tt.stale {
				t.Errorf("note afterwards = %v", err)
			}
		})
	}
}

// A level opens in a folder in which no notes can be written.
func TestOpenWithoutNote(t *testing.T) {
	t.Parallel()
	path := savedLevel(t)
	_, f := openLevel(t, path)
	if err := os.Remove(filepath.Join(filepath.Dir(path), ".~a.level.yaml.lock")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	f.Beat()
	if _, inUse := f.OtherEditor(); inUse {
		t.Error("there is no other editor")
	}
	f.Close()
}

// A save never overwrites another program's work without asking: not if the other program writes while the level is
// being read or saved, and not if its file has the same size and time as this editor's.
func TestOthersWorkAtTheWorstMoment(t *testing.T) {
	t.Parallel()
	theirs := []byte("fillet: 1\nlayers: []\n")
	tests := map[string]func(t *testing.T, path string) error{
		"while it is read": func(t *testing.T, path string) error {
			_, f := newFiles(t)
			r, foreign, err := f.Read(context.Background(), path, importers.Options{})
			must(t, err)
			must(t, os.WriteFile(path, theirs, 0o644))
			f.Opened(path, r, foreign)
			if !f.ChangedOnDisk() {
				t.Error("the other program's write is not noticed")
			}
			return f.Save(path)
		},
		"while it is saved": func(t *testing.T, path string) error {
			_, f := openLevel(t, path)
			write, done := f.Saving(path, false)
			must(t, os.WriteFile(path, theirs, 0o644))
			err := write()
			done(err)
			return err
		},
		"same size and time": func(t *testing.T, path string) error {
			_, f := openLevel(t, path)
			info, err := os.Stat(path)
			must(t, err)
			replacement := path + ".new"
			theirs = append(theirs, bytes.Repeat([]byte("#"), int(info.Size())-len(theirs))...)
			must(t, os.WriteFile(replacement, theirs, 0o644))
			must(t, os.Chtimes(replacement, info.ModTime(), info.ModTime()))
			must(t, os.Rename(replacement, path))
			return f.Save(path)
		},
		"in place, same size and time": func(t *testing.T, path string) error {
			_, f := openLevel(t, path)
			return saveAfterSameSize(t, f, path)
		},
		"in place, same size and time, right after a save": func(t *testing.T, path string) error {
			s, f := openLevel(t, path)
			addBox(t, s, 9)
			must(t, f.Save(path))
			return saveAfterSameSize(t, f, path)
		},
	}
	for name, save := range tests {
		t.Run(name, func(t *testing.T) {
			path := savedLevel(t)
			if err := save(t, path); !errors.Is(err, workspace.ErrChangedOnDisk) {
				t.Errorf("saving returns %v", err)
			}
			if now, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(now, theirs) {
				t.Errorf("the other's work is lost: %v", err)
			}
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.tmp")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// saveAfterSameSize lets another program write to the level's file without changing its size and time, then saves.
func saveAfterSameSize(t *testing.T, f *workspace.Files, path string) error {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	theirs := []byte("fillet: 1\nlayers: []\n")
	theirs = append(theirs, bytes.Repeat([]byte("#"), int(info.Size())-len(theirs))...)
	must(t, os.WriteFile(path, theirs, 0o644))
	must(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
	if now, err := os.Stat(path); err != nil || now.Size() != info.Size() || !now.ModTime().Equal(info.ModTime()) ||
		!os.SameFile(now, info) {
		t.Fatalf("the file looks different: %v, %v", now, err)
	}
	if !f.ChangedOnDisk() {
		t.Error("the other program's write is not noticed")
	}
	return f.Save(path)
}

// A new time, other permissions, or the same contents written again do not count as a change.
func TestSameContentsAreNoChange(t *testing.T) {
	t.Parallel()
	tests := map[string]func(path string) error{
		"touched": func(path string) error { return os.Chtimes(path, time.Now(), time.Now().Add(time.Hour)) },
		"rights":  func(path string) error { return os.Chmod(path, 0o600) },
		"written": func(path string) error {
			data, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path+"2", data, 0o644), os.Rename(path+"2", path))
		},
	}
	for name, do := range tests {
		t.Run(name, func(t *testing.T) {
			path := savedLevel(t)
			s, f := openLevel(t, path)
			must(t, do(path))
			if f.ChangedOnDisk() {
				t.Error("the file counts as changed")
			}
			addBox(t, s, 5)
			must(t, f.Save(path))
			if f.ChangedOnDisk() {
				t.Error("the file just saved counts as another program's")
			}
			f.Close()
		})
	}
}

// A forced save replaces the other program's work, and the file counts as this editor's.
func TestOverwriting(t *testing.T) {
	t.Parallel()
	path := savedLevel(t)
	s, f := openLevel(t, path)
	must(t, os.WriteFile(path, []byte("fillet: 1\nlayers: []\n"), 0o644))
	must(t, f.SaveOver(path))
	if f.ChangedOnDisk() || f.Unsaved() {
		t.Error("the file just saved counts as another program's")
	}
	addBox(t, s, 9)
	must(t, f.Save(path))
}
