//go:build !js

package main

import (
	"fmt"
	"slices"
	"strings"

	"fillet/assets"

	"github.com/spf13/cobra"
)

func (a *app) schemaCommand() *cobra.Command {
	var out string
	all := assets.Schemas()
	var names []string
	var list strings.Builder
	for _, s := range all {
		names = append(names, s.Name)
		fmt.Fprintf(&list, "  %-10s %s\n", s.Name, s.Of)
	}
	cmd := &cobra.Command{
		Use:   "schema [" + strings.Join(names, "|") + "]",
		Short: "Write the JSON Schema of a kind of file",
		Long: "Write the JSON Schema (draft 2020-12) of a kind of file; without an argument, that of the collider files that \"fillet export\"\nwrites:\n\n" + list.String() + `
Editors complete and check files with it: docs/PROJECTS.md says how to set them up.`,
		Example: `  fillet schema -o fillet-colliders-1.schema.json
  fillet schema level -o .vscode/fillet-level.schema.json
  fillet schema | jq '."$defs".collider.required'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("%q is one argument too many: it takes one kind of file", args[1])
			}
			if len(args) == 1 && args[0] == "prefab" {
				args[0] = "level" // any level can be one
			}
			if len(args) == 1 && !slices.Contains(names, args[0]) {
				return fmt.Errorf("there is no schema %q; there are %s", args[0], strings.Join(names, ", "))
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			name := append(args, names[0])[0]
			i := slices.Index(names, name)
			return a.writeReport(out, all[i].Text)
		},
	}
	outputFlag(cmd, &out)
	return cmd
}
