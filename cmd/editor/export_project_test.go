package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/disk"
)

const tinyProject = "fillet_project: 1\nname: Tiny\nexports:\n  - {name: game, format: json, file: " +
	"\"build/{folder}/{level}.json\"}\n"

// buildIn starts a build of the sandbox's project with --watch.
func buildIn(w *sandbox) *watching {
	w.t.Helper()
	return watchCommand(w, "build", "--watch")
}

// A watched build notices levels that are changed, added, removed and renamed, new folders, removed outputs, and
// changes to the project file, even if the file is invalid for a while.
func TestBuildWatch(t *testing.T) {
	named := func(name string) string { return strings.Replace(tinyLevel, "NAME", name, 1) }
	w := newSandbox(t, map[string]string{"fillet.project.yaml": tinyProject, "a.level.yaml": named("First")})
	v := buildIn(w)
	v.wrote("build/a.json", "First")
	w.write("a.level.yaml", named("Second"))
	v.wrote("build/a.json", "Second")
	w.write("deep/down/b.level.yaml", named("Deep"))
	v.wrote("build/deep/down/b.json", "Deep")
	if err := os.Rename(w.path("deep/down/b.level.yaml"), w.path("c.level.yaml")); err != nil {
		t.Fatal(err)
	}
	v.wrote("build/c.json", "Deep")
	v.waitFor("the report of its removal", func() bool {
		return strings.Contains(v.output.String(), "deep/down/b.level.yaml was removed")
	})
	if err := os.Remove(w.path("build/a.json")); err != nil {
		t.Fatal(err)
	}
	v.wrote("build/a.json", "Second")
	w.write("fillet.project.yaml", tinyProject+"exprots: 1\n")
	v.waitFor("the error", func() bool { return strings.Contains(v.output.String(), `unknown key "exprots"`) })
	w.write("fillet.project.yaml", strings.Replace(tinyProject, "build/", "out/", 1))
	v.wrote("out/a.json", "Second")
}

