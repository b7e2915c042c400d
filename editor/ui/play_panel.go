package ui

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// playPanel holds the widgets around the canvas during a playtest: the controls replace the tools, the run's state
// replaces the inspector, and a banner and a frame are drawn over the canvas.
type playPanel struct {
	w        *playMode
	Controls *fyne.Container
	Content  *fyne.Container
	Banner   *fyne.Container
	edit     []fyne.CanvasObject // the widgets that the panel replaces

	Buttons                     map[fyne.KeyName]*kit.IconButton // by key
	Title, Sub                  *canvas.Text
	time                        *canvas.Text
	at, velocity, ground, sides *canvas.Text
	gravity, bodies, cost       *canvas.Text
	pair                        *pairRows // the contact of the chosen pair
	tankRow, takenRow           fyne.CanvasObject
	taken                       *canvas.Text // collected items
	tank                        *playGauge
	speed                       *kit.Segmented
	scrub                       *kit.Slider // seeks to any step of the run or replay
	replay                      *kit.TextButton
	tabs                        *kit.Segmented // events or help
	list                        *kit.PlainList
	empty, count                *canvas.Text
	Log                         []play.Event // a copy, because the run changes its own
	names                       map[level.ID]string
	bannerPlate                 *kit.Plate
}

type playSpeed struct {
	label string
	speed float64
}

// playSpeeds lists the playback speeds, slowest first.
var playSpeeds = []playSpeed{{"⅛", 0.125}, {"¼", 0.25}, {"½", 0.5}, {"1×", 1}}

// newPlayPanel builds the controls around the canvas during a playtest. They replace edit.
func newPlayPanel(w *playMode, edit ...fyne.CanvasObject) *playPanel {
	v := &playPanel{w: w, edit: edit, names: map[level.ID]string{}, Buttons: map[fyne.KeyName]*kit.IconButton{}}
	v.buildControls()
	v.buildContent()
	v.buildBanner()
	v.show(false)
	return v
}

// during makes a button action that does nothing outside a playtest.
func (v *playPanel) during(f func(p *player)) func() {
	return func() {
		v.w.Look.Focus()
		if p := v.w.Run; p != nil {
			f(p)
		}
	}
}

func (v *playPanel) buildControls() {
	l := v.w.Look
	column := container.New(kit.Squeezed{Gap: 4})
	for _, a := range v.w.actions() {
		if a.do == nil {
			column.Add(kit.Pad(4, 3, 4, 3, kit.Rule(l)))
			continue
		}
		key := string(a.key)
		if a.key == fyne.KeyEscape {
			key = "Esc"
		}
		b := kit.NewIconButton(l, a.icon, a.tip, key, v.during(a.do))
		b.Side = 34
		v.Buttons[a.key] = b
		column.Add(b)
	}
	v.Controls = kit.Pad(6, 6, 6, 6, column)
}

