package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
)

// steering is a direction or action that keys steer.
type steering uint8

const (
	toLeft steering = iota
	toRight
	toUp
	toDown
	toJump
	steerings
)

// heldKeys holds the pressed keys of each steering action.
type heldKeys [steerings]uint8

// The two keys of a steering action.
const (
	usualKey uint8 = 1 << iota
	otherKey
)

func (h *heldKeys) has(s steering) bool { return h[s] != 0 }

// steeringWays describes each steering action: preference key and label, fixed key, and default of the additional key.
var steeringWays = [steerings]struct {
	name, label  string
	usual, other fyne.KeyName
}{
	{"left", "Walk left", fyne.KeyLeft, fyne.KeyA},
	{"right", "Walk right", fyne.KeyRight, fyne.KeyD},
	{"up", "Up: climb, swim", fyne.KeyUp, fyne.KeyW},
	{"down", "Down: crouch, climb, swim, drop", fyne.KeyDown, fyne.KeyS},
	{"jump", "Jump", fyne.KeySpace, ""},
}

// prefSteering is the preference key of the character's additional keys.
const prefSteering = "play.keys"

// steeringKey is a steering action with its keys.
type steeringKey struct {
	Label        string
	Usual, Other string // the fixed key, and the one that the user can change; empty for none
	First        string // the default of Other
	way          steering
}

// SteeringKeys lists the character's keys.
func (m *playMode) SteeringKeys() []steeringKey {
	m.readSteering()
	out := make([]steeringKey, steerings)
	for i, w := range steeringWays {
		out[i] = steeringKey{
			Label: w.label, Usual: string(w.usual), Other: string(m.otherKeys[i]),
			First: string(w.other), way: steering(i),
		}
	}
	return out
}

// SetSteeringKey sets an action's additional key and stores it in the preferences. Another action that had the key
// loses it.
func (m *playMode) SetSteeringKey(k steeringKey, key string) {
	m.readSteering()
	if i := slices.Index(m.otherKeys[:], fyne.KeyName(key)); key != "" && i >= 0 {
		m.otherKeys[i] = ""
	}
	m.otherKeys[k.way] = fyne.KeyName(key)
	names := map[string]string{}
	for i, w := range steeringWays {
		names[w.name] = string(m.otherKeys[i])
	}
	m.App.Preferences().SetString(prefSteering, kit.KeysText(names))
	m.LetGo()
}

// SteeringKeyUsed explains why a key cannot steer the character, or returns "" if it can.
func (m *playMode) SteeringKeyUsed(key string) string {
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

// readSteering reads the character's keys from the preferences. Invalid keys count as none.
func (m *playMode) readSteering() {
	names, _ := kit.ReadKeys(m.App.Preferences().String(prefSteering))
	for i, w := range steeringWays {
		m.otherKeys[i] = w.other
		if name, ok := names[w.name]; ok {
			if m.otherKeys[i] = fyne.KeyName(name); name != "" && m.SteeringKeyUsed(name) != "" {
				m.otherKeys[i] = ""
			}
		}
	}
}

// steer records a character key that is pressed or released.
func (p *player) steer(name fyne.KeyName, down bool) {
	for i, w := range steeringWays {
		var bit uint8
		switch name {
		case "":
		case w.usual:
			bit = usualKey
		case p.w.otherKeys[i]:
			bit = otherKey
		}
		if down {
			p.Held[i] |= bit
		} else {
			p.Held[i] &^= bit
		}
	}
}
