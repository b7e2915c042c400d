package panel

import (
	"cmp"
	"context"
	"errors"
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
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// Problems is the panel of the findings of the level's check. It updates them while visible. Clicking a finding brings
// it into view.
type Problems struct {
	Content *fyne.Container
	Head    *Head
	look    *kit.Look
	session *editor.Session
	Spawn   func(func())
	onPick  func(check.Finding)
	// called when the picked finding is gone
	onGone func()
	// asks for a reason and ignores findings
	Ignore func(...level.Ignored)
	OnMenu func(f check.Finding, at fyne.Position) // opens the menu of a finding
	// runs a long task that can be cancelled
	RunTask     func(title string, work func(context.Context) (then func(), err error))
	Options     func() check.Options // returns the options of the check
	fail        func(error)
	Findings    []check.Finding
	more        map[check.Severity]int // counts of findings that are not listed
	Ignored     []check.Finding        // ignored findings, listed after the others on request
	more2       int                    // ignored findings that are not listed
	withIgnored bool
	planned     *editor.Proposal // the proposal that fixes the findings in made
	made        []check.Finding  // the only findings listed while planned is shown
	Chosen      int              // the picked row; -1: none
	List        *kit.KeyList
	Sub         *kit.TippedText
	empty       *canvas.Text
	Detail      *fyne.Container // details of the chosen finding
	Message     *widget.Label
	Advice      *kit.QuietProse
	Fix         *kit.TextButton
	Hide        *kit.TextButton // ignores the chosen finding, or stops ignoring it
	FixAll      *kit.TextButton
	IgnoredLine *toggleLine           // counts ignored findings
	OnFound     func([]check.Finding) // called with the findings of each check; may be nil
	took        time.Duration         // duration of the last check
	stop        func()                // cancels the scheduled check
	cancel      context.CancelFunc    // cancels the running check
}

// checkDelay is how long the level must stay unchanged before the next check.
const checkDelay = 300 * time.Millisecond

// NewProblems returns the panel. onPick receives a picked finding, onGone is called when the picked finding is gone,
// and fail reports a non-nil error.
func NewProblems(
	l *kit.Look, s *editor.Session, spawn func(func()), onPick func(check.Finding), onGone func(), fail func(error),
) *Problems {
	v := &Problems{
		look: l, session: s, Spawn: spawn, onPick: onPick, onGone: onGone, fail: fail, Chosen: -1,
		Options: func() check.Options { return check.Options{} },
	}
	p := l.Colors()
	v.empty = kit.Text("No problems found.", p.Quiet, kit.TextSize)
	v.List = kit.NewKeyList(l, v.Rows, func() *problemRow { return newProblemRow(v) }, (*problemRow).show, v.Pick)
	v.List.OnMenu = v.menu
	v.Fix = kit.NewTextButton(l, "Fix", true, v.fixChosen)
	v.Hide = kit.NewTextButton(l, "Ignore…", false, v.ignoreChosen)
	v.FixAll = kit.NewTextButton(l, "Fix all…", false, func() { v.ProposeFixes(v.options()[0].Rule) })
	v.IgnoredLine = newToggleLine(l, "Findings that the level ignores", func() {
		v.withIgnored = !v.withIgnored
		v.showAll()
	})
	v.Message, v.Advice = widget.NewLabel(""), kit.NewQuietProse("", theme.SizeNameText)
	v.Message.Wrapping = fyne.TextWrapWord
	v.Message.TextStyle.Bold = true
	prose := kit.Pad(kit.Edge-4, 4, kit.Edge-4, 2, container.New(&proseColumn{}, v.Message, v.Advice))
	v.Detail = container.NewBorder(kit.Rule(l), nil, nil, nil, container.NewVScroll(prose))
	foot := container.NewVBox(v.IgnoredLine, kit.Pad(kit.Edge, 6, kit.Edge, 10,
		container.New(kit.RowOf(0), v.Fix, v.Hide, v.FixAll)))
	v.Head, v.Sub = NewCountedHead(l, LowerPanels, ProblemPanel)
	v.Content = container.New(listWithDetail{prose}, v.Head.Content,
		container.NewStack(v.List, container.NewCenter(v.empty)), v.Detail, foot)
	v.Content.Hide()
	v.show(check.Findings{})
	return v
}

// Refresh checks the level again after a pause. The pause is longer while the panel is hidden, which keeps its count
// and the outline's marks current at little cost.
func (v *Problems) Refresh() {
	if v.stop != nil {
		v.stop()
	}
	wait := checkDelay
	if !v.Content.Visible() {
		if v.cancel != nil {
			v.cancel()
		}
		if v.session.Document().Len() == 0 && len(v.Findings) == 0 {
			return // a new level
		}
		const rest, share = 1500 * time.Millisecond, 10
		wait = max(rest, share*v.took)
	}
	v.stop = v.look.Later(wait, v.Run)
}

// Gameplay checks simulate liveSteps playtest steps on one thread, which takes seconds. They start after the other
// findings are shown, if the level stays unchanged for liveRest.
const (
	liveSteps = 800_000
	liveRest  = 2 * time.Second
)

// Run checks the level off the UI thread and cancels a running check. If the panel is visible, a check with
// playtest steps follows later.
func (v *Problems) Run() {
	v.check(-1, func() {
		if v.Content.Visible() {
			v.stop = v.look.Later(liveRest, func() {
				if v.Content.Visible() { // the panel may have been closed meanwhile
					v.check(liveSteps, func() {})
				}
			})
		}
	})
}

// check finds problems with a number of playtest steps, shows them and calls then.
func (v *Problems) check(steps int, then func()) {
	if v.cancel != nil {
		v.cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	snapshot, options := v.session.Document().Snapshot(), v.Options()
	options.Steps, options.Workers = steps, 1
	v.Spawn(func() {
		begun := time.Now()
		found, err := check.Find(ctx, snapshot, options)
		took := time.Since(begun)
		v.look.Post(func() {
			defer cancel()
			if ctx.Err() != nil {
				return // superseded by a later check
			}
			if steps < 0 {
				v.took = took
			}
			if v.fail(err); err == nil {
				v.show(found)
				then()
			}
		})
	})
}

func (v *Problems) Rows() int {
	switch {
	case v.planned != nil:
		return len(v.made)
	case v.withIgnored:
		return len(v.Findings) + len(v.Ignored)
	}
	return len(v.Findings)
}

func (v *Problems) At(i int) (check.Finding, bool) {
	switch {
	case i < 0 || i >= v.Rows():
		return check.Finding{}, false
	case v.planned != nil:
		return v.made[i], true
	case i < len(v.Findings):
		return v.Findings[i], true
	}
	return v.Ignored[i-len(v.Findings)], true
}

func isIgnored(f check.Finding) bool { return f.Entry > 0 && f.Rule != check.RuleUnusedIgnore }

func (v *Problems) show(found check.Findings) {
	old, wasChosen := v.At(v.Chosen)
	v.Findings, v.more, v.Ignored, v.more2 = found.List, found.More, found.Ignored, found.MoreIgnored
	if wasChosen && v.planned == nil { // keep the choice while the finding exists
		v.Chosen = -1
		for i := range v.Rows() {
			if f, _ := v.At(i); f.Rule == old.Rule && f.Instance == old.Instance &&
				slices.Equal(f.Colliders, old.Colliders) {
				v.Chosen = i
				break
			}
		}
		if v.Chosen < 0 {
			v.onGone()
		}
	}
	v.showAll()
	if v.OnFound != nil {
		v.OnFound(found.List)
	}
}

// ProposalChanged updates the list when the session's proposal changes.
func (v *Problems) ProposalChanged() {
	if v.planned != nil && v.session.Proposal() != v.planned {
		v.planned, v.made, v.Chosen = nil, nil, -1
		v.showAll()
	}
}

func (v *Problems) showAll() {
	if v.Chosen >= v.Rows() {
		v.Chosen = -1
	}
	more := (&check.Findings{More: v.more}).Unlisted()
	errors, warnings := v.more[check.Error], v.more[check.Warning]
	for _, f := range v.Findings {
		switch f.Severity {
		case check.Error:
			errors++
		case check.Warning:
			warnings++
		}
	}
	notes := len(v.Findings) + more - errors - warnings
	sub := joinCounts(tally{errors, quote.Count(errors, "error")}, tally{warnings, quote.Count(warnings, "warning")},
		tally{notes, quote.Count(notes, "note")})
	if more > 0 {
		sub = fmt.Sprintf("%d of %d listed · %s", len(v.Findings), len(v.Findings)+more, sub)
	}
	if v.planned != nil {
		sub = fmt.Sprintf("%s would be fixed", quote.Count(len(v.made), "problem"))
	}
	v.Sub.Set(sub)
	v.empty.Hidden = v.Rows() > 0
	v.empty.Refresh()
	ignored := len(v.Ignored) + v.more2
	v.IgnoredLine.show(ignored, "ignored", v.withIgnored)
	v.IgnoredLine.Hidden = ignored == 0 || v.planned != nil
	v.showDetail()
	v.FixAll.SetOff(v.planned != nil || len(v.options()) == 0)
	v.List.Refresh()
}

// showDetail describes the chosen finding: the problem, why it matters, and the effect of its fix.
func (v *Problems) showDetail() {
	label, hide := "Fix", "Ignore…"
	f, ok := v.At(v.Chosen)
	v.Detail.Hidden = !ok
	if ok {
		v.Message.SetText(kit.Sentence(f.Message))
		advice := ""
		for _, r := range check.Rules() {
			if r.ID == f.Rule {
				advice = r.Help
			}
		}
		switch {
		case isIgnored(f) && f.Reason == "":
			advice, hide = "Ignored by the level without a reason.", "Stop ignoring"
		case isIgnored(f):
			advice, hide = "Ignored by the level: "+kit.Sentence(f.Reason), "Stop ignoring"
		case v.planned != nil && f.Fix != nil:
			advice = kit.Sentence(f.Fix.Title)
		case f.Fix != nil:
			label = kit.Shorten(kit.Sentence(f.Fix.Title), 22)
		case v.separable():
			label = "Separate"
		}
		v.Advice.SetText(advice)
	}
	v.Fix.Label, v.Hide.Label = label, hide
	planning := v.planned != nil
	v.Fix.SetOff(!ok || planning || isIgnored(f) || f.Fix == nil && !v.separable())
	v.Hide.SetOff(!ok || planning || !isIgnored(f) && !check.IsIgnorable(f))
	v.Fix.Refresh()
	v.Hide.Refresh()
	v.Content.Refresh()
}

// listWithDetail lays out a panel of title, list, details and buttons. The details get the height that their text
// needs, within limits that leave space for the list.
type listWithDetail struct{ prose fyne.CanvasObject }

func (listWithDetail) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, o[0].MinSize().Height+kit.RowHeight+o[3].MinSize().Height)
}

