//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"fillet/editor/level/leveltest"
)

// A level of very much of one thing is opened, checked and exported with memory in proportion to its file. What it costs is what
// the system says of the program itself; the time is told, not judged: machines are busy.
func TestCostlyLevels(t *testing.T) {
	program, err := exec.LookPath("fillet")
	if err != nil {
		t.Skip("the program is not in the path of this test:", err)
	}
	for _, kind := range leveltest.All() {
		t.Run(kind.Name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "costly.level.yaml")
			text := kind.Text(kind.Count)
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			size := len(text)
			debug.FreeOSMemory() // a child counts what its parent had when it was made
			for _, args := range [][]string{
				{"check", path},
				{"export", path, "-f", "json", "-o", filepath.Join(t.TempDir(), "out.json")},
			} {
				peak, most, took := 0, 0, time.Duration(0)
				for try := range 3 { // when the garbage collector runs is chance
					if try > 0 && peak <= most {
						break
					}
					// A child counts what this process has when it is made, which the shortest command shows.
					version := exec.Command(program, "version")
					if err := version.Run(); err != nil {
						t.Fatal(err)
					}
					cmd := exec.CommandContext(t.Context(), program, args...)
					var out, errs bytes.Buffer
					cmd.Stdout, cmd.Stderr = &out, &errs
					_ = cmd.Run() // the exit code says what was found
					code := cmd.ProcessState.ExitCode()
					if code != exitOK && code != exitLoss && (code != exitUnreadable || !kind.Refused) {
						t.Fatalf("%s: exit code %d, %.500s", args[0], code, errs.String())
					}
					if errs.Len() > 10_000 {
						t.Fatalf("%s says %d bytes of errors: %.300s", args[0], errs.Len(), errs.String())
					}
					most = 64<<20 + 10*size
					if args[0] == "export" { // its size is that of what it reads and of what it writes
						if info, err := os.Stat(args[len(args)-1]); err == nil {
							most += 10 * int(info.Size())
						}
					}
					most = max(most+most/8, peakOf(version.ProcessState)) // an eighth is up to when the garbage collector runs
					peak, took = peakOf(cmd.ProcessState), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
				}
				if peak > most && !strings.HasSuffix(program, "-race") {
					t.Errorf("%s took %d MB for a file of %.1f MB, want %d at most", args[0], peak>>20, float64(size)/(1<<20), most>>20)
				}
				t.Logf("%s: %v of processor time, %d MB of %d", args[0], took.Round(time.Millisecond), peak>>20, most>>20)
			}
		})
	}
}

// peakOf is the most memory that a process had, in bytes.
func peakOf(p *os.ProcessState) int {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int(usage.Maxrss) // in bytes there
	}
	return int(usage.Maxrss) << 10
}
