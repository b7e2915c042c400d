//go:build !js

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// mergeCall holds the flags of the merge command.
type mergeCall struct {
	out, path     string
	resolve       bool
	take, id, key string
	nth           int
	exists        func(path string) bool // whether a file exists after the merge; nil: on disk
}

func (a *app) mergeCommand() *cobra.Command {
	var call mergeCall
	cmd := &cobra.Command{
		Use:   "merge BASE OURS THEIRS [-o OUT]",
		Short: "Merge two versions of a level, or resolve its conflicts",
		Long: `Merge the changes that OURS and THEIRS have made to BASE, shape by shape and key by key. A change on one
side is merged. Different changes to the same key are a conflict: the merged level keeps ours, and the conflict is
listed on standard error with both values. The merged level opens like any other and keeps its conflicts until they are
resolved, in the window or with --resolve.

An empty BASE means that both sides added the file. "fillet git-setup" makes git use this command.

Given three folders, the command merges the levels with the same path, into the folder -o or else into OURS. A level
that one side deleted is removed if the other side did not change it; otherwise it is kept and is a conflict. Project
files are merged key by key; if both sides changed a key differently, ours is kept and the conflict is listed. Other
files are not touched.

As git's merge driver, the command falls back to a text merge with conflict markers if one of the three cannot be read
as a level.

Exit codes: 0 merged, or resolved; 1 conflicts; 2 usage error; 3 a file could not be read or written.`,
		Example: `  fillet merge base.level.yaml mine.level.yaml theirs.level.yaml -o merged.level.yaml
  fillet merge --resolve cavern.level.yaml                              # lists the conflicts
  fillet merge --resolve cavern.level.yaml --take theirs                # resolves all of them
  fillet merge --resolve cavern.level.yaml --take ours --id c25 --key position
  fillet merge --resolve cavern.level.yaml --take theirs --id c25 --key position --nth 2  # the second one there`,
		Args: func(cmd *cobra.Command, args []string) error {
			if call.resolve {
				return exactly("FILE")(cmd, args)
			}
			return exactly("BASE", "OURS", "THEIRS")(cmd, args)
		},
		ValidArgsFunction: completeFiles(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			if call.resolve {
				if cmd.Flags().Changed("nth") && call.nth < 1 {
					return errors.New("--nth counts from 1")
				}
				return merging{a}.resolve(args[0], call)
			}
			if call.take != "" || call.id != "" || call.key != "" || cmd.Flags().Changed("nth") {
				return errors.New("--take, --id, --key and --nth are for --resolve")
			}
			if slices.ContainsFunc(args, IsFolder) {
				return merging{a}.mergeMany(cmd.Context(), args[0], args[1], args[2], call)
			}
			return merging{a}.merge(cmd.Context(), args[0], args[1], args[2], call)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&call.out, "output", "o", "",
		"the level `file` to write, or - for standard output (default: OURS, or FILE itself)")
	f.StringVar(&call.path, "path", "", "the `name` of the level, if the three are temporary files")
	f.BoolVar(&call.resolve, "resolve", false, "resolve conflicts of a merged FILE; without --take, list them")
	wordFlag(cmd, &call.take, "take", "", "with --resolve: the `side` to take, ours or theirs", "ours", "theirs")
	f.StringVar(&call.id, "id", "",
		"with --resolve: only conflicts with this `id`: a shape's, a layer's, or level for the settings")
	f.StringVar(&call.key, "key", "", "with --resolve: only conflicts of this `key`")
	f.IntVar(&call.nth, "nth", 0, "with --resolve: only the `N`th of several conflicts of one shape and key")
	a.rootFlag(cmd, "foreign levels")
	return cmd
}

// merging is the app with the methods of the merge command.
type merging struct{ *app }

func (a merging) merge(ctx context.Context, base, ours, theirs string, call mergeCall) error {
	out := call.out
	if out == "" {
		if info, err := os.Stat(ours); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a regular file: name the output with -o", ours)
		}
		out = ours
	}
	stdin := 0
	for _, name := range []string{base, ours, theirs} {
		if name == "-" {
			stdin++
		}
	}
	switch {
	case stdin > 1:
		return errors.New("only one of the three can be standard input")
	case out != "-" && !samePath(out, ours) && (samePath(out, base) || samePath(out, theirs)):
		return fmt.Errorf("the output would overwrite the input %s", out)
	}
	var docs [3]*level.Document
	for i, name := range []string{base, ours, theirs} {
		doc, err := a.mergeSide(ctx, name, []string{"base", "ours", "theirs"}[i], call.path)
		switch {
		case err != nil && call.path != "" && out == ours:
			return a.mergeText(ctx, base, ours, theirs, call.path, err)
		case err != nil:
			return unreadable(err)
		}
		a.report(importers.Warnings(doc))
		docs[i] = doc
	}
	if err := ctx.Err(); err != nil {
		return unreadable(err)
	}
	name := cmp.Or(call.path, out)
	r, err := level.Merge(docs[0], docs[1], docs[2])
	if err == nil {
		err = a.followPrefabs(ctx, name, [3]string{base, ours, theirs}, call, r.Document, docs)
	}
	switch {
	case err != nil && call.path != "" && out == ours:
		return a.mergeText(ctx, base, ours, theirs, call.path, err)
	case err != nil:
		return unreadable(err)
	}
	data, err := level.Marshal(r.Document)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", out, err))
	}
	if !holds(out, data) {
		if err := a.write(out, data); err != nil {
			return err
		}
	}
	label := labels(docs[1], docs[2], docs[0])
	listed(len(r.Conflicts), a.stderr, func(i int) string {
		return fmt.Sprintf("conflict: %s: %s", name, level.SayConflict(r.Conflicts[i], label(r.Conflicts[i])))
	})
	a.notes(name, r.Notes)
	if old := len(r.Document.Settings().Conflicts) - len(r.Conflicts); old > 0 {
		a.notes(name, []string{quote.Count(old, "unresolved conflict") + " from an earlier merge"})
	}
	if n := len(r.Conflicts); n > 0 {
		tell(a.stderr, "%s: %s to resolve: open it in the window, or run %s merge --resolve %s --take ours|theirs",
			name, quote.Count(n, "conflict"), a.name, name)
	}
	return lost(len(r.Conflicts))
}

