package dialog

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/importers"
)

// Page provides the browser's services to a window inside a web page.
type Page struct {
	Address  string                               // the page's address without a level
	Copy     func(text string) error              // copies to the clipboard, or returns an error
	Download func(name string, data []byte) error // offers the user a file

	// reports whether a file written to path is downloaded, because the page cannot write to the user's disk
	IsDownload func(path string) bool

	ChooseFolder func() (path string, err error) // asks for one of the user's folders
	// files written to such a folder reach the user's disk instead of being downloaded
	WritesFolders bool
}

// filesOfPage is the page's virtual folder that contains the user's files and folders.
const filesOfPage = "/files/"

// shown returns a string with paths as the user knows them, without the page's virtual folder. On a desktop it returns
// the text unchanged.
func (p *Page) shown(text string) string {
	if p == nil {
		return text
	}
	return strings.ReplaceAll(text, filesOfPage, "")
}

// FolderOf returns a file's folder as the user knows it. In a page it returns "" for a file that was opened without its
// folder.
func (s *Shell) FolderOf(path string) string {
	if s.Page == nil {
		return tidyDir(path)
	}
	if dir := filepath.Dir(s.Page.shown(path)); dir != "." {
		return dir
	}
	return ""
}

// words returns an error's message for the user. In a page it explains how to provide a missing file.
func (p *Page) words(err error) string {
	text := p.shown(err.Error())
	if p != nil && errors.Is(err, fs.ErrNotExist) {
		text += "\n\nA page can read only the files that you give it. Drop the folder that contains this file and " +
			"everything it needs, or choose it with File › Open folder…"
	}
	return text
}

// chooseFolder asks for a folder with the browser's dialog.
func (d *Parent) chooseFolder(then func(path string)) {
	d.askSystem(func(context.Context) (string, error) { return d.Page.ChooseFolder() }, then)
}

// ChooseFolder asks for a folder and opens the project or level in it, in a browser.
func (d *Documents) ChooseFolder() { d.chooseFolder(d.OpenFile) }

// OpenGiven opens a level from the page's URL as a new level without a file. Because the level may come from anyone, it
// switches exports on save off.
func (d *Documents) OpenGiven(path string) {
	name := filepath.Base(path)
	files, isOpen := d.Files, false
	d.run("Opening "+name, true, func(ctx context.Context, _ Progress) (func(), error) {
		r, foreign, err := ReadLevel(ctx, files, path)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err() // cancelled by the user
			}
			why := strings.ReplaceAll(err.Error(), filepath.Dir(path)+"/", "") // hide the page's virtual folder
			return nil, fmt.Errorf("%s\n\nNothing was opened. Ask the sender of the link for the file itself", why)
		}
		off, err := withoutSaveExports(r.Document)
		return func() { isOpen = true; d.given(name, r, foreign, off) }, err
	}, "The linked level cannot be opened", func() {
		if !isOpen && len(d.Levels.All()) == 1 && d.Files.Pristine() {
			d.OnEmpty()
		}
	})
}

// manyInPage is the largest number of colliders that a browser, with its single thread, can edit smoothly.
const manyInPage = 100_000

// tellOfSize warns in a browser if a level is too large to edit there.
func (d *Documents) tellOfSize(name string, r *importers.Result) {
	if n := r.Document.Len(); d.Page != nil && n > manyInPage {
		d.FailDialog("This level is too large for a browser",
			fmt.Errorf("%s has %s. A browser handles up to %s smoothly; beyond that, drawing and checks take seconds "+
				"and memory may run out. Use the desktop editor for this level",
				quote.Excerpt(name), quote.Count(n, "shape"), quote.Count(manyInPage, "shape")))
	}
}

func (d *Documents) given(name string, r *importers.Result, foreign bool, off []string) {
	f, err := d.place()
	if err != nil {
		d.Fail(err)
		return
	}
	f.Tools.Cancel()
	f.Files.OpenedGiven(name, r)
	f.imports.opened()
	f.imports.offerConflicts()
	f.Canvas.WantFit = true
	f.Canvas.Redraw()
	d.OnLevel()
	f.OnOpen()
	switch {
	case len(off) > 0:
		f.FailDialog("Exports on save are switched off",
			fmt.Errorf("%s came from a link and is set to export %s on every save. Review this in File › Export…, "+
				"where you can switch it on again",
				quote.Excerpt(name), some(off)))
	case foreign:
		f.showIssues(name, r.Issues)
	default:
		f.showOpened(name, r.Issues)
	}
	d.tellOfSize(name, r)
	f.Tell("Opened %s from a link. Save asks where to store it", quote.Excerpt(name))
}

