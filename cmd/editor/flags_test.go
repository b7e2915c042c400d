package main

import (
	"os"
	"strings"
	"testing"
)

// TestNumbersOfFlags gives every flag that is a number numbers that make no sense: the call is wrong, says which are right, and
// writes nothing.
func TestNumbersOfFlags(t *testing.T) {
	w := newWorkplace(t, map[string]string{"a.level.yaml": tinyLevel, "b.level.yaml": tinyLevel})
	for _, test := range []struct {
		flag  string
		args  []string
		right []string
		wrong []string
	}{
		{"--tolerance", []string{"export", "a.level.yaml", "-f", "matter", "-o", "out"}, []string{"0.001", "1e7", "0x1p-3"}, []string{"0", "-1", "1e-300", "5e-324", "0.0009", "NaN", "Inf", "-Inf", "1e300", "1e8", "x", ""}},
		{"--tolerance", []string{"convert", "a.level.yaml", "-f", "matter", "--out", "out"}, []string{"0.25"}, []string{"0", "1e-300", "NaN", "1e300"}},
		{"--tolerance", []string{"convert", "a.level.yaml", "-f", "level", "--out", "out"}, nil, []string{"NaN", "-1"}},
		{"--jobs", []string{"convert", "a.level.yaml", "-f", "matter", "--out", "out"}, []string{"1", "9223372036854775807"}, []string{"0", "-1", "1e3", "9223372036854775808", "NaN"}},
		{"--width", []string{"render", "a.level.yaml", "-o", "out.png"}, []string{"1", "64"}, []string{"0", "-1", "999999999", "9223372036854775808", "1.5", "NaN"}},
		{"--width", []string{"diff", "a.level.yaml", "b.level.yaml", "-f", "png", "-o", "out.png"}, nil, []string{"0", "-1", "999999999", "NaN"}},
		{"--width", []string{"play", "a.level.yaml", "--steps", "1", "--picture", "out.png"}, nil, []string{"0", "-1", "999999999", "NaN"}},
		{"--steps", []string{"play", "a.level.yaml", "--inputs", "-"}, nil, []string{"-1", "9223372036854775807", "1e3", "NaN"}},
		{"--character", []string{"check", "a.level.yaml"}, []string{"16x32", "0.5x1e6"}, []string{"0x16", "16x0", "-1x16", "1e-300x16", "16x1e-9", "NaNx16", "16xInf", "16x1e300", "16", "x", "16x16x16"}},
	} {
		for _, value := range test.right {
			w.run(".", append(test.args[:len(test.args):len(test.args)], test.flag+"="+value), exitOK, exitLoss)
			_ = os.RemoveAll(w.path("out")) // as in the others
			_ = os.RemoveAll(w.path("out.png"))
		}
		for _, value := range test.wrong {
			_, said := w.run(".", append(test.args[:len(test.args):len(test.args)], test.flag+"="+value), exitUsage)
			if !strings.Contains(said, test.flag) && !strings.Contains(said, "-j") {
				t.Errorf("%s of %q says\n%s", test.flag, value, said)
			}
			for _, out := range []string{"out", "out.png"} {
				if _, err := os.Stat(w.path(out)); err == nil {
					t.Fatalf("%s of %q writes %s", test.flag, value, out)
				}
			}
		}
	}
}
