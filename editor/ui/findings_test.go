package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

const messyLevel = `fillet: 1
name: Messy yard
size: [640, 300]
categories: [default, props]
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 40], position: [320, 280]}
      - {id: c2, name: plank 1, kind: box, size: [48.25, 12], position: [100, 100]}
      - {id: c3, name: plank 2, kind: box, size: [48.25, 12], position: [148, 100]}
      - {id: c4, name: plank 3, kind: box, size: [48.25, 12], position: [196, 100]}
  - id: l2
    name: props
    colliders:
      - {id: c5, name: crate, kind: box, size: [32, 32], position: [300, 250], body: dynamic}
      - {id: c6, name: post, kind: box, size: [16, 60], position: [500, 240], body: dynamic}
`

func messyWindow(t *testing.T) *Window {
	t.Helper()
	doc, err := level.Parse([]byte(messyLevel), "messy")
	if err != nil {
		t.Fatal(err)
	}
	w := newWindow(t)
	w.Session.Replace(doc)
	w.Win.Resize(fyne.NewSize(1440, 900))
	drawForTest(w.Win.Canvas())
	w.side.problems.Spawn = w.Spawn
	return w
}

// performs runs the item with the label in the open menu.
func (w *Window) performs(t *testing.T, label string) {
	t.Helper()
	var seen []string
	for _, p := range w.commands.menus.Open.Panels {
		for _, r := range p.Rows {
			if seen = append(seen, r.FullLabel); r.FullLabel == label {
				h := &hand{t: t, w: w}
				h.click(h.row(label))
				return
			}
		}
	}
	t.Fatalf("the menu has %q, not %q", seen, label)
}