// withoutSaveExports switches off a level's exports on save, and returns their names.
func withoutSaveExports(doc *level.Document) (off []string, err error) {
	after := *doc.Settings()
	after.Exports = slices.Clone(after.Exports)
	for i := range after.Exports {
		if p := &after.Exports[i]; p.OnSave {
			p.OnSave = false
			off = append(off, quote.Excerpt(p.Name))
		}
	}
	if len(off) == 0 {
		return nil, nil
	}
	return off, doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &after)})
}

func (d *File) DownloadCopy() {
	write, name, page := d.Files.Copying(), d.Files.Name(), d.Page
	d.RunInBackground("Downloading "+name, func(context.Context, Progress) (func(), error) {
		var text bytes.Buffer
		if err := write(&text); err != nil {
			return nil, err
		}
		return func() { d.Tell("Downloaded a copy of %s", quote.Excerpt(name)) }, page.Download(name, text.Bytes())
	}, "The level was not downloaded", nil)
}

// notSaved reports why a level was not saved. In a browser it offers a download.
func (d *File) notSaved(err error, then func()) {
	const title = "The level was not saved"
	if d.Page == nil {
		d.FailDialog(title, err)
		return
	}
	why := kit.Sentence(d.Page.shown(err.Error()))
	switch {
	case errors.Is(err, fs.ErrPermission):
		why += "\n\nThe browser does not let this page write the file. Choose it again with Save as…, or allow " +
			"access next to the address bar and reload the page."
	case errors.Is(err, syscall.ENOSPC):
		why += "\n\nThe browser has no room left for this page, or the disk is full."
	}
	d.Ask(title, why+"\n\nNothing is lost: you can download the level, or save it to another file.",
		Choice{"Download", d.DownloadCopy}, Choice{"Save as…", func() { d.SaveAs(then) }})
}

// longestLink limits the length of a URL that contains a level, in bytes. Chats and mail programs truncate longer ones.
const longestLink = 32 << 10

// levelLink returns the page's URL with a level's name and the text that write produces, as raw deflate in base64url.
func levelLink(page, name string, write func(io.Writer) error) (string, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if err := cmp.Or(write(w), w.Close()); err != nil {
		return "", err
	}
	stem := strings.TrimSuffix(path.Base(name), workspace.Extension)
	return page + "#level=" + base64.RawURLEncoding.EncodeToString(packed.Bytes()) + "&name=" + url.QueryEscape(stem),
		nil
}

// CopyLink copies a link that contains the level, and reports which of the level's files the link lacks.
func (d *File) CopyLink() {
	write, name, page := d.Files.Copying(), d.Files.Name(), d.Page
	without := besideLevel(d.Session.Document())
	d.RunInBackground("Creating a link", func(context.Context, Progress) (func(), error) {
		link, err := levelLink(page.Address, name, write)
		switch {
		case err != nil:
			return nil, err
		case len(link) > longestLink:
			return nil, fmt.Errorf("the link would be %s long, and chats and mail truncate links over %s.\n\nSend "+
				"the file instead (File › Download copy), or put the file next to the page and send the page's "+
				"address with ?level= and the file's name",
				fileSize(int64(len(link))), fileSize(longestLink))
		}
		if err := page.Copy(link); err != nil {
			return nil, fmt.Errorf("the browser does not let the page write to the clipboard: %w. Click in the page, "+
				"then copy the link again", err)
		}
		return func() {
			d.Tell("Copied a link that contains the level (%s). Opening it creates a copy", fileSize(int64(len(link))))
			if len(without) > 0 {
				d.FailDialog("Link copied", errors.New("It contains the level, but not the files that the level "+
					"refers to:\n\n"+kit.AtMost(strings.Join(without, "\n"), kit.MaxProse/2)+
					"\n\nAnyone who opens the link sees the level without them."))
			}
		}, nil
	}, "The link was not copied", nil)
}

// besideLevel lists the files that a level refers to. A link does not contain them.
func besideLevel(doc *level.Document) (files []string) {
	add := func(kind, file string) {
		line := kind + " " + quote.Excerpt(path.Base(file))
		if file != "" && !slices.Contains(files, line) {
			files = append(files, line)
		}
	}
	for _, i := range doc.Instances() {
		add("prefab", i.Prefab)
	}
	for _, p := range doc.Settings().Pictures {
		add("picture", p.File)
	}
	for _, m := range doc.Settings().Imports {
		add("imported file", m.File)
	}
	return files
}
