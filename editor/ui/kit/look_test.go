package kit

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// testLook returns the look of a window.
func testLook(t *testing.T) *Look {
	t.Helper()
	app := test.NewTempApp(t)
	l := NewLook(ModeDark)
	app.Settings().SetTheme(l.Theme)
	return l
}
