//go:build !js

package main

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"

	"fillet/editor/level"

	"github.com/spf13/cobra"
)

func (a *app) formatsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "formats",
		Short: "List the formats that Fillet reads and writes",
		Example: `  fillet formats
  fillet formats -f json`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if format == "json" {
				return a.writeJSON(map[string]any{"formats": a.formats()})
			}
			return a.write("-", formatsText(a.formats()))
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

// format is a row of the list.
type format struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Extensions []string `json:"extensions"`
	Reads      bool     `json:"reads"`
	Writes     bool     `json:"writes"`
}

func (a *app) formats() []format {
	list := []format{{
		"level", fmt.Sprintf("Fillet level, version %d", level.Version),
		[]string{".level.yaml"},
		true,
		true,
	}}
	for _, i := range a.importers.All() {
		list = append(list, format{i.Name(), i.Title(), i.Extensions(), true, false})
	}
	for _, e := range a.exporters.All() {
		list = append(list, format{e.Name(), e.Title(), []string{e.Extension()}, false, true})
	}
	return list
}

func formatsText(list []format) []byte {
	var b bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tREADS\tWRITES\tFILES\tWHAT")
	mark := map[bool]string{true: "yes", false: "-"}
	for _, f := range list {
		files := make([]string, len(f.Extensions))
		for i, e := range f.Extensions {
			files[i] = "*" + e
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", f.Name, mark[f.Reads], mark[f.Writes], strings.Join(files, " "), f.Title)
	}
	_ = t.Flush() // it writes to memory
	return b.Bytes()
}