func (v *playPanel) buildContent() {
	l := v.w.Look
	p := l.Colors()
	value := func() *canvas.Text { return kit.Text("", p.Text, kit.TextSize) }
	v.at, v.velocity, v.ground, v.sides, v.gravity, v.bodies, v.cost = value(), value(), value(), value(), value(),
		value(), value()
	v.cost.Color = p.Quiet
	tally := func() (t *canvas.Text, held fyne.CanvasObject) { // has a fixed width: its number changes every step
		t = kit.Text("", p.Quiet, kit.SmallText)
		t.Alignment = fyne.TextAlignTrailing
		return t, container.New(kit.Exact{W: 170, H: t.MinSize().Height}, t)
	}
	header := func(title string, held fyne.CanvasObject) fyne.CanvasObject {
		return kit.Header(l, kit.NewTippedText(l, kit.Bold(title, p.Text, kit.TextSize)),
			kit.Text("", p.Quiet, kit.SmallText), held)
	}
	var timeHeld, countHeld fyne.CanvasObject
	v.time, timeHeld = tally()
	v.tank = newPlayGauge(p.OK, p.Warn, p.Field)
	row := func(label string, o fyne.CanvasObject) fyne.CanvasObject {
		return container.New(kit.Labelled{Width: 76}, kit.Text(label, p.Quiet, kit.TextSize), o)
	}
	v.tankRow = row("Fuel", container.NewCenter(v.tank))
	v.taken = value()
	v.takenRow = row("Collected", v.taken)
	words := kit.Map(playSpeeds, func(s playSpeed) string { return s.label })
	v.speed = kit.NewSegmented(l, words, func(i int) {
		if p := v.w.Run; p != nil {
			p.Run.Speed = playSpeeds[i].speed
			p.refresh()
		}
	})
	v.scrub = kit.NewSlider(l, func(step float64) {
		if p := v.w.Run; p != nil {
			p.Seek(int(step))
		}
	}, func() { v.w.Look.Focus() })
	v.scrub.SetName("Step")
	v.pair = newPairRows(l)
	rows := container.New(kit.Lines(0), row("Position", v.at), row("Velocity", v.velocity), row("Stands on", v.ground),
		row("Touches", v.sides),
		v.tankRow, v.takenRow, row("Gravity", v.gravity), row("Bodies", v.bodies), row("Speed", v.speed),
		row("Step", v.scrub), row("Cost", v.cost), v.pair.content)
	v.replay = kit.NewTextButton(l, "Replay", false, v.during((*player).ReplayRun))
	buttons := container.New(kit.Equal{Gap: kit.Gap}, kit.NewTextButton(l, "Character…", false, v.during(func(*player) {
		v.w.Settings()
	})), v.replay)
	files := container.New(kit.Equal{Gap: kit.Gap}, kit.NewTextButton(l, "Open run…", false, v.during(func(*player) {
		v.w.OpenRecording()
	})),
		kit.NewTextButton(l, "Save run…", false, v.during(func(*player) { v.w.SaveRecording() })))
	top := container.NewVBox(header("Playtest", timeHeld),
		kit.Pad(kit.Edge, 4, kit.Edge, 4, rows), kit.Pad(kit.Edge, 0, kit.Edge, 0, buttons),
		kit.Pad(kit.Edge, 2, kit.Edge, 10, files))

	v.count, countHeld = tally()
	v.empty = kit.Text("No events yet", p.Quiet, kit.TextSize)
	v.list = kit.NewList(l, func() int { return len(v.Log) }, func() *logRow { return newLogRow(l) },
		func(r *logRow, i int) { r.show(v, &v.Log[i]) })
	v.list.HideSeparators = true
	events := container.NewStack(v.list, container.NewCenter(v.empty))
	help, showHelp := newPlayHelp()
	help.Hide()
	v.tabs = kit.NewSegmented(l, []string{"Events", "Help"}, func(i int) {
		v.tabs.Choose(i)
		if i == 1 {
			showHelp(v.w.keyLines(), objectLines(v.w.Run.Snap))
		}
		kit.SetVisible(events, i == 0)
		kit.SetVisible(help, i == 1)
		v.w.Look.Focus()
	})
	v.tabs.Choose(0)
	tabs := container.New(kit.RowOf(-1), container.New(kit.Exact{W: 132, H: kit.FieldHeight}, v.tabs))
	head := container.NewStack(header("", countHeld), kit.Pad(kit.Edge, 0, 0, 0, tabs))
	log := container.NewBorder(head, nil, nil, nil, container.NewStack(events, help))
	v.Content = container.New(scrolledOver{top, 3 * kit.RowHeight}, container.NewVScroll(top), log)
}

func (v *playPanel) buildBanner() {
	p := v.w.Look.Colors()
	v.Title, v.Sub = kit.Bold("", p.Text, kit.TextSize), kit.Text("", p.Quiet, kit.SmallText)
	v.Title.Alignment, v.Sub.Alignment = fyne.TextAlignCenter, fyne.TextAlignCenter
	v.bannerPlate = kit.Framed(v.w.Look, p.Panel, p.Line, 8)
	plate := container.NewStack(v.bannerPlate.Picture, kit.Pad(18, 7, 18, 7,
		container.New(kit.Lines(0), v.Title, v.Sub)))
	v.Banner = container.NewStack(kit.Outlined(p.Accent, 2), container.New(atTop(14), plate))
}

