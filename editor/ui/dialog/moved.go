package dialog

import (
	"fmt"
	"path"
	"path/filepath"

	"fillet/editor/disk"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// prefMoved lists folders that were located: each missing one, followed by the found one.
const prefMoved = "moved folders"

// loadMoved applies the folders that were located in earlier runs.
func (d *Documents) loadMoved() {
	list := d.App.Preferences().StringList(prefMoved)
	for i := 0; i+1 < len(list); i += 2 {
		d.Levels.Move(list[i], list[i+1])
	}
}

// moved uses another folder in place of a missing one, now and in later runs.
func (d *Documents) moved(missing, found string) {
	const limit = 100 // pairs
	d.Levels.Move(missing, found)
	list := append(d.App.Preferences().StringList(prefMoved), missing, found)
	d.App.Preferences().SetStringList(prefMoved, list[max(len(list)-2*limit, 0):])
}

// askForFiles asks about files that a foreign file refers to, in other folders or missing. It reports whether it asks.
// It calls again if the files can be read then.
func (v *Imports) askForFiles(file string, r *importers.Result, again func()) bool {
	return v.askBeyond(file, r, again) || v.askMissing(file, r, again)
}

// askMissing asks where a missing file is. The answer applies to its whole folder, so it asks once per folder.
func (v *Imports) askMissing(file string, r *importers.Result, again func()) bool {
	dir := disk.RealPath(absolute(filepath.Dir(file)))
	for _, name := range r.Missing {
		missing := filepath.Dir(filepath.Join(dir, filepath.FromSlash(name)))
		folders := [2]string{"", missing}
		if v.beyond[folders] {
			continue
		}
		v.beyond[folders] = true
		others := -1
		for _, o := range r.Missing {
			others += kit.BoolInt(path.Dir(o) == path.Dir(name))
		}
		base := path.Base(name)
		about := fmt.Sprintf("%s refers to %s, which does not exist.", filepath.Base(file), quote.Printable(name))
		if others > 0 {
			about += fmt.Sprintf(" Its folder lacks %s as well.", quote.Count(others, "other file"))
		}
		skip := func() { v.showIssues(filepath.Base(file), r.Issues) }
		v.Ask("Where is "+quote.Excerpt(base)+"?", about, Choice{"Locate…", func() {
			v.ChooseOpen("Locate "+quote.Excerpt(base), []string{path.Ext(base)}, func(found string) {
				if filepath.Base(found) != base {
					v.FailDialog("This is another file", fmt.Errorf("choose the file that is named %s",
						quote.Excerpt(base)))
					return
				}
				v.docs.moved(missing, filepath.Dir(found))
				again()
			})
		}}, Choice{"Skip", skip})
		return true
	}
	return false
}
