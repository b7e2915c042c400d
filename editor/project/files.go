package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// ErrExists reports that a file to create, or the new name of a file, already exists.
var ErrExists = errors.New("a file of that name already exists")

func (k Kind) extension() string {
	if k == Tiles {
		return ".tiles.yaml"
	}
	return ".level.yaml"
}

// String returns the kind's name for display.
func (k Kind) String() string {
	return [...]string{"file", "level", "prefab", "tileset"}[min(max(k, 0), Tiles)]
}

// Stem returns the entry's file name without the extension of its kind.
func (e Entry) Stem() string {
	base := filepath.Base(e.Path)
	for _, end := range []string{".level.yaml", ".level.yml", ".tiles.yaml", ".tiles.yml"} {
		if n := len(base) - len(end); n > 0 && strings.EqualFold(base[n:], end) {
			return base[:n]
		}
	}
	return base
}

// CheckStem returns the reason why a file of the project cannot have a name.
func CheckStem(stem string) error {
	switch {
	case strings.TrimSpace(stem) == "":
		return errors.New("the name is empty")
	case strings.ContainsAny(stem, `/\:*?"<>|`):
		return errors.New(`a file name cannot contain / \ : * ? " < > |`)
	case strings.HasPrefix(stem, "."):
		return errors.New("a file name cannot begin with a dot")
	case strings.TrimRight(stem, " .") != stem || strings.TrimLeft(stem, " ") != stem:
		return errors.New("a file name cannot begin or end with a space, or end with a dot")
	case len(stem) > 200 || !utf8.ValidString(stem):
		return errors.New("the file name is too long")
	}
	return disk.CheckPath(stem)
}

// NewFolder returns the folder for new files of a kind: the first that the project names for it.
func (p *Project) NewFolder(k Kind) string {
	if list := p.folders(k); len(list) > 0 {
		return filepath.Join(p.Dir, filepath.FromSlash(list[0]))
	}
	return p.Dir
}

// NewLevel writes a level or prefab with the project's defaults and one empty layer, and returns its path. If the file
// exists, it returns [ErrExists].
func (p *Project) NewLevel(k Kind, stem string) (string, error) {
	if err := CheckStem(stem); err != nil {
		return "", err
	}
	doc, err := level.NewDocument(p.Settings(stem))
	if err == nil {
		err = doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{
			ID:   doc.NewLayerID(),
			Name: "Layer 1", Order: 1,
		})}})
	}
	if err != nil {
		return "", err
	}
	path := filepath.Join(p.NewFolder(k), stem+k.extension())
	return path, WriteNew(path, doc.Snapshot())
}

// WriteNew writes a level to a new file, and creates its folder if needed. If the file exists, it returns [ErrExists].
func WriteNew(path string, s level.Snapshot) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return disk.Cause(err)
	}
	return disk.WriteFileIf(path, func() error { return free(path) }, func(w io.Writer) error {
		return level.Write(w, s)
	})
}

// free returns an error if a file exists.
func free(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", quote.ShortPath(filepath.Base(path)), ErrExists)
	}
	return nil
}

// Renamed returns the path of an entry under another name in its folder. If that file exists, it returns [ErrExists].
func (e Entry) Renamed(stem string) (string, error) {
	if err := CheckStem(stem); err != nil {
		return "", err
	}
	to := filepath.Join(filepath.Dir(e.Path), stem+filepath.Base(e.Path)[len(e.Stem()):])
	if to == e.Path {
		return to, nil
	}
	if info, err := os.Lstat(to); err == nil && os.SameFile(info, e.Info) {
		return to, nil // the same file, on a file system that ignores case
	}
	return to, free(to)
}

// Rename renames an entry's file within its folder and returns the new path.
func (e Entry) Rename(stem string) (string, error) {
	to, err := e.Renamed(stem)
	if err != nil || to == e.Path {
		return to, err
	}
	if err := os.Rename(e.Path, to); err != nil {
		return "", disk.Cause(err)
	}
	return to, nil
}

// Delete calls remove for an entry's file, unless the file has been replaced since it was listed.
func (e Entry) Delete(remove func(path string) error) error {
	info, err := os.Lstat(e.Path)
	if err != nil {
		return disk.Cause(err)
	}
	if !info.Mode().IsRegular() || !os.SameFile(info, e.Info) &&
		!(info.Size() == e.Info.Size() && info.ModTime().Equal(e.Info.ModTime())) {
		return fmt.Errorf("%s was replaced in the meantime", filepath.Base(e.Path))
	}
	return disk.Cause(remove(e.Path))
}

// IsNamed reports whether a path has the name of a file that a project may list, or of the project file.
func IsNamed(path string) bool {
	lower := strings.ToLower(filepath.Base(path))
	ends := func(end string) bool { return strings.HasSuffix(lower, end) }
	return !disk.IsHidden(lower) && (lower == disk.ProjectFile || ends(".level.yaml") || ends(".level.yml") ||
		ends(".tiles.yaml") || ends(".tiles.yml"))
}

// Reference is a position in a file that names another file.
type Reference struct {
	Rel          string // path of the file, slash-separated and below the project's folder
	Line, Column int
}

// References returns the positions in the project's levels and prefabs that name a file as a prefab, in the order of
// the list. It skips unreadable files, and only parses files that contain the file's name.
func (p *Project) References(ctx context.Context, list *Listing, path string) ([]Reference, error) {
	var out []Reference
	base := []byte(filepath.Base(path))
	for _, e := range list.Entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e.Kind == Tiles || e.Info.Size() > level.MaxFileSize {
			continue
		}
		f, err := disk.OpenRegular(e.Path)
		if err != nil {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(f, level.MaxFileSize))
		_ = f.Close() // nothing was written
		if err != nil || !bytes.Contains(data, base) || !bytes.Contains(data, []byte("instances:")) {
			continue
		}
		out = append(out, referencesIn(e, data, path)...)
	}
	return out, nil
}

func referencesIn(e Entry, data []byte, path string) (out []Reference) {
	r := level.NewPartReader(e.Rel, "a level file")
	root, err := r.Read(data)
	if err != nil {
		return nil
	}
	// If the file is not a level, an error ends the search in it.
	_ = r.Mapping(root, nil, func(key string, v *yaml.Node) error {
		if key != "instances" {
			return nil
		}
		return r.Sequence(v, func(_ int, item *yaml.Node) error {
			return r.Mapping(item, nil, func(key string, v *yaml.Node) error {
				if key == "prefab" && filepath.Join(filepath.Dir(e.Path), filepath.FromSlash(v.Value)) == path {
					out = append(out, Reference{e.Rel, v.Line, v.Column})
				}
				return nil
			})
		})
	})
	return out
}

// Files formats the files of references for display, each once, with the number of its references.
func Files(refs []Reference) []string {
	var out []string
	n := map[string]int{}
	for _, r := range refs {
		if n[r.Rel]++; n[r.Rel] == 1 {
			out = append(out, r.Rel)
		}
	}
	for i, rel := range out {
		if n[rel] > 1 {
			out[i] = fmt.Sprintf("%s (%d times)", quote.Printable(rel), n[rel])
		}
	}
	return out
}
