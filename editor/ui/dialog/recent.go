package dialog

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fillet/editor/quote"

	"fyne.io/fyne/v2"
)

// RecentFile is a file that was opened or saved recently.
type RecentFile struct {
	Path   string // absolute
	Opened time.Time
}

// maxRecent limits the list of recent files.
const maxRecent = 10

// RecentFiles returns the recent files, latest first.
func RecentFiles(p fyne.Preferences) []RecentFile {
	var out []RecentFile
	for _, line := range p.StringList(prefRecent) {
		when, path, ok := strings.Cut(line, " ")
		opened, err := time.Parse(time.RFC3339, when)
		if !ok || err != nil {
			path, opened = line, time.Time{} // an entry without a time
		}
		out = append(out, RecentFile{path, opened})
	}
	return out
}

// restores reports whether a start without arguments reopens the levels of the last session.
func restores(p fyne.Preferences) bool { return p.BoolWithFallback(prefRestore, true) }

// LastLevels returns the files of the levels that were open when the program ended, and which of them was shown. It
// returns none if the user does not want to reopen them.
func LastLevels(p fyne.Preferences) (paths []string, shown string) {
	if !restores(p) {
		return nil, ""
	}
	return p.StringList(prefLevels), p.String(prefLevel)
}

// StoreLevels stores the open levels for the next start.
func StoreLevels(p fyne.Preferences, paths []string, shown string) {
	if !slices.Equal(p.StringList(prefLevels), paths) {
		p.SetStringList(prefLevels, paths)
	}
	if p.String(prefLevel) != shown {
		p.SetString(prefLevel, shown)
	}
}

// ago formats a time relative to now: "5 minutes ago", "yesterday 14:02", "3 March".
func ago(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t, now = t.Local(), now.Local()
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch d := now.Sub(t); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return quote.Count(int(d.Minutes()), "minute") + " ago"
	case !t.Before(midnight):
		return "today " + t.Format("15:04")
	case !t.Before(midnight.AddDate(0, 0, -1)):
		return "yesterday " + t.Format("15:04")
	case t.Year() == now.Year():
		return fmt.Sprint(t.Day()) + " " + t.Month().String()
	}
	return fmt.Sprint(t.Day()) + " " + t.Month().String() + " " + fmt.Sprint(t.Year())
}
