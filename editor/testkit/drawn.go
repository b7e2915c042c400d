package testkit

import (
	"os"
	"syscall"
	"testing"
)

// KeepDrawn runs the tests of a package with a toolkit that keeps what it has drawn for longer than a minute: what a test
// sees must not depend on how long it takes. The toolkit reads the variable when the program starts.
func KeepDrawn(m *testing.M) {
	const keeps = "FYNE_CACHE"
	if os.Getenv(keeps) == "" && os.Setenv(keeps, "24h") == nil {
		if program, err := os.Executable(); err == nil {
			_ = syscall.Exec(program, os.Args, os.Environ()) // where there is no such thing, it stays a minute
		}
	}
	os.Exit(m.Run())
}
