package dialog

import (
	"cmp"
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// AskToSaveAll asks what to do with the unsaved work of all levels, then calls then unless cancelled.
func (d *Documents) AskToSaveAll(then func()) {
	var files []*File
	for _, l := range d.Levels.Unsaved() {
		files = append(files, d.tabs.FileOf(l))
	}
	d.AskToSave(files, then)
}

// AskToSave asks what to do with the unsaved work of levels, with a choice for each if there are several, then calls
// then unless cancelled.
func (d *Documents) AskToSave(files []*File, then func()) {
	switch len(files) {
	case 0:
		then()
		return
	case 1:
		if d.tabs.HasTab(files[0].OpenLevel) {
			d.tabs.Show(files[0].OpenLevel)
		}
		files[0].AskToSave(then)
		return
	}
	p := d.Look.Colors()
	saves := make([]bool, len(files))
	rows := container.NewVBox()
	box := d.NewFrame(0)
	box.Gap = 12
	for i, f := range files {
		saves[i] = true
		choice := box.Words([]string{"Save", "Don't save"}, kit.Of([]bool{true, false}, kit.At(&saves[i])))
		choice.SetName(f.Files.Name())
		where := cmp.Or(quote.Escaped(f.Files.Path()), "not saved yet")
		if !d.tabs.HasTab(f.OpenLevel) {
			where = "a prefab, edited in a level · " + where
		}
		names := container.NewVBox(kit.CutLine(d.Look, quote.Excerpt(f.Files.Name()), p.Text, kit.TextSize),
			kit.CutLine(d.Look, where, p.Quiet, kit.SmallText))
		rows.Add(kit.Pad(0, 4, 0, 4, container.New(kit.RowOf(0), names,
			container.New(kit.Exact{W: 190, H: kit.FieldHeight}, choice))))
	}
	answer := func(saves []bool) {
		box.Close()
		d.saveThese(files, saves, then)
	}
	box.Cancel("Cancel")
	box.Button("Discard all", func() { answer(make([]bool, len(files))) })
	save := box.Primary("", func() { answer(saves) })
	box.buttons[2] = container.New(kit.Fixed{W: 108}, save)
	box.OnChange = func() {
		n := 0
		for _, isChosen := range saves {
			n += kit.BoolInt(isChosen)
		}
		switch n {
		case len(files):
			save.Label = "Save all"
		case 0:
			save.Label = "Save none"
		default:
			save.Label = fmt.Sprintf("Save %d of %d", n, len(files))
		}
		save.Refresh()
	}
	box.OnChange()
	box.Head = kit.Pad(0, 0, 0, 8, kit.Text(strconv.Itoa(len(files))+" files have unsaved changes.", p.Quiet,
		kit.TextSize))
	const rowHeight, maxRows = 50, 6
	scroll := container.NewVScroll(kit.Pad(0, 0, 12, 0, rows))
	size := fyne.NewSize(580, 150+rowHeight*float32(min(len(files), maxRows)))
	box.OpenLasting("Save the changes?", size, scroll)
}

// saveThese saves the chosen levels one after another, then calls then. It stops if one cannot be written or the user
// chooses no file for it.
func (d *Documents) saveThese(files []*File, saves []bool, then func()) {
	for i, f := range files {
		if !saves[i] {
			continue
		}
		if f.Files.Path() == "" { // saving will ask for a file
			d.tabs.Show(f.OpenLevel)
		}
		f.Save(func() { d.saveThese(files[i+1:], saves[i+1:], then) })
		return
	}
	then()
}

// SaveAll saves all levels with unsaved work, one after another.
func (d *Documents) SaveAll() {
	var files []*File
	saves := []bool{}
	for _, l := range d.Levels.Unsaved() {
		files, saves = append(files, d.tabs.FileOf(l)), append(saves, true)
	}
	d.saveThese(files, saves, func() { d.Tell("%s saved", quote.Count(len(files), "file")) })
}
