package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Folders are searched within limits, and without following links, which may form cycles.
func TestFoldersHaveLimits(t *testing.T) {
	w := newSandbox(t, map[string]string{"levels/a.level.yaml": tinyLevel})
	deep := "levels" + strings.Repeat("/d", MaxDepth)
	w.write(deep+"/in.level.yaml", tinyLevel)
	w.write(deep+"/d/out.level.yaml", tinyLevel)
	_, stderr := w.run(".", []string{"convert", "levels", "-f", "json", "-o", "out"}, exitUnreadable)
	if !strings.Contains(stderr, "nested more than 32 deep") {
		t.Error(stderr)
	}
	for name, want := range map[string]bool{
		"out/a.colliders.json": true,
		strings.Replace(deep, "levels", "out", 1) + "/in.colliders.json": true,
		strings.Replace(deep, "levels", "out", 1) + "/d":                 false,
	} {
		if _, err := os.Stat(w.path(name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}

	w.write("loop/b.level.yaml", tinyLevel)
	if err := os.Symlink(w.path("loop"), w.path("loop/again")); err != nil {
		t.Skip("no links here:", err)
	}
	w.run(".", []string{"convert", "loop", "-f", "json", "-o", "flat"}, exitOK)
	if entries, err := os.ReadDir(w.path("flat")); err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
}

// Two names of the same file, through a link or another spelling, count as one input.
func TestFilesAreConvertedOnce(t *testing.T) {
	w := newSandbox(t, map[string]string{
		"levels/a.level.yaml": tinyLevel, "levels/b.level.yaml": tinyLevel,
		"other/x": "",
	})
	args := []string{
		"convert", "-f", "json", "-o", "out", "levels/a.level.yaml", "./levels/../levels/a.level.yaml",
		w.path("levels/a.level.yaml"), "levels",
	}
	same := 1 // for the absolute name
	if os.Link(w.path("levels/a.level.yaml"), w.path("other/hard.level.yaml")) == nil {
		args, same = append(args, "other/hard.level.yaml"), same+1
	}
	if os.Symlink(w.path("levels/a.level.yaml"), w.path("other/soft.level.yaml")) == nil {
		args, same = append(args, "other/soft.level.yaml"), same+1
	}
	_, stderr := w.run(".", args, exitOK)
	if n := strings.Count(stderr, "is the same file as levels/a.level.yaml: it is exported once"); n != same &&
		filepath.Separator == '/' {
		t.Errorf("a repeated file is reported %d times, want %d:\n%s", n, same, stderr)
	}
	if n := strings.Count(stderr, "is named twice: it is exported once"); n != 2 {
		t.Errorf("a repeated name is reported %d times:\n%s", n, stderr)
	}
	entries, err := os.ReadDir(w.path("out"))
	if err != nil || len(entries) != 2 { // b is another file of the same size
		t.Errorf("%v %v", entries, err)
	}
}

// TestCheckOfFolders checks that check, like convert, finds levels in folders and by patterns that the shell has not
// expanded, each level once.
func TestCheckOfFolders(t *testing.T) {
	off := strings.Replace(tinyLevel, "position: [160, 100]", "position: [1600, 100]", 1) // outside the level
	w := newSandbox(t, map[string]string{
		"levels/a.level.yaml": off, "levels/deep/b.level.yaml": off, "levels/deep/notes.txt": "",
		"levels/.hidden/c.level.yaml": off, "levels/m.tmx": strings.Replace(tinyObjects, `template="FILE" x="4"`,
			`width="8" height="8" x="4000"`, 1),
	})
	t.Chdir(w.top)
	w.run(".", []string{"export", "levels/a.level.yaml", "-o", "levels/a.colliders.yaml"}, exitOK)
	checked := func(want []string, codes []int, args ...string) {
		t.Helper()
		wrote, _ := w.run(".", append([]string{"check", "-f", "json", "--fail-on", "note"}, args...), codes...)
		for _, file := range []string{
			"levels/a.level.yaml", "levels/deep/b.level.yaml", "levels/.hidden/c.level.yaml",
			"levels/m.tmx", "levels/a.colliders.yaml",
		} {
			n := strings.Count(filepath.ToSlash(wrote), `"`+file+`"`)
			if isRead := n > 0; isRead != slices.Contains(want, file) {
				t.Errorf("check %s reads %s: %v\n%s", strings.Join(args, " "), file, isRead, wrote)
			}
		}
	}
	codes := []int{exitOK, exitLoss}
	checked([]string{"levels/a.level.yaml", "levels/deep/b.level.yaml", "levels/m.tmx"}, codes, "levels")
	checked([]string{"levels/a.level.yaml", "levels/deep/b.level.yaml"}, codes, "levels", "--fix")
	checked([]string{"levels/a.level.yaml"}, codes, "levels/*.level.yaml")
	checked([]string{"levels/deep/b.level.yaml"}, codes, "levels/*/?.level.yaml")
	checked([]string{"levels/a.colliders.yaml"}, codes, "levels/a.colliders.yaml")
	checked([]string{"levels/a.level.yaml", "levels/deep/b.level.yaml"}, codes, "levels/deep", "levels/a.lev*",
		"levels/./a.level.yaml")
	_, stderr := w.run(".", []string{"check", "levels/none*"}, exitUsage)
	if !strings.Contains(stderr, "nothing to check: no file matches levels/none*") {
		t.Error(stderr)
	}
	_, stderr = w.run(".", []string{"check", "levels/a.level.yaml", "levels/a.level.yaml"}, codes...)
	if !strings.Contains(stderr, "levels/a.level.yaml is named twice: it is checked once") {
		t.Error(stderr)
	}
	if _, stderr = w.run(".", []string{"none*.level.yaml"}, exitUnreadable); !strings.Contains(stderr,
		"no file matches none*.level.yaml") {
		t.Error(stderr)
	}
}
