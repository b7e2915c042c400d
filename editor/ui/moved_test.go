package ui

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
)

// An import asks once where the files of a missing folder are, and finds all of them there, also the next time.
func TestImportLocatesMissingFiles(t *testing.T) {
	w := newWindow(t)
	dir, art := t.TempDir(), t.TempDir()
	for _, name := range []string{"t", "u"} {
		write(t, filepath.Join(art, name+".tsx"), `<tileset name="`+name+`" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>`)
	}
	const body = `<map orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" source="tiles/t.tsx"/><tileset firstgid="2" source="tiles/u.tsx"/><layer id="1" name="stage" width="3" height="1"><data encoding="csv">1,0,2</data></layer></map>`
	file := filepath.Join(dir, "a.tmx")
	write(t, file, body)
	w.Native = true
	chosen := filepath.Join(art, "u.tsx")
	w.System = dialog.SystemDialogs{Open: func(context.Context, string, string, []string) (string, error) {
		return chosen, nil
	}}
	w.OpenFile(file)
	if got := w.Session.Document().Len(); got != 0 {
		t.Fatalf("%d colliders without the tilesets", got)
	}
	pressButton(t, w, "Locate…")
	if _, ok := find(w, func(b *kit.TextButton) bool { return b.Label == "OK" }); !ok {
		t.Fatal("a file with another name is accepted")
	}
	w.ModalKey(fyne.KeyEscape)

	other := filepath.Join(dir, "b.tmx")
	write(t, other, strings.ReplaceAll(body, "tiles/", "sheets/"))
	chosen = filepath.Join(art, "t.tsx")
	w.OpenFile(other)
	pressButton(t, w, "Locate…")
	if w.IsModal() {
		t.Error("the second file of the folder is asked about as well")
	}
	if got := w.Session.Document().Len(); got != 2 {
		t.Errorf("%d colliders with the located tilesets, want 2", got)
	}
	again := filepath.Join(dir, "c.tmx")
	write(t, again, strings.ReplaceAll(body, "tiles/", "sheets/"))
	w.OpenFile(again)
	if got := w.Session.Document().Len(); w.IsModal() || got != 2 {
		t.Errorf("the next file of the folder has %d colliders, or asks: %v", got, w.IsModal())
	}
	if list := w.App.Preferences().StringList("moved folders"); len(list) != 2 || list[1] != art {
		t.Errorf("the folders for the next start are %q", list)
	}
}
