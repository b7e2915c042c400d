package workspace

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// machineID returns an id of the installed system, or "" if it has none.
func machineID() string {
	id, err := os.ReadFile("/etc/machine-id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
}

// processSpace returns the namespace of process numbers, or "" if there is none.
func processSpace() string {
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return space
}

// processStart reports whether a process exists, and when it was started, if that is known. A zombie does not exist.
func processStart(pid int) (started string, isThere, isKnown bool) {
	if pid <= 0 {
		return "", false, false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil { // it has ended, or may not be inspected
		err := syscall.Kill(pid, 0)
		return "", err == nil || errors.Is(err, syscall.EPERM), false
	}
	// The name of the program, in parentheses, can contain any characters.
	_, rest, _ := strings.Cut(string(stat[strings.LastIndexByte(string(stat), ')')+1:]), " ")
	fields := strings.Fields(rest)
	const state, start = 0, 19 // indices after the name
	if len(fields) <= start {
		return "", true, false
	}
	if fields[state] == "Z" || fields[state] == "X" {
		return "", false, true
	}
	return fields[start], true, true
}
