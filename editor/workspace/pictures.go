package workspace

import (
	"context"
	"fmt"
	"image"
	"path/filepath"

	"fillet/editor/folder"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/quote"
	"fillet/importers"
)

// maxDecoded is how many pixels the images of one level may have together.
const maxDecoded = 1 << 27

// PicturesOf decodes the images of imports and lays their pictures out; nil where there are none. An image
// that cannot be decoded is an issue.
func PicturesOf(ctx context.Context, results ...*importers.Result) (*overlay.Pictures, []importers.Issue, error) {
	var images []image.Image
	var sprites []overlay.Sprite
	var issues []importers.Issue
	decoded := 0
	for _, r := range results {
		first := len(images)
		for i := range r.Images {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			m := &r.Images[i]
			var pixels image.Image
			err := fmt.Errorf("the images have more than %d pixels together", maxDecoded)
			if decoded += m.Width * m.Height; decoded <= maxDecoded {
				pixels, err = m.Decode()
			}
			if err != nil {
				pixels = nil
				issues = append(issues, importers.Issue{Severity: importers.Warning, Message: fmt.Sprintf("the picture %q is not shown: %v", quote.Excerpt(m.Name), err)})
			}
			images = append(images, pixels)
		}
		for _, p := range r.Pictures {
			s := overlay.Sprite{Image: first + p.Image, X: p.X, Y: p.Y, W: p.W, H: p.H, At: p.At, U: p.U, V: p.V, Alpha: p.Alpha, Color: p.Color, Wraps: p.Wraps}
			if p.Image == importers.Plain {
				s.Image = overlay.Plain
			}
			sprites = append(sprites, s)
		}
	}
	if len(sprites) == 0 {
		return nil, issues, nil
	}
	return &overlay.Pictures{Images: images, Sprites: sprites}, issues, nil
}

// ImportedPictures reads the pictures of a level's imports from the foreign files, which the level refers to. Of a level
// that was opened from a file, or of a session, the files are absolute. What may not be read, or cannot be, is an issue.
func ImportedPictures(ctx context.Context, registry func(file string) *importers.Registry, list []*level.Import, mayRead func(*level.Import) bool) (*overlay.Pictures, []importers.Issue, error) {
	var results []*importers.Result
	var issues []importers.Issue
	for _, m := range list {
		if !m.Pictures {
			continue
		}
		missing := func(format string, args ...any) {
			issues = append(issues, importers.Issue{Severity: importers.Warning, File: m.File, Message: "its pictures are not shown: " + fmt.Sprintf(format, args...)})
		}
		if !mayRead(m) {
			missing("the file does not lie in the level's folder")
			continue
		}
		opts, err := importers.OptionsOf(m)
		if err != nil {
			missing("%v", err)
			continue
		}
		opts.Pictures = true
		res, _, err := registry(m.File).Load(ctx, filepath.FromSlash(m.File), opts)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			missing("%v", err)
			continue
		}
		results = append(results, res)
	}
	p, more, err := PicturesOf(ctx, results...)
	return p, append(issues, more...), err
}

// IsBeside reports whether a foreign file lies in the folder of a level's file or in one below it. What lies elsewhere is
// not read without being asked for: a level file can name any file; nor is what lies below a name that begins with a dot.
// A link counts as where it leads.
func IsBeside(levelPath, file string) bool {
	dir, err := filepath.Abs(filepath.Dir(levelPath))
	if err != nil {
		return false
	}
	abs, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return false
	}
	if isWithin(dir, abs) {
		real, err := filepath.EvalSymlinks(abs)
		if err != nil {
			return true // there is no such file: it is read in vain
		}
		if realDir, err := filepath.EvalSymlinks(dir); err == nil {
			return isWithin(realDir, real)
		}
	}
	return false
}

func isWithin(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel) && !folder.IsHidden(rel)
}
