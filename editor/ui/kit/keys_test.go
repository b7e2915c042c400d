package kit

import (
	"maps"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"pgregory.net/rapid"
)

// ParseKey reads every label that KeyLabel writes and rejects anything else.
func TestParseKey(t *testing.T) {
	for _, label := range []string{
		"D", "Shift+H", "Ctrl+Shift+D", "Ctrl+Alt+G", "Cmd+K", "F5", "Shift+F5", "Ctrl++",
		"+", "[", "Ctrl+Up", "Delete",
	} {
		s, ok := ParseKey(label)
		if got := KeyLabel(s); !ok || got != label {
			t.Errorf("%q parses as %q, %v", label, got, ok)
		}
	}
	for _, label := range []string{
		"", "Ctrl+", "Ctrl", "d", "nonsense", "Shift+Shift+D", "Ctrl+Ctrl+D", "é", "\x00",
		"F13", "Escape", "Return", "Tab", "Space",
	} {
		if s, ok := ParseKey(label); ok {
			t.Errorf("%q parses as %v", label, s)
		}
	}
}

func FuzzReadKeys(f *testing.F) {
	for _, s := range []string{"", "{}", `{"Edit › Undo":"Ctrl+Y"}`, `{"a":1}`, "[]", `{"a":""}`, "null", "{{{"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		changed, ok := ReadKeys(text)
		if !ok {
			return
		}
		again, ok := ReadKeys(KeysText(changed))
		if !ok || len(again) != len(changed) {
			t.Errorf("%q decodes to %v, and again to %v", text, changed, again)
		}
		m := testMenus()
		if unknown := m.SetKeys(changed); len(unknown)+len(m.Keys()) > len(changed) {
			t.Errorf("%q sets %v, unknown: %v", text, m.Keys(), unknown)
		}
	})
}

// testMenus returns menus with a few commands.
func testMenus() *Menus {
	m := NewMenus(nil, nil, func(string) {})
	do := func() {}
	m.Set(&Menu{Label: "Edit", Items: []*Command{
		MenuItem("Copy", fyne.KeyD, Ctrl, do), MenuItem("Find…", fyne.KeyF, Ctrl, do), MenuSeparator(),
		Submenu("Repeat", MenuItems(MenuItem("In a line…", fyne.KeyD, CtrlShift, do), MenuItem("Again", "", 0, do))),
	}}, &Menu{Label: "Shape", Items: []*Command{MenuItem("Flip", fyne.KeyH, 0, do), MenuItem("Box", fyne.KeyR, 0, do)}})
	return m
}

// Commands, including commands in submenus, get their chosen keys. The previous owner of a key loses it, and the
// defaults can be restored.
func TestKeysAreChanged(t *testing.T) {
	m := testMenus()
	key := func(path string) string {
		for _, b := range m.Commands() {
			if b.Path == path {
				return b.Now
			}
		}
		t.Fatalf("there is no %s", path)
		return ""
	}
	unknown := m.SetKeys(map[string]string{
		"Edit › Repeat › Again": "Ctrl+D", "Edit › Copy": "", "Shape › Flip": "J",
		"Edit › Gone": "K", "Edit › Find…": "Escape",
	})
	if len(unknown) != 2 {
		t.Errorf("unknown keys = %q", unknown)
	}
	if key("Edit › Repeat › Again") != "Ctrl+D" || key("Edit › Copy") != "" || key("Shape › Flip") != "J" ||
		key("Edit › Find…") != "Ctrl+F" {
		t.Errorf("changed keys = %v", m.Keys())
	}
	if below := m.Bar[0].Items[3].Below(); KeyLabel(below[1].Key) != "Ctrl+D" {
		t.Errorf("the submenu shows %q", KeyLabel(below[1].Key))
	}
	for _, c := range m.ByKey {
		if KeyLabel(c.Key) == "Ctrl+D" && c.Label != "Again" {
			t.Errorf("Ctrl+D performs %s", c.Label)
		}
	}
	if m.book.plain["J"] == nil || !m.book.freed["H"] || m.book.freed["R"] {
		t.Error("keys without modifiers differ from the chosen ones")
	}
	if m.Using("Ctrl+D") != "Edit › Repeat › Again" || m.Using("H") != "" || m.KeyOf("Shape › Box", "R") != "R" ||
		m.KeyOf("Shape › Flip", "H") != "J" {
		t.Error("Using reports the wrong commands")
	}
	m.SetKeys(map[string]string{"Old › Repeat › Again": "K", "Box": "J", "Old › Flip": "L"})
	if got := []string{key("Edit › Repeat › Again"), key("Shape › Box"), key("Shape › Flip")}; !slices.Equal(got,
		[]string{"K", "R", "L"}) {
		t.Errorf("keys of moved commands = %q", got)
	}
	m.SetKeys(nil)
	if key("Edit › Copy") != "Ctrl+D" || key("Shape › Flip") != "H" || m.book.plain["H"] == nil ||
		m.book.plain["J"] != nil || len(m.book.freed) != 0 {
		t.Error("the default keys are not restored")
	}
	for _, label := range []string{"Up", "X", "F6", "Alt+F", "nonsense"} {
		if m.Usable(label) == "" {
			t.Errorf("%s can be assigned", label)
		}
	}
}

// No key has two commands, in whatever order commands take keys from each other. KeysText round-trips the keys.
func TestChosenKeysAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testMenus()
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			b := rapid.SampledFrom(m.Commands()).Draw(t, "command")
			label := rapid.SampledFrom([]string{"", "D", "Ctrl+D", "Ctrl+F", "H", "R", "Ctrl+Alt+Q", "Shift+H"}).Draw(t,
				"key")
			changed := m.Keys()
			if changed == nil {
				changed = map[string]string{}
			}
			if of := m.Using(label); label != "" && of != "" && of != b.Path {
				changed[of] = ""
			}
			changed[b.Path] = label
			m.SetKeys(changed)
			has := map[string]string{}
			for _, b := range m.Commands() {
				if owner := has[b.Now]; b.Now != "" && owner != "" {
					t.Fatalf("both %s and %s have %s", owner, b.Path, b.Now)
				}
				has[b.Now] = b.Path
			}
		}
		text := KeysText(m.Keys())
		read, ok := ReadKeys(text)
		again := testMenus()
		if unknown := again.SetKeys(read); !ok || len(unknown) > 0 || !maps.Equal(again.Keys(), m.Keys()) {
			t.Errorf("%s restores %v", text, again.Keys())
		}
	})
}
