package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a running program, observed through /proc.
type process int

// used returns the processor time that all its threads have used.
func (p process) used() time.Duration {
	var total time.Duration
	paths, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p)) // the pattern is well formed
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		ns, _, _ := strings.Cut(string(data), " ")
		n, err := strconv.ParseInt(ns, 10, 64)
		if err == nil {
			total += time.Duration(n)
		}
	}
	return total
}

// untilAtRest waits until the program is idle and returns the time at which it became idle.
func (p process) untilAtRest() time.Time {
	const interval = 50 * time.Millisecond
	idleSince := time.Now()
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); {
		before := p.used()
		time.Sleep(interval)
		if p.used()-before > interval/5 {
			idleSince = time.Now()
		} else if time.Since(idleSince) > 10*interval {
			break
		}
	}
	return idleSince
}

// cost calls do for each step and returns the processor time per step.
func (p process) cost(steps int, do func(i int)) time.Duration {
	before := p.used()
	for i := range steps {
		do(i)
	}
	return (p.used() - before) / time.Duration(steps)
}

// memory returns the program's resident memory, its peak, and the part of the resident memory that belongs to the
// libraries of the software renderer, all in kB.
func (p process) memory() (rss, peak, graphics int64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p))
	if err != nil {
		return 0, 0, 0, err
	}
	for line := range strings.Lines(string(status)) {
		switch {
		case strings.HasPrefix(line, "VmRSS:"):
			rss = kilobytes(line)
		case strings.HasPrefix(line, "VmHWM:"):
			peak = kilobytes(line)
		}
	}
	maps, err := os.Open(fmt.Sprintf("/proc/%d/smaps", p))
	if err != nil {
		return 0, 0, 0, err
	}
	defer func() { _ = maps.Close() }() // nothing was written
	ours := false
	for s := bufio.NewScanner(maps); s.Scan(); {
		line := s.Text()
		switch {
		case strings.Contains(line, "/"):
			ours = strings.Contains(line, "libLLVM") || strings.Contains(line, "swrast") ||
				strings.Contains(line, "libgallium")
		case strings.HasPrefix(line, "Rss:") && ours:
			graphics += kilobytes(line)
		case !strings.Contains(line, ":") || strings.Contains(line, "-") && strings.Contains(line, " 00:00 "):
			ours = false
		}
	}
	return rss, peak, graphics, nil
}

func kilobytes(line string) int64 {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return 0
	}
	n, _ := strconv.ParseInt(fields[1], 10, 64) // 0 if it is not a number
	return n
}

func peakOf(s *os.ProcessState) int64 {
	if usage, ok := s.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss
	}
	return 0
}
