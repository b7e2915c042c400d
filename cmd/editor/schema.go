package main

import (
	"fillet/assets/schema"

	"github.com/spf13/cobra"
)

func (a *app) schemaCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Write the JSON Schema of exported collider files",
		Long:  "Write the JSON Schema (draft 2020-12) of the collider files that \"fillet export\" writes as JSON or YAML.",
		Example: `  fillet schema -o fillet-colliders-1.schema.json
  fillet schema | jq '."$defs".collider.required'`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return a.writeReport(out, schema.Colliders) },
	}
	outputFlag(cmd, &out)
	return cmd
}
