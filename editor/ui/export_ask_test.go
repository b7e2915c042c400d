package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// withExports returns the cave level with these presets.
func withExports(presets ...string) string {
	return strings.Replace(cave, "layers:", "exports:\n  - "+strings.Join(presets, "\n  - ")+"\nlayers:", 1)
}

// asked returns the files listed in the topmost question, in order, each with its note.
func asked(t *testing.T, w *Window) []string {
	t.Helper()
	list, ok := find(w, func(*kit.PlainList) bool { return true })
	if !ok {
		t.Fatal("no question with a list is open")
	}
	var out []string
	for i := range list.Length() {
		row := list.CreateItem().(*dialog.SignRow)
		list.UpdateItem(i, row)
		out = append(out, row.Text.Text+" | "+row.Below.Segment.Text)
	}
	return out
}

func wantAsked(t *testing.T, w *Window, want ...string) {
	t.Helper()
	if got := asked(t, w); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the question lists\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func wantText(t *testing.T, path, want string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || string(data) != want {
		t.Errorf("%s is %q, %v; want %q", path, data, err, want)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// With sixty presets, the preset to review comes first, scrolling reaches all of them, and Enter cancels.
func TestQuestionShowsAllFiles(t *testing.T) {
	presets := make([]string, 0, 60)
	for i := range 59 {
		presets = append(presets, fmt.Sprintf("{name: p%d, format: json, file: out/p%d.json, on_save: true}", i, i))
	}
	w, path := newExportWindow(t, withExports(append(presets,
		`{name: z, format: json, file: notes.txt, on_save: true}`)...))
	notes := filepath.Join(filepath.Dir(path), "notes.txt")
	write(t, notes, "mine")
	for _, size := range []fyne.Size{fyne.NewSize(1440, 900), fyne.NewSize(720, 480)} {
		w.Win.Resize(size)
		w.file.Save(nil)
		list := asked(t, w)
		if len(list) != 60 || list[0] != "notes.txt | json · exists · not written by Fillet" ||
			list[1] != "out/p0.json | json" || list[59] != "out/p58.json | json" {
			t.Errorf("the question lists %q", list)
		}
		box, _ := find(w, func(*kit.PlainList) bool { return true })
		box.ScrollToBottom()
		cancel, _ := find(w, func(b *kit.TextButton) bool { return b.Label == "Cancel" })
		if at := w.App.Driver().AbsolutePositionForObject(cancel).Add(cancel.Size()); at.X > size.Width ||
			at.Y > size.Height {
			t.Errorf("at %v the buttons end at %v", size, at)
		}
		if row, ok := find(w, func(r *dialog.SignRow) bool {
			return r.Text.Text == "out/p58.json"
		}); !ok || row.Size().Height < row.Height {
			t.Errorf("at %v, scrolled to its end, the list does not show the last file", size)
		}
		w.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if w.IsModal() {
			t.Fatal("Enter does not cancel")
		}
	}
	wantText(t, notes, "mine")
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "out")); err == nil {
		t.Error("a file was written")
	}
}

// A preset's strings cannot fake additional lines of the question.
func TestQuestionEscapesNames(t *testing.T) {
	w, _ := newExportWindow(t, withExports(
		`{name: "a\nharmless.json", format: "json", file: "a b.json", on_save: true}`))
	w.file.Save(nil)
	wantAsked(t, w, "a b.json | json")
}

// Trust covers the written files and their contents. It ends when a preset or the text of its template changes, and
// when a new file needs a question.
func TestTrustEnds(t *testing.T) {
	w, path := newExportWindow(t, withExports(`{name: a, format: json, file: a.json, on_save: true}`,
		`{name: b, template: b.tmpl, file: b.txt, on_save: true}`))
	dir := filepath.Dir(path)
	write(t, filepath.Join(dir, "b.tmpl"), "{{.Level.Name}}")
	agree := func(what string) {
		t.Helper()
		w.file.Save(nil)
		if !w.IsModal() {
			t.Fatalf("saving does not ask %s", what)
		}
		pressButton(t, w, "Export 2 files")
		if strings.HasSuffix(what, "the tree was added") {
			w.ModalKey(fyne.KeyEscape) // a note that no file is written
		}
		if w.IsModal() {
			t.Fatalf("%s the export fails", what)
		}
	}
	quiet := func(what string) {
		t.Helper()
		if w.file.Save(nil); w.IsModal() {
			t.Fatalf("saving asks %s", what)
		}
	}
	change := func(p func(*level.ExportPreset)) {
		t.Helper()
		if err := w.Session.EditSettings("Change", func(s *level.Settings) {
			s.Exports = append([]level.ExportPreset{}, s.Exports...)
			p(&s.Exports[0])
		}); err != nil {
			t.Fatal(err)
		}
	}
	agree("at first")
	wantText(t, filepath.Join(dir, "b.txt"), "Cave")
	quiet("again")
	for _, c := range []struct {
		what string
		do   func(*level.ExportPreset)
	}{
		{"after the file changed", func(p *level.ExportPreset) { p.File = "c.json" }},
		{"after the format changed", func(p *level.ExportPreset) { p.Format = "yaml" }},
		{"after the tolerance changed", func(p *level.ExportPreset) { p.Tolerance = 1 }},
		{"after the tree was added", func(p *level.ExportPreset) { p.Tree = true }},
	} {
		change(c.do)
		agree(c.what)
		quiet("again " + c.what)
	}
	write(t, filepath.Join(dir, "b.tmpl"), "new {{.Level.Name}}")
	agree("after the template changed")
	wantText(t, filepath.Join(dir, "b.txt"), "new Cave")
	quiet("again after the template changed")
	write(t, filepath.Join(dir, "b.txt"), "mine")
	w.file.Save(nil)
	if !w.IsModal() {
		t.Fatal("saving does not ask after another program wrote the file")
	}
	wantText(t, filepath.Join(dir, "b.txt"), "mine")
	if got := asked(t, w)[0]; got != "b.txt | from template b.tmpl · exists · not written by Fillet" {
		t.Errorf("question = %q", got)
	}
	pressButton(t, w, "Cancel")
	wantText(t, filepath.Join(dir, "b.txt"), "mine")
}

// Files outside the project are asked about even if the user chose to export. The answer covers later exports of the
// same files, and a later link cannot redirect them.
func TestExportOutsideAsks(t *testing.T) {
	w, path := newExportWindow(t, withExports(`{name: a, format: json, file: ../out/a.json}`,
		`{name: b, template: ../b.tmpl, file: b.txt}`))
	dir := disk.RealPath(filepath.Dir(path))
	up := filepath.Dir(dir)
	write(t, filepath.Join(up, "b.tmpl"), "one")
	write(t, filepath.Join(up, "out", "a.json"), "mine")
	all := w.Session.Document().Settings().Exports
	w.exports.Run(all)
	wantAsked(t, w,
		filepath.Join(up, "out", "a.json")+" | json · exists · not written by Fillet · outside the level's folder",
		"b.txt | from template "+filepath.Join(up, "b.tmpl")+", outside the level's folder")
	pressButton(t, w, "Cancel")
	wantText(t, filepath.Join(up, "out", "a.json"), "mine")
	w.exports.Run(all)
	pressButton(t, w, "Export 2 files")
	wantText(t, filepath.Join(dir, "b.txt"), "one")
	if data, err := os.ReadFile(filepath.Join(up, "out", "a.json")); err != nil ||
		!strings.Contains(string(data), "fillet-colliders") {
		t.Errorf("outside file = %q, %v", data, err)
	}
	if w.exports.Run(all); w.IsModal() {
		t.Error("the same files are asked about again")
	}
	write(t, filepath.Join(up, "b.tmpl"), "two")
	if w.exports.Run(all); !w.IsModal() {
		t.Error("a changed template outside the project is not asked about")
	}
	wantText(t, filepath.Join(dir, "b.txt"), "one")
	pressButton(t, w, "Cancel")
	write(t, filepath.Join(up, "b.tmpl"), "one")

	// The link is created after the answer.
	write(t, filepath.Join(up, "secret", "a.json"), "mine")
	if err := os.RemoveAll(filepath.Join(up, "out")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(up, "secret"), filepath.Join(up, "out")); err != nil {
		t.Skipf("links cannot be made here: %v", err)
	}
	if w.exports.Run(all); !w.IsModal() {
		t.Error("a redirected path is not asked about")
	}
	wantText(t, filepath.Join(up, "secret", "a.json"), "mine")
}

// The first export asks nothing about files that the user has just chosen, in the home folder or outside the project.
// Enter exports if a question is needed.
func TestOwnExportAsksNothing(t *testing.T) {
	w, path := newExportWindow(t, cave)
	dir := filepath.Dir(path)
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	w.exports.Again()
	if text, ok := find(w, func(c *kit.TippedText) bool { return strings.Contains(c.Full, "outside") }); ok {
		t.Errorf("the dialog shows %q without a project", text.Full)
	}
	pressButton(t, w, "Export")
	if w.IsModal() {
		t.Fatalf("the first export asks about %q", asked(t, w))
	}
	wantFiles(t, dir, "cave.colliders.yaml", "cave.level.yaml")
	if w.exports.Again(); w.IsModal() {
		t.Error("the second export asks")
	}

	out := filepath.Join(t.TempDir(), "game.yaml")
	write(t, out, "mine")
	enter := func(file string) *kit.SearchField {
		w.exports.OpenForm()
		field, ok := find(w, func(f *kit.SearchField) bool { return strings.HasSuffix(f.Text, ".yaml") })
		if !ok {
			t.Fatal("there is no field for the file")
		}
		if file != "" {
			field.SetText(file)
		}
		return field
	}
	enter(out)
	pressButton(t, w, "Export")
	wantAsked(t, w, disk.RealPath(out)+" | yaml · exists · not written by Fillet · outside the level's folder")
	w.ModalKey(fyne.KeyReturn)
	if w.IsModal() {
		t.Error("Enter leaves the question open")
	}
	if data, err := os.ReadFile(out); err != nil || !strings.Contains(string(data), "fillet-colliders") {
		t.Errorf("after Enter the file is %q, %v", data, err)
	}

	write(t, out, "mine")
	w.Native = true
	w.System = dialog.SystemDialogs{Asks: true, Save: func(context.Context, string, string, []string) (string, error) {
		return out, nil
	}}
	enter("")
	browse := (*kit.TextButton)(nil) // the last one is the file's
	find(w, func(b *kit.TextButton) bool {
		if b.Label == "Browse…" {
			browse = b
		}
		return false
	})
	browse.OnTap()
	pressButton(t, w, "Export")
	if w.IsModal() {
		t.Errorf("a file chosen with Browse is asked about: %q", asked(t, w))
	}
	if data, err := os.ReadFile(out); err != nil || !strings.Contains(string(data), "fillet-colliders") {
		t.Errorf("the chosen file is %q, %v", data, err)
	}
}

// Cancel is the first button of each dialog, whichever button Enter presses.
func TestCancelIsFirst(t *testing.T) {
	w, path := newExportWindow(t, withExports(`{name: a, format: json, file: a.json, on_save: true}`))
	lost := []workspace.Lost{{File: path, Name: "a"}, {File: path, Name: "b"}}
	for name, show := range map[string]func(){
		"replace":   func() { w.AskReplace(path, func() {}) },
		"overwrite": func() { w.file.AskToOverwrite(false, nil) },
		"recreate":  func() { w.file.AskToOverwrite(true, nil) },
		"on save":   func() { w.file.Save(nil) },
		"export":    func() { w.exports.OpenForm() },
		"recover":   func() { w.rescue.OfferLost(lost) },
		"save as":   func() { w.file.SaveAs(nil) },
	} {
		show()
		drawForTest(w.Win.Canvas())
		at := func(b *kit.TextButton) fyne.Position { return w.App.Driver().AbsolutePositionForObject(b) }
		cancel, ok := find(w, func(b *kit.TextButton) bool { return b.Label == "Cancel" || b.Label == "Later" })
		if !ok {
			t.Fatalf("%s: there is no Cancel", name)
		}
		find(w, func(b *kit.TextButton) bool {
			isAnswer := at(b).Y == at(cancel).Y && b != cancel && b.Label != "All files"
			if isAnswer && at(b).X < at(cancel).X {
				t.Errorf("%s: %s is left of %s", name, b.Label, cancel.Label)
			}
			return false
		})
		w.ModalKey(fyne.KeyEscape)
		if w.IsModal() {
			t.Fatalf("%s: Escape leaves the dialog open", name)
		}
	}
}

// A link that replaces a trusted file or its folder is not followed.
func TestLinkAfterTrust(t *testing.T) {
	for _, link := range []string{"out/a.json", "out"} {
		w, path := newExportWindow(t, withExports(`{name: a, format: json, file: out/a.json, on_save: true}`))
		dir := filepath.Dir(path)
		secret := filepath.Join(t.TempDir(), "a.json")
		write(t, secret, "mine")
		w.file.Save(nil)
		pressButton(t, w, "Export 1 file")
		if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
		target := secret
		if link == "out" {
			target = filepath.Dir(secret)
		}
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skipf("links cannot be made here: %v", err)
		}
		w.file.Save(nil)
		if !w.IsModal() {
			t.Errorf("with %s a link, no problem is reported", link)
		}
		wantText(t, secret, "mine")
	}
}

