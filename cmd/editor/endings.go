//go:build !js

package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// untilSignal returns a context that is cancelled when a signal asks the program to end.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, endings()...)
}

// endings returns the signals that ask the program to end: SIGTERM, and interrupt and hangup unless the program was
// started with those ignored.
func endings() []os.Signal {
	return append(slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGHUP}, signal.Ignored), syscall.SIGTERM)
}
