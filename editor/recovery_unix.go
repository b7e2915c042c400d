//go:build !windows

package editor

import "syscall"

// aliveSignal asks whether a process is there without disturbing it.
const aliveSignal = syscall.Signal(0)
