package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterrupted checks that interrupting a search or a run is not reported as a usage error.
func TestInterrupted(t *testing.T) {
	sample := filepath.Join("..", "..", "assets", "samples", "jetpack.level.yaml")
	for _, args := range [][]string{{"--solve"}, {"--steps", "1000"}} {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		var output bytes.Buffer
		code := run(ctx, append([]string{"fillet", "play", sample}, args...), strings.NewReader(""), &output, &output)
		if code != exitInterrupted || output.String() != "fillet: interrupted\n" {
			t.Errorf("%v exits with %d and prints %q", args, code, &output)
		}
	}
}