// scrolledOver puts scrollable content above another object, which keeps at least a minimum height.
type scrolledOver struct {
	inside fyne.CanvasObject
	least  float32
}

func (s scrolledOver) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(s.inside.MinSize().Width, 2*s.least)
}

func (s scrolledOver) Layout(o []fyne.CanvasObject, size fyne.Size) {
	h := min(s.inside.MinSize().Height, size.Height-s.least)
	kit.Put(o[0], 0, 0, size.Width, h)
	kit.Put(o[1], 0, h, size.Width, size.Height-h)
}

// atTop returns a layout that centres an object horizontally at a distance from the upper edge.
func atTop(y float32) fyne.Layout {
	return kit.Arranged{Place: func(o []fyne.CanvasObject, size fyne.Size) {
		m := o[0].MinSize()
		width := min(m.Width, size.Width)
		kit.Put(o[0], (size.Width-width)/2, y, width, m.Height)
	}}
}

// show shows the panel in place of the tools and the inspector, or restores them.
func (v *playPanel) show(on bool) {
	for _, o := range []fyne.CanvasObject{v.Controls, v.Content, v.Banner} {
		kit.SetVisible(o, on)
	}
	for _, o := range v.edit {
		kit.SetVisible(o, !on)
	}
	v.Log = v.Log[:0]
	clear(v.names)
	if on {
		v.refreshSwitches()
		v.refresh()
	}
}

func (v *playPanel) refreshSwitches() {
	for _, a := range v.w.actions() {
		if a.on != nil {
			v.Buttons[a.key].SetOn(*a.on)
		}
	}
}

func (v *playPanel) refresh() {
	p := v.w.Run
	if p == nil {
		return
	}
	run, c := p.Run, p.Run.Character()
	kit.SetText(v.time, fmt.Sprintf("%s · %s", clockText(run.Time(), 1), quote.Count(run.Steps(), "step")))
	kit.SetText(v.at, fmt.Sprintf("%.1f, %.1f", c.Position.X, c.Position.Y))
	kit.SetText(v.velocity, fmt.Sprintf("%.0f, %.0f px/s", c.Velocity.X+0, c.Velocity.Y+0))
	switch {
	case run.Stuck():
		kit.SetText(v.ground, "stuck: does not fit here")
	case c.Grounded && c.Crouched:
		kit.SetText(v.ground, "crouched on "+kit.Shorten(v.name(c.Ground), 15))
	case c.Grounded:
		kit.SetText(v.ground, kit.Shorten(v.name(c.Ground), 26))
	case c.Climbing:
		kit.SetText(v.ground, "ladder")
	case c.Jetting:
		kit.SetText(v.ground, "jetpack")
	case c.Under > 0:
		kit.SetText(v.ground, fmt.Sprintf("nothing, %.0f %% under water", 100*c.Under))
	default:
		kit.SetText(v.ground, "nothing")
	}
	kit.SetText(v.sides, sideText(c.Sides))
	set := run.Settings()
	v.setVisible(v.tankRow, set.Jetpack && set.Mode == play.Platformer)
	v.tank.set(c.Fuel)
	taken, all := play.Collected(run)
	if v.setVisible(v.takenRow, all > 0); all > 0 {
		kit.SetText(v.taken, fmt.Sprintf("%d of %d", taken, all))
	}
	down := "down"
	if run.Down().Y < 0 {
		down = "up"
	}
	kit.SetText(v.gravity, down)
	kit.SetText(v.bodies, bodyText(run.Bodies()))
	kit.SetText(v.cost, fmt.Sprintf("step %s, draw %s", kit.Milliseconds(p.Cost), kit.Milliseconds(v.w.Canvas.Took)))
	v.refreshPair(run)
	if at := run.Steps(); !p.back.isSeeking {
		v.scrub.SetValue(float64(at), float64(max(p.Length(), 1)), 1)
	}
	v.speed.Choose(slices.IndexFunc(playSpeeds, func(s playSpeed) bool { return s.speed == run.Speed }))
	v.Buttons[fyne.KeyM].SetOn(run.Speed < 1)
	v.setPause(run.Paused)
	v.refreshBanner(p)
	v.refreshLog(run)
}

