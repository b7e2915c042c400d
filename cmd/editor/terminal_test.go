package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// TestNoCommandsReachTheTerminal: file names and names in files that would move a terminal's cursor, set its title or turn
// the text around are shown as escapes.
func TestNoCommandsReachTheTerminal(t *testing.T) {
	const nasty = "\x1b]0;owned\x07\x1b[2J\u202e\u009b31m\rname"
	dir := t.TempDir()
	path := filepath.Join(dir, nasty+".level.yaml")
	if err := os.WriteFile(path, []byte("fillet: 1\nname: \"\\e[2J\"\nlayers: [{id: l1, name: \"\\e[31m\\u202e\", colliders: [{id: c1, name: \"\\e[2J\", kind: cone}]}]\n"), 0o600); err != nil {
		t.Skip("this file system refuses such a name:", err)
	}
	for _, args := range [][]string{
		{"check", path},
		{"check", path + "x"},
		{"export", path, "-f", "nosuch", "-o", nasty},
		{"import", path, "-o", filepath.Join(dir, nasty)},
		{"contacts", path},
		{nasty},
		{"convert", path, "-f", "json", "--out", filepath.Join(dir, nasty)},
		{"--" + nasty},
		{"play", path, "--inputs", nasty},
	} {
		var out, err bytes.Buffer
		run(context.Background(), append([]string{"fillet"}, args...), strings.NewReader(""), plainText{&out}, &err)
		for name, text := range map[string]string{"output": out.String(), "errors": err.String()} {
			for _, r := range text {
				if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
					t.Errorf("%q: the %s hold %q: %q", args, name, r, text)
					break
				}
			}
		}
		if err.Len() == 0 {
			t.Errorf("%q: nothing is said", args)
		}
	}
}

// TestFilesGetTheVeryBytes: what does not go to a terminal is not touched.
func TestFilesGetTheVeryBytes(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if toTerminal(f) != f {
		t.Error("a file is written to as if it were a terminal")
	}
	if n, err := (plainText{f}).Write([]byte("a\x1bb\n")); n != 4 || err != nil {
		t.Errorf("writing four bytes gives %d, %v", n, err)
	}
}
