package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"fillet/collision"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/strictyaml"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// rayCall is what a call of the command ray asks for.
type rayCall struct {
	from, to         pointFlag
	radius           float64
	all, triggers    bool
	source, out, fmt string
}

func (a *app) rayCommand() *cobra.Command {
	var call rayCall
	cmd := &cobra.Command{
		Use:   "ray LEVEL --from X,Y --to X,Y",
		Short: "List what a ray meets, or a circle that moves along it",
		Long: `Send a ray through the level from one point to another, in level pixels, and tell what it meets first: the collider, which of its
convex pieces, how far along the ray, where, and the outward normal there. With --radius a circle of that radius moves along the
ray. A game that asks its world gets the same answer: triggers let it through, and so do one-way colliders from their open sides.

A fraction is that of the whole ray: 0 is --from, 1 is --to. A ray that starts in a collider meets it at 0.`,
		Example: `  fillet ray cavern.level.yaml --from 16,100 --to 500,100
  fillet ray cavern.level.yaml --from 16,100 --to 500,100 --radius 8 --all -f json | jq '.hits[].id'`,
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
	f.Float64Var(&call.radius, "radius", 0, "of a circle that moves along the ray, in `pixels`")
	f.BoolVar(&call.all, "all", false, "list all that it would meet if nothing stopped it")
	f.BoolVar(&call.triggers, "triggers", false, "list triggers as well")
	formatFlag(cmd, &call.fmt)
	outputFlag(cmd, &call.out)
	before(cmd, func() error {
		switch {
		case !f.Changed("from") || !f.Changed("to"):
			return errors.New("where does the ray go? say --from X,Y and --to X,Y")
		case call.from == call.to:
			return fmt.Errorf("--from and --to are the same point, %s: a ray needs a direction", &call.from)
		case !(call.radius >= 0 && call.radius <= level.MaxCoordinate):
			return fmt.Errorf("--radius is %g; it is from 0 to %d", call.radius, int(level.MaxCoordinate))
		}
		return nil
	})
	return cmd
}

// pointFlag is the value of a flag that names a point of the level.
type pointFlag level.Vec

func (p *pointFlag) String() string {
	return string(strictyaml.AppendNumber(append(strictyaml.AppendNumber(nil, p.X), ','), p.Y))
}
func (p *pointFlag) Type() string { return "point" }

// Set reads a point such as 12,-3.5.
func (p *pointFlag) Set(s string) error {
	x, y, ok := strings.Cut(s, ",")
	if !ok {
		return errors.New("a point is two numbers with a comma between them, such as 120,64")
	}
	for i, text := range [2]string{x, y} {
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(math.Abs(v) <= level.MaxCoordinate) {
			return fmt.Errorf("%q is no number from %d to %d", text, -int(level.MaxCoordinate), int(level.MaxCoordinate))
		}
		*[2]*float64{&p.X, &p.Y}[i] = v
	}
	return nil
}

func (a *app) castRay(ctx context.Context, call rayCall) error {
	defer sparing(call.source)()
	res, _, err := a.read(ctx, call.source, importers.Options{})
	if err != nil {
		return err
	}
	w, colliders := level.NewWorld(res.Document.Snapshot())
	from, to := level.Vec(call.from), level.Vec(call.to)
	ray := collision.Ray{Origin: from, Dir: to.Sub(from), Max: 1, Radius: call.radius}
	query := collision.Query{Triggers: call.triggers}
	var hits []collision.BodyHit
	if call.all {
		hits = w.RaycastAll(ray, query)
	} else if hit, ok := w.Raycast(ray, query); ok {
		hits = append(hits, hit)
	}
	write := func(out io.Writer) error {
		if call.fmt == "json" {
			return rayJSON(out, hits, colliders, ray.Dir.Len())
		}
		return rayText(out, hits, colliders, ray.Dir.Len())
	}
	if call.out == "-" {
		err = write(a.stdout)
	} else {
		err = disk.WriteFileFrom(call.out, write)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return unreadable(err)
}

// rayJSON writes one line a hit.
func rayJSON(w io.Writer, hits []collision.BodyHit, colliders []*level.Collider, length float64) error {
	b := []byte(`{"hits": [`)
	for i, h := range hits {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "\n  {\"id\": %q, \"piece\": %d, \"fraction\": ", colliders[h.Key].ID, h.Shape)
		b = strictyaml.AppendNumber(b, h.T)
		b = append(b, `, "distance": `...)
		b = strictyaml.AppendNumber(b, float64(h.T*length))
		b = append(b, `, "point": `...)
		b = appendVec(b, h.Point)
		b = append(b, `, "normal": `...)
		b = appendVec(b, h.Normal)
		b = append(b, '}')
	}
	if len(hits) > 0 {
		b = append(b, '\n')
	}
	_, err := w.Write(append(b, "]}\n"...))
	return err
}

// rayText writes a table for people: numbers are rounded.
func rayText(w io.Writer, hits []collision.BodyHit, colliders []*level.Collider, length float64) error {
	if len(hits) == 0 {
		_, err := fmt.Fprintln(w, "it meets nothing")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "COLLIDER\tPIECE\tFRACTION\tDISTANCE\tPOINT\tNORMAL")
	for _, h := range hits {
		where := ""
		if h.T == 0 {
			where = "\tthe ray starts in it"
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t(%s, %s)\t(%s, %s)%s\n", named(colliders[h.Key]), h.Shape, short(h.T), short(float64(h.T*length)),
			short(h.Point.X), short(h.Point.Y), short(h.Normal.X), short(h.Normal.Y), where)
	}
	return t.Flush()
}
