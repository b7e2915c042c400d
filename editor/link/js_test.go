package link_test

import (
	"bufio"
	"os/exec"
	"strings"
	"testing"
)

// inNode runs the test game in Node until the test ends.
func inNode(t *testing.T, args ...string) *bufio.Scanner {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	cmd := exec.Command(node, append([]string{"testdata/game.mjs"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var problems strings.Builder
	cmd.Stderr = &problems
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			_ = cmd.Process.Kill() // it may wait for events
		}
		if err := cmd.Wait(); err != nil {
			t.Error(err, problems.String())
		}
	})
	return bufio.NewScanner(out)
}

func wantLine(t *testing.T, lines *bufio.Scanner, want string) {
	t.Helper()
	if !lines.Scan() {
		t.Fatalf("the game ended, want %s", want)
	}
	if !strings.Contains(lines.Text(), want) {
		t.Errorf("the game prints %s, want %s", lines.Text(), want)
	}
}

// A level that a loader made gets the difference to the editor's first, then changes. If it cannot take a change, the
// next one contains it.
func TestJavaScript(t *testing.T) {
	t.Parallel()
	s := serve(t, 3)
	lines := inNode(t, s.server.Address(), "loaded")
	wantLine(t, lines, `{"removed":["c9"],"added":["c2","c3"],"changed":["c1"],"level":true,"categories":["default"]}`)
	s.move(2, 400)
	wantLine(t, lines, `{"error":"cannot take it"}`)
	s.move(3, 500)
	wantLine(t, lines, `"changed":["c2","c3"]`)
	s.until("a report", func() bool {
		list := s.level.Reports(32)
		return len(list) == 1 && list[0].Game == "node game" && len(list[0].Bodies) == 1 && list[0].Player != nil &&
			list[0].Player.X == 96 && list[0].Player.Y == -128
	})
	s.level.Close("The level was closed in the editor.")
	wantLine(t, lines, `{"reason":"The level was closed in the editor."}`)
}

// A function gets the file and then changes. A refusal ends the link with its reason.
func TestJavaScriptCallback(t *testing.T) {
	t.Parallel()
	s := serve(t, 3)
	lines := inNode(t, s.server.Address()+"?units=m", "called")
	wantLine(t, lines, `{"file":3,"first":{"id":"c1"`)
	s.move(2, 400)
	wantLine(t, lines, `{"changed":["c2"],"level":false}`)
	s.level.Close("The level was closed in the editor.")
	wantLine(t, lines, `{"reason":"The level was closed in the editor."}`)
	wantLine(t, inNode(t, s.server.Address()+"x", "called"), `{"reason":"The token in the address is wrong`)
}
