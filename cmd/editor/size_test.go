//go:build unix

package main

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
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
			costs(t, program, path, kind.Text(kind.Count), kind.Refused, []string{"check", path},
				[]string{"export", path, "-f", "json", "-o", filepath.Join(t.TempDir(), "out.json")})
		})
	}
}

// The same levels as other programs write them, and with a mistake, are opened with memory in proportion as well: some of them,
// and all where FILLET_TEST_STYLES says so.
func TestCostlyLevelsOfOtherPrograms(t *testing.T) {
	program, err := exec.LookPath("fillet")
	if err != nil {
		t.Skip("the program is not in the path of this test:", err)
	}
	some := []string{"layers of one circle", "properties of one collider", "vertices of square holes", "deleted colliders", "renamed imports"}
	for _, kind := range leveltest.All() {
		if os.Getenv("FILLET_TEST_STYLES") == "" && !slices.Contains(some, kind.Name) {
			continue
		}
		for _, style := range leveltest.Styles() {
			t.Run(kind.Name+" "+style.Name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "costly.level.yaml")
				costs(t, program, path, style.Text(kind.Text(kind.Count)), kind.Refused || style.Refused, []string{"check", path})
			})
		}
	}
}

var idleOnce struct {
	sync.Once
	memory int
}

// idleMemory is what the program takes for nothing: it has the window and all tests in it.
func idleMemory(t *testing.T, program string) int {
	t.Helper()
	idleOnce.Do(func() {
		var none bytes.Buffer
		_, idleOnce.memory, _ = measure(t, &none, program, "version")
	})
	return idleOnce.memory
}

// costs runs the program on a level that is to cost it little memory.
func costs(t *testing.T, program, path string, text []byte, refused bool, commands ...[]string) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	size := len(text)
	idle := idleMemory(t, program)
	for _, args := range commands {
		peak, most, took := 0, 0, time.Duration(0)
		for try := range 6 { // when the garbage collector runs is chance
			if try > 0 && peak <= most {
				break
			}
			var errs bytes.Buffer
			code := 0
			code, peak, took = measure(t, &errs, program, args...)
			if code != exitOK && code != exitLoss && (code != exitUnreadable || !refused) {
				t.Fatalf("%s: exit code %d, %.500s", args[0], code, errs.String())
			}
			if errs.Len() > 10_000 {
				t.Fatalf("%s says %d bytes of errors: %.300s", args[0], errs.Len(), errs.String())
			}
			most = idle + (24 << 20) + 12*size
			if args[0] == "export" { // its size is that of what it reads and of what it writes
				if info, err := os.Stat(args[len(args)-1]); err == nil {
					most += 12 * int(info.Size())
				}
			}
			most += most / 8 // an eighth is up to when the garbage collector runs
		}
		if peak > most && !strings.HasSuffix(program, "-race") {
			t.Errorf("%s took %d MB for a file of %.1f MB, want %d at most", args[0], peak>>20, float64(size)/(1<<20), most>>20)
		}
		t.Logf("%s: %v of processor time, %d MB of %d", args[0], took.Round(time.Millisecond), peak>>20, most>>20)
	}
}

func init() { programs["measured"] = measured }

// measure runs the program and returns its exit code, the most memory that it had, in bytes, and its processor time.
func measure(t *testing.T, errs *bytes.Buffer, program string, args ...string) (code, peak int, took time.Duration) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cost")
	cmd := exec.CommandContext(t.Context(), "measured", append([]string{path, program}, args...)...)
	cmd.Stderr = errs
	_ = cmd.Run() // the exit code says what was found
	cost, err := os.ReadFile(path)
	if err == nil {
		_, err = fmt.Sscan(string(cost), &peak, (*int64)(&took))
	}
	if err != nil {
		t.Fatalf("%v: what it cost is not known: %v, %.500s", args, err, errs.String())
	}
	return cmd.ProcessState.ExitCode(), peak, took
}

// measured is a program that runs another one and writes into a file what it cost. A process counts what its parent had when it
// was made; this one has little, where a test has much.
func measured() {
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stderr = os.Stderr
	_ = cmd.Run() // its exit code says it
	cost := fmt.Sprintln(peakOf(cmd.ProcessState), int64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()))
	if err := os.WriteFile(os.Args[1], []byte(cost), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(cmd.ProcessState.ExitCode())
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

// A map of which there would be too many colliders is refused with memory in proportion to it.
func TestCostlyMaps(t *testing.T) {
	program, err := exec.LookPath("fillet")
	if err != nil {
		t.Skip("the program is not in the path of this test:", err)
	}
	const side = 3000
	var b bytes.Buffer
	fmt.Fprintf(&b, `<map version="1.10" orientation="orthogonal" width="%d" height="%[1]d" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1">
  <tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
 </tileset>
 <layer id="1" name="board" width="%[1]d" height="%[1]d"><data encoding="csv">`, side)
	for i := range side * side {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('0' + byte((i%side+i/side)%2))
	}
	b.WriteString("</data></layer>\n</map>\n")
	path := filepath.Join(t.TempDir(), "board.tmx")
	costs(t, program, path, b.Bytes(), true, []string{"check", path}, []string{"export", path, "-f", "json", "-o", filepath.Join(t.TempDir(), "out.json")})
}

// A packed layer of very many cells, nearly all of them empty, takes little memory though its file is small.
func TestCostlyPackedMaps(t *testing.T) {
	program, err := exec.LookPath("fillet")
	if err != nil {
		t.Skip("the program is not in the path of this test:", err)
	}
	const side = 4000
	tiles := make([]byte, 4*side*side)
	tiles[4*side*side/2] = 1
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write(tiles); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<map version="1.10" orientation="orthogonal" width="%d" height="%[1]d" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1">
  <tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
 </tileset>
 <layer id="1" name="sky" width="%[1]d" height="%[1]d"><data encoding="base64" compression="zlib">%s</data></layer>
</map>
`, side, base64.StdEncoding.EncodeToString(packed.Bytes()))
	path := filepath.Join(t.TempDir(), "sky.tmx")
	costs(t, program, path, b.Bytes(), false, []string{"check", path}, []string{"export", path, "-f", "json", "-o", filepath.Join(t.TempDir(), "out.json")})
}
