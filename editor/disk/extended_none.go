//go:build freebsd || netbsd || openbsd || dragonfly

package disk

import "os"

// copyExtended does nothing, since extended attributes are not supported on this system.
func copyExtended(_, _ *os.File, _ bool) {}
