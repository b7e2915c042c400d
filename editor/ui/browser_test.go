package ui

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
)

// pageForTest is a fake of the browser page that contains the window.
type pageForTest struct {
	copied     string
	downloaded map[string]string
}

// inPage makes a window behave as in a browser page.
func inPage(w *Window) *pageForTest {
	p := &pageForTest{downloaded: map[string]string{}}
	w.shell.Page = &dialog.Page{
		Address: "https://fillet.example/try/",
		Copy: func(text string) error {
			p.copied = text
			return nil
		},
		IsDownload: func(path string) bool { return filepath.Dir(path) == "/files" },
		Download: func(name string, data []byte) error {
			p.downloaded[name] = string(data)
			return nil
		},
	}
	w.commands.build()
	return p
}

// labels returns the paths of all menu commands.
func labels(bar []*kit.Menu) (out []string) {
	var list func(path string, items []*kit.Command)
	list = func(path string, items []*kit.Command) {
		for _, c := range items {
			if c.Line || strings.HasPrefix(path, "File › Open recent") {
				continue
			}
			out = append(out, path+" › "+c.Label)
			list(path+" › "+c.Label, c.Below())
		}
	}
	for _, m := range bar {
		list(m.Label, m.Items)
	}
	return out
}

// In a browser, the menus omit the commands that the guide lists as unavailable, and add the commands that only a
// browser has.
func TestMenusInABrowser(t *testing.T) {
	w, _ := openTextForTest(t, "fillet: 1\nname: mine\nlayers: []\n")
	desktop := labels(w.commands.bar())
	tab := labels([]*kit.Menu{{Label: "tab", Items: w.commands.tabItems(w.tabs.inBar())}})
	inPage(w)
	if inTab := labels([]*kit.Menu{{Label: "tab", Items: w.commands.tabItems(w.tabs.inBar())}}); len(inTab) != len(tab)-
		2 {
		t.Errorf("the menu of a tab has %q in a browser, and %q on a desktop", inTab, tab)
	}
	browser := labels(w.commands.bar())
	var less, more []string
	for _, l := range desktop {
		if !slices.Contains(browser, l) {
			less = append(less, l)
		}
	}
	for _, l := range browser {
		if !slices.Contains(desktop, l) {
			more = append(more, l)
		}
	}
	if want := []string{
		"File › Open levels › Copy path", "File › Open levels › Show folder", "File › New window",
		"File › Quit", "Play › Link running game", "Play › Show link…",
	}; !slices.Equal(less, want) {
		t.Errorf("the browser's menus lack %q, want %q", less, want)
	}
	if want := []string{"File › Open folder…", "File › Download copy", "File › Copy link"}; !slices.Equal(more, want) {
		t.Errorf("the browser's menus have %q beyond the desktop's, want %q", more, want)
	}
	for _, m := range w.commands.bar() {
		for i, c := range m.Items {
			if c.Line && (i == 0 || i == len(m.Items)-1 || m.Items[i-1].Line) {
				t.Errorf("the menu %s has a separator without items on both sides", m.Label)
			}
		}
	}
	text, err := os.ReadFile("../../docs/guide/browser.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range append(less, more...) {
		if name := l[strings.LastIndex(l, " › ")+len(" › "):]; !strings.Contains(string(text), name) {
			t.Errorf("the guide's chapter on browsers does not name %q", name)
		}
	}
}

// A link contains the complete level. If the level is too large, no link is copied, and a message says why and what to
// do.
func TestCopyLink(t *testing.T) {
	const text = "fillet: 1\nname: given\nsize: [640, 400]\nlayers:\n  - {id: l1, name: things, colliders: [{id: c1, " +
		"name: rock, kind: circle, position: [100, 100], radius: 20}]}\n"
	w, path := openTextForTest(t, text)
	p := inPage(w)
	w.file.CopyLink()
	data, isLink := strings.CutPrefix(p.copied, "https://fillet.example/try/#level=")
	values, err := url.ParseQuery("level=" + data)
	if !isLink || err != nil || values.Get("name") != strings.TrimSuffix(filepath.Base(path), ".level.yaml") {
		t.Fatalf("link = %q", p.copied)
	}
	packed, err := base64.RawURLEncoding.DecodeString(values.Get("level"))
	if err != nil {
		t.Fatal(err)
	}
	held, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := level.Write(&want, w.Session.Document().Snapshot()); err != nil {
		t.Fatal(err)
	}
	if string(held) != want.String() {
		t.Errorf("level in the link = %q, want %q", held, want.String())
	}
	w.file.DownloadCopy()
	if got := p.downloaded[filepath.Base(path)]; got != want.String() {
		t.Errorf("download = %q", got)
	}
}

