package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// If git's merge program is missing or cannot be run, git merges the level as text with conflict markers, and the merge
// always ends in a conflict.
func TestGitMergesTextsWithoutTheProgram(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for name, value := range map[string]string{
		"HOME": t.TempDir(), "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ann",
		"GIT_AUTHOR_EMAIL":   "ann@example.org",
		"GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org", "LC_ALL": "C",
	} {
		t.Setenv(name, value)
	}
	level := func(floor, ball string) string {
		return "fillet: 1\nname: Yard\nlayers:\n  - id: l1\n    colliders:\n      - id: c1\n        position: " +
			floor +
			"\n        name: floor\n        kind: box\n        size: [16, 16]\n      - id: c2\n        name: ball\n  " +
			"      kind: point\n        position: " + ball + "\n"
	}
	for _, test := range []struct {
		name, theirs string
		want         []string // lines of the level afterwards
	}{
		{"both changed one key", level("[40, 8]", "[0, 0]"), []string{
			"<<<<<<< ours", "position: [20, 8]",
			"||||||| base", "position: [40, 8]", ">>>>>>> theirs",
		}},
		{"each changed another key", level("[8, 8]", "[3, 3]"), []string{"position: [20, 8]", "position: [3, 3]"}},
	} {
		for _, exe := range []string{"missing", "not executable"} {
			t.Run(test.name+", "+exe, func(t *testing.T) {
				dir := t.TempDir()
				program := filepath.Join(dir, "it's 100% fillet")
				if exe == "not executable" {
					if runtime.GOOS == "windows" {
						t.Skip("this system runs files by their names")
					}
					if err := os.WriteFile(program, []byte("no program"), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				repo := gitRepository{folder: filepath.Join(dir, "repo")}
				file := filepath.Join(repo.folder, "a b.level.yaml")
				if err := os.Mkdir(repo.folder, 0o755); err != nil {
					t.Fatal(err)
				}
				git := func(args ...string) string {
					t.Helper()
					output, err := repo.run(args...)
					if err != nil {
						t.Fatal(err)
					}
					return output
				}
				commit := func(text string) {
					t.Helper()
					if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
					git("add", "-A")
					git("commit", "-qm", "level")
				}
				git("init", "-q", "-b", "main")
				git("config", "merge.conflictStyle", "diff3")
				var printed strings.Builder
				setting := gitSetting{&app{stdout: &printed, stderr: &printed}}
				if err := setting.gitSetup(repo, program, false); err != nil {
					t.Fatal(err)
				}
				commit(level("[8, 8]", "[0, 0]"))
				git("checkout", "-qb", "other")
				commit(test.theirs)
				git("checkout", "-q", "main")
				commit(level("[20, 8]", "[0, 0]"))
				merge := exec.Command("git", "-C", repo.folder, "merge", "other")
				out, err := merge.CombinedOutput()
				if err == nil || !strings.Contains(string(out),
					"fillet could not be run, so git merges the text of a b.level.yaml") {
					t.Errorf("git merge: %v, said %s", err, out)
				}
				if status := git("status", "--porcelain"); !strings.HasPrefix(status, "UU ") {
					t.Errorf("the level is not in conflict: %q", status)
				}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, want := range test.want {
					if !strings.Contains(string(text), want) {
						t.Errorf("%q is not in the level:\n%s", want, text)
					}
				}
			})
		}
	}
}
