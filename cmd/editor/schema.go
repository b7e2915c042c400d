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
		Long: "Write the JSON Schema (draft 2020-12) of a kind of file; by default, of the collider files that " +
			"\"fillet export\" writes:\n\n" + list.String() + `
Editors use it to complete and check files: docs/PROJECTS.md shows how to set them up.`,
		Example: `  fillet schema -o fillet-colliders-1.schema.json
  fillet schema level -o .vscode/fillet-level.schema.json
  fillet schema | jq '."$defs".collider.required'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("unexpected argument %q: the command takes one kind of file", args[1])
			}
			if len(args) == 1 && args[0] == "prefab" {
				args[0] = "level" // any level can be one
			}
			if len(args) == 1 && !slices.Contains(names, args[0]) {
				return fmt.Errorf("unknown schema %q; the schemas are %s", args[0], strings.Join(names, ", "))
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
