package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
)

// TestTerminalOutputIsEscaped checks that a terminal shows escapes for file names, and for names in files, that would
// move its cursor, set its title or change the text direction.
func TestTerminalOutputIsEscaped(t *testing.T) {
	const nasty = "\x1b]0;owned\x07\x1b[2J\u202e\u009b31m\rname"
	dir := t.TempDir()
	path := filepath.Join(dir, nasty+".level.yaml")
	if err := os.WriteFile(path, []byte("fillet: 1\nname: \"\\e[2J\"\nlayers: [{id: l1, name: \"\\e[31m\\u202e\", "+
		"colliders: [{id: c1, name: \"\\e[2J\", kind: cone}]}]\n"), 0o600); err != nil {
		t.Skip("this file system does not allow such a name:", err)
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
					t.Errorf("%q: the %s contain %q: %q", args, name, r, text)
					break
				}
			}
		}
		if err.Len() == 0 {
			t.Errorf("%q: no message", args)
		}
	}
}

// TestFileOutputIsNotEscaped checks that output to anything but a terminal is unchanged.
func TestFileOutputIsNotEscaped(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if toTerminal(f) != f {
		t.Error("output to a file is escaped")
	}
	if n, err := (plainText{f}).Write([]byte("a\x1bb\n")); n != 4 || err != nil {
		t.Errorf("writing four bytes gives %d, %v", n, err)
	}
}

// TestNamesCannotFakeLines checks that a line break in the name of a file or folder never starts a new line in a
// message.
func TestNamesCannotFakeLines(t *testing.T) {
	const fake = "fillet: all is well"
	nasty := "a\n" + fake + "\n\tb"
	w := newSandbox(t, map[string]string{
		"good.level.yaml":     tinyLevel,
		nasty + "/rules.yaml": "rules: 1\n", nasty + "/a.lua.tmpl": "{{", nasty + "/x.level.yaml": tinyLevel,
		nasty + "/y.level.yaml":      tinyLevel,
		nasty + "/broken.level.yaml": "fillet: 1\nlayers: 7\n", nasty + "/torn.level.yaml": "fillet: [\n",
		nasty + "/map.tmx": "<map", nasty + "/w.ldtk": `{"__header__": {"app": "LDtk"}}`,
		nasty + "/twice.level.yaml": tinyLevel +
			"  - {id: l2, name: more, colliders: [{id: c1, kind: circle, radius: 8, position: [160, 100]}, {id: c9, " +
			"kind: circle, radius: 8, position: [160, 100]}]}\n",
		nasty + "/presets.level.yaml": tinyLevel +
			"exports:\n  - {name: a, format: json, file: a.json}\n  - {name: b, template: none.tmpl, file: b.txt}\n",
		nasty + "/imported.level.yaml": tinyLevel + "imports:\n  - {file: none.ldtk}\n", nasty + "/x_test.go": "",
		nasty + "/colliders.json": `{"format": "fillet-colliders", "version": 99}`,
		nasty + "/losing.tmx":     strings.Replace(tinyMap, "FILE", "none.tsx", 1),
	})
	in := func(name string) string { return nasty + "/" + name }
	for _, args := range [][]string{
		{in("x.level.yaml"), "none"},
		{"check", in("broken.level.yaml")},
		{"check", in("torn.level.yaml")},
		{"check", in("none.level.yaml")},
		{"check", in("map.tmx")},
		{"check", in("w.ldtk")},
		{"check", in("twice.level.yaml")},
		{"check", in("colliders.json")},
		{"check", in("rules.yaml")},
		{"check", nasty},
		{"check", in("twice.level.yaml"), "-o", in("none/out")},
		{"check", in("w.ldtk"), "--fix"},
		{"contacts", in("none.level.yaml")},
		{"contacts", "good.level.yaml", "-o", in("none/out")},
		{"convert", nasty, "-f", "json", "--out", "out"},
		{"convert", in("*.none"), "-f", "json"},
		{"convert", in("x.level.yaml"), in("x.level.yaml"), "-f", "json"},
		{"convert", in("x.level.yaml"), "good.level.yaml", "-f", "cp", "--out", in("none")},
		{"convert", in("x.level.yaml"), "-f", "nosuch"},
		{"convert", in("x.level.yaml"), "--template", in("a.lua.tmpl")},
		{"convert", in("presets.level.yaml"), "--all-presets"},
		{"diff", in("x.level.yaml"), in("twice.level.yaml")},
		{"diff", in("x.level.yaml"), in("torn.level.yaml")},
		{"export", in("x.level.yaml"), "-f", "cp", "-o", in("x_windows.go")},
		{"export", in("x.level.yaml"), "-f", "json", "-o", in("none/x")},
		{"export", in("x.level.yaml"), "-o", nasty},
		{"export", in("x.level.yaml"), "-f", "json", "-o", in("x.level.yaml")},
		{"export", in("losing.tmx"), "-f", "godot", "-o", in("x.tscn")},
		{"export", in("x.level.yaml"), "--template", in("a.lua.tmpl"), "-o", "x"},
		{"export", in("x.level.yaml"), "--template", in("none.tmpl"), "-o", "x"},
		{"export", in("presets.level.yaml"), "--all-presets"},
		{"export", in("presets.level.yaml"), "--preset", nasty},
		{"export", in("presets.level.yaml"), "--preset", "a", "--root", in("none")},
		{"export", in("presets.level.yaml"), "--preset", "a", "--root", in("x.level.yaml")},
		{"import", in("w.ldtk"), "-o", in("w.yaml"), "--map", in("rules.yaml")},
		{"import", in("w.ldtk"), "-o", in("w.yaml"), "--map", in("none.yaml")},
		{"import", in("losing.tmx"), "-o", in("none/out.yaml")},
		{"import", in("losing.tmx"), "-o", in("losing.tmx")},
		{"import", in("losing.tmx"), "-o", in("out.yaml"), "--root", in("none")},
		{"merge", in("x.level.yaml"), in("broken.level.yaml"), in("y.level.yaml"), "-o", in("m")},
		{"merge", "--resolve", in("x.level.yaml")},
		{"play", in("x.level.yaml"), "--inputs", in("none")},
		{"play", in("none.level.yaml"), "--steps", "1"},
		{"reimport", in("imported.level.yaml")},
		{"reimport", in("x.level.yaml")},
		{"render", in("x.level.yaml"), "-o", in("none/x.png")},
		{"render", in("none.level.yaml"), "-o", in("x.png")},
		{"render", in("x.level.yaml"), "-o", in("x.nosuch")},
		{nasty},
	} {
		w.t.Chdir(w.top)
		var out, stderr bytes.Buffer
		code := run(context.Background(), append([]string{"fillet"}, args...), strings.NewReader(""), &out, &stderr)
		for line := range strings.Lines(out.String() + "\n" + stderr.String()) {
			if strings.HasPrefix(line, fake) || strings.HasPrefix(strings.TrimSpace(line), "b/") {
				t.Errorf("%q: a name fakes a line:\n%s%s", args, out.String(), stderr.String())
				break
			}
		}
		if code != exitOK && stderr.Len()+out.Len() == 0 {
			t.Errorf("%q: no message, exit code %d", args, code)
		}
	}
}

