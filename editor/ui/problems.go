package ui

import (
	"context"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/level"
)

// problemsPanel lists what the level's check finds, kept up to date while it is shown. A click brings a finding into view.
type problemsPanel struct {
	content  *fyne.Container
	head     *panelHead
	look     *look
	session  *editor.Session
	spawn    func(func())
	onPick   func(check.Finding)
	onGone   func() // the one that was picked is no more
	fail     func(error)
	findings []check.Finding
	more     map[check.Severity]int // findings that are not listed
	chosen   int
	list     *keyList
	sub      *canvas.Text
	empty    *canvas.Text
	detail   *fyne.Container // what is to say of the chosen one
	message  *widget.Label
	advice   *quietProse
	fix      *textButton
	fixAll   *textButton
	stop     func()             // of the check that is awaited
	cancel   context.CancelFunc // of the check that is under way
}

// labelRoom is the room above and below a label's text, together.
const labelRoom = 8

// checkDelay is how long the level must rest before it is checked again.
const checkDelay = 300 * time.Millisecond

func newProblemsPanel(l *look, s *editor.Session, spawn func(func()), back func(), onPick func(check.Finding), onGone func(), fail func(error)) *problemsPanel {
	v := &problemsPanel{look: l, session: s, spawn: spawn, onPick: onPick, onGone: onGone, fail: fail, chosen: -1}
	p := l.p()
	v.sub = text("", p.quiet, smallText)
	v.empty = text("No problems found.", p.quiet, textSize)
	v.list = newKeyList(l, func() int { return len(v.findings) }, func() fyne.CanvasObject { return newProblemRow(v) }, func(i int, o fyne.CanvasObject) {
		if i < len(v.findings) {
			o.(*problemRow).show(i, v.findings[i])
		}
	}, v.pick)
	v.fix = newTextButton(l, "Fix", true, v.fixChosen)
	v.fixAll = newTextButton(l, "Fix all that is safe", false, v.fixSafe)
	toContacts := newIconButton(l, "touching", "Show the contacts", "", back)
	toContacts.size = 22
	v.message, v.advice = widget.NewLabel(""), newQuietProse("", theme.SizeNameText)
	v.message.Wrapping = fyne.TextWrapWord
	v.message.TextStyle.Bold = true
	rule := canvas.NewRectangle(p.line)
	rule.SetMinSize(fyne.NewSize(1, 1))
	prose := pad(edge-4, 4, edge-4, 2, container.New(&proseColumn{}, v.message, v.advice))
	v.detail = container.NewBorder(rule, nil, nil, nil, container.NewVScroll(prose))
	foot := pad(edge, 6, edge, 10, container.New(equal{gap}, v.fix, v.fixAll))
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
	v.stop = v.look.later(checkDelay, v.run)
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
		v.look.soon(func() {
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
	sub := fmt.Sprintf("%s · %s", count(errors, "error"), count(warnings, "warning"))
	if notes := len(findings) + more - errors - warnings; notes > 0 {
		sub += " · " + count(notes, "note")
	}
	if more > 0 {
		sub += fmt.Sprintf(" · the first %d are listed", len(findings))
	}
	setText(v.sub, sub)
	v.empty.Hidden = len(findings) > 0
	v.empty.Refresh()
	v.showDetail()
	v.fixAll.setDisabled(safe == 0)
	v.list.Refresh()
}

// showDetail says of the chosen finding what is wrong, why that matters, and what its fix does.
func (v *problemsPanel) showDetail() {
	label := "Fix"
	v.detail.Hidden = v.chosen < 0
	if v.chosen >= 0 {
		f := v.findings[v.chosen]
		v.message.SetText(sentence(f.Message))
		for _, r := range check.Rules() {
			if r.ID == f.Rule {
				v.advice.SetText(r.Help)
			}
		}
		if f.Fix != nil {
			label = shorten(sentence(f.Fix.Title), 22)
		} else if v.separable() {
			label = "Separate"
		}
	}
	v.fix.label = label
	v.fix.setDisabled(v.chosen < 0 || v.findings[v.chosen].Fix == nil && !v.separable())
	v.fix.Refresh()
	v.content.Refresh()
}

// sentence begins with a capital.
func sentence(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// listWithDetail lays out a panel of a title, a list, what is to say of the chosen row, and buttons. What is to say has the
// height that its text needs, at most half of what the list leaves it.
type listWithDetail struct{ prose fyne.CanvasObject }

func (listWithDetail) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, o[0].MinSize().Height+rowHeight+o[3].MinSize().Height)
}

// Layout takes title, list, detail and buttons, in this order.
func (l listWithDetail) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top, bottom := o[0].MinSize().Height, o[3].MinSize().Height
	put(o[0], 0, 0, size.Width, top)
	put(o[3], 0, size.Height-bottom, size.Width, bottom)
	room := max(size.Height-top-bottom, 0)
	var detail float32
	if o[2].Visible() {
		put(o[2], 0, top, size.Width, room) // so that the text knows its width
		const twoRows = 2 * (rowHeight + 2)
		detail = min(l.prose.MinSize().Height+2, max(room/2, room-twoRows-rowHeight), max(room-twoRows, room/2))
	}
	put(o[1], 0, top, size.Width, room-detail)
	put(o[2], 0, top+room-detail, size.Width, detail)
}

