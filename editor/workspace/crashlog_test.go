package workspace_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"fillet/editor/workspace"
)

const wordsEnv = "FILLET_TEST_LAST_WORDS"

// TestCrashingEditor is the child of TestCrashLog: an editor that panics on a separate goroutine, where nothing can
// recover.
func TestCrashingEditor(t *testing.T) {
	dir := os.Getenv(wordsEnv)
	if dir == "" {
		t.Skip("it runs as another test's child")
	}
	l, err := workspace.NewCrashLog(dir, "Fillet of the test")
	must(t, err)
	must(t, debug.SetCrashOutput(l.File(), debug.CrashOptions{}))
	done := make(chan bool)
	go func() { panic("a mistake that nobody contains") }()
	<-done
}

// The next editor reads the log of a crashed editor, once. An editor that was killed leaves an empty log, the log of a
// running editor is not touched, and an editor that ends normally leaves none.
func TestCrashLog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "running")
	if words, err := workspace.TakeCrashLogs(dir); err != nil || len(words) != 0 {
		t.Errorf("before the first crash: %q, %v", words, err)
	}
	c := exec.Command(os.Args[0], "-test.run=^TestCrashingEditor$")
	c.Env = append(os.Environ(), wordsEnv+"="+dir)
	if err := c.Run(); err == nil {
		t.Fatal("the crashing editor did not crash")
	}
	must(t, os.WriteFile(filepath.Join(dir, "999999999-1.txt"), []byte("Fillet that was killed\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("of another\n\nkind\n"), 0o600))
	mine, err := workspace.NewCrashLog(dir, "this one")
	must(t, err)
	words, err := workspace.TakeCrashLogs(dir)
	if err != nil || len(words) != 1 {
		t.Fatalf("the next start finds %q, %v", words, err)
	}
	for _, part := range []string{"Fillet of the test\n", "a mistake that nobody contains", "crashlog_test.go"} {
		if !strings.Contains(words[0], part) {
			t.Errorf("the crash log does not say %q:\n%s", part, words[0])
		}
	}
	if words, err := workspace.TakeCrashLogs(dir); err != nil || len(words) != 0 {
		t.Errorf("the logs are returned twice: %q, %v", words, err)
	}
	must(t, mine.Close())
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "notes.txt" {
		t.Errorf("files left: %v, %v", left, err)
	}
}
