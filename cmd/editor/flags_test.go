//go:build !js

package main

import (
	"strings"
	"testing"

	"fillet/editor/level"

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
	requireDecimals(f)
	for _, tt := range []struct{ arg, want string }{
		{"--steps=99999999999999999999", "--steps is too large: 99999999999999999999"},
		{"--steps=-99999999999999999999", "--steps is too large: -99999999999999999999"},
		{"--steps=many", `--steps takes a whole number, not "many"`},
		{"--steps=1.5", `--steps takes a whole number, not "1.5"`},
		{"--steps=", `--steps takes a whole number, not ""`},
		{"--steps=0x10", `--steps takes a whole number, not "0x10"`},
		{"--steps=1_000", `--steps takes a whole number, not "1_000"`},
		{"--tile=1e999,1", `--tile takes whole numbers such as 16,16, not "1e999,1"`},
		{"-jx", `--jobs takes a whole number, not "x"`},
		{"--seconds=1e999", "--seconds is too large: 1e999"},
		{"--seconds=0x1p4", `--seconds takes a number, not "0x1p4"`},
		{"--seconds=nan", `--seconds takes a number, not "nan"`},
		{"--seconds=inf", `--seconds takes a number, not "inf"`},
		{"--seconds=soon", `--seconds takes a number, not "soon"`},
		{"--strict=maybe", `--strict takes true or false, not "maybe"`},
		{"--none", "unknown flag: --none"},
	} {
		if err := f.Parse([]string{tt.arg}); err == nil || plainFlagError(err).Error() != tt.want {
			t.Errorf("%s: the error is %v, want %s", tt.arg, err, tt.want)
		}
	}
}

// Every number on the command line is decimal: a leading zero does not make it octal.
func TestNumbersAreDecimal(t *testing.T) {
	t.Parallel()
	root := newApp([]string{"fillet"}, nil, nil, nil).rootCommand()
	numbers := 0
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			want, wrong := "10", []string{"0x10", "0b1", "0o7", "1_0"}
			switch f.Value.Type() {
			case "int", "float64":
			case "intSlice":
				want, wrong = "[10,9]", []string{"0x10,1"}
			case "point":
				want, wrong = "10,9", []string{"0x10,1", "1,0x1p4", "1_0,1"}
			default:
				return
			}
			numbers++
			text := strings.NewReplacer("10", "010", "9", "09", "[", "", "]", "").Replace(want)
			if err := f.Value.Set(text); err != nil || f.Value.String() != want {
				t.Errorf("%s --%s %s gives %s, %v; want %s", cmd.Name(), f.Name, text, f.Value, err, want)
			}
			for _, text := range wrong {
				if err := f.Value.Set(text); err == nil {
					t.Errorf("%s --%s accepts %s", cmd.Name(), f.Name, text)
				}
			}
		})
	}
	if numbers < 12 {
		t.Errorf("%d numeric flags were tested, want at least 12", numbers)
	}
	call := checkCall{character: "016x032"}
	if err := call.parseCharacter(); err != nil || call.options.Character != (level.Vec{X: 16, Y: 32}) {
		t.Errorf("--character 016x032 gives %v, %v", call.options.Character, err)
	}
	call.character = "0x10x32"
	if err := call.parseCharacter(); err == nil {
		t.Errorf("--character 0x10x32 is accepted")
	}
}