// setVisible shows or hides a row.
func (v *playPanel) setVisible(row fyne.CanvasObject, on bool) {
	if on != row.Visible() {
		kit.SetVisible(row, on)
		v.Content.Refresh()
	}
}

func (v *playPanel) setPause(paused bool) {
	icon := "pause"
	if paused {
		icon = "play"
	}
	if b := v.Buttons[fyne.KeyP]; b.Icon != icon {
		b.Icon, b.IsOn = icon, paused
		b.Refresh()
	}
}

// refreshBanner shows the state of the playtest and the keys to press.
func (v *playPanel) refreshBanner(p *player) {
	c := v.w.Look.Colors()
	run := p.Run
	title, sub, line := "Playtest", "arrows or WASD, Space · P pause · R restart · Esc stop", c.Line
	switch {
	case run.Finished():
		title, line = "Goal reached in "+clockText(run.Time(), 2), c.OK
		sub = "R play again · L replay · Esc stop"
	case p.Tape != nil && run.Paused:
		title, line = fmt.Sprintf("Step %d of %d", run.Steps(), p.Tape.rec.Len()), c.Warn
		sub = "B back · O step · P replay the rest · R restart · Esc stop"
	case p.Tape != nil:
		title, line = fmt.Sprintf("Replay · %s of %s", clockText(run.Time(), 1),
			clockText(float64(p.Tape.rec.Len())/play.Rate, 1)), c.Accent
		sub = "arrows take over · B back · R restart · Esc stop"
	case p.isLost():
		title, line = "The character has left the level", c.Warn
		sub = "R restart · Esc stop"
	case run.Paused:
		title, line = "Paused at "+clockText(run.Time(), 2), c.Warn
		sub = "P resume · O step · B back · R restart · Esc stop"
	case run.Speed < 1:
		title = "Playtest in slow motion"
	}
	if title == "Playtest" && p.hasGoal && run.Steps() > 0 {
		title += " · " + clockText(run.Time(), 1)
	}
	if p.note != "" && (run.Paused || run.Finished() || run.Steps() < 2*play.Rate) {
		sub = p.note + " · " + sub
	}
	width := float32(1)
	if run.Finished() {
		width = 2.5
	}
	if v.Title.Text == title && v.Sub.Text == sub && v.bannerPlate.StrokeColor == color.Color(line) {
		return
	}
	wider := v.Sub.Text != sub || len(v.Title.Text) != len(title)
	v.Title.Text, v.Sub.Text, v.bannerPlate.StrokeColor, v.bannerPlate.StrokeWidth = title, sub, line, width
	v.bannerPlate.Refresh()
	v.Title.Refresh()
	v.Sub.Refresh()
	if wider {
		v.Banner.Refresh()
	}
}

func (v *playPanel) refreshLog(run *play.Run) {
	log := run.Log()
	kit.SetText(v.count, quote.Count(len(log), "event"))
	v.empty.Hidden = len(log) > 0
	grown := len(log) != len(v.Log)
	if !grown && (len(log) == 0 || len(run.Inside()) == 0) {
		return
	}
	v.Log = append(v.Log[:0], log...)
	v.list.Refresh()
	if grown {
		v.empty.Refresh()
		v.list.ScrollToBottom()
	}
}

// name returns a collider's name; 0 is the character.
func (v *playPanel) name(id level.ID) string {
	if id == 0 {
		return "character"
	}
	s, ok := v.names[id]
	if !ok {
		s = id.String()
		if c := v.w.Session.Document().Collider(id); c != nil {
			s = cmp.Or(level.BodyLabel(v.w.Session.Document(), c), c.Label())
		}
		v.names[id] = s
	}
	return s
}

func sideText(s play.Side) string {
	if s == 0 {
		return "nothing"
	}
	var words []string
	for i, name := range []string{"left", "right", "top", "bottom"} {
		if s>>i&1 == 1 {
			words = append(words, name)
		}
	}
	return strings.Join(words, ", ")
}

