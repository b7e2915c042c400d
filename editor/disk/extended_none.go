//go:build freebsd || netbsd || openbsd || dragonfly

package disk

import "os"

// copyExtended does nothing: extended attributes are not kept on this system.
func copyExtended(_, _ *os.File, _ bool) {}