// Layout expects title, list, details and buttons, in this order.
func (l listWithDetail) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top, bottom := o[0].MinSize().Height, o[3].MinSize().Height
	kit.Put(o[0], 0, 0, size.Width, top)
	kit.Put(o[3], 0, size.Height-bottom, size.Width, bottom)
	room := max(size.Height-top-bottom, 0)
	var detail float32
	if o[2].Visible() {
		kit.Put(o[2], 0, top, size.Width, room) // set the width, on which the text's height depends
		const twoRows = 2 * (kit.RowHeight + 2)
		detail = min(l.prose.MinSize().Height+2, max(room/2, room-twoRows-kit.RowHeight), max(room-twoRows, room/2))
	}
	kit.Put(o[1], 0, top, size.Width, room-detail)
	kit.Put(o[2], 0, top+room-detail, size.Width, detail)
}

// proseColumn stacks paragraphs without the padding that labels have.
type proseColumn struct{ width float32 }

func (c *proseColumn) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for _, x := range o {
		h += c.height(x) - kit.LabelRoom
	}
	return fyne.NewSize(100, h)
}

// height returns the text's height when wrapped to the current width.
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

// Pick chooses the finding of a row and selects its colliders.
func (v *Problems) Pick(i int) {
	f, ok := v.At(i)
	if !ok {
		return
	}
	v.Chosen = i
	v.session.Batch(func() {
		v.selectOf(f)
		v.onPick(f)
	})
	v.showAll()
	v.List.ScrollTo(i)
}

