package workspace

import (
	"errors"
	"strconv"

	"golang.org/x/sys/windows"
)

// processStart reports whether a process exists, and when it was started, if that is known.
func processStart(pid int) (started string, isThere, isKnown bool) {
	if pid <= 0 {
		return "", false, false
	}
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return "", errors.Is(err, windows.ERROR_ACCESS_DENIED), false // another user's process
	}
	defer func() { _ = windows.CloseHandle(h) }() // the handle was only used for queries
	const stillActive = 259
	var code uint32
	if err := windows.GetExitCodeProcess(h, &code); err == nil && code != stillActive {
		return "", false, true // it has ended, but a program still holds a handle
	}
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(h, &created, &exited, &kernel, &user); err != nil {
		return "", true, false
	}
	return strconv.FormatInt(created.Nanoseconds(), 10), true, true
}
