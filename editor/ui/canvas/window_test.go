package canvas

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// windowForTest is a window that contains only a canvas and its rulers.
type windowForTest struct {
	win     fyne.Window
	look    *kit.Look
	session *editor.Session
	tools   *tool.Controller
	canvas  *View
	rulers  *Rulers
}

func newWindowForTest(t testing.TB) *windowForTest {
	t.Helper()
	app := test.NewTempApp(t)
	doc, err := editor.NewLevel(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	w := &windowForTest{look: kit.NewLook(kit.ModeDark), session: editor.NewSession(doc)}
	w.look.Later = func(time.Duration, func()) func() { return func() {} }
	app.Settings().SetTheme(w.look.Theme)
	w.tools = tool.NewController(w.session)
	w.canvas = New(w.session, w.tools, w.look, func(work func()) { work() }, func(err error) { t.Error(err) })
	w.rulers = NewRulers(w.look, w.canvas)
	w.session.Subscribe(func(editor.Change) { w.canvas.Redraw() })
	w.win = app.NewWindow("Canvas")
	w.win.SetPadded(false)
	w.win.SetContent(container.New(&RulerFrame{}, w.rulers.Top, w.rulers.Side, w.rulers.Corner, w.canvas,
		NewMinimap(w.look, w.session, w.canvas)))
	w.win.Resize(fyne.NewSize(1000, 700))
	w.win.Show()
	return w
}

// boxesForTest returns a window with n boxes at the positions that at returns.
func boxesForTest(t testing.TB, n int, at func(i int) level.Vec) *windowForTest {
	t.Helper()
	w := newWindowForTest(t)
	for i := range n {
		c := level.NewCollider(0, 0, fmt.Sprintf("box %d", i+1),
			level.Shape{Kind: level.Box, Size: level.Vec{X: 16, Y: 16}, Radius: 4, Rounding: level.Inset}, at(i))
		c.ID, c.Layer, c.Order = level.ID(i+1), w.session.ActiveLayer(), float64(i+1)
		if err := w.session.Do("Add", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(c)}}); err !=
			nil {
			t.Fatal(err)
		}
	}
	return w
}
