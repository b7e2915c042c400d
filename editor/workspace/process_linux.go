package workspace

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// machineID is an id of the installed system, or empty.
func machineID() string {
	id, err := os.ReadFile("/etc/machine-id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
}

// processSpace is the namespace in which numbers of processes count, or empty where there are none.
func processSpace() string {
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return space
}

// processStart says whether a process is there, and when it was started, if that is known. One that has ended and is not yet
// taken note of is not there.
func processStart(pid int) (started string, isThere, isKnown bool) {
	if pid <= 0 {
		return "", false, false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil { // it has ended, or must not be looked at
		err := syscall.Kill(pid, 0)
		return "", err == nil || errors.Is(err, syscall.EPERM), false
	}
	// The name of the program, in parentheses, can hold anything.
	_, rest, _ := strings.Cut(string(stat[strings.LastIndexByte(string(stat), ')')+1:]), " ")
	fields := strings.Fields(rest)
	const state, start = 0, 19 // of those behind the name
	if len(fields) <= start {
		return "", true, false
	}
	if fields[state] == "Z" || fields[state] == "X" {
		return "", false, true
	}
	return fields[start], true, true
}
