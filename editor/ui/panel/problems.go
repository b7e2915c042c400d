package panel

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/ui/kit"
)

// Problems lists what the level's check finds, kept up to date while it is shown. A click brings a finding into view.
type Problems struct {
	Content  *fyne.Container
	Head     *Head
	look     *kit.Look
	session  *editor.Session
	Spawn    func(func())
	onPick   func(check.Finding)
	onGone   func() // the one that was picked is no more
	fail     func(error)
	Findings []check.Finding
	more     map[check.Severity]int // findings that are not listed
	Chosen   int
	List     *kit.KeyList
	Sub      *canvas.Text
	empty    *canvas.Text
	Detail   *fyne.Container // what is to say of the chosen one
	Message  *widget.Label
	Advice   *kit.QuietProse
	Fix      *kit.TextButton
	fixAll   *kit.TextButton
	stop     func()             // of the check that is awaited
	cancel   context.CancelFunc // of the check that is under way
}

// checkDelay is how long the level must rest before it is checked again.
const checkDelay = 300 * time.Millisecond

// NewProblems makes the panel. back shows the contacts again, onPick hears of a picked finding, and onGone hears when
// the picked one is gone; fail tells of an error, where it is one.
func NewProblems(l *kit.Look, s *editor.Session, spawn func(func()), back func(), onPick func(check.Finding), onGone func(), fail func(error)) *Problems {
	v := &Problems{look: l, session: s, Spawn: spawn, onPick: onPick, onGone: onGone, fail: fail, Chosen: -1}
	p := l.Colors()
	v.Sub = kit.Text("", p.Quiet, kit.SmallText)
	v.empty = kit.Text("No problems found.", p.Quiet, kit.TextSize)
	v.List = kit.NewKeyList(l, func() int { return len(v.Findings) }, func() fyne.CanvasObject { return newProblemRow(v) }, func(i int, o fyne.CanvasObject) {
		if i < len(v.Findings) {
			o.(*problemRow).show(i, v.Findings[i])
		}
	}, v.Pick)
	v.Fix = kit.NewTextButton(l, "Fix", true, v.fixChosen)
	v.fixAll = kit.NewTextButton(l, "Fix all that is safe", false, v.fixSafe)
	toContacts := kit.NewIconButton(l, "touching", "Show the contacts", "", back)
	toContacts.Side = 22
	v.Message, v.Advice = widget.NewLabel(""), kit.NewQuietProse("", theme.SizeNameText)
	v.Message.Wrapping = fyne.TextWrapWord
	v.Message.TextStyle.Bold = true
	prose := kit.Pad(kit.Edge-4, 4, kit.Edge-4, 2, container.New(&proseColumn{}, v.Message, v.Advice))
	v.Detail = container.NewBorder(kit.Rule(l), nil, nil, nil, container.NewVScroll(prose))
	foot := kit.Pad(kit.Edge, 6, kit.Edge, 10, container.New(kit.Equal{Gap: kit.Gap}, v.Fix, v.fixAll))
	v.Head = newPanelHead(l, ProblemPanel, v.Sub, toContacts)
	v.Content = container.New(listWithDetail{prose}, v.Head.content, container.NewStack(v.List, container.NewCenter(v.empty)), v.Detail, foot)
	v.Content.Hide()
	v.show(check.Findings{})
	return v
}

// Refresh checks the level again once it has rested for a moment.
func (v *Problems) Refresh() {
	if !v.Content.Visible() {
		return
	}
	if v.stop != nil {
		v.stop()
	}
	v.stop = v.look.Later(checkDelay, v.Run)
}

