//go:build !js

package main

import (
	"cmp"
	"context"
	"io"

	"fillet/importers"

	"github.com/spf13/cobra"
)

func (a *app) contactsCommand() *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "contacts LEVEL",
		Short: "List what touches what, with contact points and depths",
		Long: `List every pair of colliders that touch or overlap, sorted by their ids: solid, trigger or one-way, with
the contact manifolds in level space. Normals point from a to b; a separation is negative if they overlap. Each point
is halfway between the two surfaces, along the normal, as in Box2D. In a deep overlap it can be outside a shape.

A pair is overlapping, touching or triggered, as in the window, or expected: an overlap that the level ignores, static
neighbours of one imported file, a trigger that is only touched, or a one-way collider on its open side.`,
		Example: `  fillet contacts cavern.level.yaml
  fillet contacts world.colliders.yaml -f json | jq '.contacts[] | select(.kind == "trigger")'`,
		Args:              exactly("LEVEL"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.listContacts(cmd.Context(), args[0], format, out)
		},
	}
	formatFlag(cmd, &format)
	outputFlag(cmd, &out)
	a.rootFlag(cmd, "a foreign LEVEL names")
	return cmd
}

func (a *app) listContacts(ctx context.Context, src, format, out string) error {
	defer sparing(src)()
	res, losses, err := a.read(ctx, src, importers.Options{})
	if err != nil {
		return err
	}
	all := Contacts(ctx, res.Document.Snapshot())
	write := func(w io.Writer) error {
		if format == "json" {
			return ContactsJSON(w, all)
		}
		return ContactsText(w, all)
	}
	err = a.streamReport(out, write)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return cmp.Or(unreadable(err), lost(losses))
}
