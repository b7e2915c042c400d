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

// filed is an expander of a level that lies in a file, from which it names its prefabs.
type filed interface {
	File(name string) string          // the absolute path of a prefab's file; empty where the level lies nowhere
	Name(file string) (string, error) // how the level names a prefab's file
	Another() level.Expander          // for another document in the level's place
}

// errUnsaved is the error of placing a prefab in a level that is in no file.
var errUnsaved = errors.New("the level has to be saved before prefabs can be placed in it")

// prefabNames is how a level names the prefabs of another one. Where that cannot be worked out they keep their names.
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

// renamePrefabs has a document name its prefabs otherwise.
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

// clipboardFrom begins the last line of a clipboard's text, which says from which file it names prefabs.
const clipboardFrom = "# prefabs are named from "

// namedFrom is the line that says from where a level's prefabs are named; empty where nobody knows.
func (s *Session) namedFrom() string {
	p, ok := s.doc.Prefabs().(filed)
	if !ok || p.File("") == "" {
		return ""
	}
	return clipboardFrom + strconv.Quote(filepath.ToSlash(p.File(""))) + "\n"
}

// pastedFrom is the folder that a clipboard's text says that it names prefabs from.
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

// takePrefabs gives the document of a clipboard's text the prefabs of this level, by the names that they have here.
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

// mergedInstances are the instances of another document as this level has them, and the notes about those that it cannot have: their parts
// become shapes.
func (s *Session) mergedInstances(other *level.Document, layers map[level.LayerID]level.LayerID, groups map[level.GroupID]level.GroupID) (added []level.Change[level.Instance], here map[level.InstanceID]level.InstanceID, notes []string) {
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
		i.ID, i.Layer, i.GroupOf, i.Prefab = s.doc.NewInstanceID(), layers[of.Layer], groups[of.GroupOf], names(of.Prefab)
		if err := s.Instances().check(&i); err != nil && other.InstanceProblem(of.ID) == nil {
			notes = append(notes, fmt.Sprintf("%s: it cannot be an instance here, and its parts are shapes: %v", quote.Excerpt(of.Label()), err))
			continue
		}
		added = append(added, level.Added(&i))
		here[of.ID] = i.ID
	}
	return added, here, notes
}
