//go:build !js

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"github.com/spf13/cobra"
)

func (a *app) contactsCommand() *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "contacts LEVEL",
		Short: "List contacts with their points and depths",
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
	a.rootFlag(cmd, "a foreign LEVEL")
	return cmd
}

func (a *app) listContacts(ctx context.Context, src, format, out string) error {
	defer sparing(src)()
	res, losses, err := a.read(ctx, src, false)
	if err != nil {
		return err
	}
	all := Contacts(ctx, res.Document.Snapshot())
	write := ContactsText
	if format == "json" {
		write = ContactsJSON
	}
	return cmp.Or(a.streamReport(ctx, out, func(w io.Writer) error { return write(w, all) }), lost(losses))
}

// rayCall holds the flags of the ray command.
type rayCall struct {
	from, to         pointFlag
	radius           float64
	all, triggers    bool
	as               string // name of a category
	source, out, fmt string
}

func (a *app) rayCommand() *cobra.Command {
	var call rayCall
	cmd := &cobra.Command{
		Use:   "ray LEVEL --from X,Y --to X,Y",
		Short: "Cast a ray or a circle",
		Long: `Cast a ray through the level from one point to another, in level pixels, and report the first hit: the
collider, which of its convex pieces (counted from 0), how far along the ray, where, and the outward normal there. With
--radius a circle of that radius moves along the ray. A game that asks its world gets the same answer: the ray passes
through triggers, and through one-way colliders from their open sides. The Ray tool of the window shows the same in the
level.

Fractions are of the whole ray: 0 is --from, 1 is --to. A ray that starts in a collider, or on it, hits it at 0.`,
		Example: `  fillet ray cavern.level.yaml --from 100,60 --to 500,60
  fillet ray cavern.level.yaml --from 100,60 --to 500,60 --radius 8 --all -f json | jq '.hits[].id'`,
		Args:              exactly("LEVEL"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			call.source = args[0]
			return a.castRay(cmd.Context(), call)
		},
	}
	f := cmd.Flags()
	f.Var(&call.from, "from", "where the ray starts, as `X,Y`")
	f.Var(&call.to, "to", "where it ends, as `X,Y`")
	f.Float64Var(&call.radius, "radius", 0, "the radius of a circle that moves along the ray, in `pixels`")
	f.BoolVar(&call.all, "all", false, "list all hits, not only the first")
	f.BoolVar(&call.triggers, "triggers", false, "also list triggers")
	f.StringVar(&call.as, "as", "", "hit only what this `category` collides with")
	formatFlag(cmd, &call.fmt)
	outputFlag(cmd, &call.out)
	before(cmd, func() error {
		switch {
		case !f.Changed("from") || !f.Changed("to"):
			return errors.New("no ray: use --from X,Y and --to X,Y")
		case call.from == call.to:
			return fmt.Errorf("--from and --to are the same point, %s: a ray needs a direction", &call.from)
		case !(call.radius >= 0 && call.radius <= level.MaxCoordinate):
			return fmt.Errorf("--radius is %g; it must be from 0 to %d", call.radius, int(level.MaxCoordinate))
		}
		return nil
	})
	a.rootFlag(cmd, "a foreign LEVEL")
	return cmd
}

// pointFlag is a flag value that holds a point of the level.
type pointFlag level.Vec

func (p *pointFlag) String() string {
	return string(strictyaml.AppendNumber(append(strictyaml.AppendNumber(nil, p.X), ','), p.Y))
}
func (p *pointFlag) Type() string { return "point" }

// Set parses a point such as 12,-3.5.
func (p *pointFlag) Set(s string) error {
	x, y, ok := strings.Cut(s, ",")
	if !ok {
		return errors.New("a point is two numbers with a comma between them, such as 120,64")
	}
	for i, text := range [2]string{x, y} {
		v, err := parseNumber(strings.TrimSpace(text))
		if err != nil || !(math.Abs(v) <= level.MaxCoordinate) {
			return fmt.Errorf("%q is not a number from %d to %d", text, -int(level.MaxCoordinate),
				int(level.MaxCoordinate))
		}
		*[2]*float64{&p.X, &p.Y}[i] = v
	}
	return nil
}

func (a *app) castRay(ctx context.Context, call rayCall) error {
	defer sparing(call.source)()
	res, losses, err := a.read(ctx, call.source, false)
	if err != nil {
		return err
	}
	filter, ok := contacts.FilterOf(call.as, res.Document.Settings())
	if !ok {
		return &codeError{exitUsage, fmt.Errorf("--as: the level has no category %q; it has %s", quote.Excerpt(call.as),
			strings.Join(res.Document.Settings().Categories, ", "))}
	}
	w, colliders := level.NewWorld(res.Document.Snapshot())
	ray := contacts.Ray{
		From: level.Vec(call.from), To: level.Vec(call.to), Radius: call.radius, All: call.all,
		Query: collision.Query{Triggers: call.triggers, Filter: filter},
	}
	hits, err := ray.Cast(w, func(k collision.Key) *level.Collider { return colliders[k] })
	if err != nil {
		return err
	}
	write := RayText
	if call.fmt == "json" {
		write = RayJSON
	}
	return cmp.Or(a.streamReport(ctx, call.out, func(w io.Writer) error { return write(w, hits) }), lost(losses))
}
