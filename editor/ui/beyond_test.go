package ui

import (
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/ui/kit"
)

// A file that refers to files outside its folder asks once for all files in its folder, for either answer.
func TestOutsideFoldersAskOnce(t *testing.T) {
	for answer, solid := range map[string]int{"Allow": 1, "Skip them": 0} {
		t.Run(answer, func(t *testing.T) {
			w := newWindow(t)
			dir := t.TempDir()
			write := func(name, text string) string {
				t.Helper()
				path := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				return path
			}
			write("t.tsx", `<tileset name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>`)
			const body = `<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" source="../t.tsx"/><layer id="1" name="stage" width="2" height="1"><data encoding="csv">1,0</data></layer></map>`
			maps := []string{write("maps/a.tmx", body), write("maps/b.tmx", body), write("others/c.tmx", body)}
			asks := func() bool {
				_, ok := find(w, func(b *kit.TextButton) bool { return b.Label == answer })
				return ok
			}
			closeAll := func() {
				for top := w.Win.Canvas().Overlays().Top(); top != nil; top = w.Win.Canvas().Overlays().Top() {
					w.Win.Canvas().Overlays().Remove(top)
				}
			}
			w.docs.OpenFile(maps[0])
			pressButton(t, w, answer)
			if n := w.Session.Document().Len(); n != solid {
				t.Errorf("colliders after the answer = %d, want %d", n, solid)
			}
			closeAll()
			w.docs.OpenFile(maps[1])
			if asks() {
				t.Error("the second file in the folder asks again")
			}
			if n := w.Session.Document().Len(); n != solid {
				t.Errorf("colliders of the second file = %d, want %d", n, solid)
			}
			closeAll()
			w.docs.OpenFile(maps[2])
			if !asks() {
				t.Error("a file in another folder does not ask")
			}
		})
	}
}
