//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/quote"

	"github.com/spf13/cobra"
)

func (a *app) gitSetupCommand() *cobra.Command {
	var remove bool
	cmd := &cobra.Command{
		Use:   "git-setup [FOLDER]",
		Short: "Make git merge and compare levels with Fillet",
		Long: `Set up the git repository of the current folder, or of FOLDER, to merge and compare level files with
this program: a merge, rebase, cherry-pick or stash then merges shape by shape, and "git diff" shows what was moved,
added and removed.

The drivers are written to the repository's own configuration, which stays on this machine, and named in
.gitattributes, which should be committed. Everyone who works on the levels runs this once. Running it again changes
nothing.`,
		Example: `  fillet git-setup
  fillet git-setup ~/games/jetpack
  fillet git-setup --remove`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeFiles(1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			exe, err := os.Executable()
			if err != nil {
				return unreadable(fmt.Errorf("the path of this program is unknown: %w", err))
			}
			return gitSetting{a}.gitSetup(gitRepository{folder: folder}, exe, remove)
		},
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "remove Fillet's git configuration")
	return cmd
}

// gitDrivers returns the entries of git's configuration for the program at a path, in the order in which they are
// written.
func gitDrivers(exe string) [][2]string {
	quoted := shellQuoted(exe)
	return [][2]string{
		{"merge.fillet.name", "Fillet levels, shape by shape"},
		{"merge.fillet.driver", strings.ReplaceAll(quoted, "%", "%%") + " merge %O %A %B --path %P" + withoutProgram},
		{"diff.fillet.command", quoted + " diff --git --"},
		{"diff.fillet.xfuncname", "^ *- +(id: .*)$"}, // for diffs shown without the command, such as git log -p
	}
}

// withoutProgram is the fallback of the merge driver if the shell cannot find the program (127) or run it (126). Git
// would treat these codes as conflicts and leave ours without markers, and a commit would drop theirs. Instead the
// files are merged as text with markers, and the result is always a conflict, as for a level that cannot be read.
const withoutProgram = "; e=$?; case $e in 126|127) " +
	"echo 'fillet could not be run, so git merges the text of' %P >&2; echo 'check that it has the work of both " +
	"sides, and run \"fillet git-setup\" again' >&2; " +
	"git merge-file -L ours -L base -L theirs -- %A %O %B; e=$?; test $e -lt 128 && e=1;; esac; exit $e"

// shellQuoted quotes a path for the shell in which git runs its drivers, on Windows too.
func shellQuoted(path string) string {
	if runtime.GOOS == "windows" {
		path = filepath.ToSlash(path)
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// gitAttributes holds the lines of .gitattributes.
var gitAttributes = []string{"*.level.yaml merge=fillet diff=fillet", "*.level.yml merge=fillet diff=fillet"}

// gitSetting runs the git-setup command.
type gitSetting struct{ *app }

func (a gitSetting) gitSetup(repo gitRepository, exe string, remove bool) error {
	top, err := repo.top()
	if err != nil {
		return err
	}
	attributes := filepath.Join(top, ".gitattributes")
	if remove {
		for _, section := range []string{"merge.fillet", "diff.fillet"} {
			if _, err := repo.run("config", "--local", "--get-regexp",
				"^"+strings.ReplaceAll(section, ".", `\.`)+`\.`); err != nil {
				continue // the setting does not exist
			}
			if _, err := repo.run("config", "--local", "--remove-section", section); err != nil {
				return unreadable(err)
			}
			a.say("removed %s from the repository's configuration", section)
		}
		return unreadable(a.editAttributes(attributes, withoutLines))
	}
	for _, kv := range gitDrivers(exe) {
		if old, err := repo.run("config", "--local", "--get", kv[0]); err == nil && old == kv[1] {
			continue
		}
		if _, err := repo.run("config", "--local", kv[0], kv[1]); err != nil {
			return unreadable(err)
		}
		a.say("set %s = %s", kv[0], kv[1])
	}
	return unreadable(a.editAttributes(attributes, withLines))
}

// say reports what was done, unless --quiet is set.
func (a *app) say(format string, args ...any) {
	if !a.quiet {
		tell(a.stdout, format, args...)
	}
}

// editAttributes changes the attributes file and reports the change.
func (a gitSetting) editAttributes(path string, edit func(text []byte) []byte) error {
	info, err := os.Lstat(path)
	var old []byte
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("git does not read %s: it is a link, a folder or a device", path)
	default:
		if old, err = os.ReadFile(path); err != nil {
			return err
		}
	}
	after := edit(old)
	switch {
	case bytes.Equal(old, after):
		a.say("%s is up to date", path)
		return nil
	case len(after) == 0:
		a.say("removed %s, which had no other lines", path)
		return os.Remove(path)
	}
	if err := disk.WriteFile(path, after); err != nil {
		return err
	}
	a.say("wrote %s: commit it", path)
	return nil
}

// withLines appends the lines that the text lacks, with the same line ends as the text.
func withLines(text []byte) []byte {
	eol := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		eol = "\r\n"
	}
	out := slices.Clone(text)
	for _, line := range gitAttributes {
		if hasAttributes(text, line) {
			continue
		}
		if len(out) > 0 && out[len(out)-1] != '\n' {
			out = append(out, eol...)
		}
		out = append(out, line+eol...)
	}
	return out
}

// hasAttributes reports whether the last entry for the line's pattern sets the same attributes as the line.
func hasAttributes(text []byte, line string) bool {
	want := strings.Fields(line)
	has := false
	for l := range bytes.Lines(text) {
		if f := strings.Fields(string(l)); len(f) > 0 && f[0] == want[0] {
			has = slices.Contains(f, want[1]) && slices.Contains(f, want[2])
		}
	}
	return has
}

// withoutLines removes the lines that withLines appends.
func withoutLines(text []byte) []byte {
	var out []byte
	for l := range bytes.Lines(text) {
		if !slices.Contains(gitAttributes, strings.TrimSpace(string(l))) {
			out = append(out, l...)
		}
	}
	return out
}

// gitRepository is the git repository that contains a folder.
type gitRepository struct{ folder string }

// run runs git in the folder and returns its output without the final line end.
func (r gitRepository) run(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", r.folder}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if message := strings.TrimSpace(stderr.String()); message != "" {
			return "", errors.New(quote.Excerpt(message))
		}
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimRight(stdout.String(), "\r\n"), nil
}

// top returns the top folder of the repository's working tree.
func (r gitRepository) top() (string, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return "", unreadable(errors.New("git is not installed, or not in a folder of PATH"))
	}
	top, err := r.run("rev-parse", "--show-toplevel")
	if err != nil {
		return "", &codeError{exitUsage, fmt.Errorf("%s is not in the working tree of a git repository: %w", r.folder,
			err)}
	}
	return filepath.FromSlash(top), nil
}
