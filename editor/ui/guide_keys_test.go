package ui

import (
	"regexp"
	"strings"
	"testing"

	"fyne.io/fyne/v2/driver/desktop"

	"fillet/docs/guide"
	"fillet/editor/ui/kit"
)

// Keys with their commands, as the guide writes them: `F2` (**Edit › Rename**) and **Edit › Find** (`Ctrl+F`).
var (
	keyOfCommand = regexp.MustCompile("`([^`]+)` \\(\\*\\*([^*]+ › [^*]+)\\*\\*")
	commandOfKey = regexp.MustCompile("\\*\\*([A-Z][^*]+ › [^*]+)\\*\\* \\(`([^`]+)`")
	keysTogether = regexp.MustCompile("`((?:(?:Ctrl|Shift|Alt)\\+)+[A-Z0-9\\\\]|(?:(?:Ctrl|Shift|Alt)\\+)*F[0-9]+|[A-Z])`")
)

// Each key that the guide mentions exists in the program. If the guide also names a command, the key belongs to that
// command.
func TestGuideKeys(t *testing.T) {
	w := newWindow(t)
	known, of := map[string]bool{}, map[string]string{}
	for _, b := range w.commands.menus.Commands() {
		of[strings.TrimSuffix(b.Path, "…")] = b.Default
		if s, ok := kit.ParseKey(b.Default); ok {
			key, mod := kit.BrowserKey(s.KeyName, s.Modifier)
			known[kit.KeyLabel(&desktop.CustomShortcut{KeyName: key, Modifier: mod})] = true
		}
	}
	for _, line := range w.commands.allKeys() {
		for _, key := range regexp.MustCompile("[^,;: ]+").FindAllString(line.Keys, -1) {
			known[key] = true
		}
	}
	// keys of the character and of a tab, and names of axes
	for _, key := range []string{"W", "A", "S", "D", "Ctrl+W", "X", "Y"} {
		known[key] = true
	}
	pairs, keys := 0, 0
	for _, name := range guide.Chapters() {
		text := strings.Join(strings.Fields(string(guide.Chapter(name))), " ")
		check := func(command, key string) {
			pairs++
			command = strings.TrimSuffix(command, "…")
			if want, ok := of[command]; !ok {
				t.Errorf("%s names the command %s, which does not exist", name, command)
			} else if want != key {
				t.Errorf("%s: key of %s = %s, want %q", name, command, key, want)
			}
		}
		for _, m := range keyOfCommand.FindAllStringSubmatch(strings.ReplaceAll(text, "`+`", "+"), -1) {
			check(m[2], m[1])
		}
		for _, m := range commandOfKey.FindAllStringSubmatch(strings.ReplaceAll(text, "`+`", "+"), -1) {
			check(m[1], m[2])
		}
		for _, m := range keysTogether.FindAllStringSubmatch(strings.ReplaceAll(text, "`+`", "+"), -1) {
			keys++
			if !known[m[1]] {
				t.Errorf("%s names the key %s, which does nothing", name, m[1])
			}
		}
	}
	if pairs < 8 || keys < 100 {
		t.Errorf("the guide names %d keys, %d of them with their commands", keys, pairs)
	}
	for _, key := range []string{"C", "T", "J", "K", "N", "H", "P", "B", "O", "R", "M", "I", "F", "L"} {
		if !known[key] {
			t.Errorf("the list of keys does not name %s", key)
		}
	}
}
