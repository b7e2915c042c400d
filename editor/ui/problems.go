package ui

import (
	"context"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// problemsPanel lists what the level's check finds, kept up to date while it is shown. A click brings a finding into view.
type problemsPanel struct {
	content  *fyne.Container
	head     *panelHead
	look     *kit.Look
	session  *editor.Session
	spawn    func(func())
	onPick   func(check.Finding)
	onGone   func() // the one that was picked is no more
	fail     func(error)
	findings []check.Finding
	more     map[check.Severity]int // findings that are not listed
	chosen   int
	list     *kit.KeyList
	sub      *canvas.Text
	empty    *canvas.Text
	detail   *fyne.Container // what is to say of the chosen one
	message  *widget.Label
	advice   *kit.QuietProse
	fix      *kit.TextButton
	fixAll   *kit.TextButton
	stop     func()             // of the check that is awaited
	cancel   context.CancelFunc // of the check that is under way
}

// checkDelay is how long the level must rest before it is checked again.
const checkDelay = 300 * time.Millisecond

func newProblemsPanel(l *kit.Look, s *editor.Session, spawn func(func()), back func(), onPick func(check.Finding), onGone func(), fail func(error)) *problemsPanel {
	v := &problemsPanel{look: l, session: s, spawn: spawn, onPick: onPick, onGone: onGone, fail: fail, chosen: -1}
	p := l.Colors()
	v.sub = kit.Text("", p.Quiet, kit.SmallText)
	v.empty = kit.Text("No problems found.", p.Quiet, kit.TextSize)
	v.list = kit.NewKeyList(l, func() int { return len(v.findings) }, func() fyne.CanvasObject { return newProblemRow(v) }, func(i int, o fyne.CanvasObject) {
		if i < len(v.findings) {
			o.(*problemRow).show(i, v.findings[i])
		}
	}, v.pick)
	v.fix = kit.NewTextButton(l, "Fix", true, v.fixChosen)
	v.fixAll = kit.NewTextButton(l, "Fix all that is safe", false, v.fixSafe)
	toContacts := kit.NewIconButton(l, "touching", "Show the contacts", "", back)
	toContacts.Side = 22
	v.message, v.advice = widget.NewLabel(""), kit.NewQuietProse("", theme.SizeNameText)
	v.message.Wrapping = fyne.TextWrapWord
	v.message.TextStyle.Bold = true
	rule := canvas.NewRectangle(p.Line)
	rule.SetMinSize(fyne.NewSize(1, 1))
	prose := kit.Pad(kit.Edge-4, 4, kit.Edge-4, 2, container.New(&proseColumn{}, v.message, v.advice))
	v.detail = container.NewBorder(rule, nil, nil, nil, container.NewVScroll(prose))
	foot := kit.Pad(kit.Edge, 6, kit.Edge, 10, container.New(kit.Equal{Gap: kit.Gap}, v.fix, v.fixAll))
	v.head = newPanelHead(l, problemPanel, v.sub, toContacts)
	v.content = container.New(listWithDetail{prose}, v.head.content, container.NewStack(v.list, container.NewCenter(v.empty)), v.detail, foot)
	v.content.Hide()
	v.show(check.Findings{})
	return v
}

// refresh checks the level again once it has rested for a moment.
func (v *problemsPanel) refresh() {
	if !v.content.Visible() {
		return
	}
	if v.stop != nil {
		v.stop()
	}
	v.stop = v.look.Later(checkDelay, v.run)
}

// run checks the level as it stands, off the window's thread. A check that is under way is dropped.
func (v *problemsPanel) run() {
	if v.cancel != nil {
		v.cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	snapshot := v.session.Document().Snapshot()
	v.spawn(func() {
		found, err := check.Find(ctx, snapshot, check.Options{})
		v.look.Post(func() {
			defer cancel()
			if ctx.Err() != nil {
				return // a later one is on its way
			}
			if err != nil {
				v.fail(err)
				return
			}
			v.show(found)
		})
	})
}

func (v *problemsPanel) show(found check.Findings) {
	findings := found.List
	if was := v.chosen; was >= 0 && was < len(v.findings) {
		old := v.findings[was] // stays chosen while it is there
		v.chosen = slices.IndexFunc(findings, func(f check.Finding) bool {
			return f.Rule == old.Rule && slices.Equal(f.Colliders, old.Colliders)
		})
		if v.chosen < 0 {
			v.onGone()
		}
	}
	v.findings, v.more = findings, found.More
	more := found.Unlisted()
	errors, warnings, safe := found.More[check.Error], found.More[check.Warning], 0
	for _, f := range findings {
		switch f.Severity {
		case check.Error:
			errors++
		case check.Warning:
			warnings++
		}
		if f.Fix != nil && f.Fix.Safe {
			safe++
		}
	}
	sub := fmt.Sprintf("%s · %s", kit.Count(errors, "error"), kit.Count(warnings, "warning"))
	if notes := len(findings) + more - errors - warnings; notes > 0 {
		sub += " · " + kit.Count(notes, "note")
	}
	if more > 0 {
		sub += fmt.Sprintf(" · the first %d are listed", len(findings))
	}
	kit.SetText(v.sub, sub)
	v.empty.Hidden = len(findings) > 0
	v.empty.Refresh()
	v.showDetail()
	v.fixAll.SetOff(safe == 0)
	v.list.Refresh()
}

// showDetail says of the chosen finding what is wrong, why that matters, and what its fix does.
func (v *problemsPanel) showDetail() {
	label := "Fix"
	v.detail.Hidden = v.chosen < 0
	if v.chosen >= 0 {
		f := v.findings[v.chosen]
		v.message.SetText(kit.Sentence(f.Message))
		for _, r := range check.Rules() {
			if r.ID == f.Rule {
				v.advice.SetText(r.Help)
			}
		}
		if f.Fix != nil {
			label = kit.Shorten(kit.Sentence(f.Fix.Title), 22)
		} else if v.separable() {
			label = "Separate"
		}
	}
	v.fix.Label = label
	v.fix.SetOff(v.chosen < 0 || v.findings[v.chosen].Fix == nil && !v.separable())
	v.fix.Refresh()
	v.content.Refresh()
}

// listWithDetail lays out a panel of a title, a list, what is to say of the chosen row, and buttons. What is to say has the
// height that its text needs, at most half of what the list leaves it.
type listWithDetail struct{ prose fyne.CanvasObject }

func (listWithDetail) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, o[0].MinSize().Height+kit.RowHeight+o[3].MinSize().Height)
}

