package level

var pictureSchema = newSchema(
	plainField("name", func(p *Picture) *string { return &p.Name }, texts),
	plainField("file", func(p *Picture) *string { return &p.File }, texts),
	plainField("position", func(p *Picture) *Vec { return &p.Position }, vectors),
	plainField("size", func(p *Picture) *Vec { return &p.Size }, vectors),
	row("angle", func(p *Picture) *Degrees { return &p.Angle }, angles, 0, nil),
	row("flip", func(p *Picture) *bool { return &p.Flip }, switches, false, nil),
	row("tile", func(p *Picture) *Vec { return &p.Tile }, vectors, Vec{}, nil),
	row("opacity", func(p *Picture) *float64 { return &p.Opacity }, numbers, 1, nil),
	row("order", func(p *Picture) *int { return &p.Order }, wholes, 0, nil),
	row("locked", func(p *Picture) *bool { return &p.Locked }, switches, false, nil),
	row("hidden", func(p *Picture) *bool { return &p.Hidden }, switches, false, nil),
)

// pictureEntries describes the list of the level's own pictures.
var pictureEntries = entries[Picture]{
	name: "pictures", list: func(s *Settings) *[]Picture { return &s.Pictures },
	key: func(p Picture) string { return p.Name }, compare: Picture.compare,
	same: func(a, b Picture) bool { return a == b }, validate: Picture.check, most: MaxPictures,
	twice: "appears twice", isNot: "is", of: pictureSchema, start: Picture{Opacity: 1},
}