// followPrefabs points instances of a merged level to renamed prefabs, and warns about prefabs that do not exist.
func (a merging) followPrefabs(
	ctx context.Context, name string, files [3]string, call mergeCall, merged *level.Document, docs [3]*level.Document,
) error {
	if name == "-" || len(merged.Instances()) == 0 {
		return nil
	}
	isThere := mayExist
	switch {
	case call.path != "":
		isThere = newGitMerge(ctx, call.path, files, docs).exists
	case call.exists != nil:
		isThere = call.exists
	}
	exists := prefabsBeside(name, isThere)
	notes, err := level.FollowRenames(merged, docs[0], docs[1], docs[2], exists)
	if err != nil {
		return err
	}
	a.notes(name, notes)
	a.warnMissing(name, merged, exists)
	return nil
}

// prefabsBeside returns a function that reports whether a prefab of the level at path exists, and caches the answers of
// isThere.
func prefabsBeside(path string, isThere func(path string) bool) func(prefab string) bool {
	known := map[string]bool{}
	return func(prefab string) bool {
		found, ok := known[prefab]
		if !ok {
			found = isThere(filepath.Join(filepath.Dir(path), filepath.FromSlash(prefab)))
			known[prefab] = found
		}
		return found
	}
}

// warnMissing warns once about each prefab of a level that does not exist.
func (a merging) warnMissing(name string, doc *level.Document, exists func(prefab string) bool) {
	warned := map[string]bool{}
	for _, i := range doc.Instances() {
		if !warned[i.Prefab] && !exists(i.Prefab) {
			warned[i.Prefab] = true
			tell(a.stderr, "warning: %s: %v uses the prefab %s, which does not exist", name, i.ID,
				quote.Printable(i.Prefab))
		}
	}
}