// Layout takes title, list, detail and buttons, in this order.
func (l listWithDetail) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top, bottom := o[0].MinSize().Height, o[3].MinSize().Height
	kit.Put(o[0], 0, 0, size.Width, top)
	kit.Put(o[3], 0, size.Height-bottom, size.Width, bottom)
	room := max(size.Height-top-bottom, 0)
	var detail float32
	if o[2].Visible() {
		kit.Put(o[2], 0, top, size.Width, room) // so that the text knows its width
		const twoRows = 2 * (kit.RowHeight + 2)
		detail = min(l.prose.MinSize().Height+2, max(room/2, room-twoRows-kit.RowHeight), max(room-twoRows, room/2))
	}
	kit.Put(o[1], 0, top, size.Width, room-detail)
	kit.Put(o[2], 0, top+room-detail, size.Width, detail)
}

// proseColumn lays texts below each other without the room that labels have around them.
type proseColumn struct{ width float32 }

func (c *proseColumn) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for _, x := range o {
		h += c.height(x) - kit.LabelRoom
	}
	return fyne.NewSize(100, h)
}

// height is how high a text is as it wraps now.
func (c *proseColumn) height(x fyne.CanvasObject) float32 {
	if c.width > 0 && x.Size().Width != c.width {
		x.Resize(fyne.NewSize(c.width, x.MinSize().Height))
	}
	return x.MinSize().Height
}

func (c *proseColumn) Layout(o []fyne.CanvasObject, size fyne.Size) {
	c.width = size.Width
	y := float32(-kit.LabelRoom / 2)
	for _, x := range o {
		h := c.height(x)
		kit.Put(x, 0, y, size.Width, h)
		y += h - kit.LabelRoom
	}
}

func (v *problemsPanel) pick(i int) {
	v.chosen = i
	f := v.findings[i]
	v.session.Batch(func() {
		v.session.Selection().Set(f.Colliders...)
		v.onPick(f)
	})
	v.show(check.Findings{List: v.findings, More: v.more})
	v.list.ScrollTo(i)
}

// separable reports whether the chosen problem is an overlap of two, which moving one of them out mends.
func (v *problemsPanel) separable() bool {
	return v.chosen >= 0 && v.findings[v.chosen].Rule == check.RuleOverlap && len(v.findings[v.chosen].Colliders) == 2
}

func (v *problemsPanel) fixChosen() {
	if v.separable() && v.findings[v.chosen].Fix == nil {
		pair := v.findings[v.chosen].Colliders
		if err := v.session.Separate(pair[0], pair[1]); err != nil {
			v.fail(err)
		}
		v.refresh()
		return
	}
	if v.chosen >= 0 && v.findings[v.chosen].Fix != nil {
		fix := v.findings[v.chosen].Fix
		v.apply(fix.Title, fix.Diff)
	}
}

