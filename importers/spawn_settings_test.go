package importers

import (
	"testing"

	"fillet/editor/level"
)

// A character's property that is not a valid playtest setting is named in the error; valid ones give no error.
func TestPlaytestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		key   string
		value any
		isBad bool
	}{
		{"mode", "top-down", false},
		{"mode", "sideways", true},
		{"mode", 1.0, true},
		{"body", "ball", true},
		{"friction_mix", "maximum", false},
		{"friction_mix", "sum", true},
		{"width", -4.0, true},
		{"width", 12.0, false},
		{"width", "12", true},
	} {
		key, err := playtestError(level.Properties{c.key: c.value})
		if c.isBad != (err != nil) || c.isBad && key != c.key {
			t.Errorf("%s %v: %q, %v", c.key, c.value, key, err)
		}
	}
}
