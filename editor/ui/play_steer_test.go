package ui

import (
	"testing"

	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// modeForTest returns the playtest mode of an empty level.
func modeForTest(t *testing.T) *playMode {
	t.Helper()
	open, err := workspace.NewOpenLevels(importers.NewRegistry(), export.NewRegistry(export.YAML()),
		"").New(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	m := newPlayMode(dialog.NewParent(dialog.NewShell(test.NewTempApp(t)), open))
	t.Cleanup(func() { close(m.Closed) })
	return m
}

// Each action has a fixed key and an additional one. Releasing one of them does not release the other.
func TestKeysSteerTheCharacter(t *testing.T) {
	m := modeForTest(t)
	p := &player{w: m}
	p.steer(fyne.KeyLeft, true)
	p.steer(fyne.KeyA, true)
	p.steer(fyne.KeyA, false)
	if !p.Held.has(toLeft) || p.Held.has(toRight) {
		t.Errorf("keys with Left held and A released = %v", p.Held)
	}
	p.steer(fyne.KeyLeft, false)
	for way, name := range map[steering]fyne.KeyName{
		toLeft: fyne.KeyA, toRight: fyne.KeyD, toUp: fyne.KeyW,
		toDown: fyne.KeyS, toJump: fyne.KeySpace,
	} {
		p.steer(name, true)
		if want := (heldKeys{}); p.Held == want || !p.Held.has(way) {
			t.Errorf("%s does not steer: %v", name, p.Held)
		}
		p.steer(name, false)
	}
	p.steer("", true)
	if p.Held != (heldKeys{}) {
		t.Errorf("a key without a name steers: %v", p.Held)
	}
}

// The additional key can be changed; the action that had the key loses it. The change is stored. Keys that the playtest
// uses are rejected.
func TestSteeringKeysAreChanged(t *testing.T) {
	m := modeForTest(t)
	keys := m.SteeringKeys()
	m.SetSteeringKey(keys[toLeft], "Q")
	m.SetSteeringKey(keys[toJump], "W")
	for _, m := range []*playMode{m, newPlayMode(m.Parent)} {
		got := m.SteeringKeys()
		if got[toLeft].Other != "Q" || got[toJump].Other != "W" || got[toUp].Other != "" || got[toRight].Other != "D" {
			t.Errorf("keys = %+v", got)
		}
		p := &player{w: m}
		p.steer(fyne.KeyW, true)
		if !p.Held.has(toJump) || p.Held.has(toUp) {
			t.Errorf("W still steers: %v", p.Held)
		}
	}
	for key, usable := range map[string]bool{
		"Q": true, "P": false, "M": false, "G": false, "1": false, "7": true,
		"F5": false, "Shift+Q": false, "Left": false, "": false,
	} {
		if why := m.SteeringKeyUsed(key); (why == "") != usable {
			t.Errorf("%q can steer: %v (%s)", key, why == "", why)
		}
	}
	for _, text := range []string{"{", `{"left": "P", "up": "Left"}`, `{"left": 3}`, "[]"} {
		m.App.Preferences().SetString(prefSteering, text)
		if k := m.SteeringKeys()[toLeft]; k.Other != "" && k.Other != "A" {
			t.Errorf("with the preference %s Left has %q", text, k.Other)
		}
	}
}
