package dialog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fillet/assets"
	"fillet/editor/disk"
	"fillet/editor/level"
)

// openSampleFolder opens a file in the user's copy of a sample folder, which it creates after asking.
func (d *Documents) openSampleFolder(l Lesson) {
	home, err := os.UserHomeDir()
	if err != nil {
		d.FailDialog("The sample cannot be opened", err)
		return
	}
	dir := filepath.Join(home, "fillet-samples", l.File)
	path := filepath.Join(dir, filepath.FromSlash(l.Opens))
	show := func() {
		d.open(path, func() {
			f := d.shownFile()
			doc := f.Session.Document()
			if f.Files.Path() != path && !slices.ContainsFunc(doc.Settings().Imports, func(m *level.Import) bool {
				return m.File == filepath.ToSlash(path)
			}) {
				return // opening failed, which the window reports
			}
			f.notes.Show(&l, doc)
			d.AfterSample(path)
		})
	}
	if _, err := os.Lstat(dir); err == nil {
		show()
		return
	}
	d.Ask("Copy the sample?", "“"+l.Title+"” is a folder of files. Your own copy will be saved to "+
		d.FolderOf(filepath.Join(dir, "x"))+".", Choice{"Copy and open", func() {
		d.working("Copying the sample", func(context.Context) (func(), error) {
			return show, copySample(l.File, dir)
		}, "The sample cannot be copied")
	}})
}

// copySample copies a sample's folder, either completely or not at all.
func copySample(name, dir string) error {
	sub, err := fs.Sub(assets.Samples(), name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return disk.Cause(err)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".copying-")
	if err != nil {
		return disk.Cause(err)
	}
	defer func() { _ = os.RemoveAll(part) }() // after success it no longer exists under this name
	to := filepath.Join(part, name)
	if err := os.CopyFS(to, sub); err != nil {
		return disk.Cause(err)
	}
	if err := os.Rename(to, dir); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists", dir)
		}
		return disk.Cause(err)
	}
	return nil
}
