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
func TestKeysMoveTheCharacter(t *testing.T) {
	m := modeForTest(t)
	p := &player{w: m}
	p.setMovement(fyne.KeyLeft, true)
	p.setMovement(fyne.KeyA, true)
	p.setMovement(fyne.KeyA, false)
	if !p.Held.has(toLeft) || p.Held.has(toRight) {
		t.Errorf("keys with Left held and A released = %v", p.Held)
	}
	p.setMovement(fyne.KeyLeft, false)
	for way, name := range map[movement]fyne.KeyName{
		toLeft: fyne.KeyA, toRight: fyne.KeyD, toUp: fyne.KeyW,
		toDown: fyne.KeyS, toJump: fyne.KeySpace,
	} {
		p.setMovement(name, true)
		if want := (heldKeys{}); p.Held == want || !p.Held.has(way) {
			t.Errorf("%s does not move the character: %v", name, p.Held)
		}
		p.setMovement(name, false)
	}
	p.setMovement("", true)
	if p.Held != (heldKeys{}) {
		t.Errorf("a key without a name moves the character: %v", p.Held)
	}
}

// The additional key can be changed; the action that had the key loses it. The change is stored. Keys that the playtest
// uses are rejected.
func TestMovementKeysAreChanged(t *testing.T) {
	m := modeForTest(t)
	keys := m.MovementKeys()
	m.SetMovementKey(keys[toLeft], "Q")
	m.SetMovementKey(keys[toJump], "W")
	for _, m := range []*playMode{m, newPlayMode(m.Parent)} {
		got := m.MovementKeys()
		if got[toLeft].Extra != "Q" || got[toJump].Extra != "W" || got[toUp].Extra != "" || got[toRight].Extra != "D" {
			t.Errorf("keys = %+v", got)
		}
		p := &player{w: m}
		p.setMovement(fyne.KeyW, true)
		if !p.Held.has(toJump) || p.Held.has(toUp) {
			t.Errorf("W controls %v, want only the jump", p.Held)
		}
	}
	for key, usable := range map[string]bool{
		"Q": true, "P": false, "M": false, "G": false, "1": false, "7": true,
		"F5": false, "Shift+Q": false, "Left": false, "": false,
	} {
		if why := m.MovementKeyUsed(key); (why == "") != usable {
			t.Errorf("%q can move the character: %v (%s)", key, why == "", why)
		}
	}
	for _, text := range []string{"{", `{"left": "P", "up": "Left"}`, `{"left": 3}`, "[]"} {
		m.App.Preferences().SetString(prefMovementKeys, text)
		if k := m.MovementKeys()[toLeft]; k.Extra != "" && k.Extra != "A" {
			t.Errorf("with the preference %s Left has %q", text, k.Extra)
		}
	}
}
