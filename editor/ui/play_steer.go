package ui

import (
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2"
)

// steering is one of the ways in which keys steer the character.
type steering uint8

const (
	toLeft steering = iota
	toRight
	toUp
	toDown
	toJump
	steerings
)

// heldKeys is which of the character's keys are down: of each way the keys that are.
type heldKeys [steerings]uint8

// The keys of a way.
const (
	usualKey uint8 = 1 << iota
	otherKey
)

func (h *heldKeys) is(s steering) bool { return h[s] != 0 }

// steeringWays tell of each way: its name in the preferences and in the window, the key that it always has, and the other one that
// it has at first.
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

// prefSteering is the name of the preference with the character's other keys.
const prefSteering = "play.keys"

// steeringKey is a way in which keys steer the character.
type steeringKey struct {
	Label        string
	Usual, Other string // the key that it always has, and the one that can be changed; empty for none
	First        string // what that is at first
	way          steering
}

// SteeringKeys lists the character's keys.
func (m *playMode) SteeringKeys() []steeringKey {
	m.readSteering()
	out := make([]steeringKey, steerings)
	for i, w := range steeringWays {
		out[i] = steeringKey{Label: w.label, Usual: string(w.usual), Other: string(m.otherKeys[i]), First: string(w.other), way: steering(i)}
	}
	return out
}

// SetSteeringKey gives a way another key besides its usual one, from now on and from the next start on. A way that had it has none
// then.
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
	text, err := json.Marshal(names)
	if err != nil {
		panic(err) // a map of words can be written
	}
	m.App.Preferences().SetString(prefSteering, string(text))
	m.LetGo()
}

// SteeringKeyUsed says what has a key during a playtest, so that it cannot steer the character; empty for nothing.
func (m *playMode) SteeringKeyUsed(key string) string {
	if len(key) != 1 || key < "0" || key > "Z" || key > "9" && key < "A" {
		return "A letter or a digit steers the character besides its usual keys"
	}
	for _, a := range m.actions() {
		if string(a.key) == key {
			return "During a playtest it does this: " + a.tip
		}
	}
	if key == string(fyne.KeyG) {
		return "During a playtest it shows the grid"
	}
	if key >= "0" && key <= "2" {
		return "During a playtest it sets the zoom"
	}
	return ""
}

// readSteering reads the character's keys as they are preferred. What is no key there counts as none.
func (m *playMode) readSteering() {
	text := m.App.Preferences().String(prefSteering)
	names := map[string]string{}
	read := text != "" && json.Unmarshal([]byte(text), &names) == nil
	for i, w := range steeringWays {
		m.otherKeys[i] = w.other
		if name, ok := names[w.name]; read && ok {
			if m.otherKeys[i] = fyne.KeyName(name); name != "" && m.SteeringKeyUsed(name) != "" {
				m.otherKeys[i] = ""
			}
		}
	}
}

// steer notes a key of the character's that goes down or up.
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