// mayExist reports whether a path may lead to a file. Unlike exists, it also returns true if it cannot find out.
func mayExist(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// mergeText merges the levels as text with git if one of them cannot be read, and always leaves a conflict. If it left
// ours unchanged, a commit would silently drop theirs.
func (a merging) mergeText(ctx context.Context, base, ours, theirs, path string, why error) error {
	git := exec.CommandContext(ctx, "git", "merge-file", "-L", "ours", "-L", "base", "-L", "theirs", "--", ours, base,
		theirs)
	git.Stderr = a.stderr
	err := git.Run()
	var ended *exec.ExitError
	if err != nil && (!errors.As(err, &ended) || ended.ExitCode() < 0 || ended.ExitCode() > 127) {
		return &codeError{exitNoMerge, fmt.Errorf("%s: %w; nor can git merge its text: %w", path, why, err)}
	}
	tell(a.stderr, "%s: %v", a.name, why)
	tell(a.stderr, "%s: it could not be merged as a level, so git merged it as text: check that it has the changes "+
		"of both sides before you commit it", path)
	return &codeError{exitLoss, errReported}
}

// listed prints n lines up to a limit, and counts the rest.
func listed(n int, to io.Writer, line func(i int) string) {
	const limit = 10_000
	for i := range min(n, limit) {
		tell(to, "%s", line(i))
	}
	if n > limit {
		fmt.Fprintf(to, "and %d more\n", n-limit)
	}
}

// notes reports notes, unless --quiet is set.
func (a *app) notes(name string, notes []string) {
	for _, n := range notes {
		a.note("note: %s: %s", name, n)
	}
}

// holds reports whether a file already has the given contents.
func holds(path string, data []byte) bool {
	info, err := os.Lstat(path)
	if path == "-" || err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(data)) {
		return false
	}
	there, err := os.ReadFile(path)
	return err == nil && bytes.Equal(there, data)
}

// mergeSide reads one of the three levels of a merge. If path is set, it is the level that all three are versions of,
// and messages call this one "path (as)". References to other files are not changed: they are relative to path,
// wherever this copy is.
func (a merging) mergeSide(ctx context.Context, file, as, path string) (*level.Document, error) {
	name := file
	if path != "" {
		name = fmt.Sprintf("%s (%s)", path, as)
	}
	if as == "base" && isEmpty(file) {
		s := level.DefaultSettings()
		s.Name = ""
		return level.NewDocument(s)
	}
	src, imp, closer, err := a.importers.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = closer.Close() }() // nothing was written
	if imp == nil {
		return level.Parse(src.Data, name)
	}
	res, err := imp.Import(ctx, src, importers.Options{Pictures: true})
	if err != nil {
		return nil, rooted(err)
	}
	a.report(pointed(file, res))
	return res.Document, relateSources(res.Document, file, cmp.Or(path, file))
}

// isEmpty reports whether a file represents a missing one: git passes an empty file or the null device.
func isEmpty(file string) bool {
	if isNull(file) {
		return true
	}
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Size() == 0
}

// isNull reports whether a name is the null device's, either as git writes it on every system or as this system does.
func isNull(file string) bool {
	return file == "/dev/null" || strings.EqualFold(file, os.DevNull)
}

// labels returns a function that labels the records of conflicts. It looks in the first of the levels that has the
// record.
func labels(docs ...*level.Document) func(level.Conflict) string {
	return func(c level.Conflict) string {
		for _, doc := range docs {
			if o := doc.Collider(c.Collider()); o != nil {
				return o.Label()
			}
			if l := doc.Layer(c.Layer()); l != nil {
				return l.Name
			}
		}
		return ""
	}
}

// countedConflicts returns, for each conflict, its number among the conflicts of the same record and key, and their
// total.
func countedConflicts(list []level.Conflict) (nth, many []int) {
	type recordKey struct{ id, key string }
	counts := map[recordKey]int{}
	for _, c := range list {
		k := recordKey{c.ID, c.Key}
		counts[k]++
		nth = append(nth, counts[k])
	}
	for _, c := range list {
		many = append(many, counts[recordKey{c.ID, c.Key}])
	}
	return nth, many
}