// Files below a name that begins with a dot are rejected.
func TestHiddenPathIsRejected(t *testing.T) {
	w, path := newExportWindow(t, withExports(`{name: a, format: json, file: ../.ssh/authorized_keys, on_save: true}`))
	w.file.Save(nil)
	if _, ok := find(w, func(b *kit.TextButton) bool {
		return strings.HasPrefix(b.Label, "Export")
	}); ok || !w.IsModal() {
		t.Error("a file below a hidden folder can be allowed")
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "..", ".ssh")); err == nil {
		t.Error("its folder was created")
	}
}

// Adding a target to someone else's level does not approve the targets that the level already had.
func TestOwnTargetDoesNotTrustOthers(t *testing.T) {
	w, path := newExportWindow(t, withExports(`{name: a, format: json, file: theirs.json, on_save: true}`))
	w.exports.OpenForm()
	pressButton(t, w, "Add target")
	setCheck(t, w, "On every save")
	tick, ok := find(w, func(r *dialog.ExportRow) bool { return r.Name.Full == "a" })
	if !ok {
		t.Fatal("the level's target is not listed")
	}
	test.Tap(tick.Tick)
	pressButton(t, w, "Export")
	wantFiles(t, filepath.Dir(path), "cave.colliders.yaml", "cave.level.yaml")
	w.file.Save(nil)
	if !w.IsModal() {
		t.Error("saving does not ask about the level's original target")
	}
	wantFiles(t, filepath.Dir(path), "cave.colliders.yaml", "cave.level.yaml")
}

// Re-importing never reads a file below a name that begins with a dot, even on request, because the level chooses the
// file.
func TestHiddenImportIsNotRead(t *testing.T) {
	w, path := newExportWindow(t, cave)
	hidden := filepath.Join(filepath.Dir(path), ".git", "world.ldtk")
	write(t, hidden, "{}")
	if err := w.Session.EditSettings("Import", func(s *level.Settings) {
		s.Imports = []*level.Import{{File: filepath.ToSlash(hidden)}}
	}); err != nil {
		t.Fatal(err)
	}
	w.imports.All()
	label, ok := find(w, func(l *widget.Label) bool { return strings.Contains(l.Text, disk.ErrHidden.Error()) })
	if !ok {
		t.Fatal("no message is shown")
	}
	if w.imports.Allowed[filepath.ToSlash(hidden)] {
		t.Errorf("the file can be read although %s", label.Text)
	}
}
