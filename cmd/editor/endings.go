//go:build !js

package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// untilTold gives a context that is done when the program is told to end by a signal.
func untilTold(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, endings()...)
}

// endings are the signals that tell the program to end: from a terminal, from whoever ends the session, and when the terminal is
// closed, unless the program was started so that it ignores them.
func endings() []os.Signal {
	return append(slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGHUP}, signal.Ignored), syscall.SIGTERM)
}