// A build compares contents, not modification times.
func TestBuildIgnoresClocks(t *testing.T) {
	w := newSandbox(t, map[string]string{
		"fillet.project.yaml": tinyProject,
		"a.level.yaml":        strings.Replace(tinyLevel, "NAME", "First", 1),
	})
	w.run("", []string{"build"}, exitOK)
	info, err := os.Stat(w.path("a.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	w.write("a.level.yaml", strings.Replace(tinyLevel, "NAME", "Later", 1)) // the same length
	if err := os.Chtimes(w.path("a.level.yaml"), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	w.run("", []string{"build"}, exitOK)
	if !strings.Contains(readFile(t, w.path("build/a.json")), "Later") {
		t.Error("a changed level with the same modification time and length is not built")
	}
	later := info.ModTime().Add(1e12)
	if err := os.Chtimes(w.path("a.level.yaml"), later, later); err != nil {
		t.Fatal(err)
	}
	if _, stderr := w.run("", []string{"build"}, exitOK); !strings.Contains(stderr, "up to date") {
		t.Errorf("an unchanged level with a different modification time is built: %s", stderr)
	}
}

// A watched build survives the removal of its folder. It reports the removal and builds again once the folder is back,
// even if another folder takes its place between two checks.
func TestBuildWatchOutlivesItsFolder(t *testing.T) {
	named := func(name string) string { return strings.Replace(tinyLevel, "NAME", name, 1) }
	for _, how := range []string{"removed", "moved", "removed with the folder around it", "at once"} {
		t.Run(how, func(t *testing.T) {
			w := newSandbox(t, map[string]string{
				"around/game/fillet.project.yaml": tinyProject,
				"around/game/a.level.yaml":        named("First"), "other/x": "",
			})
			v := watchCommand(w, "build", "--watch", "around/game")
			v.wrote("around/game/build/a.json", "First")
			var err error
			switch how {
			case "removed":
				err = os.RemoveAll(w.path("around/game"))
			case "removed with the folder around it":
				err = os.RemoveAll(w.path("around"))
			default:
				err = os.Rename(w.path("around/game"), w.path("other/game"))
			}
			if err != nil {
				t.Fatal(err)
			}
			const gone = "around/game was removed; the export resumes when it is back"
			if how != "at once" {
				v.waitFor("the report of its removal", func() bool { return strings.Contains(v.output.String(), gone) })
			}
			w.write("around/game/fillet.project.yaml", tinyProject)
			w.write("around/game/a.level.yaml", named("Second"))
			v.wrote("around/game/build/a.json", "Second")
			w.write("around/game/deep/b.level.yaml", named("Third"))
			v.wrote("around/game/build/deep/b.json", "Third")
			if n := strings.Count(v.output.String(), gone); n > 1 {
				t.Errorf("the missing folder is reported %d times:\n%s", n, v.output.String())
			}
		})
	}
}

// A failing level is reported when it starts to fail, and again when it changes and still fails, but not when another
// level changes.
func TestBuildWatchReportsAFailingLevelOnce(t *testing.T) {
	named := func(name string) string { return strings.Replace(tinyLevel, "NAME", name, 1) }
	w := newSandbox(t, map[string]string{
		"fillet.project.yaml":    tinyProject,
		"deep/down/a.level.yaml": "what: is this", "b.level.yaml": named("First"),
	})
	v := buildIn(w)
	checkReports := func(want int) {
		t.Helper()
		if n := strings.Count(v.output.String(), "deep/down/a.level.yaml"); n != want {
			t.Fatalf("the failing level is reported %d times, want %d:\n%s", n, want, v.output.String())
		}
	}
	checkReports(1)
	w.write("b.level.yaml", named("Second"))
	v.wrote("build/b.json", "Second")
	w.write("c.level.yaml", named("Third"))
	v.wrote("build/c.json", "Third")
	checkReports(1)
	w.write("deep/down/a.level.yaml", "what: is that")
	v.waitFor("the second failure", func() bool {
		return strings.Count(v.output.String(), "deep/down/a.level.yaml") > 1
	})
	w.write("c.level.yaml", named("Fourth"))
	v.wrote("build/c.json", "Fourth")
	checkReports(2)
	w.write("deep/down/a.level.yaml", named("Good"))
	v.wrote("build/deep/down/a.json", "Good")
}

// A failing export is retried only when an output, or the file in its way, is removed.
func TestExportWatchTriesAgain(t *testing.T) {
	w := newSandbox(t, map[string]string{
		"a.level.yaml": strings.Replace(tinyLevel, "layers:", "exports:\n  - {name: good, format: json, file: good.json}\n"+
			"  - {name: bad, format: json, file: mine.json}\nlayers:", 1),
		"mine.json": "mine",
	})
	v := watchCommand(w, "export", "--watch", "a.level.yaml", "--all-presets")
	failures := func() int { return strings.Count(v.output.String(), "was not written by Fillet") }
	if err := os.Remove(w.path("good.json")); err != nil {
		t.Fatal(err)
	}
	v.waitFor("the second failure", func() bool { return failures() == 2 })
	if err := os.Remove(w.path("mine.json")); err != nil {
		t.Fatal(err)
	}
	v.wrote("mine.json", "NAME")
	v.wrote("good.json", "NAME")
	if n := failures(); n != 2 {
		t.Errorf("the export fails %d times, want 2: first, and after good.json was removed\n%s", n, v.output.String())
	}
}

// With a named output, a watch exports one level to that file whenever the level changes.
func TestExportWatchOfOneFile(t *testing.T) {
	named := func(name string) string { return strings.Replace(tinyLevel, "NAME", name, 1) }
	w := newSandbox(t, map[string]string{"a.level.yaml": named("First"), "out.json": "mine"})
	v := watchCommand(w, "export", "--watch", "a.level.yaml", "-o", "out.json")
	v.wrote("out.json", "First")
	w.write("a.level.yaml", named("Second"))
	v.wrote("out.json", "Second")
}

// Invalid arguments end a watch immediately; an unreadable file does not.
func TestExportWatchRejectsBadArguments(t *testing.T) {
	w := newSandbox(t, map[string]string{"levels/a.level.yaml": tinyLevel, "other/a.level.yaml": tinyLevel})
	w.run("", []string{"export", "--watch", "levels", "-f", "json", "--package", "p"}, exitUsage)
	w.run("", []string{"export", "--watch", "levels/a.level.yaml", "other/a.level.yaml", "-f", "json", "-o", "out"},
		exitUsage)
	w.write("levels/a.level.yaml", "what: is this")
	v := watchCommand(w, "export", "--watch", "levels", "-f", "json", "-o", "out")
	w.write("levels/a.level.yaml", tinyLevel)
	v.wrote("out/a.colliders.json", "NAME")
}

// BenchmarkBuildUnchanged builds a project of 200 levels, none of which has changed.
func BenchmarkBuildUnchanged(b *testing.B) {
	files := map[string]string{"fillet.project.yaml": tinyProject}
	head, _, _ := strings.Cut(tinyLevel, "layers:")
	for i := range 200 {
		text := head + "layers:\n  - id: l1\n    name: a\n    colliders:\n"
		for k := range 1000 {
			text += fmt.Sprintf("      - id: c%d\n        kind: circle\n        radius: 4\n        position: "+
				"[%d, %d]\n", k+1, k%40*10, k/40*10)
		}
		files[fmt.Sprintf("levels/l%03d.level.yaml", i)] = strings.Replace(text, "NAME", "x", 1)
	}
	w := newSandbox(b, files)
	w.run("", []string{"build"}, exitOK)
	for b.Loop() {
		w.run("", []string{"build"}, exitOK)
	}
	if _, err := os.Stat(filepath.Join(w.top, "build")); err != nil {
		b.Error(err)
	}
}

// A project may come from an untrusted author: a build does not follow links that replace its own files, and ignores
// stamps with an exit code that no build returns.
func TestBuildFollowsNoLink(t *testing.T) {
	level := strings.Replace(tinyLevel, "NAME", "First", 1)
	for _, link := range []string{".fillet", ".fillet/build.json", ".fillet/.gitignore"} {
		w := newSandbox(t, map[string]string{
			"game/fillet.project.yaml": tinyProject, "game/a.level.yaml": level,
			"mine/build.json": "mine",
		})
		to := w.path("mine")
		if link != ".fillet" {
			if err := os.Mkdir(w.path("game/.fillet"), 0o777); err != nil {
				t.Fatal(err)
			}
			to = w.path("mine/build.json")
		}
		if err := os.Symlink(to, w.path("game/"+link)); err != nil {
			t.Skip(err)
		}
		_, stderr := w.run("", []string{"build", "game"}, exitOK)
		if link != ".fillet/.gitignore" && !strings.Contains(stderr, "link") {
			t.Errorf("the link %s is not reported: %s", link, stderr)
		}
		if got := readFile(t, w.path("mine/build.json")); got != "mine" {
			t.Errorf("another file was written through %s: %s", link, got)
		}
		if _, err := os.Stat(w.path("mine/.gitignore")); err == nil {
			t.Errorf("a file was created through %s", link)
		}
	}
	w := newSandbox(t, map[string]string{"fillet.project.yaml": tinyProject, "a.level.yaml": level})
	w.run("", []string{"build"}, exitOK)
	w.write(".fillet/build.json", strings.Replace(readFile(t, w.path(".fillet/build.json")), `"key":`,
		`"code": 77, "key":`, 1))
	w.run("", []string{"build"}, exitOK)
}

// No level overwrites another level's output or a file of the project, even if only one of the two is built.
func TestBuildClashes(t *testing.T) {
	own := func(name, preset, file string) string {
		return strings.Replace(strings.Replace(tinyLevel, "NAME", name, 1), "layers:",
			"exports:\n  - {name: "+preset+", format: json, file: "+file+"}\nlayers:", 1)
	}
	plain := strings.Replace(tinyLevel, "NAME", "Plain", 1)
	w := newSandbox(t, map[string]string{
		"fillet.project.yaml": tinyProject,
		"a.level.yaml":        own("A", "own", "same.json"), "b.level.yaml": plain,
	})
	w.run("", []string{"build"}, exitOK)
	w.write("b.level.yaml", own("B", "own", "same.json"))
	for range 2 {
		if _, stderr := w.run("", []string{"build"}, exitUsage); !strings.Contains(stderr,
			"a.level.yaml and b.level.yaml would both write same.json") ||
			!strings.Contains(stderr, "0 of 2 levels exported, 1 failed") {
			t.Errorf("no message that two levels write the same file: %s", stderr)
		}
		if got := readFile(t, w.path("same.json")); !strings.Contains(got, `"name": "A"`) {
			t.Fatalf("the file of an unchanged level was overwritten: %.200s", got)
		}
	}
	// A level's own preset replaces the project's preset of the same name, so the two do not clash.
	w = newSandbox(t, map[string]string{
		"fillet.project.yaml": strings.Replace(tinyProject, "{folder}/", "", 1),
		"x/a.level.yaml":      own("X", "game", "own.json"), "y/a.level.yaml": plain,
	})
	w.run("", []string{"build"}, exitOK)
	w.write("z/a.level.yaml", plain)
	if _, stderr := w.run("", []string{"build"}, exitUsage); !strings.Contains(stderr,
		filepath.FromSlash("y/a.level.yaml and z/a.level.yaml would both write")) {
		t.Errorf("two levels with the same name are not reported: %s", stderr)
	}
	// An export never overwrites a level, a prefab or a tileset either, with any flags.
	for _, file := range []string{"b.level.yaml", "prefabs/p.level.yaml", "t.tiles.yaml"} {
		w = newSandbox(t, map[string]string{
			"fillet.project.yaml": tinyProject, "a.level.yaml": own("A", "own", file),
			file: plain,
		})
		_, stderr := w.run("", []string{"build", "--overwrite"}, exitUsage, exitUnreadable)
		if !strings.Contains(stderr,
			"a.level.yaml: its export would overwrite "+filepath.FromSlash(file)) {
			t.Errorf("no message that %s would be overwritten: %s", file, stderr)
		}
		if readFile(t, w.path(file)) != plain {
			t.Errorf("%s was overwritten", file)
		}
	}
}

// A missing folder of levels is reported, because otherwise nothing would be built and nobody would notice.
func TestBuildReportsMissingFolders(t *testing.T) {
	w := newSandbox(t, map[string]string{
		"fillet.project.yaml": tinyProject + "levels: [levles]\n",
		"levels/a.level.yaml": strings.Replace(tinyLevel, "NAME", "First", 1),
	})
	if _, stderr := w.run("", []string{"build"}, exitOK); !strings.Contains(stderr,
		`fillet.project.yaml: levels names the folder "levles", which does not exist`) {
		t.Errorf("the missing folder is not reported: %s", stderr)
	}
}

// A new project needs a name: without one, it could overwrite files in the current folder.
func TestNewNeedsAName(t *testing.T) {
	w := newSandbox(t, map[string]string{"levels/first.level.yaml": "mine"})
	if _, stderr := w.run("", []string{"new", ""}, exitUsage); !strings.Contains(stderr, "PROJECT is empty") {
		t.Errorf("an empty name: %s", stderr)
	}
	if readFile(t, w.path("levels/first.level.yaml")) != "mine" {
		t.Error("a file was overwritten")
	}
}

// TestInterruptIsReportedOnce checks that an interruption is one error: levels that were not reached do not count as
// failed, and the level that was cut off prints nothing.
func TestInterruptIsReportedOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var output bytes.Buffer
	a := &app{name: "fillet", stdout: io.Discard, stderr: &output}
	outcomes := a.parallel(ctx, 50, 1, "building", func(_ *app, i int) error {
		if i == 1 {
			cancel()
		}
		return ctx.Err()
	})
	if output.Len() > 0 || outcomes[0].code != exitOK || outcomes[1].code != exitInterrupted ||
		outcomes[49].code != exitInterrupted {
		t.Errorf("output %q, codes %d, %d and %d", output.String(), outcomes[0].code, outcomes[1].code,
			outcomes[49].code)
	}
	if err := worst(ctx, outcomes); !errors.Is(err, context.Canceled) {
		t.Errorf("worst = %v, want context.Canceled", err)
	}
}

// TestUntrustedStamps checks that stamps that name files outside the project are ignored, unless the files are in the
// folder that this call writes to.
func TestUntrustedStamps(t *testing.T) {
	dir := disk.RealPath(t.TempDir())
	read := func(input, output string) bool {
		s := parseStamps(fmt.Appendf(nil, `{"fillet_build": 3, "levels": {"a": {"inputs": [{"file": "a"}, {"file": %q}], `+
			`"outputs": [{"file": %q}]}}}`, input, output))["a"]
		return s != nil && s.fits(&task{job: job{in: "a", out: filepath.Join(dir, "a.json")}, stored: true})
	}
	for _, file := range []string{"/dev/kmsg", "../a", "a/../../b", filepath.Dir(dir)} {
		if read(file, "b") || read("b", file) {
			t.Errorf("a stamp that names %s is accepted", file)
		}
	}
	if !read("b/c", "b") || !read("b/c", filepath.Join(dir, "a.txt")) {
		t.Error("a stamp is lost")
	}
}
