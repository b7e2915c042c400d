//go:build !js

package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Example: `  fillet version
  fillet version -f json`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if format == "text" {
				return a.write("-", []byte(version().String()+"\n"))
			}
			return a.writeJSON(version().fields())
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

// build describes how the binary was built.
type build struct {
	version  string
	revision string
	modified bool
	time     string
	window   bool
}

// fields returns the build info for JSON.
func (b build) fields() map[string]any {
	return map[string]any{
		"version": b.version, "revision": b.revision, "modified": b.modified, "time": b.time, "window": b.window,
		"go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH,
	}
}

func version() build {
	b := build{version: "(devel)", window: hasWindow}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.revision = s.Value
		case "vcs.modified":
			b.modified = s.Value == "true"
		case "vcs.time":
			b.time = s.Value
		}
	}
	return b
}

func (b build) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "fillet %s", b.version)
	if b.revision != "" {
		fmt.Fprintf(&s, " (%.12s", b.revision)
		if b.modified {
			s.WriteString(", modified")
		}
		if b.time != "" {
			s.WriteString(", " + b.time)
		}
		s.WriteString(")")
	}
	fmt.Fprintf(&s, " %s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if !b.window {
		s.WriteString(", without the window")
	}
	return s.String()
}
