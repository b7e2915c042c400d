//go:build linux || darwin

package disk

import (
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// accessList is the attribute that holds a file's access list.
const accessList = "system.posix_acl_access"

// copyExtended copies the extended attributes of a file to another, as far as the system allows. It copies the access
// list only if withAccess is set.
func copyExtended(from, to *os.File, withAccess bool) {
	// These attributes depend on the contents, which have changed.
	bound := []string{"security.ima", "security.evm", "security.capability"}
	of, err := from.SyscallConn()
	if err != nil {
		return
	}
	dest, err := to.SyscallConn()
	if err != nil {
		return
	}
	_ = of.Control(func(source uintptr) { // the file is open
		names := extendedNames(int(source))
		_ = dest.Control(func(target uintptr) { // the file is open
			_ = unix.Fremovexattr(int(target), accessList) // the folder's default, which usually does not exist
			for _, name := range names {
				if slices.Contains(bound, name) || name == accessList && !withAccess {
					continue
				}
				if value, ok := extendedValue(int(source), name); ok {
					_ = unix.Fsetxattr(int(target), name, value, 0) // skipped if not allowed
				}
			}
		})
	})
}

func extendedNames(fd int) []string {
	size, err := unix.Flistxattr(fd, nil)
	if err != nil || size == 0 {
		return nil
	}
	list := make([]byte, size)
	if size, err = unix.Flistxattr(fd, list); err != nil {
		return nil
	}
	return strings.FieldsFunc(string(list[:size]), func(r rune) bool { return r == 0 })
}

func extendedValue(fd int, name string) ([]byte, bool) {
	size, err := unix.Fgetxattr(fd, name, nil)
	if err != nil {
		return nil, false
	}
	value := make([]byte, size)
	if size, err = unix.Fgetxattr(fd, name, value); err != nil {
		return nil, false
	}
	return value[:size], true
}
