package level

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"fillet/collision"
	"fillet/editor/quote"
)

// Picture is an image shown under the level's shapes as a reference: concept art, a screenshot, a background. The image
// stays in its own file. It collides with nothing, and is not exported.
type Picture struct {
	Name     string  // unique in the level
	File     string  // the image's file, named like the files of imports: see MapSources
	Position Vec     // of the picture's middle, in level space
	Size     Vec     // width and height in level pixels, before the picture is turned
	Angle    Degrees // about the picture's middle
	Flip     bool    // mirrored left to right, before the picture is turned
	Tile     Vec     // the size of one repeat, which starts at the top left corner; zero if the image is not repeated
	Opacity  float64 // more than 0, at most 1
	Order    int     // drawing order: a higher picture is on top, equal ones are ordered by name
	Locked   bool    // cannot be clicked
	Hidden   bool
}

// MaxPictures limits a level's own pictures.
const MaxPictures = 1000

// Limits of a picture's values.
const (
	minPictureSide = 1e-3
	maxPictureRows = 1e4 // repeats along each side
	maxPictureRank = 1 << 30
)

// Label returns the picture's name for messages, shortened.
func (p Picture) Label() string { return quote.Printable(p.Name) }

// FileName returns the base name of the image's file.
func (p Picture) FileName() string { return p.File[strings.LastIndexByte(p.File, '/')+1:] }

// Tiles reports whether the image is repeated.
func (p Picture) Tiles() bool { return p.Tile != Vec{} }

// Corners returns the position of the image's top left corner in level space, and the vectors along its top and left
// sides.
func (p Picture) Corners() (at, along, down Vec) {
	turn := collision.NewTransform(Vec{}, p.Angle.Radians())
	along, down = turn.Apply(Vec{X: p.Size.X}), turn.Apply(Vec{Y: p.Size.Y})
	if p.Flip {
		along = along.Neg()
	}
	return p.Position.Sub(along.Mul(0.5)).Sub(down.Mul(0.5)), along, down
}

// Outline returns the picture's four corners, starting at the image's top left and going along the top.
func (p Picture) Outline() []Vec {
	at, along, down := p.Corners()
	return []Vec{at, at.Add(along), at.Add(along).Add(down), at.Add(down)}
}

// Contains reports whether the picture contains a point of the level.
func (p Picture) Contains(at Vec) bool {
	local := collision.NewTransform(p.Position, p.Angle.Radians()).ApplyInv(at)
	return 2*local.X >= -p.Size.X && 2*local.X <= p.Size.X && 2*local.Y >= -p.Size.Y && 2*local.Y <= p.Size.Y
}

func (p Picture) check() error {
	if err := checkLine("the name of a picture", p.Name); err != nil {
		return err
	}
	if p.Name == "" {
		return errors.New("a picture has no name")
	}
	if err := p.checkValues(); err != nil {
		return fmt.Errorf("the picture %s: %w", p.Label(), err)
	}
	return nil
}

func (p Picture) checkValues() error {
	if err := checkLine("the file", p.File); err != nil || p.File == "" {
		return cmp.Or(err, errors.New("it names no file"))
	}
	switch err := cmp.Or(checkVec("position", p.Position), checkVec("size", p.Size), checkVec("tile", p.Tile)); {
	case err != nil:
		return err
	case !(p.Size.X >= minPictureSide && p.Size.Y >= minPictureSide):
		return fmt.Errorf("a size of %g by %g is not positive", p.Size.X, p.Size.Y)
	case p.Tiles() && !(p.Tile.X >= minPictureSide && p.Tile.Y >= minPictureSide):
		return fmt.Errorf("a tile of %g by %g is not positive", p.Tile.X, p.Tile.Y)
	case p.Tiles() && (p.Size.X > p.Tile.X*maxPictureRows || p.Size.Y > p.Tile.Y*maxPictureRows):
		return fmt.Errorf("a tile of %g by %g is repeated more than %g times", p.Tile.X, p.Tile.Y,
			float64(maxPictureRows))
	case !(p.Opacity > 0 && p.Opacity <= 1):
		return fmt.Errorf("the opacity %g must be more than 0 and at most 1", p.Opacity)
	case !isFinite(float64(p.Angle)):
		return fmt.Errorf("an angle of %g is not finite", float64(p.Angle))
	case p.Order < -maxPictureRank || p.Order > maxPictureRank:
		return fmt.Errorf("its order %d must be from %d to %d", p.Order, -maxPictureRank, maxPictureRank)
	}
	return nil
}

// checkLine returns an error if a string is not a single line of valid text.
func checkLine(what, s string) error {
	if !isText(s) || strings.ContainsAny(s, "\n\r\x00") {
		return fmt.Errorf("%s is not a single line of valid text", what)
	}
	return nil
}

// compare orders pictures by drawing order.
func (p Picture) compare(o Picture) int {
	return cmp.Or(cmp.Compare(p.Order, o.Order), strings.Compare(p.Name, o.Name))
}

// Picture returns the level's own picture with the given name.
func (s *Settings) Picture(name string) (Picture, bool) { return pictureEntries.get(s, name) }

// WithPicture returns the pictures with p added, or with p in place of the picture of that name.
func (s *Settings) WithPicture(p Picture) []Picture { return pictureEntries.with(s.Pictures, p) }

// WithoutPicture returns the pictures without the named one.
func (s *Settings) WithoutPicture(name string) []Picture {
	return pictureEntries.without(s.Pictures, name)
}

var pictureSchema = newSchema("picture",
	plainField("name", func(p *Picture) *string { return &p.Name }, texts).needed().means("text, unique in the list"),
	plainField("file", func(p *Picture) *string { return &p.File }, texts).needed().
		means("a PNG, WebP, GIF, JPEG or BMP, relative to the level's folder. A file outside that folder and the "+
			"level's project is read only after you choose it in the window"),
	plainField("position", func(p *Picture) *Vec { return &p.Position }, vectors).needed().
		means("its centre, in level pixels"),
	plainField("size", func(p *Picture) *Vec { return &p.Size }, vectors).needed().
		means("`[width, height]` in level pixels, before rotation"),
	row("angle", func(p *Picture) *Degrees { return &p.Angle }, angles, 0, nil).
		means("degrees, clockwise, about its centre"),
	row("flip", func(p *Picture) *bool { return &p.Flip }, switches, false, nil).
		means("left to right, before it is turned"),
	row("tile", func(p *Picture) *Vec { return &p.Tile }, vectors, Vec{}, nil).otherwise("none").
		means("`[width, height]` of one repeat, from the top-left corner; without it the image is shown once"),
	row("opacity", func(p *Picture) *float64 { return &p.Opacity }, numbers, 1, nil).
		means("more than 0, at most 1").limited(`"exclusiveMinimum": 0, "maximum": 1`),
	row("order", func(p *Picture) *int { return &p.Order }, wholes, 0, nil).
		means("a whole number: higher ones are drawn over lower ones, equal ones by name"),
	row("locked", func(p *Picture) *bool { return &p.Locked }, switches, false, nil).means("it cannot be clicked"),
	row("hidden", func(p *Picture) *bool { return &p.Hidden }, switches, false, nil).means("it is not shown"),
)

var pictureEntries = entries[Picture]{
	name: "pictures", list: func(s *Settings) *[]Picture { return &s.Pictures },
	key: func(p Picture) string { return p.Name }, compare: Picture.compare,
	same: func(a, b Picture) bool { return a == b }, validate: Picture.check, limit: MaxPictures,
	twice: "appears twice", isNot: "is", of: pictureSchema, start: Picture{Opacity: 1},
}