// fixSafe applies every fix that no designer need look at, as one step.
func (v *problemsPanel) fixSafe() {
	gesture := v.session.Begin("Fix problems")
	defer gesture.Commit()
	v.session.Batch(func() { // the contacts are brought up to date once
		together, made := check.SafeFixes(v.session.Document(), v.findings)
		if gesture.Apply(together) != nil {
			made = nil
		}
		for _, f := range v.findings {
			if len(made) > 0 && made[0].Fix == f.Fix {
				made = made[1:]
			} else if f.Fix != nil && f.Fix.Safe {
				_ = gesture.Apply(f.Fix.Diff) // of two fixes of one collider the second comes too late; the next check finds it again
			}
		}
	})
	v.refresh()
}

func (v *problemsPanel) apply(title string, d level.Diff) {
	gesture := v.session.Begin(title)
	err := gesture.Apply(d)
	gesture.Commit()
	if err != nil {
		v.fail(err)
	}
	v.refresh()
}

// problemRow is one finding in the list.
type problemRow struct {
	widget.BaseWidget
	panel   *problemsPanel
	index   int
	hovered bool
	plate   *kit.Plate
	icon    *canvas.Image
	label   *kit.CutText
	rule    *canvas.Text
}

func newProblemRow(v *problemsPanel) *problemRow {
	r := &problemRow{panel: v, plate: kit.NewPlate(v.look, 0), icon: v.look.Icons.Image("warning", v.look.Colors().Warn), label: kit.NewCutText(v.look.Colors().Text), rule: kit.Text("", v.look.Colors().Quiet, kit.SmallText)}
	r.icon.SetMinSize(fyne.NewSize(14, 14))
	r.ExtendBaseWidget(r)
	return r
}

func (r *problemRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.plate.Picture, kit.Pad(kit.Edge, 0, kit.Edge, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 1}, r.icon, container.New(kit.Exact{W: 40, H: 26}, r.label), r.rule))))
}

func (r *problemRow) MinSize() fyne.Size { return fyne.NewSize(120, kit.RowHeight-2) }

func (r *problemRow) show(i int, f check.Finding) {
	r.index = i
	p := r.panel.look.Colors()
	var icon string
	var ink color.NRGBA
	switch f.Severity {
	case check.Error:
		icon, ink = "overlap", p.Danger
	case check.Warning:
		icon, ink = "warning", p.Warn
	default:
		icon, ink = "check", p.Quiet
	}
	r.icon.Resource = r.panel.look.Icons.Resource(icon, ink)
	r.icon.Refresh()
	var names []string
	for _, id := range f.Colliders {
		if c := r.panel.session.Document().Collider(id); c != nil && len(names) < 2 {
			names = append(names, c.Label())
		}
	}
	label := strings.Join(names, " × ")
	if more := len(f.Colliders) - len(names); more > 0 && len(names) > 0 {
		label = fmt.Sprintf("%s and %d more", names[0], len(f.Colliders)-1)
	}
	if label == "" {
		label = kit.Sentence(f.Message)
	}
	r.label.Set(label)
	kit.SetText(r.rule, strings.ReplaceAll(f.Rule, "-", " "))
	r.update()
}

func (r *problemRow) update() {
	r.plate.Fill(r.panel.look.Colors().Row(r.index == r.panel.chosen, r.hovered))
}

// Tapped implements fyne.Tappable.
func (r *problemRow) Tapped(*fyne.PointEvent) {
	defer r.panel.look.Catch()
	r.panel.look.Tips.Hide(r)
	r.panel.look.Focus()
	if r.index < len(r.panel.findings) {
		r.panel.pick(r.index)
	}
}

// MouseIn implements desktop.Hoverable.
func (r *problemRow) MouseIn(*desktop.MouseEvent) {
	defer r.panel.look.Catch()
	r.hovered = true
	r.update()
	if r.index < len(r.panel.findings) && r.index != r.panel.chosen { // what is said of the chosen one stands below
		r.panel.look.Tips.Await(r.panel.look, r, kit.Shorten(kit.Sentence(r.panel.findings[r.index].Message), 110), "")
	}
}

// MouseMoved implements desktop.Hoverable.
func (r *problemRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *problemRow) MouseOut() {
	defer r.panel.look.Catch()
	r.hovered = false
	r.panel.look.Tips.Hide(r)
	r.update()
}
