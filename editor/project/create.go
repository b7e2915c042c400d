package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fillet/editor/disk"
	"fillet/editor/folder"
)

// Free is why a new project cannot be made in a folder, if it cannot: the folder is not there yet, or empty.
func Free(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) == 1:
		return fmt.Errorf("%s is there already, with 1 file in it: name a new folder, or an empty one", dir)
	case err == nil && len(entries) > 0:
		return fmt.Errorf("%s is there already, with %d files in it: name a new folder, or an empty one", dir, len(entries))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", dir, disk.Cause(err))
	case folder.IsHomeOrAbove(folder.RealPath(dir)):
		return fmt.Errorf("%s is the home folder or above it, which is never a project", dir)
	}
	return nil
}

// Create makes a project of files, among them a project file, in a folder, the project file last: what is cut short is none. An empty
// name is that in the file.
func Create(files fs.FS, dir, name string) (*Project, error) {
	err := fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path == folder.ProjectFile {
			return err
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		at := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return err
		}
		return disk.WriteFile(at, data)
	})
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(files, folder.ProjectFile)
	if err != nil {
		return nil, err
	}
	p, err := Parse(data, folder.ProjectFile)
	if err != nil {
		return nil, err
	}
	p.Dir = folder.RealPath(dir)
	if name != "" {
		p.Name = name
	}
	return p, p.Save()
}