// A level opened from a URL has no file, and saving it runs none of its exports.
func TestLinkedLevelDoesNotExportOnSave(t *testing.T) {
	const text = "fillet: 1\nname: given\nsize: [640, 400]\nexports:\n  - {name: mine, format: yaml, file: out.yaml, " +
		"on_save: true}\n  - {name: other, format: yaml, file: /tmp/out.yaml, on_save: true}\nlayers: []\n"
	w := newWindow(t)
	inPage(w)
	dir := t.TempDir()
	path := filepath.Join(dir, "given.level.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w.OpenGiven(path)
	if w.Files.Path() != "" || !w.Files.Unsaved() || w.Files.Name() != "given.level.yaml" {
		t.Fatalf("file = %q, unsaved = %t, name = %s", w.Files.Path(), w.Files.Unsaved(), w.Files.Name())
	}
	exports := w.Session.Document().Settings().Exports
	if len(exports) != 2 || exports[0].OnSave || exports[1].OnSave {
		t.Fatalf("exports = %+v", exports)
	}
	if !w.IsModal() {
		t.Error("no message says that its exports are switched off")
	}
	w.ModalKey("Escape")
	to := filepath.Join(t.TempDir(), "kept.level.yaml")
	w.file.SaveTo(to, true, nil)
	if _, err := os.Stat(to); err != nil || w.IsModal() {
		t.Errorf("saving asked a question: %v", err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(to), "out.yaml")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("saving it exported: %v", err)
	}
}

// An error message about a level opened from a URL contains the URL, not the page's internal folder.
func TestBrokenLinkedLevel(t *testing.T) {
	w := newWindow(t)
	inPage(w)
	path := filepath.Join(t.TempDir(), "given.level.yaml")
	if err := os.WriteFile(path, []byte("fillet: 1\nname: given\nwhat: 1\nlayers: []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.OpenGiven(path)
	if got := shownTexts(w); !strings.Contains(got, "given.level.yaml:3:1: ") ||
		strings.Contains(got, filepath.Dir(path)) {
		t.Errorf("message = %q", got)
	}
}

// openTextForTest opens a window with a level file that contains the text.
func openTextForTest(t *testing.T, text string) (w *Window, path string) {
	t.Helper()
	w = newWindow(t)
	path = filepath.Join(t.TempDir(), "mine.level.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	return w, path
}

// In a page, the window warns about a level that is too large to edit smoothly. On a desktop it shows no warning.
func TestLevelTooLargeForAPage(t *testing.T) {
	var text strings.Builder
	text.WriteString("fillet: 1\nname: large\nsize: [640, 400]\nlayers:\n  - id: l1\n    name: things\n    " +
		"colliders:\n")
	for i := range 100_001 {
		fmt.Fprintf(&text, "      - {id: c%d, name: n, kind: point, position: [%d, %d]}\n", i+1, i%1000, i/1000)
	}
	w, path := openTextForTest(t, text.String())
	if w.IsModal() {
		t.Fatal("a desktop shows a warning")
	}
	w.docs.Close(w.file)
	inPage(w)
	w.OpenFile(path)
	if !w.IsModal() || w.Session.Document().Len() != 100_001 {
		t.Errorf("the page shows no warning about %d colliders", w.Session.Document().Len())
	}
}

// A user cannot see the page's internal folder, so a message about a missing file explains how to add it to the page.
func TestPageShowsUserPaths(t *testing.T) {
	w, _ := openTextForTest(t, "fillet: 1\nname: mine\nlayers: []\n")
	for path, want := range map[string]string{
		"/files/cave.level.yaml":             "",
		"/files/game/levels/cave.level.yaml": "game/levels",
	} {
		if got := w.shell.FolderOf(path); got != filepath.Dir(path) {
			t.Errorf("folder of %s on a desktop = %q", path, got)
		}
		inPage(w)
		if got := w.shell.FolderOf(path); got != want {
			t.Errorf("folder of %s in a page = %q, want %q", path, got, want)
		}
		w.shell.Page = nil
	}
	inPage(w)
	_, err := os.ReadFile("/files/none/Level_0.ldtkl")
	w.FailDialog("This file cannot be imported", err)
	message := shownTexts(w)
	if strings.Contains(message, "/files/") || !strings.Contains(message, "none/Level_0.ldtkl") ||
		!strings.Contains(message, "Open folder…") {
		t.Errorf("message = %q", message)
	}
}