func (v *Problems) selectOf(f check.Finding) {
	if of := v.session.Document().Instance(f.Instance); of != nil && len(f.Colliders) == 0 {
		v.session.Instances().Select(of.ID)
	} else if selection := v.session.Selection(); len(f.Colliders) == 2 {
		selection.SetPair(f.Colliders[0], f.Colliders[1])
	} else {
		selection.Set(f.Colliders...)
	}
}

// menu selects a row and opens its menu without moving the view.
func (v *Problems) menu(i int, at fyne.Position) {
	f, ok := v.At(i)
	if !ok || v.planned != nil {
		return
	}
	v.Chosen = i
	v.selectOf(f)
	v.showAll()
	v.OnMenu(f, at)
}

// separable reports whether the chosen problem is an overlap of two colliders that is not ignored. Moving one of them
// resolves it.
func (v *Problems) separable() bool {
	f, ok := v.At(v.Chosen)
	return ok && f.Rule == check.RuleOverlap && len(f.Colliders) == 2 && !isIgnored(f)
}

func (v *Problems) fixChosen() {
	if f, ok := v.At(v.Chosen); ok {
		v.FixOne(f)
	}
}

func (v *Problems) FixOne(f check.Finding) {
	switch {
	case f.Fix != nil:
		v.fail(v.session.Do(f.Fix.Title, f.Fix.Diff))
	case f.Rule == check.RuleOverlap && len(f.Colliders) == 2:
		v.fail(editor.SeparatingIn(v.session).Pair(f.Colliders[0], f.Colliders[1]))
	}
	v.Refresh()
}