// resolve settles conflicts of a merged level, or lists them.
func (a merging) resolve(file string, call mergeCall) error {
	src, imp, closer, err := a.importers.Open(file)
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = closer.Close() }() // nothing was written
	if imp != nil {
		return fmt.Errorf("%s is not a level file: it has no conflicts", file)
	}
	doc, err := level.Parse(src.Data, file)
	if err != nil {
		return unreadable(err)
	}
	side := level.Ours
	if call.take == "theirs" {
		side = level.Theirs
	}
	all := doc.Undecided()
	label := labels(doc)
	nth, many := countedConflicts(all)
	var chosen []level.ConflictChoice
	for i, c := range all {
		if (call.id == "" || c.ID == call.id) && (call.key == "" || c.Key == call.key) &&
			(call.nth == 0 || nth[i] == call.nth) {
			chosen = append(chosen, level.ConflictChoice{Conflict: i, Side: side})
		}
	}
	switch {
	case len(all) == 0:
		a.notes(file, []string{"no conflicts"})
		return nil
	case len(chosen) == 0:
		return fmt.Errorf("%s: no conflict matches --id, --key and --nth", file)
	case call.take == "":
		listed(len(chosen), a.stdout, func(i int) string {
			k := chosen[i].Conflict
			c := all[k]
			line := level.SayConflict(c, label(c))
			if many[k] > 1 {
				line += fmt.Sprintf(" (%d of %d)", nth[k], many[k])
			}
			return line
		})
		return lost(len(chosen))
	}
	s := level.Settle(doc, chosen)
	listed(len(s.Left), a.stderr, func(i int) string { return "conflict: " + file + ": " + s.Left[i] })
	a.notes(file, s.Notes)
	if err := doc.Apply(s.Diff); err != nil {
		return unreadable(fmt.Errorf("%s: the choices contradict each other: %w", file, err))
	}
	if err := a.writeLevel(nil, cmp.Or(call.out, file), doc); err != nil {
		return err
	}
	if n := len(doc.Settings().Conflicts); n > 0 {
		a.note("note: %s: %s left", filepath.Base(file), quote.Count(n, "unresolved conflict"))
	}
	return lost(len(s.Left))
}

// mergeProjects merges the project files of three folders key by key into a fourth. A project file cannot hold
// conflicts: if the sides changed a value differently, it uses ours and reports both values.
func (a merging) mergeProjects(base, ours, theirs, out string) error {
	var all [3]*project.Project
	for i, dir := range []string{base, ours, theirs} {
		if !project.IsProject(dir) {
			continue
		}
		p, err := project.Open(dir)
		if err != nil {
			return unreadable(err)
		}
		all[i] = p
	}
	b, o, t := all[0], all[1], all[2]
	from := func(dir string) string { return filepath.Join(dir, disk.ProjectFile) }
	to := from(out)
	switch same := func(p, q *project.Project) bool {
		return p != nil && q != nil && bytes.Equal(p.Marshal(), q.Marshal())
	}; {
	case o == nil && t == nil:
		return nil
	case o == nil && same(b, t), t == nil && same(b, o): // one side deleted it
		if t == nil && samePath(from(ours), to) {
			return unreadable(os.Remove(to))
		}
		return nil
	case o == nil || t == nil:
		dir := ours
		if o == nil {
			dir = theirs
		}
		if err := a.copyProject(from(dir), to); err != nil || b == nil {
			return err
		}
		who := map[bool]string{true: "ours", false: "theirs"}[o == nil]
		tell(a.stderr, "conflict: %s: %s deleted it, but the other side changed it; it is kept", to, who)
		return lost(1)
	case same(o, t), same(b, t):
		return a.copyProject(from(ours), to)
	case same(b, o):
		return a.copyProject(from(theirs), to)
	}
	m := projectMerge{}
	merged, err := m.of(cmp.Or(b, &project.Project{}), o, t)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", to, err))
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return unreadable(err)
	}
	if data := merged.Marshal(); !holds(to, data) {
		if err := a.write(to, data); err != nil {
			return err
		}
	}
	listed(len(m.conflicts), a.stderr, func(i int) string {
		return fmt.Sprintf("conflict: %s: %s", to, m.conflicts[i].What())
	})
	if n := len(m.conflicts); n > 0 {
		tell(a.stderr, "%s: conflicts keep ours: edit the file to use theirs", to)
	}
	return lost(len(m.conflicts))
}

func (a merging) copyProject(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return unreadable(err)
	}
	return a.copyLevel(from, to)
}

// projectMerge merges three project files.
type projectMerge struct{ conflicts []level.Conflict }

