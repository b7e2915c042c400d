package dialog

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"fillet/editor/workspace"
)

// The autosave interval follows the preference, within limits.
func TestAutosaveInterval(t *testing.T) {
	p := test.NewTempApp(t).Preferences()
	for seconds, want := range map[int]time.Duration{
		30: 30 * time.Second, 9999: workspace.RecoveryInterval,
		-1: workspace.RecoveryInterval,
	} {
		p.SetInt(prefAutosave, seconds)
		if got := autosaveInterval(p); got != want {
			t.Errorf("interval for %d seconds = %v", seconds, got)
		}
	}
}
