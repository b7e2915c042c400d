// Package page checks the Go code of docs/engines/ebitengine.md, which needs this module's Ebitengine.
//
// The page's picture is made in a folder with its program and its level, set up as the page says:
//
//	xvfb-run -s "-screen 0 1280x480x24" \
//		sh -c 'go build -o game && { ./game & sleep 6; import -window root -colors 32 png8:ebitengine.png; kill $!; }'
package page

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "fillet/export/colliders" // so that go test runs this again when the package changes
)

// helpers begins a file with the functions of the page besides its program.
const helpers = `package main

import (
	"log"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/export/colliders"
)
`

// The program of the page compiles, and so do the functions that the page adds to it.
func TestPageCompiles(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/engines/ebitengine.md")
	if err != nil {
		t.Fatal(err)
	}
	program, more := "", helpers
	for _, part := range strings.Split(string(text), "\n```go\n")[1:] {
		code, _, ok := strings.Cut(part, "\n```\n")
		if !ok {
			t.Fatal("a block of code does not end")
		}
		if strings.HasPrefix(code, "package ") {
			program += code + "\n"
		} else {
			more += "\n" + code + "\n"
		}
	}
	if lines := strings.Count(program, "\n"); lines == 0 || lines >= 60 {
		t.Errorf("the program has %d lines", lines)
	}
	dir := t.TempDir()
	args := []string{"vet"}
	for name, code := range map[string]string{"main.go": program, "more.go": more} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
