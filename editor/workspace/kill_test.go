package workspace_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
)

// The environment of a test process that acts as an editor and is killed.
const (
	victimEnv = "FILLET_TEST_VICTIM" // the folder that it works in
	seedEnv   = "FILLET_TEST_SEED"   // the seed of its edits
	killsEnv  = "FILLET_TEST_KILLS"  // the number of kills; 40 by default
)

// TestVictim is the editor that TestKilledEditorLosesNothing kills. It edits, saves and autosaves without end, and
// reports each operation that it has finished. Edit n gives the level the name n.
func TestVictim(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(victimEnv)
	if dir == "" {
		t.Skip("it runs as another test's child")
	}
	s, f := newFiles(t)
	f.TellOthers()
	path := filepath.Join(dir, "a.level.yaml")
	if _, err := f.Open(context.Background(), path, importers.Options{}); err != nil {
		t.Fatal(err)
	}
	r := workspace.NewRecovery(f, filepath.Join(dir, "recovery"))
	seed, err := strconv.ParseUint(os.Getenv(seedEnv), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	n, err := strconv.Atoi(s.Document().Settings().Name)
	if err != nil {
		t.Fatal(err)
	}
	for {
		switch k := random.IntN(12); {
		case k < 8:
			n++
			s.Batch(func() {
				g := s.Begin("edit")
				addBox(t, s, float64(random.IntN(1000)))
				if err := s.EditSettings("name", func(s *level.Settings) { s.Name = strconv.Itoa(n) }); err != nil {
					t.Error(err)
				}
				g.Commit()
			})
			if s.Document().Len() > 300 {
				s.Selection().All()
				if err := s.DeleteSelection(); err != nil {
					t.Fatal(err)
				}
			}
			fmt.Println("edited", n)
		case k < 9:
			if s.History().Revision() > 0 {
				s.Selection().Clear()
				_, _ = s.Undo()
				_, _ = s.Redo()
			}
		case k < 11:
			if write := r.Keep(); write != nil {
				if err := write(); err != nil {
					t.Fatal(err)
				}
			}
			fmt.Println("kept", n)
		default:
			if err := f.Save(path); err != nil {
				t.Fatal(err)
			}
			fmt.Println("saved", n)
		}
	}
}

// A killed editor leaves a complete file: the last save that it finished or a newer one. The copy that the next start
// offers holds every autosave that it finished.
func TestKilledEditorLosesNothing(t *testing.T) {
	kills := 40
	if text := os.Getenv(killsEnv); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	if testing.Short() {
		kills = 5
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.level.yaml")
	s, f := newFiles(t)
	if err := s.EditSettings("name", func(s *level.Settings) { s.Name = "0" }); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(path); err != nil {
		t.Fatal(err)
	}
	f.Close()
	random := rand.New(rand.NewPCG(8, uint64(kills)))
	recovered, unsaved := 0, 0
	for i := range kills {
		done := victim(t, dir, uint64(i), 1+random.IntN(60), time.Duration(random.IntN(10_000))*time.Microsecond)
		doc, err := level.Open(path)
		if err != nil {
			t.Fatalf("kill %d: the file is incomplete: %v", i, err)
		}
		if err := doc.Validate(); err != nil {
			t.Fatalf("kill %d: %v", i, err)
		}
		held := editOf(t, doc)
		if held < done["saved"] {
			t.Fatalf("kill %d: the file holds edit %d, but edit %d was saved", i, held, done["saved"])
		}
		lost, err := workspace.LostWork(filepath.Join(dir, "recovery"))
		if err != nil {
			t.Fatal(err)
		}
		best := held
		s, f := newFiles(t)
		f.TellOthers()
		for _, l := range lost {
			if l.Path != path {
				t.Errorf("kill %d: the lost work is of %q", i, l.Path)
			}
			if err := f.Recover(l); err != nil {
				t.Fatalf("kill %d: the offered work cannot be recovered: %v", i, err)
			}
			best = max(best, editOf(t, s.Document()))
			if err := l.Remove(); err != nil {
				t.Fatal(err)
			}
			recovered++
		}
		if best < done["kept"] {
			t.Fatalf("kill %d: the last edit is %d, but edit %d was autosaved", i, best, done["kept"])
		}
		if best > held {
			unsaved++
		}
		if _, err := f.Open(context.Background(), path, importers.Options{}); err != nil {
			t.Fatal(err)
		}
		if _, inUse := f.OtherEditor(); inUse {
			t.Errorf("kill %d: the dead editor counts as having the file open", i)
		}
		f.Close()
		for _, folder := range []string{dir, filepath.Join(dir, "recovery")} {
			if left, err := filepath.Glob(filepath.Join(folder, ".*")); err != nil || len(left) > 0 {
				t.Errorf("kill %d: after the next start there are %v, %v", i, left, err)
			}
		}
	}
	t.Logf("%d kills, %d copies were offered, %d of them newer than the file", kills, recovered, unsaved)
	if kills >= 40 && (recovered == 0 || unsaved == 0) {
		t.Error("no kill came between an edit and a save: the test shows nothing")
	}
	// A note that is incomplete because its editor was killed is ignored, and removed once it is too old to be still
	// being written.
	recovery := filepath.Join(dir, "recovery")
	left, err := os.ReadDir(recovery)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		if info, err := e.Info(); err != nil || info.Size() > 0 {
			continue
		}
		long := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(recovery, e.Name()), long, long); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := workspace.LostWork(recovery); err != nil {
		t.Fatal(err)
	}
	for folder, names := range map[string][]string{
		dir:                            {"a.level.yaml", "recovery"},
		filepath.Join(dir, "recovery"): nil,
	} {
		left, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(left, names, func(e os.DirEntry, name string) bool { return e.Name() == name }) {
			t.Errorf("killed editors have left %v in %s", left, folder)
		}
	}
}

func editOf(t *testing.T, doc *level.Document) int {
	t.Helper()
	n, err := strconv.Atoi(doc.Settings().Name)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// victim runs an editor in the folder, kills it shortly after it has reported a number of edits and writes, and returns
// the numbers of the last edits that it reported as edited, kept and saved.
func victim(t *testing.T, dir string, seed uint64, reports int, while time.Duration) map[string]int {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestVictim$")
	c.Env = append(os.Environ(), victimEnv+"="+dir, fmt.Sprint(seedEnv, "=", seed))
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	done := map[string]int{}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		what, number, ok := strings.Cut(lines.Text(), " ")
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			t.Fatalf("the victim prints %q", lines.Text())
		}
		done[what] = n
		if reports--; reports == 0 {
			time.AfterFunc(while, func() { _ = c.Process.Kill() }) // it may have failed on its own, which Wait reports
		}
	}
	var ee *exec.ExitError
	if err := c.Wait(); !errors.As(err, &ee) || ee.Exited() {
		t.Fatalf("the victim ended on its own: %v", err)
	}
	return done
}
