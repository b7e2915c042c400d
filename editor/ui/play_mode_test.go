package ui

import (
	"bytes"
	"slices"
	"testing"

	"fillet/editor/play"
)

func TestTapeEnds(t *testing.T) {
	rec, err := play.ReadRecording(bytes.NewReader([]byte("fillet-inputs 1\n2 right\n1 jump\n")))
	if err != nil {
		t.Fatal(err)
	}
	tp := &playTape{rec: rec}
	var got []play.Input
	for {
		in, more := tp.next()
		if !more {
			break
		}
		got = append(got, in)
	}
	if want := []play.Input{{X: 1}, {X: 1}, {Jump: true}}; !slices.Equal(got, want) {
		t.Errorf("the tape gives %+v, want %+v", got, want)
	}
}