func bodyText(bodies []play.BodyState) string {
	all, awake := 0, 0
	for i := range bodies {
		if bodies[i].Dynamic && bodies[i].Of == bodies[i].ID {
			all++
			if !bodies[i].Asleep {
				awake++
			}
		}
	}
	if all == 0 {
		return "none"
	}
	return fmt.Sprintf("%d, %d at rest", all, all-awake)
}

// playGauge is a bar filled from the left.
type playGauge struct {
	widget.BaseWidget
	full, low color.NRGBA
	back, bar *canvas.Rectangle
	part      float64
}

func newPlayGauge(full, low, back color.NRGBA) *playGauge {
	g := &playGauge{full: full, low: low, back: kit.Filled(back), bar: kit.Filled(full), part: -1}
	g.back.CornerRadius, g.bar.CornerRadius = 3, 3
	g.ExtendBaseWidget(g)
	return g
}

func (g *playGauge) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(g.back, container.NewWithoutLayout(g.bar)))
}

func (g *playGauge) MinSize() fyne.Size { return fyne.NewSize(196, 8) }

func (g *playGauge) set(part float64) {
	if g.part == part {
		return
	}
	const low = 0.25
	g.part, g.bar.FillColor = part, g.full
	if part < low {
		g.bar.FillColor = g.low
	}
	g.bar.Resize(fyne.NewSize(g.MinSize().Width*float32(part), g.MinSize().Height))
	g.bar.Refresh()
}

// logRow is one entry of the log.
type logRow struct {
	widget.BaseWidget
	look       *kit.Look
	time, kind *canvas.Text
	who        *kit.CutText
	icon       *canvas.Image
}

func newLogRow(l *kit.Look) *logRow {
	p := l.Colors()
	r := &logRow{
		look: l, time: kit.Text("", p.Quiet, kit.TextSize-1), kind: kit.Text("", p.Trigger, kit.TextSize-1),
		who: kit.NewCutText(p.Text), icon: l.Icons.Image("in-trigger", p.Trigger),
	}
	r.who.Shown.TextSize = kit.TextSize - 1
	r.icon.SetMinSize(fyne.NewSize(12, 12))
	r.ExtendBaseWidget(r)
	return r
}

func (r *logRow) CreateRenderer() fyne.WidgetRenderer {
	cell := func(w float32, o fyne.CanvasObject) fyne.CanvasObject { return container.New(kit.Fixed{W: w, H: 0}, o) }
	return widget.NewSimpleRenderer(kit.Pad(kit.Edge, 0, 4, 0, container.New(kit.RowOf(3), r.icon,
		cell(44, r.time), cell(62, r.kind), r.who)))
}

func (r *logRow) MinSize() fyne.Size { return fyne.NewSize(120, kit.RowHeight-6) }

// Tapped implements fyne.Tappable. The keys stay with the character.
func (r *logRow) Tapped(*fyne.PointEvent) {
	defer r.look.Catch()
	r.look.Focus()
}

