package kit

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// testLook is the look of a program's window.
func testLook(t *testing.T) *Look {
	t.Helper()
	app := test.NewTempApp(t)
	l := NewLook(ModeDark)
	app.Settings().SetTheme(l.Theme)
	return l
}
