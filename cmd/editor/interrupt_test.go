package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterrupted: interrupting a search or a run does not count as wrong arguments.
func TestInterrupted(t *testing.T) {
	sample := filepath.Join("..", "..", "assets", "samples", "jetpack.level.yaml")
	for _, args := range [][]string{{"--solve"}, {"--steps", "1000"}} {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		var output bytes.Buffer
		code := run(ctx, append([]string{"fillet", "play", sample}, args...), strings.NewReader(""), &output, &output)
		if code != exitInterrupted || output.String() != "fillet: interrupted\n" {
			t.Errorf("%v: it exits with %d and says %q", args, code, &output)
		}
	}
}
