package disk

import (
	"fmt"
	"runtime"
	"strings"
)

// CheckName returns an error for a name that no file or folder can have on this system.
func CheckName(name string) error { return checkName(name, runtime.GOOS) }

func checkName(name, system string) error {
	if system != "windows" || !isReserved(name) {
		return nil
	}
	return fmt.Errorf("Windows reserves the name %q for a device; choose another one", name) //nolint:staticcheck // a name
}

// isReserved reports whether Windows treats a name as a device. Windows ignores the rest of the name after a dot or a
// colon.
func isReserved(name string) bool {
	if at := strings.IndexAny(name, ".:"); at >= 0 {
		name = name[:at]
	}
	name = strings.ToUpper(strings.TrimRight(name, " "))
	switch name {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	number, isPort := strings.CutPrefix(name, "COM")
	if !isPort {
		number, isPort = strings.CutPrefix(name, "LPT")
	}
	return isPort && len([]rune(number)) == 1 && strings.ContainsAny(number, "0123456789\u00b9\u00b2\u00b3")
}
