package main

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manualOf returns the manual page of a program with the given name.
func manualOf(t *testing.T, name string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{name, "man"}, strings.NewReader(""), &out, &errs); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	return out.String()
}

// plainRoff returns the text of a manual page as readers see it.
func plainRoff(page string) string {
	page = regexp.MustCompile(`\\f[BIR]`).ReplaceAllString(page, "")
	return strings.NewReplacer(`\e`, `\`, `\-`, "-", `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~", `\(dq`, `"`,
		`\&`, "").Replace(page)
}

// The manual page lists every command, flag and example, under the name by which the program was called.
func TestManualIsComplete(t *testing.T) {
	page := plainRoff(manualOf(t, "/opt/bin/fillet-cli"))
	root := newApp([]string{"fillet-cli"}, nil, nil, nil).rootCommand()
	mustContain := func(what string) {
		t.Helper()
		if !strings.Contains(page, what) {
			t.Errorf("the manual lacks %q", what)
		}
	}
	for _, c := range append([]*cobra.Command{root}, root.Commands()...) {
		if c.Hidden {
			continue
		}
		mustContain(c.Use)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { mustContain("--" + f.Name) })
		for line := range strings.SplitSeq(c.Example, "\n") {
			mustContain(strings.TrimSpace(line))
		}
	}
	if strings.Contains(page, "fillet ") {
		t.Error("the manual calls the program fillet where it is called fillet-cli")
	}
}

// The manual page contains only requests that roff knows, and no formatter reports a problem.
func TestManualIsRoff(t *testing.T) {
	page := manualOf(t, "fillet")
	known := map[string]bool{
		".TH": true, ".SH": true, ".SS": true, ".TP": true, ".PP": true, ".RS": true, ".RE": true,
		".nf": true, ".fi": true, ".br": true,
	}
	for i, line := range strings.Split(page, "\n") {
		request, _, _ := strings.Cut(line, " ")
		if (strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'")) && !known[request] {
			t.Errorf("line %d is a request: %s", i+1, line)
		}
	}
	for _, reader := range [][]string{{"groff", "-ww", "-man", "-Kutf8", "-Tutf8"}, {"mandoc", "-Tlint", "-Wwarning"}} {
		if _, err := exec.LookPath(reader[0]); err != nil {
			t.Logf("%s is not installed", reader[0])
			continue
		}
		cmd := exec.Command(reader[0], reader[1:]...)
		cmd.Stdin = strings.NewReader(page)
		var warnings bytes.Buffer
		cmd.Stderr = &warnings
		out, err := cmd.Output()
		if reader[0] == "mandoc" { // it prints warnings to standard output; a test binary does not know its date
			warnings.Write(regexp.MustCompile(`(?m)^.*missing date.*\n`).ReplaceAll(out, nil))
			err = nil
		}
		if err != nil || warnings.Len() > 0 {
			t.Errorf("%s: %v\n%s", reader[0], err, warnings.String())
		}
	}
}

func TestRoffKeepsText(t *testing.T) {
	for _, s := range []string{`a\b`, "--flag 'x' `y`", ".hidden", "'quoted'", "^~", `\fB`, `"q"`, "…", ""} {
		var p page
		p.line(s)
		line := strings.TrimSuffix(p.String(), "\n")
		if got := plainRoff(line); got != s {
			t.Errorf("line(%q) reads as %q", s, got)
		}
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			t.Errorf("line(%q) is a request", s)
		}
	}
}

// The help, the completion and the errors use the name by which the program was called.
func TestProgramName(t *testing.T) {
	for called, want := range map[string]string{
		"fillet": "fillet", "/usr/local/bin/fillet-cli": "fillet-cli", "./fillet_2.1": "fillet_2.1",
		"fillet.exe": "fillet",
		"Fillet.EXE": "Fillet", "": "fillet", ".exe": "fillet", "..": "fillet", "-": "fillet", "a b": "fillet",
		"evil\x1b[2J": "fillet",
		"x;rm":        "fillet", strings.Repeat("x", 500): "fillet", "/": "fillet", "é": "fillet", "a\nb": "fillet",
		"$(x)": "fillet",
	} {
		if got := programName([]string{called}); got != want {
			t.Errorf("programName(%q) = %q, want %q", called, got, want)
		}
		for args, says := range map[string]string{
			"--help": "  " + want + " import world.ldtk", "export --help": "| " + want + " export - -f json",
			"completion bash": "complete -o default -F __start_" + want + " " + want,
			"completion zsh":  "#compdef " + want, "check": want + ": LEVEL is missing",
			"diff": "Run '" + want + " diff --help'",
		} {
			var out, errs bytes.Buffer
			run(context.Background(), append([]string{called}, strings.Fields(args)...), strings.NewReader(""), &out,
				&errs)
			if !strings.Contains(out.String()+errs.String(), says) {
				t.Errorf("%q %s does not print %q:\n%.3000s", called, args, says, out.String()+errs.String())
			}
		}
	}
	if got := programName(nil); got != "fillet" {
		t.Errorf("programName(nil) = %q", got)
	}
}
