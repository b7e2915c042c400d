package editor

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// filed is the expander of a level with a file, which prefab paths are relative to.
type filed interface {
	File(name string) string          // the absolute path of a prefab's file; empty if the level has no file
	Name(file string) (string, error) // the path of a prefab's file in the level
	Another() level.Expander          // an expander for another document in the level's place
}

// errUnsaved reports placing a prefab in a level without a file.
var errUnsaved = errors.New("save the level before placing prefabs in it")

// prefabNames returns a function that converts prefab paths of another level to paths in this one. Paths that cannot be
// converted stay unchanged.
func (s *Session) prefabNames(file func(name string) string) func(name string) string {
	here, ok := s.doc.Prefabs().(filed)
	return func(name string) string {
		if !ok || filepath.IsAbs(filepath.FromSlash(name)) {
			return name
		}
		at := file(name)
		if at == "" {
			return name
		}
		to, err := here.Name(at)
		if err != nil {
			return name
		}
		return to
	}
}

// renamePrefabs changes the prefab paths of a document.
func renamePrefabs(doc *level.Document, names func(string) string) error {
	var d level.Diff
	for _, i := range doc.Instances() {
		if to := names(i.Prefab); to != i.Prefab {
			after := *i
			after.Prefab = to
			d.Instances = append(d.Instances, level.Changed(i, &after))
		}
	}
	return doc.Apply(d)
}

// clipboardFrom is the start of a clipboard text's last line, which holds the folder that its prefab paths are relative
// to.
const clipboardFrom = "# prefabs are named from "

// namedFrom returns the line with the folder that prefab paths are relative to, or an empty string if it is unknown.
func (s *Session) namedFrom() string {
	p, ok := s.doc.Prefabs().(filed)
	if !ok || p.File("") == "" {
		return ""
	}
	return clipboardFrom + strconv.Quote(filepath.ToSlash(p.File(""))) + "\n"
}

// pastedFrom returns the folder that a clipboard text's prefab paths are relative to.
func pastedFrom(text string) (folder string, ok bool) {
	at := strings.LastIndex(text, "\n"+clipboardFrom)
	if at < 0 {
		return "", false
	}
	line, _, _ := strings.Cut(text[at+1+len(clipboardFrom):], "\n")
	folder, err := strconv.Unquote(strings.TrimSpace(line))
	folder = filepath.FromSlash(folder)
	return folder, err == nil && filepath.IsAbs(folder)
}

// takePrefabs gives the document of a clipboard text access to this level's prefabs and converts its paths.
func (s *Session) takePrefabs(from *level.Document, text string) error {
	if len(from.Instances()) == 0 {
		return nil
	}
	here, ok := s.doc.Prefabs().(filed)
	if !ok || here.File("") == "" {
		return errUnsaved
	}
	if folder, ok := pastedFrom(text); ok {
		names := s.prefabNames(func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) })
		if err := renamePrefabs(from, names); err != nil {
			return err
		}
	}
	from.UsePrefabs(here.Another())
	return nil
}

// mergedInstances returns the instances of another document as added to this level. The notes list instances that
// cannot be kept; their parts become shapes.
func (s *Session) mergedInstances(
	other *level.Document, layers map[level.LayerID]level.LayerID, groups map[level.GroupID]level.GroupID,
) (added []level.Change[level.Instance], here map[level.InstanceID]level.InstanceID, notes []string) {
	here = map[level.InstanceID]level.InstanceID{}
	there, _ := other.Prefabs().(filed)
	names := s.prefabNames(func(name string) string {
		if there == nil {
			return ""
		}
		return there.File(name)
	})
	for _, of := range other.Instances() {
		i := *of
		i.ID, i.Layer, i.GroupOf, i.Prefab = s.doc.NewInstanceID(), layers[of.Layer], groups[of.GroupOf],
			names(of.Prefab)
		if err := s.Instances().check(&i); err != nil && other.InstanceProblem(of.ID) == nil {
			notes = append(notes, fmt.Sprintf("%s was added as shapes instead of an instance: %v",
				quote.Excerpt(of.Label()), err))
			continue
		}
		added = append(added, level.Added(&i))
		here[of.ID] = i.ID
	}
	return added, here, notes
}
