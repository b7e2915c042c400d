package testkit

import (
	"os"
	"syscall"
	"testing"
)

// KeepDrawn runs the tests of a package with a toolkit cache that does not expire after a minute, so that results do
// not depend on how long a test takes. It restarts the program, since the toolkit reads the variable only at startup.
func KeepDrawn(m *testing.M) {
	const keeps = "FYNE_CACHE"
	if os.Getenv(keeps) == "" && os.Setenv(keeps, "24h") == nil {
		if program, err := os.Executable(); err == nil {
			_ = syscall.Exec(program, os.Args, os.Environ()) // if this is unsupported, the minute stays
		}
	}
	os.Exit(m.Run())
}
