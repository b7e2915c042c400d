package workspace

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"path/filepath"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/quote"
	"fillet/importers"
)

// maxDecoded limits the total pixels of all images of one level.
const maxDecoded = 1 << 27

// PicturesOf decodes the images of imports and lays out their pictures. It returns nil if there are none. An image that
// cannot be decoded is reported as an issue.
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
			err := fmt.Errorf("the images exceed %d pixels in total", maxDecoded)
			if decoded += m.Width * m.Height; decoded <= maxDecoded {
				pixels, err = m.Decode()
			}
			if err != nil {
				pixels = nil
				issues = append(issues, importers.Issue{
					Severity: importers.Warning,
					Message:  fmt.Sprintf("the picture %q is not shown: %v", quote.Excerpt(m.Name), err),
				})
			}
			images = append(images, pixels)
		}
		for _, p := range r.Pictures {
			s := overlay.Sprite{
				Image: first + p.Image, X: p.X, Y: p.Y, W: p.W, H: p.H, At: p.At, U: p.U, V: p.V,
				Alpha: p.Alpha, Color: p.Color, Wraps: p.Wraps,
			}
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

// ImportedPictures reads the pictures of a level's imports from the foreign files that the level refers to. In a level
// that was opened from a file, or belongs to a session, the paths are absolute. Pictures that may not or cannot be read
// are reported as issues.
func ImportedPictures(
	ctx context.Context, registry func(file string) *importers.Registry, list []*level.Import,
	mayRead func(*level.Import) bool,
) (*overlay.Pictures, []importers.Issue, error) {
	var results []*importers.Result
	var issues []importers.Issue
	for _, m := range list {
		if !m.Pictures {
			continue
		}
		missing := func(format string, args ...any) {
			issues = append(issues, importers.Issue{
				Severity: importers.Warning, File: m.File,
				Message: "its pictures are not shown: " + fmt.Sprintf(format, args...),
			})
		}
		if !mayRead(m) {
			missing("the file is outside the level's folder")
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

// IsBeside reports whether a foreign file is in the folder of a level's file or below it. Files elsewhere are not read
// without asking, because a level file can name any file; nor are files in hidden folders. A link counts as its target.
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
			return true // the file does not exist; trying to read it is harmless
		}
		if realDir, err := filepath.EvalSymlinks(dir); err == nil {
			return isWithin(realDir, real)
		}
	}
	return false
}

func isWithin(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel) && !disk.IsHidden(rel)
}

// MayShow reports whether a picture that the level itself adds may be read without asking: its file is in or below the
// level's folder or the folder of the level's project.
func MayShow(levelPath, file string) bool {
	if levelPath == "" {
		return false
	}
	if IsBeside(levelPath, file) {
		return true
	}
	dir, ok := disk.FindProject(levelPath)
	return ok && isWithin(dir, disk.RealPath(filepath.FromSlash(file)))
}

// ReadImages decodes the images of a level's own pictures, except those already in have. In a level that was opened
// from a file, or belongs to a session, the paths are absolute. Images that may not or cannot be read are reported as
// issues.
func ReadImages(
	ctx context.Context, list []level.Picture, have map[string]image.Image, mayRead func(file string) bool,
) (map[string]image.Image, []importers.Issue, error) {
	out := map[string]image.Image{}
	var issues []importers.Issue
	room := maxDecoded
	tried := map[string]bool{}
	for _, p := range list {
		if tried[p.File] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		tried[p.File] = true
		m, err := have[p.File], error(nil)
		switch {
		case m != nil:
		case !mayRead(p.File):
			err = errors.New("the file is outside the level's folder and project")
		default:
			if m, err = importers.ReadPicture(filepath.FromSlash(p.File)); errors.Is(err, fs.ErrNotExist) {
				err = errors.New(quote.Printable(p.FileName()) + " is missing")
			}
		}
		if err == nil {
			if size := m.Bounds().Size(); size.X*size.Y > room {
				err = fmt.Errorf("the level's pictures exceed %d pixels in total", maxDecoded)
			} else {
				room -= size.X * size.Y
				out[p.File] = m
				continue
			}
		}
		issues = append(issues, importers.Issue{
			Severity: importers.Warning, File: p.File,
			Message: fmt.Sprintf("the picture %s is not shown: %v", p.Label(), err),
		})
	}
	return out, issues, nil
}
