package ui

import (
	"cmp"
	"math"
	"slices"

	"fyne.io/fyne/v2"

	"fillet/editor/play"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// movement is a direction to move in, or the jump.
type movement uint8

const (
	toLeft movement = iota
	toRight
	toUp
	toDown
	toJump
	movementCount
)

// heldKeys holds the pressed keys of each movement.
type heldKeys [movementCount]uint8

// The two keys of a movement.
const (
	fixedKey uint8 = 1 << iota
	extraKey
)

func (h *heldKeys) has(s movement) bool { return h[s] != 0 }

// movementTable describes each movement: preference key and label, fixed key, and default of the additional key.
var movementTable = [movementCount]struct {
	name, label  string
	fixed, extra fyne.KeyName
}{
	{"left", "Walk left", fyne.KeyLeft, fyne.KeyA},
	{"right", "Walk right", fyne.KeyRight, fyne.KeyD},
	{"up", "Up: climb, swim", fyne.KeyUp, fyne.KeyW},
	{"down", "Down: crouch, climb, swim, drop", fyne.KeyDown, fyne.KeyS},
	{"jump", "Jump", fyne.KeySpace, ""},
}

// prefMovementKeys is the preference key of the character's additional keys.
const prefMovementKeys = "play.keys"

// movementKey is a movement with its keys.
type movementKey struct {
	Label        string
	Fixed, Extra string // the fixed key, and the one that the user can change; empty for none
	Default      string // the default of Extra
	way          movement
}

// MovementKeys lists the character's keys.
func (m *playMode) MovementKeys() []movementKey {
	m.readMovementKeys()
	out := make([]movementKey, movementCount)
	for i, w := range movementTable {
		out[i] = movementKey{
			Label: w.label, Fixed: string(w.fixed), Extra: string(m.extraKeys[i]),
			Default: string(w.extra), way: movement(i),
		}
	}
	return out
}

// SetMovementKey sets an action's additional key and stores it in the preferences. Another action that had the key
// loses it.
func (m *playMode) SetMovementKey(k movementKey, key string) {
	m.readMovementKeys()
	if i := slices.Index(m.extraKeys[:], fyne.KeyName(key)); key != "" && i >= 0 {
		m.extraKeys[i] = ""
	}
	m.extraKeys[k.way] = fyne.KeyName(key)
	names := map[string]string{}
	for i, w := range movementTable {
		names[w.name] = string(m.extraKeys[i])
	}
	m.App.Preferences().SetString(prefMovementKeys, kit.KeysText(names))
	m.LetGo()
}

// MovementKeyUsed explains why a key cannot move the character, or returns "" if it can.
func (m *playMode) MovementKeyUsed(key string) string {
	if len(key) != 1 || key < "0" || key > "Z" || key > "9" && key < "A" {
		return "Choose a letter or a digit"
	}
	for _, a := range m.actions() {
		if string(a.key) == key {
			return "Used during a playtest: " + a.tip
		}
	}
	if key == string(fyne.KeyG) {
		return "Used during a playtest: grid"
	}
	if key >= "0" && key <= "2" {
		return "Used during a playtest: zoom"
	}
	return ""
}

// readMovementKeys reads the character's keys from the preferences. Invalid keys count as none.
func (m *playMode) readMovementKeys() {
	names, _ := kit.ReadKeys(m.App.Preferences().String(prefMovementKeys))
	for i, w := range movementTable {
		m.extraKeys[i] = w.extra
		if name, ok := names[w.name]; ok {
			if m.extraKeys[i] = fyne.KeyName(name); name != "" && m.MovementKeyUsed(name) != "" {
				m.extraKeys[i] = ""
			}
		}
	}
}

// setMovement records a character key that is pressed or released.
func (p *player) setMovement(name fyne.KeyName, down bool) {
	for i, w := range movementTable {
		var bit uint8
		switch name {
		case "":
		case w.fixed:
			bit = fixedKey
		case p.w.extraKeys[i]:
			bit = extraKey
		}
		if down {
			p.Held[i] |= bit
		} else {
			p.Held[i] &^= bit
		}
	}
}

// Hold handles a character key that is pressed.
func (p *player) Hold(name fyne.KeyName) {
	if !p.w.IsModal() {
		was := p.Held
		p.setMovement(name, true)
		if p.Held != was {
			p.takeOver()
		}
	}
}

// Release handles a character key that is released.
func (p *player) Release(name fyne.KeyName) { p.setMovement(name, false) }

// playAction is a playtest action with a key or a button.
type playAction struct {
	key       fyne.KeyName
	icon, tip string
	do        func(*player)
	on        *bool // the button's switch state; nil: none
}

// actions returns the actions in button order, with empty entries for separators.
func (m *playMode) actions() []playAction {
	shows := func(key fyne.KeyName, icon, tip string, on *bool) playAction {
		return playAction{key, icon, tip, func(p *player) { p.toggle(on) }, on}
	}
	s := &m.Shows
	return []playAction{
		{key: fyne.KeyP, icon: "pause", tip: "Pause or resume", do: (*player).Pause},
		{key: fyne.KeyB, icon: "step-back", tip: "Step back", do: (*player).StepBack},
		{key: fyne.KeyO, icon: "step", tip: "Step forward", do: (*player).StepOnce},
		{key: fyne.KeyR, icon: "restart", tip: "Restart", do: (*player).Restart},
		{key: fyne.KeyM, icon: "slow", tip: "Slow motion", do: (*player).Slow},
		{key: fyne.KeyI, icon: "gravity", tip: "Flip gravity", do: (*player).Reverse},
		{},
		shows(fyne.KeyC, "follow", "Follow character", &s.Follow),
		shows(fyne.KeyT, "trail", "Show trail", &s.Path),
		shows(fyne.KeyJ, "reach", "Show jump reach", &s.Reach),
		shows(fyne.KeyK, "impacts", "Contact points: load and relative velocity", &s.Contacts),
		shows(fyne.KeyN, "forces", "Forces on bodies: weight, contacts with friction, pulling", &s.Forces),
		{fyne.KeyF, "fits", "Show character fit", func(*player) { m.ToggleFits() }, &m.Canvas.Fits.IsOn},
		{},
		{key: fyne.KeyL, icon: "replay", tip: "Replay run", do: (*player).ReplayRun},
		{},
		{key: fyne.KeyEscape, icon: "close", tip: "Stop playtest", do: func(*player) { m.Leave() }},
	}
}

// Typed handles a key during the playtest.
func (p *player) Typed(name fyne.KeyName, mods tool.Mods) {
	all := p.w.actions()
	switch i := slices.IndexFunc(all, func(a playAction) bool { return a.key == name && a.do != nil }); {
	case i >= 0:
		all[i].do(p)
	case name == fyne.KeyF5 && mods.Shift:
		p.w.StartHere()
	case name == fyne.KeyF5:
		p.w.Start()
	default:
		p.w.OtherKey(name, mods.Shift)
	}
}

// Pointer implements Run: it grabs and releases bodies.
func (p *player) Pointer(kind tool.EventKind, button tool.Button) {
	if button != tool.Primary {
		return
	}
	switch kind {
	case tool.Down:
		c := p.w.Canvas
		p.grab = p.Run.BodyAt(c.ToLevel(c.Pointer))
	case tool.Up:
		p.grab = 0
	}
}

// Cursor implements Run: it shows whether a body can be grabbed.
func (p *player) Cursor() tool.Cursor {
	c := p.w.Canvas
	switch {
	case p.grab != 0:
		return tool.CursorGrabbing
	case p.Tape == nil && p.Run.BodyAt(c.ToLevel(c.Pointer)) != 0:
		return tool.CursorGrab
	}
	return tool.CursorDefault
}

// padInput is a gamepad's state as input of a run.
type padInput struct {
	x, y float64 // movement direction
	jump bool
	was  kit.Gamepad // the previous state
}

// moves reports whether the gamepad moves the character.
func (d *padInput) moves() bool { return d.x != 0 || d.y != 0 || d.jump }

// padButtons maps gamepad buttons to playtest actions.
var padButtons = []struct {
	held func(kit.Gamepad) bool
	do   func(*player)
}{
	{func(g kit.Gamepad) bool { return g.Start }, (*player).Pause},
	{func(g kit.Gamepad) bool { return g.Back }, (*player).Restart},
	{func(g kit.Gamepad) bool { return g.Bumper }, (*player).Slow},
}

// readPad reads the gamepad before the steps of a frame.
func (p *player) readPad() {
	now, was := p.w.Look.Gamepads.Held(), p.pad.was
	p.pad.was = now
	held := p.pad.moves()
	p.pad.x, p.pad.y = padStick(now)
	p.pad.jump = now.A || now.B
	if p.Run.Settings().Mode == play.Platformer {
		const enough = 0.6 // a slightly slanted stick must not make a walking character crouch or climb
		p.pad.y = keyAxis(p.pad.y <= -enough, p.pad.y >= enough)
	}
	if !held && p.pad.moves() {
		p.takeOver()
	}
	for _, b := range padButtons {
		if b.held(now) && !b.held(was) {
			b.do(p)
		}
	}
}

// padStick returns the movement direction: the D-pad's, or the stick's beyond its dead zone. It rounds to eighths,
// because a hand is never quite still and every change adds a line to a recording.
func padStick(g kit.Gamepad) (x, y float64) {
	const dead, full, parts = 0.25, 0.95, 8
	if far := math.Hypot(g.X, g.Y); far > dead {
		by := min((far-dead)/(full-dead), 1) / far
		x, y = math.Round(g.X*by*parts)/parts, math.Round(g.Y*by*parts)/parts
	}
	return cmp.Or(keyAxis(g.Left, g.Right), x) + 0, cmp.Or(keyAxis(g.Up, g.Down), y) + 0
}

// keyAxis returns the axis value of two opposite keys.
func keyAxis(low, high bool) float64 { return float64(kit.BoolInt(high) - kit.BoolInt(low)) }