// ignoreChosen ignores the chosen finding or stops ignoring it.
func (v *Problems) ignoreChosen() {
	f, ok := v.At(v.Chosen)
	switch {
	case !ok:
	case isIgnored(f):
		v.StopIgnoring(f)
	default:
		v.Ignore(level.NewIgnored(f.Rule, f.Colliders, ""))
	}
}

func (v *Problems) StopIgnoring(f check.Finding) {
	v.fail(v.session.Ignored().Remove(v.session.Ignored().Find(f.Rule, f.Colliders...)))
	v.Refresh()
}

// options returns the groups of findings that can be fixed together: all safe fixes, if any, and each kind of finding.
func (v *Problems) options() []Kind {
	safe := Kind{Title: "All safe fixes"}
	for _, f := range v.Findings {
		if f.Fix != nil && f.Fix.Safe {
			safe.Fixable++
		}
	}
	var out []Kind
	for _, k := range append([]Kind{safe}, v.Kinds()...) {
		if k.Fixable > 0 {
			out = append(out, k)
		}
	}
	return out
}

// Kind summarizes the findings of a rule.
type Kind struct {
	Rule    string // empty: all rules
	Title   string // display name, such as "Solids overlap"
	Found   int
	Fixable int
}

// Kinds returns the kinds of findings in the order of the rules.
func (v *Problems) Kinds() []Kind {
	var out []Kind
	for _, r := range check.Rules() {
		k := Kind{Rule: r.ID, Title: r.Title}
		for _, f := range v.Findings {
			if f.Rule == r.ID {
				if k.Found++; f.Fix != nil || f.Rule == check.RuleOverlap && len(f.Colliders) == 2 {
					k.Fixable++
				}
			}
		}
		if k.Found > 0 {
			out = append(out, k)
		}
	}
	return out
}

// ProposeFixes previews the fixes of a rule, or all safe fixes for "". It computes them off the UI thread.
func (v *Problems) ProposeFixes(rule string) {
	snapshot, options := v.session.Document().Snapshot(), v.Options()
	v.RunTask("Computing fixes", func(ctx context.Context) (func(), error) {
		plan, err := check.PlanFixes(ctx, snapshot, rule, options)
		return func() { v.propose(rule, plan) }, err
	})
}

func (v *Problems) propose(rule string, plan *check.Plan) {
	title := "Fix " + quote.Count(len(plan.Fixed), "problem")
	p := editor.Proposal{Title: title, Step: title, Diff: plan.Diff}
	if rule != "" {
		p.Step = fmt.Sprintf("Fix %s (%d)", strings.ReplaceAll(rule, "-", " "), len(plan.Fixed))
	}
	options := v.options()
	for i, k := range options {
		p.Options = append(p.Options, fmt.Sprintf("%s (%d)", k.Title, k.Fixable))
		if k.Rule == rule {
			p.At = i
		}
	}
	p.Choose = func(i int) { v.ProposeFixes(options[i].Rule) }
	p.Note, p.Left = WhatIsLeft(v.session.Document(), plan.Left)
	err := v.session.Propose(p)
	if errors.Is(err, level.ErrStale) {
		return // the level has changed since
	}
	if v.fail(err); err != nil {
		return
	}
	if v.session.Proposal() == nil {
		v.fail(editor.ErrStuck)
		return
	}
	v.planned, v.made, v.Chosen = v.session.Proposal(), plan.Fixed, -1
	v.session.Selection().Clear() // the selection's handles would hide the preview
	v.look.Focus()                // so that Enter applies it
	v.showAll()
}