func rulesOf(list []check.Finding) string {
	var out []string
	for _, f := range list {
		out = append(out, level.NewIgnored(f.Rule, f.Colliders, "").Key())
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// An overlap can be ignored from the canvas menu, with a reason. It then counts as ignored, not as an overlap. The same
// menu, its row, or undo restores it.
func TestOverlapIsIgnored(t *testing.T) {
	w := messyWindow(t)
	w.side.showProblems(true)
	before := rulesOf(w.side.problems.Findings)
	w.Session.Selection().Set(5)
	w.commands.canvasMenu(fyne.NewPos(300, 40))
	w.performs(t, "Ignore overlap…")
	for _, r := range "stands in the mud" {
		w.Win.Canvas().Focused().TypedRune(r)
	}
	w.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	list := w.Session.Document().Settings().Ignored
	if len(list) != 1 || list[0].Key() != "overlap c1 c5" || list[0].Reason != "stands in the mud" {
		t.Fatalf("the level ignores %v", list)
	}
	if p, _ := w.Session.Live().Contact(1, 5); p.State != contacts.Expected {
		t.Errorf("pair = %v", p.State)
	}
	w.side.problems.Run()
	v := w.side.problems
	if got := rulesOf(v.Findings); strings.Contains(got, "c1 c5") || rulesOf(v.Ignored) != "overlap c1 c5" ||
		v.IgnoredLine.Hidden || v.IgnoredLine.Label.Text != "1 ignored · Show" {
		t.Errorf("found %q, ignored %q, %q", got, rulesOf(v.Ignored), v.IgnoredLine.Label.Text)
	}
	if v.Rows() != len(v.Findings) {
		t.Errorf("%d rows", v.Rows())
	}
	v.IgnoredLine.Tapped(nil)
	v.Pick(v.Rows() - 1)
	if !v.Fix.IsOff || v.Hide.IsOff || v.Hide.Label != "Stop ignoring" ||
		!strings.Contains(v.Advice.String(), "Stands in the mud") {
		t.Errorf("the ignored row has %q (off %v), %q (off %v), %q", v.Fix.Label, v.Fix.IsOff, v.Hide.Label,
			v.Hide.IsOff, v.Advice.String())
	}
	v.Hide.Tapped(nil)
	v.Run()
	if got := rulesOf(v.Findings); got != before || len(w.Session.Document().Settings().Ignored) != 0 {
		t.Errorf("findings after restoring it = %q, want %q", got, before)
	}
	w.commands.undo()
	w.Session.Selection().Set(1, 5)
	w.commands.canvasMenu(fyne.NewPos(300, 40))
	w.performs(t, "Stop ignoring overlap")
	if len(w.Session.Document().Settings().Ignored) != 0 {
		t.Error("it is still ignored")
	}
}

// The problem list lags behind the level until the next check is done. An action on an ignored row affects that row's
// own entry.
func TestIgnoredRowsOfAnEarlierCheck(t *testing.T) {
	w := messyWindow(t)
	reason := func(ids []level.ID) string { return fmt.Sprint("because of ", ids) }
	w.side.showProblems(true)
	v := w.side.problems
	for _, f := range slices.Clone(v.Findings) {
		if check.IsIgnorable(f) {
			if err := w.Session.Ignored().Add(level.NewIgnored(f.Rule, f.Colliders, reason(f.Colliders))); err != nil {
				t.Fatal(err)
			}
		}
	}
	v.Run()
	rows := slices.Clone(v.Ignored)
	if len(rows) < 3 {
		t.Fatalf("%d rows are ignored: the test needs three", len(rows))
	}
	for i, f := range rows {
		v.StopIgnoring(f)
		if left := w.Session.Document().Settings().Ignored; len(left) != len(rows)-i-1 ||
			slices.ContainsFunc(left, func(e level.Ignored) bool {
				return e.Reason == reason(f.Colliders) && e.Rule == f.Rule
			}) {
			t.Fatalf("row %d, %s: the remaining ones are %v", i, rulesOf(rows[i:i+1]), left)
		}
	}
	w.commands.problemMenu(rows[2], fyne.NewPos(300, 40))
	w.performs(t, "Change reason…") // of a finding that is no longer ignored
	if w.IsModal() {
		t.Error("a dialog asks for the reason of a finding that is not ignored")
	}
}

// Fix all first shows ghosts and a list of the fixes. Escape cancels; Enter applies the fixes in one undo step.
func TestFixesArePreviewed(t *testing.T) {
	w := messyWindow(t)
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF7})
	v := w.side.problems
	rows := v.Rows()
	before := w.Session.Document().Snapshot()
	v.ProposeFixes(check.RuleOverlap)
	p := w.Session.Proposal()
	if p == nil || v.Rows() != 4 || p.Len() != 3 || !strings.Contains(v.Sub.Full, "would be fixed") {
		t.Fatalf("proposed %+v, with %d rows, %q", p, v.Rows(), v.Sub.Full)
	}
	scene := w.Canvas.Scene()
	if len(scene.Overlays) < 3 {
		t.Errorf("the canvas shows %d ghosts and arrows", len(scene.Overlays))
	}
	if s := w.toolStrip(); s == nil || s.Title != "Fix 4 problems" || len(s.Choices) != 3 {
		t.Errorf("strip = %+v", s)
	}
	if want := []string{"All safe fixes (2)", "Solids overlap (4)", "Unused category (1)"}; !slices.Equal(p.Options,
		want) || p.At != 1 {
		t.Errorf("offered: %q, at %d", p.Options, p.At)
	}
	if !v.FixAll.IsOff || !v.Hide.IsOff {
		t.Error("other fixes are available during the preview")
	}
	v.Pick(1)
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Session.Proposal() != nil || v.Rows() != rows || w.toolStrip() != nil {
		t.Errorf("after cancelling: %v, %d rows", w.Session.Proposal(), v.Rows())
	}
	v.ProposeFixes(check.RuleOverlap)
	w.toolStrip().Close()
	if w.Session.Proposal() != nil {
		t.Error("the preview stays when its strip is closed")
	}
	w.catchUp()
	v.FixAll.Tapped(nil)
	if p := w.Session.Proposal(); p == nil || p.At != 0 || v.Rows() != 2 {
		t.Fatalf("Fix all proposes %+v", p)
	}
	w.Session.Proposal().Choose(1)
	w.catchUp()
	if v.Rows() != 4 {
		t.Errorf("the other kind has %d rows", v.Rows())
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	v.Run()
	if got := rulesOf(v.Findings); strings.Contains(got, "overlap") || w.Session.Live().Counts().Overlaps != 0 {
		t.Errorf("after the fix: %q, %+v", got, w.Session.Live().Counts())
	}
	if label, _ := w.Session.History().CanUndo(); label != "Fix overlap (4)" {
		t.Errorf("step = %q", label)
	}
	w.commands.undo()
	for i, l := range w.Session.Document().Snapshot().Layers {
		for j, c := range l.Colliders {
			if c.Collider != before.Layers[i].Colliders[j].Collider {
				t.Errorf("after undo, %v differs", c.ID)
			}
		}
	}
	v.ProposeFixes(check.RuleSliver)
	if w.Session.Proposal() != nil {
		t.Error("an empty fix is proposed")
	}
}

// Rows of contacts and problems have context menus for their colliders, opened by a right click or by key.
func TestRowsHaveMenus(t *testing.T) {
	w := messyWindow(t)
	opens := func(what, item string) {
		t.Helper()
		o := w.commands.menus.Open
		if o == nil {
			t.Fatalf("%s: no menu opens", what)
		}
		defer o.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		for _, r := range o.Panels[0].Rows {
			if r.FullLabel == item {
				return
			}
		}
		t.Errorf("%s: the menu lacks %q", what, item)
	}
	c := w.side.contacts
	view := w.Canvas.Camera
	c.List.OnMenu(0, fyne.NewPos(900, 300))
	if p := c.Pairs[0]; c.Chosen != [2]level.ID{p.A, p.B} || !w.Session.Selection().Has(p.A) ||
		!w.Session.Selection().Has(p.B) || w.Canvas.Camera != view {
		t.Errorf("the row's pair is not chosen, or the view moves: %v", c.Chosen)
	}
	opens("contacts", "Ignore overlap…")
	w.Win.Canvas().Focus(c.List)
	w.typedKey(&fyne.KeyEvent{Name: desktop.KeyMenu})
	opens("the key in the contacts", "Separate")
	w.side.showProblems(true)
	w.Win.Canvas().Focus(w.side.problems.List)
	w.typedKey(&fyne.KeyEvent{Name: desktop.KeyMenu})
	opens("the key in the problems", "Ignore…")
	w.Look.Focus()
	w.typedKey(&fyne.KeyEvent{Name: desktop.KeyMenu})
	opens("the key on the canvas", "Cut")
}

// The menu changes role, categories and layer, each in one undo step.
func TestTraitsFromTheMenu(t *testing.T) {
	w := messyWindow(t)
	w.Session.Selection().Set(5, 6)
	crate := func() *level.Collider { return w.Session.Document().Collider(5) }
	below := func(c *kit.Command, label string) *kit.Command {
		for _, i := range c.Below() {
			if i.Label == label {
				return i
			}
		}
		t.Fatalf("%s lacks %q", c.Label, label)
		return nil
	}
	was := crate()
	for _, x := range []struct {
		menu  *kit.Command
		item  string
		check func() bool
	}{
		{w.commands.roleItem(), "Trigger", func() bool { return crate().Role == level.Trigger }},
		{w.commands.categoriesItem(), "props", func() bool {
			return slices.Equal(crate().Categories, []string{"default", "props"})
		}},
		{w.commands.layerItem(), "ground", func() bool { return crate().Layer == 1 }},
	} {
		if below(x.menu, x.item).IsOn() {
			t.Errorf("%s is checked already", x.item)
		}
		w.commands.menus.Perform(below(x.menu, x.item))
		if !x.check() || !below(x.menu, x.item).IsOn() {
			t.Errorf("%s: %+v", x.item, crate())
		}
		w.Session.Undo()
		if !crate().Equal(was) {
			t.Errorf("%s makes more than one undo step", x.item)
		}
	}
	w.commands.menus.Perform(below(w.commands.categoriesItem(), "props"))
	w.commands.menus.Perform(below(w.commands.categoriesItem(), "default"))
	if !slices.Equal(crate().Categories, []string{"props"}) {
		t.Errorf("categories %q", crate().Categories)
	}
}

// The inspector describes the contact of two selected colliders, or of the pair chosen in the contacts panel, even
// during a drag. Other selections show no contact.
func TestChosenContactIsInspected(t *testing.T) {
	w := messyWindow(t)
	v := w.side.inspector
	for _, c := range []struct {
		ids  []level.ID
		want bool
	}{
		{[]level.ID{1, 5}, true},
		{[]level.ID{1}, false},
		{[]level.ID{5, 1}, true},
		{[]level.ID{2, 5}, false},
		{[]level.ID{1, 2, 5}, false},
	} {
		w.Session.Selection().Set(c.ids...)
		w.catchUp()
		if got := v.Contact != nil; got != c.want {
			t.Errorf("with %v selected it shows a contact: %v", c.ids, got)
		}
	}
	at := slices.IndexFunc(w.side.contacts.Pairs, func(p contacts.Pair) bool { return p.B == 5 })
	w.side.contacts.List.OnMenu(at, fyne.NewPos(900, 300))
	w.commands.menus.Open.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	w.catchUp()
	if v.Contact == nil {
		t.Fatal("the chosen pair is not shown")
	}
	want := "floor × crate\nState\toverlapping\nDepth\t6 px\nNormal\t0, -1  ·  -90.0° ↑\nPoint 1\t284, 263\n\t-6 px  " +
		"·  edge "
	if got := v.Contact(); !strings.HasPrefix(got, want) || !strings.Contains(got, "Friction\t0.6\nRestitution\t0\n") {
		t.Errorf("it shows %q", got)
	}
	v.Copy(v.Contact())
	if w.App.Clipboard().Content() != v.Contact() {
		t.Errorf("the clipboard contains %q", w.App.Clipboard().Content())
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(w.Session.Shapes([]level.ID{5}).SetMaterialValues(func(c *level.Collider) { c.Friction = 0 }))
	w.catchUp()
	if got := v.Contact(); !strings.Contains(got, "Friction\t0  (from 0.6 and 0)\n") {
		t.Errorf("without friction it shows %q", got)
	}
	must(w.Session.Ignored().Add(level.NewIgnored(level.RuleOverlap, []level.ID{1, 5}, "in the mud")))
	w.catchUp()
	if got := v.Contact(); !strings.Contains(got, "State\texpected\nDepth\t6 px\nIgnored\tin the mud\n") {
		t.Errorf("ignored, it shows %q", got)
	}
	w.Session.Undo()
	for _, c := range []struct {
		y    float64
		want string
	}{{246, "Depth\t2 px"}, {200, "State\tapart\n"}, {244, "State\ttouching\n"}} {
		must(w.Session.Shapes([]level.ID{5}).SetY(c.y))
		w.catchUp()
		if got := v.Contact(); !strings.Contains(got, c.want) {
			t.Errorf("contact at %g = %q, want %q", c.y, got, c.want)
		}
	}
	w.Session.Selection().Set(5)
	w.catchUp()
	if v.Contact != nil {
		t.Error("it shows a contact with one shape selected")
	}
}

// PairLines returns the lines about the chosen pair, or nil if there is none.
func (v *playPanel) PairLines() []string {
	if !v.pair.content.Visible() {
		return nil
	}
	out := []string{v.pair.names.Text}
	for _, l := range v.pair.lines {
		if l.Text != "" {
			out = append(out, l.Text)
		}
	}
	return out
}

// During a playtest the panel shows how the surfaces of the chosen pair move relative to each other.
func TestChosenContactIsPlayed(t *testing.T) {
	w := messyWindow(t)
	at := slices.IndexFunc(w.side.contacts.Pairs, func(p contacts.Pair) bool { return p.B == 5 })
	w.side.contacts.List.OnMenu(at, fyne.NewPos(900, 300))
	w.commands.menus.Open.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF5})
	var lines []string
	for range 5 {
		w.typedKey(&fyne.KeyEvent{Name: fyne.KeyO})
		lines = append(lines, w.play.Panel.PairLines()...)
	}
	if all := strings.Join(lines, "\n"); !strings.Contains(all, "floor × crate") || !strings.Contains(all, "slides") ||
		!strings.Contains(all, "normal 0.00, -1.00  ·  ") {
		t.Errorf("the panel shows %q", all)
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	w.Session.Selection().Clear()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF5})
	if lines := w.play.Panel.PairLines(); len(lines) > 0 {
		t.Errorf("without a pair it shows %q", lines)
	}
}

// Add contacts to selection adds the shapes that the selected shape overlaps.
func TestAddContactsToSelection(t *testing.T) {
	w := messyWindow(t)
	w.Session.Selection().Set(5)
	w.commands.canvasMenu(fyne.NewPos(300, 40))
	w.performs(t, "Add 1 contact to selection")
	if ids := w.Session.Selection().IDs(); len(ids) != 2 || !w.Session.Selection().Has(1) {
		t.Errorf("selected: %v", ids)
	}
}