// compactNumber formats a number in few characters: 950, 27.3k, 1.2M.
func compactNumber(x float64) string {
	switch {
	case x >= 999_950:
		return fmt.Sprintf("%.1fM", x/1e6)
	case x >= 999.5:
		return fmt.Sprintf("%.1fk", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}

func (r *logRow) show(v *playPanel, e *play.Event) {
	p := r.look.Colors()
	r.time.Text = clockText(float64(e.Step)/play.Rate, 2)
	r.kind.Text, r.kind.Color = e.Kind.String(), p.Trigger
	who := v.name(e.Trigger)
	if e.Other != e.Trigger && e.Kind != play.Crumble {
		who += " · " + v.name(e.Other)
	}
	icon, ink := "in-trigger", p.Trigger
	switch {
	case e.Goal:
		icon, ink = "flag", p.OK
		r.kind.Text, r.kind.Color = "goal", p.OK
	case e.Kind == play.Reach, e.Kind == play.Take, e.Kind == play.Stomp:
		icon, ink, r.kind.Color = "flag", p.OK, p.OK
	case e.Kind == play.Begin:
		icon, ink, r.kind.Color = "touching", p.Warn, p.Warn
		who = compactNumber(e.Impulse) + " · " + who
	case e.Kind == play.End:
		icon, ink, r.kind.Color = "touching", p.Quiet, p.Quiet
		who += fmt.Sprintf(" after %.2f s, at most %s", float64(e.Steps)/play.Rate, compactNumber(e.Impulse))
	case e.Kind > play.Death:
		r.kind.Color = p.Quiet
	case e.Kind == play.Crush, e.Kind == play.Death:
		icon, ink, r.kind.Color = "warning", p.Danger, p.Danger
	case e.Kind == play.Leave:
		icon, ink, r.kind.Color = "trigger", p.Quiet, p.Quiet
		who += fmt.Sprintf(" after %.2f s", float64(e.Steps)/play.Rate)
	case e.Kind == play.Stay:
		who += fmt.Sprintf(" for %.2f s", float64(e.Steps)/play.Rate)
	}
	r.who.Set(who)
	r.look.Icons.Show(r.icon, icon, ink)
	r.time.Refresh()
	r.kind.Refresh()
}

// pairRows shows how the surfaces of a pair in contact move relative to each other during a run.
type pairRows struct {
	content *fyne.Container
	names   *canvas.Text
	lines   [maxPairLines]*canvas.Text
}

// maxPairLines limits the lines about a pair: one per normal and one per point.
const maxPairLines = 6

func newPairRows(l *kit.Look) *pairRows {
	p := l.Colors()
	r := &pairRows{names: kit.Bold("", p.Text, kit.TextSize-1)}
	r.content = container.New(kit.Lines(2), kit.Pad(0, 6, 0, 0, kit.Rule(l)), r.names)
	for i := range r.lines {
		r.lines[i] = kit.Text("", p.Quiet, kit.TextSize)
		r.content.Add(r.lines[i])
	}
	r.content.Hide()
	return r
}

// refreshPair shows the contact of the pair chosen in the contacts panel, if the run has one.
func (v *playPanel) refreshPair(run *play.Run) {
	var pair [2]level.ID
	if v.w.Pair != nil {
		pair = v.w.Pair()
	}
	if v.setVisible(v.pair.content, pair[0] != 0); pair[0] == 0 {
		return
	}
	kit.SetText(v.pair.names, kit.Shorten(v.name(pair[0])+" × "+v.name(pair[1]), 40))
	n := 0
	say := func(text string) {
		if n < len(v.pair.lines) {
			kit.SetText(v.pair.lines[n], text)
			n++
		}
	}
	for _, c := range run.Contacts() {
		if c.Solid && (c.A == pair[0] && c.B == pair[1] || c.A == pair[1] && c.B == pair[0]) {
			say(normalText(&c, pair[0]))
			for i := range c.Points {
				say(relativeText(&c, &c.Points[i]))
			}
		}
	}
	if n == 0 {
		say("apart, or both at rest")
	}
	for ; n < len(v.pair.lines); n++ {
		kit.SetText(v.pair.lines[n], "")
	}
}

// normalText returns a contact's depth and the direction in which it pushes, away from the collider named first.
func normalText(c *play.Contact, first level.ID) string {
	depth, n := 0.0, c.Normal
	if c.A != first {
		n = n.Neg()
	}
	for i := range c.Points {
		depth = max(depth, -c.Points[i].Separation)
	}
	return fmt.Sprintf("normal %.2f, %.2f  ·  %.2f px deep", n.X+0, n.Y+0, depth)
}

// relativeText returns how fast two surfaces approach or separate at a point, and how fast they slide.
func relativeText(c *play.Contact, p *play.ContactPoint) string {
	along := p.Relative.Dot(c.Normal)
	slide := p.Relative.Sub(c.Normal.Mul(along)).Len()
	how := "parts"
	if along < 0 {
		how, along = "closes", -along
	}
	return fmt.Sprintf("%.0f, %.0f:  %s %.1f, slides %.1f px/s", p.Point.X, p.Point.Y, how, along+0, slide)
}