// full is a disk without free space.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

// Every command that cannot write to standard output reports that with the right exit code, even help and completion.
func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, line := range []string{
		"--help", "help check", "check --help", "--version", "version", "completion bash", "completion zsh",
		"completion fish", "completion powershell",
		"man", "schema", "formats", "__complete check ''",
	} {
		var errs bytes.Buffer
		code := run(context.Background(), append([]string{"fillet"}, strings.Fields(line)...), strings.NewReader(""),
			full{}, &errs)
		if code != exitUnreadable || errs.String() != "fillet: no space left\n" && !strings.HasPrefix(line, "__") {
			t.Errorf("%s: exit code %d, %q", line, code, errs.String())
		}
	}
}

// Progress is shown on one line, never decreases, and is erased at the end. Only a terminal shows it.
func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := progress{out: &b, doing: "checking", n: 3}
	for _, done := range []int{2, 1} {
		p.shown = time.Time{}
		p.set(done)
	}
	p.finish()
	if got, want := b.String(), "\rchecking 2/3\x1b[K\rchecking 2/3\x1b[K\r\x1b[K"; got != want {
		t.Errorf("the terminal shows %q, want %q", got, want)
	}
	var errs bytes.Buffer
	hidden := (&app{stderr: plainText{&errs}}).progress(3, "checking")
	if hidden.set(1); errs.Len() > 0 {
		t.Errorf("without a terminal the progress is %q", errs.String())
	}
	hidden.finish()
}
