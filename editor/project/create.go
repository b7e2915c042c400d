package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fillet/editor/disk"
)

// Free returns the reason why a new project cannot be created in a folder, which must be missing or empty.
func Free(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) == 1:
		return fmt.Errorf("%s already contains 1 file: name a new or empty folder", dir)
	case err == nil && len(entries) > 0:
		return fmt.Errorf("%s already contains %d files: name a new or empty folder", dir, len(entries))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", dir, disk.Cause(err))
	case disk.IsHomeOrAbove(disk.RealPath(dir)):
		return fmt.Errorf("%s is your home folder or above it, and cannot be a project", dir)
	}
	return nil
}

// Create writes a project's files, including its project file, to a folder. It writes the project file last, so that an
// interrupted Create leaves no project. An empty name keeps the name in the file.
func Create(files fs.FS, dir, name string) (p *Project, err error) {
	var made []string // to remove after a failure, in order of creation
	defer func() {
		if err != nil {
			for _, at := range slices.Backward(made) {
				_ = os.Remove(at) // fails for a folder that someone else has written to
			}
		}
	}()
	folders := func(of string) error {
		var missing []string
		for at := filepath.Clean(of); ; at = filepath.Dir(at) {
			if _, err := os.Lstat(at); err == nil || filepath.Dir(at) == at {
				break
			}
			missing = append(missing, at)
		}
		slices.Reverse(missing)
		made = append(made, missing...)
		return os.MkdirAll(of, 0o777)
	}
	err = fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path == disk.ProjectFile {
			return err
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		at := filepath.Join(dir, filepath.FromSlash(path))
		if err := folders(filepath.Dir(at)); err != nil {
			return err
		}
		made = append(made, at)
		return disk.WriteFile(at, data)
	})
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(files, disk.ProjectFile)
	if err != nil {
		return nil, err
	}
	p, err = Parse(data, disk.ProjectFile)
	if err != nil {
		return nil, err
	}
	p.Dir = disk.RealPath(dir)
	if name != "" {
		p.Name = name
	}
	made = append(made, filepath.Join(dir, disk.ProjectFile))
	return p, p.Save()
}