func (m *projectMerge) of(base, ours, theirs *project.Project) (*project.Project, error) {
	out := *ours
	out.Materials = m.materials(base.Materials, ours.Materials, theirs.Materials)
	out.Import = project.ImportRules{
		Mode:    mergeKey(m, "import.mode", base.Import.Mode, ours.Import.Mode, theirs.Import.Mode),
		Mapping: mergeKey(m, "import.mapping", base.Import.Mapping, ours.Import.Mapping, theirs.Import.Mapping),
	}
	out.Levels = level.MergeTags(base.Levels, ours.Levels, theirs.Levels)
	out.Prefabs = level.MergeTags(base.Prefabs, ours.Prefabs, theirs.Prefabs)
	out.Tiles = level.MergeTags(base.Tiles, ours.Tiles, theirs.Tiles)
	var docs [3]*level.Document
	for i, p := range []*project.Project{base, ours, theirs} { // levels have the remaining keys too and can merge them
		s := level.DefaultSettings()
		s.Name, s.Categories, s.Exports = p.Name, p.Categories, p.Exports
		s.PixelsPerMetre = cmp.Or(p.PixelsPerMetre, s.PixelsPerMetre)
		s.Grid = *cmp.Or(p.Grid, &s.Grid)
		s.Playtest = *cmp.Or(p.Playtest, &s.Playtest)
		var err error
		if docs[i], err = level.NewDocument(s); err != nil {
			return nil, err
		}
	}
	r, err := level.Merge(docs[0], docs[1], docs[2])
	if err != nil {
		return nil, err
	}
	m.conflicts = append(m.conflicts, r.Conflicts...)
	s := r.Document.Settings()
	out.Name, out.Categories, out.Exports = s.Name, s.Categories, s.Exports
	isSet := func(has func(*project.Project) bool) bool {
		b, o, t := has(base), has(ours), has(theirs)
		return o && t || (o || t) && !b
	}
	out.PixelsPerMetre, out.Grid, out.Playtest = 0, nil, nil
	if isSet(func(p *project.Project) bool { return p.PixelsPerMetre != 0 }) {
		out.PixelsPerMetre = s.PixelsPerMetre
	}
	if isSet(func(p *project.Project) bool { return p.Grid != nil }) {
		out.Grid = &s.Grid
	}
	if isSet(func(p *project.Project) bool { return p.Playtest != nil }) {
		out.Playtest = &s.Playtest
	}
	return &out, out.Check()
}

// mergeKey merges the values of a key.
func mergeKey[T comparable](m *projectMerge, key string, base, ours, theirs T) T {
	switch {
	case ours == theirs || base == theirs:
		return ours
	case base == ours:
		return theirs
	}
	m.conflicts = append(m.conflicts, level.Conflict{
		Key: key, Base: fmt.Sprint(base), Ours: fmt.Sprint(ours), Theirs: fmt.Sprint(theirs),
	})
	return ours
}

// materials merges materials by name, number by number.
func (m *projectMerge) materials(base, ours, theirs []project.Material) []project.Material {
	of := func(list []project.Material, name string) *project.Material {
		if i := slices.IndexFunc(list, func(x project.Material) bool { return x.Name == name }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	var out []project.Material
	for _, x := range slices.Concat(ours, theirs) {
		b, o, t := of(base, x.Name), of(ours, x.Name), of(theirs, x.Name)
		conflict := level.Conflict{
			Key: "materials." + x.Name, Base: materialText(b), Ours: materialText(o), Theirs: materialText(t),
		}
		switch {
		case of(out, x.Name) != nil:
		case o != nil && t != nil:
			from := cmp.Or(b, &project.Material{Friction: level.DefaultFriction, Density: level.DefaultDensity})
			out = append(out, project.Material{
				Name:        x.Name,
				Friction:    mergeKey(m, conflict.Key+".friction", from.Friction, o.Friction, t.Friction),
				Restitution: mergeKey(m, conflict.Key+".restitution", from.Restitution, o.Restitution, t.Restitution),
				Density:     mergeKey(m, conflict.Key+".density", from.Density, o.Density, t.Density),
			})
		case b == nil:
			out = append(out, x)
		case *b != x: // deleted on one side, changed on the other
			m.conflicts = append(m.conflicts, conflict)
			if o != nil {
				out = append(out, x)
			}
		}
	}
	return out
}

// materialText formats a material for messages. It returns "" for nil.
func materialText(m *project.Material) string {
	if m == nil {
		return ""
	}
	return fmt.Sprintf("{friction: %g, restitution: %g, density: %g}", m.Friction, m.Restitution, m.Density)
}
