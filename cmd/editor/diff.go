//go:build !js

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"

	"github.com/spf13/cobra"
)

// diffCall holds the flags of the diff command.
type diffCall struct {
	format, out string
	width       int
	theme       string
	git         bool
}

func (a *app) diffCommand() *cobra.Command {
	var call diffCall
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two levels",
		Long: `List the shapes that were added, removed, moved, reshaped, renamed, retagged, reordered or moved to
another layer from level A to level B, and all other changes, key by key. Shapes are matched by their ids.

A picture shows both levels: removed shapes with a red dashed outline, added ones in green, moved or reshaped ones in
amber with a dashed ghost of the old shape, and the rest dimmed.

For two folders or projects, levels with the same path are compared, and levels that are only in one are listed.
For pictures, -o is then a folder.

--git takes the arguments that git passes to a diff driver, and always exits with 0; "fillet git-setup" installs it.

Exit codes: 0 no differences; 1 differences; 2 usage error; 3 a file could not be read.`,
		Example: `  fillet diff old.level.yaml new.level.yaml
  fillet diff old.level.yaml new.level.yaml -f json
  fillet diff old.level.yaml new.level.yaml -o changes.png --width 1600
  git show HEAD~1:cavern.level.yaml | fillet diff - cavern.level.yaml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if call.git {
				return gitDiffArgs(args)
			}
			return exactly("A", "B")(cmd, args)
		},
		ValidArgsFunction: completeFiles(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if call.format == "" {
				call.format = "text"
				if ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(call.out)),
					"."); slices.Contains([]string{"json", "svg", "png"}, ext) {
					call.format = ext
				}
			}
			if call.git {
				return comparing{a}.gitDiff(cmd.Context(), args, call)
			}
			if IsMany(args[0]) || IsMany(args[1]) {
				return comparing{a}.diffMany(cmd.Context(), args[0], args[1], call)
			}
			return comparing{a}.diff(cmd.Context(), args[0], args[1], call)
		},
	}
	f := cmd.Flags()
	wordFlag(cmd, &call.format, "format", "f", "text, json, svg or png (default: by the output's name, else text)",
		"text", "json", "svg", "png")
	outputFlag(cmd, &call.out)
	widthFlag(cmd, &call.width)
	themeFlag(cmd, &call.theme)
	a.rootFlag(cmd, "a foreign A or B")
	f.BoolVar(&call.git, "git", false, "take git's arguments: path old-file old-hex old-mode new-file new-hex new-mode")
	return cmd
}

// gitDiffArgs checks the arguments that git passes to a diff driver: for a file in conflict only the path, otherwise
// both versions. If the file was renamed, the new path and the similarity follow.
func gitDiffArgs(args []string) error {
	if n := len(args); n == 1 || n == 7 || n == 9 {
		return nil
	}
	return fmt.Errorf("--git takes 7 arguments, or 9 for a renamed file, not %d", len(args))
}

// comparing is the app with the methods of the diff command.
type comparing struct{ *app }

func (a comparing) diff(ctx context.Context, old, after string, call diffCall) error {
	if old == "-" && after == "-" {
		return errors.New("only one of the two can be standard input")
	}
	x, y, err := a.diffSides(ctx, old, after)
	if err != nil {
		return err
	}
	d := level.Compare(x, y)
	data, err := a.showDifference(d, x, y, old, after, call)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", after, err))
	}
	if err := a.writeReport(call.out, data); err != nil {
		return err
	}
	if d.IsEmpty() {
		return nil
	}
	return lost(1)
}

// diffSides reads the levels to compare.
func (a comparing) diffSides(ctx context.Context, old, after string) (x, y *level.Document, err error) {
	from, _, err := a.read(ctx, old, false)
	if err != nil {
		return nil, nil, err
	}
	to, _, err := a.read(ctx, after, false)
	if err != nil {
		return nil, nil, err
	}
	return from.Document, to.Document, nil
}

// showDifference encodes a difference in the requested format.
func (a comparing) showDifference(
	d *level.Difference, x, y *level.Document, nameX, nameY string, call diffCall,
) ([]byte, error) {
	switch call.format {
	case "json":
		return DifferenceJSON(d, nameX, nameY)
	case "svg", "png":
		scene, err := differencePicture(d, x, y, pictureOptions{width: call.width, theme: call.theme})
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = scene.Encode(&b, call.format == "svg")
		return b.Bytes(), err
	}
	return DifferenceText(d, nameX, nameY), nil
}

// gitDiff runs diff as git calls it. It does not fail on invalid files, because git would then abort its whole diff.
func (a comparing) gitDiff(ctx context.Context, args []string, call diffCall) error {
	path := args[0]
	if len(args) == 1 {
		tell(a.stdout, "* %s is in conflict and not merged yet", path)
		return nil
	}
	newPath := path
	if len(args) == 9 {
		newPath = args[7]
	}
	var docs [2]*level.Document
	for i, file := range []string{args[1], args[4]} {
		doc, err := merging(a).mergeSide(ctx, file, "base", "") // an empty file means no file, like the base of a merge
		if err != nil {
			tell(a.stdout, "--- a/%s", path)
			tell(a.stdout, "+++ b/%s", newPath)
			tell(a.stdout, "cannot compare these versions: %v", err)
			return nil
		}
		docs[i] = doc
	}
	d := level.Compare(docs[0], docs[1])
	name := func(prefix, path, file string) string {
		if isNull(file) {
			return "/dev/null"
		}
		return prefix + path
	}
	if isNull(args[1]) || isNull(args[4]) {
		d.Settings = nil // all settings are new, or all are gone
	}
	data, err := a.showDifference(d, docs[0], docs[1], name("a/", path, args[1]), name("b/", newPath, args[4]), call)
	if err != nil {
		tell(a.stdout, "%s: %v", path, err)
		return nil
	}
	return a.writeReport(call.out, data)
}

// differencePicture draws both levels, with unchanged colliders dimmed and the differences on top.
func differencePicture(d *level.Difference, a, b *level.Document, opts pictureOptions) (*render.Scene, error) {
	after := b.Snapshot()
	cam, err := cameraFor(render.LevelBounds(a.Snapshot()).Union(render.LevelBounds(after)), opts.width)
	if err != nil {
		return nil, err
	}
	scene := render.LevelScene(after, cam, themeOf(opts))
	differs := map[level.ID]bool{}
	all := slices.Concat(d.Colliders, level.CompareParts(a, b))
	for i := range all {
		if c := all[i].After; c != nil {
			differs[c.ID] = true
		}
	}
	scene.Items = slices.DeleteFunc(scene.Items, func(i render.Item) bool { return differs[i.Collider.ID] })
	for i := range scene.Items {
		scene.Items[i].Dimmed = true
	}
	drawn := map[string]bool{}
	for i := range all {
		r := &all[i]
		switch {
		case r.Has(level.RemovedChange):
			drawn["removed"] = true
			outline(scene, a, r.Before, overlay.Danger, true)
		case r.Has(level.AddedChange):
			drawn["added"] = true
			outline(scene, b, r.After, overlay.OneWay, false)
		case r.Has(level.MovedChange) || r.Has(level.ReshapedChange):
			drawn["moved"] = true
			outline(scene, b, r.After, overlay.Warn, false)
			outline(scene, a, r.Before, overlay.Bright, true)
			if from, to := middle(a, r.Before), middle(b, r.After); from.Dist(to)*scene.Camera.Zoom > 24 {
				scene.Overlays = append(scene.Overlays, overlay.Arrow{
					From: from, To: to, Ink: overlay.Warn, Width: 1.5,
				})
			}
		default:
			drawn["changed"] = true
			outline(scene, b, r.After, overlay.Accent, false)
		}
	}
	for i := range d.Instances {
		markInstance(scene, &d.Instances[i], a, b, drawn)
	}
	legend(scene, drawn)
	return scene, nil
}

// markInstance marks a changed instance that has no parts to draw.
func markInstance(scene *render.Scene, r *level.RecordChange, a, b *level.Document, drawn map[string]bool) {
	id, err := level.ParseInstanceID(r.ID)
	if err != nil || len(a.Parts(id))+len(b.Parts(id)) > 0 {
		return
	}
	mark := func(doc *level.Document, key string, ink overlay.Ink) {
		if i := doc.Instance(id); i != nil {
			drawn[key] = true
			scene.Overlays = append(scene.Overlays, overlay.Handle{At: i.Position, Form: overlay.CrossHandle, Ink: ink})
		}
	}
	switch {
	case r.Has(level.RemovedChange):
		mark(a, "removed", overlay.Danger)
	case r.Has(level.AddedChange):
		mark(b, "added", overlay.OneWay)
	case r.Has(level.MovedChange):
		mark(a, "moved", overlay.Bright)
		mark(b, "moved", overlay.Warn)
	default:
		mark(b, "changed", overlay.Accent)
	}
}

// outline draws the outline of a collider, or a marker if it has none.
func outline(scene *render.Scene, doc *level.Document, c *level.Collider, ink overlay.Ink, dashed bool) {
	if c.Shape.Kind == level.Point {
		scene.Overlays = append(scene.Overlays, overlay.Handle{At: c.Position, Form: overlay.CrossHandle, Ink: ink})
		return
	}
	scene.Overlays = append(scene.Overlays, overlay.Outline{
		Boundary: doc.Baked(c.ID).Boundary(), At: c.Transform(), Ink: ink, Width: 2, Dashed: dashed, Fill: !dashed,
	})
}

func middle(doc *level.Document, c *level.Collider) level.Vec {
	if c.Shape.Kind == level.Point {
		return c.Position
	}
	return c.Transform().Apply(doc.Baked(c.ID).Bounds.Center())
}

// legend explains the colours of the picture, in the upper left corner.
func legend(scene *render.Scene, drawn map[string]bool) {
	const line = 22 // pixels
	at := func(x, y float64) level.Vec { return scene.Camera.ToLevel(level.Vec{X: x, Y: y}) }
	y := 16.0
	add := func(text string, ink overlay.Ink, dashed bool) {
		scene.Overlays = append(scene.Overlays,
			overlay.Box{
				Bounds: collision.AABB{Min: at(12, y-6), Max: at(32, y+6)}, Ink: ink, Width: 2, Dashed: dashed,
				Fill: !dashed,
			},
			overlay.Label{At: at(40, y), Text: text, Ink: ink})
		y += line
	}
	for _, e := range []struct {
		key, text string
		ink       overlay.Ink
		dashed    bool
	}{
		{"added", "added", overlay.OneWay, false},
		{"removed", "removed", overlay.Danger, true},
		{"moved", "moved or reshaped", overlay.Warn, false},
		{"moved", "before", overlay.Bright, true},
		{"changed", "other changes", overlay.Accent, false},
	} {
		if drawn[e.key] {
			add(e.text, e.ink, e.dashed)
		}
	}
	if len(drawn) == 0 {
		add("no shape differs", overlay.Muted, true)
	}
}
