//go:build !js

package main

import (
	"testing"

	"github.com/spf13/pflag"
)

// An invalid number in a flag is reported in plain words.
func TestFlagErrors(t *testing.T) {
	f := pflag.NewFlagSet("f", pflag.ContinueOnError)
	f.IntP("jobs", "j", 1, "")
	f.Int("steps", 0, "")
	f.Float64("seconds", 0, "")
	f.Bool("strict", false, "")
	f.IntSlice("tile", nil, "")
	for _, tt := range []struct{ arg, want string }{
		{"--steps=99999999999999999999", "--steps is too large: 99999999999999999999"},
		{"--steps=-99999999999999999999", "--steps is too large: -99999999999999999999"},
		{"--steps=many", `--steps takes a whole number, not "many"`},
		{"--steps=1.5", `--steps takes a whole number, not "1.5"`},
		{"--steps=", `--steps takes a whole number, not ""`},
		{"--steps=08", `--steps takes a whole number, not "08"`},
		{"--tile=1e999,1", `--tile takes whole numbers, as in 16,16, not "1e999,1"`},
		{"-jx", `--jobs takes a whole number, not "x"`},
		{"--seconds=1e999", "--seconds is too large: 1e999"},
		{"--seconds=soon", `--seconds takes a number, not "soon"`},
		{"--strict=maybe", `--strict takes true or false, not "maybe"`},
		{"--none", "unknown flag: --none"},
	} {
		if err := f.Parse([]string{tt.arg}); err == nil || plainFlagError(err).Error() != tt.want {
			t.Errorf("%s: the error is %v, want %s", tt.arg, err, tt.want)
		}
	}
}
