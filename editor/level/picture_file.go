package level

import "gopkg.in/yaml.v3"

var pictureKeys = []string{
	"name", "file", "position", "size", "angle", "flip", "tile", "opacity", "order", "locked",
	"hidden",
}

// pictureEntries describes the list of the level's own pictures.
var pictureEntries = entries[Picture]{
	name: "pictures", list: func(s *Settings) *[]Picture {
		return &s.Pictures
	}, key: func(p Picture) string { return p.Name },
	compare: Picture.compare, same: func(a, b Picture) bool {
		return a == b
	}, validate: Picture.check, most: MaxPictures,
	twice: "appears twice", isNot: "is",
	write: func(e *encoder, p Picture) {
		e.text("{name: ")
		e.flow(p.Name)
		e.text(", file: ")
		e.flow(p.File)
		e.text(", position: ")
		e.vec(p.Position)
		e.text(", size: ")
		e.vec(p.Size)
		if p.Angle != 0 {
			e.text(", angle: ")
			e.value(float64(p.Angle))
		}
		if p.Flip {
			e.text(", flip: true")
		}
		if p.Tiles() {
			e.text(", tile: ")
			e.vec(p.Tile)
		}
		if p.Opacity != 1 {
			e.text(", opacity: ")
			e.value(p.Opacity)
		}
		if p.Order != 0 {
			e.text(", order: ")
			e.value(p.Order)
		}
		if p.Locked {
			e.text(", locked: true")
		}
		if p.Hidden {
			e.text(", hidden: true")
		}
		e.text("}")
	},
	read: func(d *decoder, n *yaml.Node) (Picture, error) {
		p := Picture{Opacity: 1}
		angle := 0.0
		err := d.values(n, pictureKeys, nil, &p.Name, &p.File, &p.Position, &p.Size, &angle, &p.Flip, &p.Tile,
			&p.Opacity, &p.Order, &p.Locked, &p.Hidden)
		p.Angle = Degrees(angle)
		return p, err
	},
}
