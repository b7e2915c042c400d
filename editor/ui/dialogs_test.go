package ui

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ncruces/zenity"

	"fillet/editor"
)

// The system's dialogs: what is chosen is taken and its folder remembered, cancelling does nothing, and a name that is taken
// only once it has its extension is asked about, as the system's dialog cannot know of that.
func TestSystemFileDialogs(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken"+editor.Extension)
	if err := os.WriteFile(taken, []byte("fillet: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := newWindow(t)
	w.win.Canvas().Capture()
	w.native = true
	answer, failure, asked := "", error(nil), 0
	reply := func(context.Context, string, string, []string) (string, error) {
		if asked++; asked == 1 { // a second one while it is open is none
			w.chooseOpen("Open", nil, func(string) { t.Error("a second dialog was open") })
		}
		return answer, failure
	}
	w.system = systemDialogs{open: reply, save: reply}
	chosen := ""
	then := func(path string) { chosen = path }
	run := func(what string, save bool, reply string, err error, want string) {
		t.Helper()
		chosen, answer, failure = "", reply, err
		if save {
			w.chooseSave("Save", "a", []string{editor.Extension}, then)
		} else {
			w.chooseOpen("Open", []string{editor.Extension}, then)
		}
		if chosen != want {
			t.Errorf("%s: chosen is %q, want %q", what, chosen, want)
		}
	}
	run("open", false, taken, nil, taken)
	if asked != 1 {
		t.Errorf("%d dialogs were open at a time", asked)
	}
	if got := w.folder(); got != dir {
		t.Errorf("the folder is %q, want %q", got, dir)
	}
	run("cancel", false, "", zenity.ErrCanceled, "")
	if w.isModal() {
		t.Error("cancelling opens a dialog")
	}
	run("save", true, filepath.Join(dir, "new"), nil, filepath.Join(dir, "new"+editor.Extension))
	run("save over what the system asked about", true, taken, nil, taken)
	run("save over what it did not", true, filepath.Join(dir, "taken"), nil, "")
	if len(w.modals) != 1 {
		t.Fatalf("%d dialogs are open, want the question", len(w.modals))
	}
	w.modals[0].accept()
	if chosen != taken {
		t.Errorf("after Replace chosen is %q, want %q", chosen, taken)
	}
	run("failure", false, "", os.ErrPermission, "")
	if len(w.modals) != 1 {
		t.Error("a failure of the dialog is not told")
	}
}
