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
	"net/url"
	"path"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

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
	d.WorkBeside("Creating a link", func(context.Context, Progress) (func(), error) {
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
