//go:build cgo

package main

import (
	"testing"
	"testing/synctest"
	"time"
)

// Once all windows are closed, and only then, the program ends even if the toolkit hangs.
func TestEndAfterTheToolkitHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
		exited := make(chan struct{})
		go endAfter([]<-chan struct{}{a, b}, ended, time.Hour, func() { close(exited) })
		close(a)
		time.Sleep(2 * time.Hour) // on the test's fake clock
		select {
		case <-exited:
			t.Fatal("the program ends while a window is open")
		default:
		}
		close(b)
		<-exited
	})
}

// If the toolkit ends on its own, the exit function is not called.
func TestEndAfterTheToolkitEnds(t *testing.T) {
	ended := make(chan struct{})
	close(ended)
	for _, closed := range [][]<-chan struct{}{{make(chan struct{})}, {}} {
		endAfter(closed, ended, time.Hour, func() { t.Error("the exit function was called") })
	}
}
