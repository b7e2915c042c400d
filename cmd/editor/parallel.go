//go:build !js

package main

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// parallel is sideBySide that tells what was said.
func (a *app) parallel(ctx context.Context, n, workers int, doing string, do func(own *app, i int) error, asked func(i int, path string)) []outcome {
	outcomes := a.sideBySide(ctx, n, workers, doing, do, asked)
	a.tellOutcomes(outcomes)
	return outcomes
}

// sideBySide does n things, so many workers at a time, each with an app of its own that keeps what it says for later.
// doing is what a bar on a terminal calls it. asked, where it is not nil, hears on the thing's goroutine what it reads besides its
// input. One that fails does not stop the others.
func (a *app) sideBySide(ctx context.Context, n, workers int, doing string, do func(own *app, i int) error, asked func(i int, path string)) []outcome {
	outcomes := make([]outcome, n)
	bar := a.progress(n, doing)
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := range next {
				var hears func(string)
				if asked != nil {
					hears = func(path string) { asked(i, path) }
				}
				outcomes[i] = a.alone(ctx, func(own *app) error { return do(own, i) }, hears)
				_ = bar.Add(1) // a bar that cannot be drawn stops no work
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
	_ = bar.Finish()
	if ctx.Err() != nil && n > 0 {
		tell(a.stderr, "%s: interrupted", a.name)
	}
	return outcomes
}

// inParallel calls do for each of n things, so many at a time.
func inParallel(n, workers int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}

// failed reports whether something was not done.
func (o outcome) failed() bool { return o.code != exitOK && o.code != exitLoss }

// tellOutcomes writes what was said, in the order of the outcomes.
func (a *app) tellOutcomes(outcomes []outcome) {
	for _, o := range outcomes {
		_, _ = a.stdout.Write(o.wrote) // the files are written, and there is nobody else to tell
		_, _ = a.stderr.Write(o.said)
		if a.losses != nil {
			a.losses.records = append(a.losses.records, o.losses...)
		}
	}
	if a.losses != nil {
		_ = a.writeLosses()
	}
}

// alone does one of many things, and keeps what it says.
func (a *app) alone(ctx context.Context, do func(own *app) error, asked func(path string)) outcome {
	if ctx.Err() != nil {
		return outcome{code: exitUnreadable} // one line says for all that they were not begun
	}
	var wrote, said bytes.Buffer
	own := *a
	own.stdout, own.stderr = &wrote, &said
	if a.losses != nil {
		own.losses = &lossList{}
	}
	if asked != nil {
		own.asked = asked
		own.importers = a.importers.Telling(asked)
	}
	err := do(&own)
	code := exitOK
	var marked *codeError
	switch {
	case errors.As(err, &marked):
		code = marked.code
	case err != nil:
		code = exitUnreadable
	}
	if err != nil && !errors.Is(err, errReported) {
		tell(&said, "%s: %v", a.name, err)
	}
	o := outcome{wrote: wrote.Bytes(), said: said.Bytes(), code: code}
	if own.losses != nil {
		o.losses = own.losses.records
	}
	return o
}
