package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
)

// A finding about an instance without parts selects the instance.
func TestFindingSelectsItsInstance(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	text := "fillet: 2\nname: a\nsize: [400, 200]\ninstances:\n  - {id: i7, prefab: gone.level.yaml, layer: l1, " +
		"position: [100, 50]}\n" +
		"  - {id: i8, prefab: away.level.yaml, layer: l1, position: [200, 50]}\nlayers:\n  - {id: l1, name: x, " +
		"colliders: []}\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	drawForTest(w.Win.Canvas())
	pressButton(t, w, "OK")
	v := w.side.problems
	v.Run()
	found := 0
	for i := range v.Rows() {
		f, _ := v.At(i)
		if f.Instance == 0 {
			continue
		}
		found++
		if v.Pick(i); !w.Session.Selection().HasBare(f.Instance) || w.Session.Selection().Tally().Len() != 1 ||
			v.Chosen != i {
			t.Errorf("%s selects %v, and row %d is chosen", f.Message, w.Session.Selection().Bare(), v.Chosen)
		}
	}
	if found != 2 {
		t.Errorf("there are %d findings about instances", found)
	}
}

// A menu of choices opens scrolled to the current choice.
func TestMenuOpensAtChoice(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	for _, chosen := range []int{0, 3, 40, 79} {
		var items []*kit.Command
		for i := range 80 {
			items = append(items, kit.MenuItem(fmt.Sprintf("level %d", i), "", 0, func() {}).Checked(func() bool {
				return i == chosen
			}))
		}
		w.commands.menus.PopUp(items, fyne.NewPos(300, 60), false)
		p := w.commands.menus.Open.Panels[0]
		if chosen < p.First || chosen >= p.First+p.Shown || p.Shown >= 80 {
			t.Errorf("with level %d chosen, the menu shows %d levels from %d", chosen, p.Shown, p.First)
		}
		w.commands.menus.CloseMenus()
	}
}