func (v *Problems) IgnoreAll(rule string) {
	var entries []level.Ignored
	for _, f := range v.Findings {
		if f.Rule == rule && check.IsIgnorable(f) {
			entries = append(entries, level.NewIgnored(f.Rule, f.Colliders, ""))
		}
	}
	v.Ignore(entries...)
}

type problemRow struct {
	kit.ListRow
	panel *Problems
	index int
	icon  *canvas.Image
	label *kit.CutText
	rule  *canvas.Text
}

func newProblemRow(v *Problems) *problemRow {
	p := v.look.Colors()
	r := &problemRow{
		panel: v, icon: v.look.Icons.Image("warning", p.Warn), label: kit.NewCutText(p.Text),
		rule: kit.Text("", p.Quiet, kit.SmallText),
	}
	r.icon.SetMinSize(fyne.NewSize(14, 14))
	line := container.New(kit.RowOf(1), r.icon, container.New(kit.Exact{W: 40, H: 26}, r.label), r.rule)
	r.InitRow(r, v.List, kit.RowHeight-2, kit.Pad(kit.Edge, 0, kit.Edge, 0, line), r.update, r.tip)
	return r
}

func (r *problemRow) show(i int) {
	r.index = i
	f, _ := r.panel.At(i)
	p := r.panel.look.Colors()
	icon, ink := "note", p.Quiet
	switch f.Severity {
	case check.Error:
		icon, ink = "overlap", p.Danger
	case check.Warning:
		icon, ink = "warning", p.Warn
	}
	if isIgnored(f) {
		icon, ink = "eye-off", p.Quiet
	}
	r.panel.look.Icons.Show(r.icon, icon, ink)
	var names []string
	colliders := f.Colliders
	if r.panel.planned != nil && f.Fix != nil && len(f.Fix.Diff.Colliders) > 0 { // the colliders that change
		colliders = nil
		for _, c := range f.Fix.Diff.Colliders {
			colliders = append(colliders, c.Before.ID)
		}
	}
	for _, id := range colliders {
		if c := r.panel.session.Document().Collider(id); c != nil && len(names) < 2 {
			names = append(names, r.panel.session.Document().Title(c))
		}
	}
	if i := r.panel.session.Document().Instance(f.Instance); i != nil && len(colliders) == 0 {
		names = append(names, i.Label())
	}
	label := strings.Join(names, " × ")
	if more := len(colliders) - len(names); more > 0 && len(names) > 0 { // an instance has no colliders
		label = fmt.Sprintf("%s and %d more", names[0], len(colliders)-1)
	}
	r.label.Set(cmp.Or(label, kit.Sentence(f.Message)))
	rule := strings.ReplaceAll(f.Rule, "-", " ")
	if r.panel.planned != nil && f.Fix != nil {
		rule = kit.Shorten(f.Fix.Title, 34)
	}
	kit.SetText(r.rule, rule)
	r.update()
}

func (r *problemRow) update() {
	r.Plate.Fill(r.panel.look.Colors().Row(r.index == r.panel.Chosen, r.Over))
}

// tip returns what is wrong, or "" for the chosen finding, because its details are shown below.
func (r *problemRow) tip() (text, key string) {
	f, ok := r.panel.At(r.index)
	if !ok || r.index == r.panel.Chosen {
		return "", ""
	}
	if text = kit.Sentence(f.Message); isIgnored(f) && f.Reason != "" {
		text = kit.Sentence(f.Reason)
	}
	return kit.Shorten(text, 110), ""
}

// WhatIsLeft returns the number of overlaps that remain after separating a level, and explains the first few.
func WhatIsLeft(doc *level.Document, left []contacts.Left) (note string, lines []string) {
	const limit = 4
	switch len(left) {
	case 0:
		return "", nil
	case 1:
		note = "1 overlap remains"
	default:
		note = quote.Count(len(left), "overlap") + " remain"
	}
	for i, l := range left {
		if i == limit && len(left) > limit+1 {
			return note, append(lines, fmt.Sprintf("and %d more", len(left)-limit))
		}
		lines = append(lines, PairTitle(doc, l.A, l.B)+": "+l.Why.String())
	}
	return note, lines
}

// PairTitle returns short names of two colliders.
func PairTitle(doc *level.Document, a, b level.ID) string {
	title := func(id level.ID) string {
		c := doc.Collider(id)
		if c == nil {
			return "a deleted shape"
		}
		return kit.Shorten(doc.Title(c), 24)
	}
	return title(a) + " × " + title(b)
}