// proseColumn lays texts below each other without the room that labels have around them.
type proseColumn struct{ width float32 }

func (c *proseColumn) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for _, x := range o {
		h += c.height(x) - labelRoom
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
	y := float32(-labelRoom / 2)
	for _, x := range o {
		h := c.height(x)
		put(x, 0, y, size.Width, h)
		y += h - labelRoom
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
	plate   *plate
	icon    *canvas.Image
	label   *cutText
	rule    *canvas.Text
}

func newProblemRow(v *problemsPanel) *problemRow {
	r := &problemRow{panel: v, plate: newPlate(v.look, 0), icon: v.look.icons.image("warning", v.look.p().warn), label: newCutText(v.look.p().text), rule: text("", v.look.p().quiet, smallText)}
	r.icon.SetMinSize(fyne.NewSize(14, 14))
	r.ExtendBaseWidget(r)
	return r
}

func (r *problemRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.plate.picture, pad(edge, 0, edge, 0, container.New(row{gap: gap, grow: 1}, r.icon, container.New(exact{40, 26}, r.label), r.rule))))
}

func (r *problemRow) MinSize() fyne.Size { return fyne.NewSize(120, rowHeight-2) }

func (r *problemRow) show(i int, f check.Finding) {
	r.index = i
	p := r.panel.look.p()
	var icon string
	var ink color.NRGBA
	switch f.Severity {
	case check.Error:
		icon, ink = "overlap", p.danger
	case check.Warning:
		icon, ink = "warning", p.warn
	default:
		icon, ink = "check", p.quiet
	}
	r.icon.Resource = r.panel.look.icons.resource(icon, ink)
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
		label = sentence(f.Message)
	}
	r.label.set(label)
	setText(r.rule, strings.ReplaceAll(f.Rule, "-", " "))
	r.update()
}

func (r *problemRow) update() {
	r.plate.fill(r.panel.look.p().row(r.index == r.panel.chosen, r.hovered))
}

// Tapped implements fyne.Tappable.
func (r *problemRow) Tapped(*fyne.PointEvent) {
	defer r.panel.look.catch()
	r.panel.look.tips.hide(r)
	r.panel.look.focus()
	if r.index < len(r.panel.findings) {
		r.panel.pick(r.index)
	}
}

// MouseIn implements desktop.Hoverable.
func (r *problemRow) MouseIn(*desktop.MouseEvent) {
	defer r.panel.look.catch()
	r.hovered = true
	r.update()
	if r.index < len(r.panel.findings) && r.index != r.panel.chosen { // what is said of the chosen one stands below
		r.panel.look.tips.await(r.panel.look, r, shorten(sentence(r.panel.findings[r.index].Message), 110), "")
	}
}

// MouseMoved implements desktop.Hoverable.
func (r *problemRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *problemRow) MouseOut() {
	defer r.panel.look.catch()
	r.hovered = false
	r.panel.look.tips.hide(r)
	r.update()
}
