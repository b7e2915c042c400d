package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/export/colliders"
	"fillet/export/colliders/link"
)

const servedLevelText = `fillet: 1
name: %s
pixels_per_metre: 32
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: wall, kind: box, size: [64, 16], position: [%d, 32]}
`

// serving runs fillet serve until the test ends.
func startServe(t *testing.T, args ...string) (address string, stderr *bufio.Scanner, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, stdout := io.Pipe()
	in, errors := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"fillet", "serve"}, args...), strings.NewReader(""), stdout, errors)
		_ = stdout.Close()
		_ = errors.Close()
	}()
	stderr = bufio.NewScanner(in)
	stop = func() int {
		cancel()
		go func() { _, _ = io.Copy(io.Discard, in) }()
		return <-ended
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		var text []string
		for stderr.Scan() {
			text = append(text, stderr.Text())
		}
		t.Fatalf("fillet serve ended: %s", strings.Join(text, "\n"))
	}
	return lines.Text(), stderr, stop
}

func writeLevel(t *testing.T, path, name string, x int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".new", fmt.Appendf(nil, servedLevelText, name, x), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// expect reads messages until one contains a text.
func expect(t *testing.T, stderr *bufio.Scanner, want string) {
	t.Helper()
	for stderr.Scan() {
		if strings.Contains(stderr.Text(), want) {
			return
		}
	}
	t.Fatalf("no message contains %q", want)
}

// A game follows the saved file of a level. A damaged file is reported, and the game keeps the last state.
func TestServe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	writeLevel(t, path, "a", 64)
	address, stderr, stop := startServe(t, path, "--units", "m", "--polygons", "4")
	expect(t, stderr, "offering "+path)
	ctx, leave := context.WithCancel(t.Context())
	g, err := link.Follow(ctx, address, link.Options{Name: "my game"})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, stderr, "my game follows a.level.yaml")
	if g.File.Level.Units != colliders.Metres || g.File.Colliders[0].Position.X != 2 {
		t.Errorf("the level is %+v", g.File)
	}
	if err := os.WriteFile(path, []byte("fillet: 1\nlayers: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, stderr, "a.level.yaml:2")
	writeLevel(t, path, "a", 96)
	c := <-g.Changes
	if len(c.Changed) != 1 || c.Changed[0].Position.X != 3 {
		t.Errorf("the change is %+v", c)
	}
	leave()
	expect(t, stderr, "my game no longer follows a.level.yaml")
	if code := stop(); code != exitOK {
		t.Errorf("the exit code is %d", code)
	}
}

// A project offers every level in it, also those that appear while it is served.
func TestServeProject(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "fillet.project.yaml"), []byte("fillet_project: 1\nname: p\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	writeLevel(t, filepath.Join(dir, "levels", "a.level.yaml"), "a", 64)
	writeLevel(t, filepath.Join(dir, "levels", "b.level.yaml"), "b", 64)
	address, stderr, stop := startServe(t, dir)
	defer stop()
	expect(t, stderr, "offering 2 levels: levels/a.level.yaml, levels/b.level.yaml")
	_, err := link.Follow(t.Context(), address, link.Options{})
	if err == nil || !strings.Contains(err.Error(), "Several levels are open: add ?level= with one of levels/a.level.yaml") {
		t.Errorf("the error is %v", err)
	}
	g, err := link.Follow(t.Context(), address, link.Options{Level: "levels/b.level.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, stderr, "A game follows levels/b.level.yaml")
	writeLevel(t, filepath.Join(dir, "levels", "c.level.yaml"), "c", 64)
	writeLevel(t, filepath.Join(dir, "levels", "b.level.yaml"), "b", 32)
	if c := <-g.Changes; len(c.Changed) != 1 || c.Changed[0].Position.X != 32 {
		t.Errorf("the change is %+v", c)
	}
	if _, err := link.Follow(t.Context(), address, link.Options{Level: "levels/c.level.yaml"}); err != nil {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(dir, "levels", "b.level.yaml")); err != nil {
		t.Fatal(err)
	}
	if _, ok := <-g.Changes; ok || !strings.Contains(g.Err().Error(), "The file of the level was removed.") {
		t.Errorf("the error is %v", g.Err())
	}
}

func TestServeErrors(t *testing.T) {
	t.Parallel()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = on.Close() }()
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	writeLevel(t, path, "a", 64)
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{path, "--listen", on.Addr().String()}, exitUsage, "use another port, or 0 for any free one"},
		{[]string{path, "--listen", "0.0.0.0:0"}, exitUsage, "use a loopback address"},
		{[]string{path, "--polygons", "2"}, exitUsage, "must be a whole number of at least 3"},
		{[]string{path, "--tolerance", "0"}, exitUsage, "--tolerance takes a number of pixels"},
		{[]string{path, "--version", "1"}, exitUsage, "unknown flag"},
		{[]string{"-"}, exitUsage, "standard input cannot be followed"},
		{[]string{}, exitUsage, "LEVEL is missing"},
		{[]string{path + "x"}, exitUnreadable, "a.level.yamlx"},
		{[]string{t.TempDir()}, exitUsage, "no files can be served"},
	} {
		var stdout, stderr strings.Builder
		code := run(t.Context(), append([]string{"fillet", "serve"}, tt.args...), strings.NewReader(""), &stdout, &stderr)
		if code != tt.code || !strings.Contains(stderr.String(), tt.want) || stdout.Len() > 0 {
			t.Errorf("%q: exit code %d, want %d; the error is %s", tt.args, code, tt.code, stderr.String())
		}
	}
}