// Run checks the level as it stands, off the window's thread. A check that is under way is dropped.
func (v *Problems) Run() {
	if v.cancel != nil {
		v.cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	snapshot := v.session.Document().Snapshot()
	v.Spawn(func() {
		found, err := check.Find(ctx, snapshot, check.Options{})
		v.look.Post(func() {
			defer cancel()
			if ctx.Err() != nil {
				return // a later one is on its way
			}
			if v.fail(err); err == nil {
				v.show(found)
			}
		})
	})
}

func (v *Problems) show(found check.Findings) {
	findings := found.List
	if was := v.Chosen; was >= 0 && was < len(v.Findings) {
		old := v.Findings[was] // stays chosen while it is there
		v.Chosen = slices.IndexFunc(findings, func(f check.Finding) bool {
			return f.Rule == old.Rule && slices.Equal(f.Colliders, old.Colliders)
		})
		if v.Chosen < 0 {
			v.onGone()
		}
	}
	v.Findings, v.more = findings, found.More
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
	kit.SetText(v.Sub, sub)
	v.empty.Hidden = len(findings) > 0
	v.empty.Refresh()
	v.showDetail()
	v.fixAll.SetOff(safe == 0)
	v.List.Refresh()
}

// showDetail says of the chosen finding what is wrong, why that matters, and what its fix does.
func (v *Problems) showDetail() {
	label := "Fix"
	v.Detail.Hidden = v.Chosen < 0
	if v.Chosen >= 0 {
		f := v.Findings[v.Chosen]
		v.Message.SetText(kit.Sentence(f.Message))
		for _, r := range check.Rules() {
			if r.ID == f.Rule {
				v.Advice.SetText(r.Help)
			}
		}
		if f.Fix != nil {
			label = kit.Shorten(kit.Sentence(f.Fix.Title), 22)
		} else if v.separable() {
			label = "Separate"
		}
	}
	v.Fix.Label = label
	v.Fix.SetOff(v.Chosen < 0 || v.Findings[v.Chosen].Fix == nil && !v.separable())
	v.Fix.Refresh()
	v.Content.Refresh()
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

// Pick chooses a finding by its row and selects its colliders.
func (v *Problems) Pick(i int) {
	v.Chosen = i
	f := v.Findings[i]
	v.session.Batch(func() {
		v.session.Selection().Set(f.Colliders...)
		v.onPick(f)
	})
	v.show(check.Findings{List: v.Findings, More: v.more})
	v.List.ScrollTo(i)
}

// separable reports whether the chosen problem is an overlap of two, which moving one of them out mends.
func (v *Problems) separable() bool {
	return v.Chosen >= 0 && v.Findings[v.Chosen].Rule == check.RuleOverlap && len(v.Findings[v.Chosen].Colliders) == 2
}

func (v *Problems) fixChosen() {
	if v.Chosen < 0 {
		return
	}
	switch f := v.Findings[v.Chosen]; {
	case f.Fix != nil:
		gesture := v.session.Begin(f.Fix.Title)
		v.fail(gesture.Apply(f.Fix.Diff))
		gesture.Commit()
	case v.separable():
		v.fail(v.session.Separate(f.Colliders[0], f.Colliders[1]))
	}
	v.Refresh()
}

// fixSafe applies every fix that no designer need look at, as one step.
func (v *Problems) fixSafe() {
	gesture := v.session.Begin("Fix problems")
	defer gesture.Commit()
	v.session.Batch(func() { // the contacts are brought up to date once
		together, made := check.SafeFixes(v.session.Document(), v.Findings)
		if gesture.Apply(together) != nil {
			made = nil
		}
		for _, f := range v.Findings {
			if len(made) > 0 && made[0].Fix == f.Fix {
				made = made[1:]
			} else if f.Fix != nil && f.Fix.Safe {
				_ = gesture.Apply(f.Fix.Diff) // of two fixes of one collider the second comes too late; the next check finds it again
			}
		}
	})
	v.Refresh()
}

// problemRow is one finding in the list.
type problemRow struct {
	kit.Tile
	kit.Hover
	panel *Problems
	index int
	icon  *canvas.Image
	label *kit.CutText
	rule  *canvas.Text
}

func newProblemRow(v *Problems) *problemRow {
	p := v.look.Colors()
	r := &problemRow{panel: v, icon: v.look.Icons.Image("warning", p.Warn), label: kit.NewCutText(p.Text), rule: kit.Text("", p.Quiet, kit.SmallText)}
	r.icon.SetMinSize(fyne.NewSize(14, 14))
	r.Hover = kit.NewHover(v.look, r, r.update, r.tip)
	line := container.New(kit.Row{Gap: kit.Gap, Grow: 1}, r.icon, container.New(kit.Exact{W: 40, H: 26}, r.label), r.rule)
	r.Init(r, v.look, 0, fyne.NewSize(120, kit.RowHeight-2), kit.Pad(kit.Edge, 0, kit.Edge, 0, line), func() {
		v.look.Tips.Hide(r)
		v.look.Focus()
		if r.index < len(v.Findings) {
			v.Pick(r.index)
		}
	})
	return r
}

func (r *problemRow) show(i int, f check.Finding) {
	r.index = i
	p := r.panel.look.Colors()
	icon, ink := "check", p.Quiet
	switch f.Severity {
	case check.Error:
		icon, ink = "overlap", p.Danger
	case check.Warning:
		icon, ink = "warning", p.Warn
	}
	r.icon.Resource = r.panel.look.Icons.Resource(icon, ink)
	r.icon.Refresh()
	var names []string
	for _, id := range f.Colliders {
		if c := r.panel.session.Document().Collider(id); c != nil && len(names) < 2 {
			names = append(names, r.panel.session.Document().Title(c))
		}
	}
	label := strings.Join(names, " × ")
	if more := len(f.Colliders) - len(names); more > 0 && len(names) > 0 {
		label = fmt.Sprintf("%s and %d more", names[0], len(f.Colliders)-1)
	}
	r.label.Set(cmp.Or(label, kit.Sentence(f.Message)))
	kit.SetText(r.rule, strings.ReplaceAll(f.Rule, "-", " "))
	r.update()
}

func (r *problemRow) update() {
	r.Plate.Fill(r.panel.look.Colors().Row(r.index == r.panel.Chosen, r.Over))
}

// tip is what is wrong. What is said of the chosen one stands below.
func (r *problemRow) tip() (text, key string) {
	if r.index < len(r.panel.Findings) && r.index != r.panel.Chosen {
		text = kit.Shorten(kit.Sentence(r.panel.Findings[r.index].Message), 110)
	}
	return text, ""
}
