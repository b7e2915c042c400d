package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"fillet/editor/tool"
)

// Hold handles a character key that is pressed.
func (p *player) Hold(name fyne.KeyName) {
	if !p.w.IsModal() {
		was := p.Held
		p.steer(name, true)
		if p.Held != was {
			p.takeOver()
		}
	}
}

// Release handles a character key that is released.
func (p *player) Release(name fyne.KeyName) { p.steer(name, false) }

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
